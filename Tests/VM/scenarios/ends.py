"""When the panel ends, for any reason, the console's modes, picture and framebuffers are restored."""

import signal

from rig.panel import KD_GRAPHICS
from rig.placing import EACH_CARD

CARDS = EACH_CARD

# Signals and the expected exit statuses (negative: killed by that signal).
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
        stage.check(f"{number.name}: all framebuffers are freed",
                    stage.framebuffers() == makers, f"{stage.framebuffers()}, before {makers}")

    # SIGKILL prevents all cleanup, but the next start must succeed.
    stage.panel(layout).end(signal.SIGKILL)
    stage.check("SIGKILL leaves the console in graphics mode", stage.console()[0] == KD_GRAPHICS)
    panel = stage.panel(layout)
    stage.shows("the panel starts after SIGKILL", layout, stage.mixer_values(panel))
