"""Older kinds of touch screens: single-touch, and multitouch without slots (protocol A)."""

from rig.touch import turn
from rig.turns import right_turn


def play(stage):
    layout = stage.layout("two-knobs")
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    stage.mixer.set("30%", "Master")
    stage.mixer.set("70%", "Synth")
    panel = stage.panel(layout)
    values = stage.mixer_values(panel)

    resistive = panel.sees(stage.plug(layout, "single-touch"))
    # The kernel's buffer for such a screen is small, and the first frame takes long in an emulator.
    panel.becomes_idle()
    resistive.turn(master, start=-30, sweep=90)
    values["master"] = right_turn(stage, panel, master, 90, values["master"])
    stage.shows("a single-touch screen turns a knob", layout, values)
    resistive.unplug()

    anonymous = panel.sees(stage.plug(layout, "protocol-a"))
    since = len(panel.events(knob="master"))
    anonymous.play(turn(master, start=30, sweep=-60, finger=0),
                   turn(synth, start=0, sweep=-100, finger=1, at=0.05))
    values["master"] = right_turn(stage, panel, master, -60, values["master"], since)
    values["synth"] = right_turn(stage, panel, synth, -100, values["synth"])
    stage.shows("a protocol A screen turns two knobs at once", layout, values)

    # Equal slot numbers of different devices are different fingers.
    second = panel.sees(stage.plug(layout))
    since = {knob: len(panel.events(knob=knob)) for knob in values}
    anonymous.turn(master, start=0, sweep=20, lifts=False)
    second.turn(synth, start=0, sweep=60)
    anonymous.turn(master, start=20, sweep=20, lands=False)
    values["master"] = right_turn(stage, panel, master, 40, values["master"], since["master"])
    values["synth"] = right_turn(stage, panel, synth, 60, values["synth"], since["synth"])
    stage.shows("two screens each turn a knob", layout, values)
