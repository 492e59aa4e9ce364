"""However the panel ends, the console is as it was: modes, picture and framebuffers."""

import signal

from rig.panel import KD_GRAPHICS
from rig.placing import EACH_CARD

CARDS = EACH_CARD

# The signal, and the exit status it must end with (negative: died of that signal).
ENDS = [
    (signal.SIGTERM, 0),
    (signal.SIGINT, 0),
    (signal.SIGSEGV, -signal.SIGSEGV),
    (signal.SIGABRT, -signal.SIGABRT),
]


def play(stage):
    layout = stage.layout("one-knob")
    console = stage.write_console("here before the panel")
    modes, makers = stage.console(), stage.framebuffers()
    for number, status in ENDS:
        panel = stage.panel(layout)
        stage.shows(f"{number.name}: the panel is up", layout, stage.mixer_values(panel))
        got = panel.end(number)
        panel.drop()
        stage.check(f"{number.name}: exit status {status}", got == status,
                    f"{got}\n{panel.stderr()}")
        stage.check(f"{number.name}: graphics and keyboard mode are as before",
                    stage.console() == modes, f"{stage.console()}, before {modes}")
        stage.shows_picture(f"{number.name}: the console's text is back", console)
        stage.check(f"{number.name}: no framebuffer is left behind",
                    stage.framebuffers() == makers, f"{stage.framebuffers()}, before {makers}")

    # Nothing can be put in order on SIGKILL, but the next start must not mind.
    stage.panel(layout).end(signal.SIGKILL)
    stage.check("SIGKILL leaves the console in graphics mode", stage.console()[0] == KD_GRAPHICS)
    panel = stage.panel(layout)
    stage.shows("after SIGKILL it starts again", layout, stage.mixer_values(panel))
