"""Checks a panel in the window of a compositor. Shared by several scenarios."""

import signal

from rig.touch import turn
from rig.turns import right_turn


def turns_with_one_and_two_fingers(stage, compositor, layout, *options):
    """Starts a panel, turns its knobs and compares the screen. Returns (panel, values at the end)."""
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    stage.mixer.set("30%", "Master")
    stage.mixer.set("70%", "Synth")
    # The touch screen is plugged in before the panel starts, as on a kiosk.
    screen = compositor.sees(stage.plug(layout))
    panel = stage.window(compositor, layout, *options)
    values = stage.mixer_values(panel)
    stage.shows("the window matches `render`", layout, values)

    screen.turn(master, start=-90, sweep=81)
    values["master"] = right_turn(stage, panel, master, 81, values["master"])
    stage.agrees(panel, master, values["master"])
    stage.shows("one finger turns a knob", layout, values)

    since = len(panel.events(knob="master"))
    screen.play(turn(master, start=60, sweep=-54, finger=0, seconds=0.8),
                turn(synth, start=45, sweep=-90, finger=1, at=0.1, seconds=0.6))
    values["master"] = right_turn(stage, panel, master, -54, values["master"], since)
    values["synth"] = right_turn(stage, panel, synth, -90, values["synth"])
    stage.shows("two fingers turn two knobs", layout, values)
    return panel, values


def ends_with_compositor(stage, compositor, panel):
    compositor.end(signal.SIGKILL)
    stage.check("without its compositor the panel ends with status 0",
                panel.ended(10) and panel.status == 0, f"{panel.status}: {panel.stderr()}")
    stage.check("the panel reports the reason", "the compositor is gone" in panel.stderr(), panel.stderr())
