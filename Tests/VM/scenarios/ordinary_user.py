"""The panel runs without root, as a user in the groups video, input and audio who owns the console."""

import signal

from rig.turns import right_turn

USER = "kiosk"


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    console = stage.write_console("here before the panel")
    modes = stage.console()
    # Like a login or a service with TTYPath=.
    stage.guest.must("chown", USER, "/dev/tty1")
    try:
        panel = stage.panel(layout, user=USER)
        screen = panel.sees(stage.plug(layout))
        before = stage.mixer_values(panel)["master"]
        screen.turn(knob, start=0, sweep=50)
        value = right_turn(stage, panel, knob, 50, before)
        stage.agrees(panel, knob, value)
        stage.shows("the screen shows the turn", layout, {"master": value})
        stage.check("the panel ends with status 0", panel.end(signal.SIGTERM) == 0, panel.stderr())
        stage.check("the console's modes are as before", stage.console() == modes, stage.console())
        stage.shows_picture("the console's text is back", console)
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")
