"""A master knob changes two elements of the mixer, which keep their ratio, also after silence."""

from rig.mixer import within_a_step
from rig.waiting import until


def play(stage):
    layout = stage.layout("group")
    home = layout.knobs["home"]
    stage.mixer.set("60%", "Master")
    stage.mixer.set("30%", "Synth")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    first = stage.mixer_values(panel)
    # The master shows the loudest element. Because of the mixer's steps this is not exactly 60.
    ratio = first["synth"] / first["master"]
    stage.shows("the master shows the loudest element", layout, {**first, "home": first["master"]})

    for what, sweep in (("turned up", 54), ("turned to silence", -270), ("turned up again", 108)):
        ends = len(panel.events("ended"))
        screen.turn(home, start=0, sweep=sweep)
        value = panel.after(ends, "ended", "home")["value"]
        expected = {"master": value, "synth": value * ratio}

        def follow():
            return all(
                abs(panel.value(name) - expected[name]) <= 1
                and within_a_step(max(stage.mixer.raw(stage.element(name))), panel.value(name) / 100)
                for name in expected)

        try:
            until(follow, 10, what)
            stage.check(f"{what}: the elements keep their ratio", True)
        except TimeoutError:
            stage.check(f"{what}: the elements keep their ratio", False,
                        f"{value}: {expected}, the mixer has {stage.mixer_values(panel)}")
        stage.shows(f"{what}: the screen shows all three knobs", layout,
                    {**stage.mixer_values(panel), "home": value})

    since = len(panel.events("remote", "home"))
    stage.mixer.set("80%", "Synth")
    event = panel.after(since, "remote", "home")
    stage.check("the master shows an element that another program made the loudest",
                abs(event["value"] - 80) <= 1, event)
