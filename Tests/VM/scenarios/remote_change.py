"""Another program changes the volume. The knob follows, except while a finger holds it."""

from rig.mixer import level
from rig.waiting import until


def play(stage):
    layout = stage.layout("two-knobs")
    master = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    stage.shows("the screen shows the mixer before", layout, stage.mixer_values(panel))

    since = len(panel.events("remote", "master"))
    raw = stage.mixer.set("30%", "Master")
    event = panel.after(since, "remote", "master")
    stage.check("the event has the mixer's value", abs(event["value"] - level(raw) * 100) <= 0.5,
                f"{event}, the mixer has {level(raw) * 100:.2f}")
    stage.shows("the screen shows the mixer's value", layout, stage.mixer_values(panel))
    stage.check("the panel does not write the value back", stage.mixer.raw("Master")[0] == raw)

    ends = len(panel.events("ended", "master"))
    screen.turn(master, start=0, sweep=90, lifts=False)
    before = event["value"]
    turned = before + master.value_of_turn(90)
    until(lambda: abs(panel.value("master") - turned) <= 1, 10, "the finger's turn")
    held, count = panel.value("master"), len(panel.events(knob="master"))
    remotes = len(panel.events("remote", "synth"))
    stage.mixer.set("10%", "Master")
    stage.mixer.set("20%", "Synth")
    # The other knob, which is not held, follows. By then the panel has received both changes.
    panel.after(remotes, "remote", "synth")
    stage.check("a held knob does not follow the mixer",
                panel.value("master") == held and len(panel.events(knob="master")) == count,
                panel.events(knob="master")[count:])
    screen.lift()
    panel.after(ends, "ended", "master")

    def settled():
        raw = stage.mixer.raw("Master")[0]
        return abs(panel.value("master") - level(raw) * 100) <= 1

    try:
        until(settled, 10, "knob and mixer agree")
        stage.check("after the release, knob and mixer agree", True)
    except TimeoutError:
        stage.check("after the release, knob and mixer agree", False,
                    f"mixer {level(stage.mixer.raw('Master')[0]) * 100}, {panel.events()[-3:]}")
    stage.shows("after the release, the screen shows the mixer's value", layout, stage.mixer_values(panel))
