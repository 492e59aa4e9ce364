"""Debian 12 is upgraded to 13 while the panel runs, and knobpanel with it. After a restart, Debian 13 shows the
panel. Then the package is purged."""

import os

from rig.guest import PAYLOAD, RESULTS
from scenarios import purge
from scenarios.install import files
from wall.next_release import NEW, OLD
from wall.packages import OWNER_FILES
from wall.service import LAYOUT
from wall.versions import NEWER, documented_commands

RELEASES = [OLD]
MEDIA = "/media/debian"
UPGRADE_SECONDS = 900


def play(wall):
    guest = wall.guest
    panel_files = start(wall)
    layout = guest.read(LAYOUT)
    guest.must("mkdir", "-p", MEDIA)
    guest.must("mount", "-o", "ro", "/dev/vdc", MEDIA)
    guest.must("cp", "-a", f"{MEDIA}/modules/.", "/usr/lib/modules/", seconds=120)
    guest.write("/etc/apt/sources.list", f"deb [trusted=yes] file:{MEDIA} {OLD} main\n")
    wall.packages.use("")

    # The machine's kernel is started from outside, so that the test itself restarts it.
    *commands, restart = documented_commands("From Debian 12 to 13")
    wall.check("the last documented command is the restart", restart == "systemctl reboot", restart)
    upgrade(wall, "\n".join(["set -e", *commands]))
    is_upgraded(wall, "upgraded", layout)
    wall.change_kernel(wall.next_release.image)

    wall.is_back("restarted", 0)
    system = wall.guest.must("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME; uname -r")
    wall.check("restarted: it is Debian 13", system.startswith(f"{NEW}\n6.12."), system)
    is_upgraded(wall, "restarted", layout)
    _, failed, _ = wall.guest.run("systemctl", "--no-legend", "--failed")
    wall.check("restarted: no service has failed", not failed.strip(), failed)
    wall.turns("restarted: a finger")
    wall.found["files"] = others(files(wall), panel_files)
    purge.play(wall)


def start(wall):
    """Installs the package, and starts the panel with its owner's layout. Returns the files of the package."""
    guest = wall.guest
    # The purge scenario may already have removed it.
    guest.must("dpkg", "--purge", "knobpanel", seconds=300)
    before = files(wall)
    wall.packages.install(f"{PAYLOAD}/knobpanel.deb")
    panel_files = files(wall) - before
    guest.write(LAYOUT, guest.read(wall.layout.path))
    status, out = wall.service.systemctl("start", "knobpanel")
    wall.check("systemctl start: no error", status == 0, out)
    wall.service.up()
    return panel_files


def others(names, panel_files):
    """Returns the files and folders that do not belong to the package."""
    other = {name for name in names - panel_files if "knobpanel" not in name or name in OWNER_FILES}
    # The new release may have files in the folders of the package.
    return other | {os.path.dirname(name) for name in other} & panel_files


def upgrade(wall, commands):
    guest, process, ended = wall.guest, [], []

    def begin():
        process.append(guest.ask("start", ["sh", "-c", commands], f"{RESULTS}/dist-upgrade"))

    def is_over():
        ended[:] = [guest.ask("wait", process[0], 0)]
        return ended != [None]

    wall.shows_panel("before the upgrade: the screen shows the panel")
    # Screenshots take the emulator's time.
    (_, *later), count = wall.pictures_while("upgrade", begin, is_over, UPGRADE_SECONDS, pause_seconds=0.2)
    log = guest.text(f"{RESULTS}/dist-upgrade.out") + guest.text(f"{RESULTS}/dist-upgrade.err")
    wall.check("apt-get dist-upgrade succeeds", ended == [0], log[-3000:])
    status, out, err = guest.run("apt-get", "--simulate", "dist-upgrade", seconds=120)
    wall.check("nothing is left to upgrade", status == 0 and "\nInst " not in out, out + err)

    # Debian 13 has other versions of FreeType and the font, which the panel uses after its restart.
    wall.shows_panel("upgraded: the screen shows the panel")
    for number, picture in enumerate(later):
        wall.picture(f"upgrade-{number}", picture)
    wall.check(f"only the restarted panel replaces the picture ({count} screenshots)",
               count > 10 and later in ([], [wall.stage.screen()]), f"it changes {len(later)} times")


def is_upgraded(wall, name, layout):
    version = wall.packages.version
    wall.check(f"{name}: knobpanel is the newer version", version.endswith(NEWER), version)
    wall.check(f"{name}: the layout is the owner's", wall.guest.read(LAYOUT) == layout)
    status, out, err = wall.guest.run("dpkg", "--audit")
    wall.check(f"{name}: dpkg finds nothing to repair", status == 0 and not out.strip(), out + err)
