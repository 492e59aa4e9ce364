"""Each layout of the project starts on a display it was perhaps not made for, and ends well."""

from rig.guest import PAYLOAD
from rig.placing import EACH_CARD

CARDS = EACH_CARD
# Nearly; see rig/placing.py.
TAKES_SECONDS = 14


class Shipped:
    """A layout known only by its path."""

    def __init__(self, path):
        self.path = path


def play(stage):
    names = stage.guest.must("ls", f"{PAYLOAD}/shipped").split()
    names = [name for name in names if name.endswith(".yaml")]
    stage.check("there are layouts to start", names, "pass --layouts DIR")
    console = stage.write_console("here before the panel")
    for name in names:
        panel = stage.panel(Shipped(f"{PAYLOAD}/shipped/{name}"))
        stage.differs(f"{name}: the screen shows something", console)
        stage.check(f"{name}: it ends well", panel.end() == 0, panel.stderr())
        errors = [line for line in panel.stderr().splitlines() if "error" in line]
        stage.check(f"{name}: it tells no error", not errors, panel.stderr())
