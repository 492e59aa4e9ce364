"""System calls of a panel on the card fail. It must not crash or hang, and must restore the console."""

from rig.failing import Panels, fail
from rig.placing import EACH_CARD

CARDS = EACH_CARD
# Approximate; see rig/placing.py.
TAKES_SECONDS = 25


def play(stage):
    layout = stage.layout("one-knob")
    console = stage.write_console("here before the panel")
    modes, makers = stage.console(), stage.framebuffers()

    def cleanup_errors():
        found = []
        if stage.console() != modes:
            found.append(f"the console has the modes {stage.console()}, before {modes}")
        if stage.framebuffers() != makers:
            found.append(f"framebuffers {stage.framebuffers()}, before {makers}")
        if not stage.comes_to_show(console):
            found.append("the screen does not show its previous picture")
        if found:
            stage.guest.ask("reset_console")
        return found

    fail(stage, Panels("drm", stage, lambda **how: stage.start(layout, **how)), cleanup_errors)
