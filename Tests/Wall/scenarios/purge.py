"""The package is purged. None of its files remains."""

from rig.waiting import until
from scenarios.install import files


def play(wall):
    status, out, err = wall.guest.run("apt-get", "purge", "--yes", "knobpanel", seconds=300)
    wall.check("apt purges the package", status == 0, out + err)
    until(lambda: wall.service.state("getty@tty1.service") == "active", 60, "the login")
    wall.login_works("purged: a login on the console works")
    left = sorted(files(wall) - wall.found["files"])
    wall.check("none of its files remains", not left, "\n".join(left))
    gone = sorted(wall.found["files"] - files(wall))
    wall.check("no other file is removed", not gone, "\n".join(gone))
