"""A newer version appears in a repository, and unattended-upgrades installs it."""

from wall.service import LAYOUT
from wall.versions import NEWER


def play(wall):
    pid = wall.service.up()
    layout = wall.guest.read(LAYOUT)
    wall.packages.use("")
    wall.packages.upgrade("upgrade", pid)
    wall.check("the newer version is installed", wall.packages.version.endswith(NEWER),
               wall.packages.version)
    pid = wall.is_back("upgrade", pid)
    wall.check("the upgrade keeps a changed layout", wall.guest.read(LAYOUT) == layout)
    wall.packages.is_decided("upgrade")
    wall.check("the newer version is accepted", wall.service.pid == pid, wall.service.journal())
