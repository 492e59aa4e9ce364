"""Each layout of the project starts, also on a display with another size, and ends with status 0."""

from rig.guest import PAYLOAD
from rig.placing import EACH_CARD

CARDS = EACH_CARD
# Approximate; see rig/placing.py.
TAKES_SECONDS = 14


class Shipped:
    """A layout of which only the path is used."""

    def __init__(self, path):
        self.path = path


def play(stage):
    names = stage.guest.must("ls", f"{PAYLOAD}/shipped").split()
    names = [name for name in names if name.endswith(".yaml")]
    stage.check("there are layouts to start", names, "pass --layouts DIR")
    console = stage.write_console("here before the panel")
    for name in names:
        panel = stage.panel(Shipped(f"{PAYLOAD}/shipped/{name}"))
        stage.differs(f"{name}: the screen shows a panel", console)
        stage.check(f"{name}: the panel ends with status 0", panel.end() == 0, panel.stderr())
        errors = [line for line in panel.stderr().splitlines() if "error" in line]
        stage.check(f"{name}: there is no error message", not errors, panel.stderr())
