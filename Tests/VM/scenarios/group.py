"""A master turns two elements of the mixer, which keep their ratio through silence too."""

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
    # The master shows the loudest, as far as the mixer's own steps let that be 60.
    ratio = first["synth"] / first["master"]
    stage.shows("the master shows the loudest", layout, {**first, "home": first["master"]})

    for what, sweep in (("turned up", 54), ("turned to silence", -270), ("back from it", 108)):
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
            stage.check(f"{what}: both elements follow in their ratio", True)
        except TimeoutError:
            stage.check(f"{what}: both elements follow in their ratio", False,
                        f"{value}: {expected}, the mixer says {stage.mixer_values(panel)}")
        stage.shows(f"{what}: the screen shows all three", layout,
                    {**stage.mixer_values(panel), "home": value})

    since = len(panel.events("remote", "home"))
    stage.mixer.set("80%", "Synth")
    event = panel.after(since, "remote", "home")
    stage.check("the master shows what somebody else made the loudest",
                abs(event["value"] - 80) <= 1, event)
