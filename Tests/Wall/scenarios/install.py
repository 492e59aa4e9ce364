"""The package is installed on a fresh Debian. The console does not change until the next boot."""

from rig.guest import PAYLOAD

# The folders of packages, and the paths in them that change for other reasons.
FOLDERS = ["/etc", "/usr", "/var/lib"]
CHANGING = ("/var/lib/dpkg/", "/var/lib/apt/", "/var/lib/systemd/", "/etc/passwd", "/etc/group",
            "/etc/shadow", "/etc/gshadow", "/etc/.pwd.lock", "/etc/ld.so.cache", "/usr/share/doc",
            "/usr/share/man", "/var/lib/alsa/")


def files(wall):
    text = wall.guest.must("find", *FOLDERS, "-xdev", seconds=120)
    return {line for line in text.splitlines() if not line.startswith(CHANGING)}


def play(wall):
    guest, service = wall.guest, wall.service
    wall.check("the login is on the first console", service.state("getty@tty1.service") == "active")
    # The image has no package lists and needs none, because it contains all dependencies.
    guest.must("mkdir", "-p", "/var/lib/apt/lists/partial", "/var/cache/apt/archives/partial",
               "/etc/apt/apt.conf.d", "/etc/apt/preferences.d")
    # Every Debian has this file; unattended-upgrades creates it where it is missing.
    guest.must("touch", "/etc/apt/sources.list")
    wall.found["files"] = files(wall)
    status, out, err = guest.run(
        "apt-get", "install", "--yes", "--no-install-recommends", f"{PAYLOAD}/knobpanel.deb",
        seconds=300)
    wall.check("apt installs the package", status == 0, out + err)
    now = service.properties()
    wall.check("the service starts at the next boot", now["UnitFileState"] == "enabled", now)
    wall.check("the installation does not start the panel",
               now["ActiveState"] == "inactive"
               and service.state("getty@tty1.service") == "active", now)
    _, groups, _ = guest.run("id", "--name", "--groups", "knobpanel")
    wall.check("the service's user is in the groups of the devices",
               {"video", "render", "input", "audio"} <= set(groups.split()), groups)
