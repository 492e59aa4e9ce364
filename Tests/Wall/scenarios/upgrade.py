"""A newer package is installed while the panel runs."""

from rig.guest import PAYLOAD
from wall.service import LAYOUT


def play(wall):
    pid = wall.service.up()
    layout = wall.guest.read(LAYOUT)
    status, out, err = wall.guest.run("apt-get", "install", "--yes", "--no-install-recommends",
                                      f"{PAYLOAD}/newer.deb", seconds=300)
    wall.check("apt installs a newer package", status == 0, out + err)
    wall.is_back("upgrade", pid)
    wall.check("the upgrade keeps a changed layout", wall.guest.read(LAYOUT) == layout)
