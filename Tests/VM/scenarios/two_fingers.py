"""Two fingers turn two knobs at once, in opposite directions, in the same reports."""

from rig.touch import turn
from rig.turns import right_turn


def play(stage):
    layout = stage.layout("two-knobs")
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    stage.mixer.set("30%", "Master")
    stage.mixer.set("70%", "Synth")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    before = stage.mixer_values(panel)

    screen.play(turn(master, start=-60, sweep=120, finger=0, seconds=0.8),
                turn(synth, start=45, sweep=-90, finger=1, at=0.1, seconds=0.6))
    values = {
        "master": right_turn(stage, panel, master, 120, before["master"]),
        "synth": right_turn(stage, panel, synth, -90, before["synth"]),
    }
    turning = [e["knob"] for e in panel.events("changed")]
    swaps = sum(a != b for a, b in zip(turning, turning[1:]))
    stage.check("both were turned at the same time", swaps > 4, turning)
    stage.agrees(panel, master, values["master"])
    stage.agrees(panel, synth, values["synth"])
    stage.shows("the screen shows both", layout, values)

    # A second finger on a held knob changes nothing, and does not end the turn of the first finger.
    since = len(panel.events(knob="master"))
    screen.play(turn(master, start=0, sweep=54, finger=0, seconds=0.8),
                turn(master, start=180, sweep=-100, finger=1, at=0.2, seconds=0.3))
    values["master"] = right_turn(stage, panel, master, 54, values["master"], since)
    stage.shows("the screen shows the first finger's turn", layout, values)
