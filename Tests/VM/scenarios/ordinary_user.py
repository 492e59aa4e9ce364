"""The panel needs no root: a user in the groups video, input and audio, on a console of its own."""

import signal

from rig.turns import right_turn

USER = "kiosk"


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    console = stage.write_console("here before the panel")
    modes = stage.console()
    # As a login or a service with TTYPath= does it.
    stage.guest.must("chown", USER, "/dev/tty1")
    try:
        panel = stage.panel(layout, user=USER)
        screen = panel.sees(stage.plug(layout))
        before = stage.mixer_values(panel)["master"]
        screen.turn(knob, start=0, sweep=50)
        value = right_turn(stage, panel, knob, 50, before)
        stage.agrees(panel, knob, value)
        stage.shows("the screen shows the turn", layout, {"master": value})
        stage.check("it ends well", panel.end(signal.SIGTERM) == 0, panel.stderr())
        stage.check("the console's modes are as before", stage.console() == modes, stage.console())
        stage.shows_picture("the console's text is back", console)
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")
