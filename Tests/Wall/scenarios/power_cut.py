"""The power fails in the middle of an upgrade. The panel returns, and the next upgrade completes it."""

from rig.waiting import until
from wall.versions import KEPT, REPAIRED


def play(wall):
    wall.service.up()
    wall.packages.use("-testing")
    wall.packages.begin_upgrade()
    until(lambda: wall.guest.run("test", "-e", KEPT)[0] == 0, 300, "the package is being unpacked",
          pause_seconds=0)
    wall.cut_power()
    pid = wall.service.up()
    wall.is_back("power cut", 0)
    wall.packages.use("-testing")
    wall.packages.upgrade("after a power cut", pid)
    version = wall.packages.version
    wall.check("after a power cut: the newer version is installed", version.endswith(REPAIRED), version)
    status, out, err = wall.guest.run("dpkg", "--audit")
    wall.check("after a power cut: dpkg finds nothing to repair", status == 0 and not out.strip(), out + err)
    wall.is_back("after a power cut", pid)
    wall.turns("after a power cut: a finger")
