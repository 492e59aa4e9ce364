"""The panel is shown at boot, directly after the splash and without a login. It follows a save."""

from rig.waiting import until
from wall.service import LAYOUT

# The background that image/customize-root gives the splash.
SPLASH = (0x20, 0x40, 0x60)


def is_splash(picture):
    return picture.pixel(0, 0) == picture.pixel(picture.width - 1, picture.height - 1) == SPLASH


def follows_splash(wall, seen):
    """Checks the pictures of a reboot, the last of which is the panel. The shutdown also has a splash, so
    only the last splash counts."""
    last = next((i for i in reversed(range(len(seen))) if is_splash(seen[i])), None)
    if not wall.check("there is a splash", last is not None, f"{len(seen)} pictures"):
        return
    between = seen[last + 1:-1]
    for number, picture in enumerate(between[:5]):
        wall.picture(f"between-{number}", picture)
    wall.check("the panel follows the splash, with nothing in between", not between,
               f"{len(between)} pictures, "
               f"{sum(not any(picture.rgb) for picture in between)} of them black")


def play(wall):
    first = wall.stage.rendered(wall.first_layout, {})
    follows_splash(wall, wall.reboot(first))
    pid = wall.service.up()
    guest = wall.guest
    wall.stage.shows("the screen shows the first layout", wall.first_layout, {})
    wall.picture("boot")
    user = guest.must("ps", "-o", "user=", "-p", str(pid)).strip()
    wall.check("the panel runs as its own user", user == "knobpanel", user)
    _, sessions, _ = guest.run("loginctl", "--no-legend", "list-sessions")
    wall.check("nobody is logged in", not sessions.strip(), sessions)
    capabilities = [line for line in guest.text(f"/proc/{pid}/status").splitlines()
                    if line.startswith(("CapPrm", "CapEff", "CapBnd"))]
    wall.check("the panel has no capabilities",
               len(capabilities) == 3 and all(int(c.split()[1], 16) == 0 for c in capabilities),
               capabilities)
    wall.check("its console has no login",
               wall.service.state("getty@tty1.service") == "inactive")
    now = wall.service.properties()
    wall.check("the panel starts at the first attempt", now["NRestarts"] == "0", wall.service.journal())
    _, failed, _ = guest.run("systemctl", "--no-legend", "--failed")
    wall.check("no service has failed", not failed.strip(), failed)
    layout = guest.read(wall.layout.path)
    guest.write(LAYOUT, layout)
    until(lambda: wall.service.value("master") is not None, 60, "the panel reads the saved layout")
    wall.shows_panel("the screen shows the saved layout")
