"""A fresh Debian, and the package on it: nothing happens to the console until the next boot."""

from rig.guest import PAYLOAD

# Where packages put files; what others keep in them changes by itself.
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
    # The image has no package lists, and needs none: what the package depends on is there.
    guest.must("mkdir", "-p", "/var/lib/apt/lists/partial", "/var/cache/apt/archives/partial",
               "/etc/apt/apt.conf.d", "/etc/apt/preferences.d")
    wall.found["files"] = files(wall)
    status, out, err = guest.run(
        "apt-get", "install", "--yes", "--no-install-recommends", f"{PAYLOAD}/knobpanel.deb",
        seconds=300)
    wall.check("apt installs the package", status == 0, out + err)
    now = service.properties()
    wall.check("it will start at the next boot", now["UnitFileState"] == "enabled", now)
    wall.check("it does not take the console from who installs it",
               now["ActiveState"] == "inactive"
               and service.state("getty@tty1.service") == "active", now)
    _, groups, _ = guest.run("id", "--name", "--groups", "knobpanel")
    wall.check("its user is in the groups of the devices",
               {"video", "render", "input", "audio"} <= set(groups.split()), groups)
