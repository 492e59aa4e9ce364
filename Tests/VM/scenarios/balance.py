"""A knob changes all channels of its element and keeps their balance, also after silence."""

from rig.mixer import level, within_a_step
from rig.waiting import until


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    stage.mixer.set("20%,40%", "Master")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    stage.shows("the knob shows the louder channel", layout, values)

    for what, sweep in (("turned up", 81), ("turned to silence", -270), ("turned up again", 135)):
        ends = len(panel.events("ended"))
        screen.turn(knob, start=0, sweep=sweep)
        value = panel.after(ends, "ended", "master")["value"]
        half = value / 2

        def balanced():
            left, right = stage.mixer.raw("Master")
            return within_a_step(right, value / 100) and within_a_step(left, half / 100)

        try:
            until(balanced, 10, what)
            stage.check(f"{what}: the channels keep their ratio", True)
        except TimeoutError:
            raw = stage.mixer.raw("Master")
            stage.check(f"{what}: the channels keep their ratio", False,
                        f"knob {value}, channels {[round(level(r) * 100, 2) for r in raw]}")
