"""Versions that do not start are installed. The previous one is restored, and the picture stays."""

from rig.guest import PAYLOAD
from wall.versions import BROKEN, OTHERS, PROGRAM


def play(wall):
    digest = program(wall)
    wall.packages.use("-early")
    restored(wall, "a program that ends at once", digest,
             lambda pid: wall.packages.upgrade("a program that ends at once", pid))
    version = wall.packages.version
    wall.check("its version stays installed for apt", version.endswith(BROKEN), version)
    for suffix, change in OTHERS:
        name = change.__name__.replace("_", " ")
        restored(wall, name, digest, lambda pid: wall.packages.install(f"{PAYLOAD}/knobpanel{suffix}.deb"))


def program(wall):
    return wall.guest.must("sha256sum", f"/{PROGRAM}")


def restored(wall, name, digest, act):
    pid = wall.service.up()
    act(pid)
    wall.packages.is_decided(name)
    wall.is_back(name, 0)
    wall.check(f"{name}: it is the previous program", program(wall) == digest)
    journal = wall.service.journal(unit="knobpanel-rollback.service")
    wall.check(f"{name}: the journal says so", "the previous one is restored" in journal, journal)
