"""The service sets a backlight with the permission of the package's udev rule. A panel that a user without
this permission has started in a console login sets it through systemd-logind."""

from rig.picture import Picture
from rig.waiting import until
from wall.service import LAYOUT, PROGRAM

FOLDER = "/sys/class/backlight/acpi_video0"
# Of the steps 0…10: the firmware's value, and the layout's 90 %.
INITIAL, LIT = 8, 9

# machine/backlight.asl is for the slot of this card.
CARDS = ["bochs"]


def play(wall):
    guest, layout = wall.guest, wall.stage.layout("screen-backlight")
    pid = wall.service.up()
    guest.must("modprobe", "video", "register_backlight_delay=1")
    try:
        until(lambda: guest.run("test", "-e", FOLDER)[0] == 0, 60, "the kernel has a backlight")
        guest.settle()
        of_service(wall, layout, pid)
        of_login(wall, layout)
    finally:
        guest.run("systemctl", "stop", "knobpanel-login")
        guest.write(LAYOUT, guest.read(wall.layout.path))
        wall.service.systemctl("start", "knobpanel")
        guest.must("modprobe", "-r", "video")
        guest.run("userdel", "--remove", "somebody")
    wall.is_back("without a backlight", 0)


def brightness(wall):
    return int(wall.guest.text(f"{FOLDER}/brightness"))


def goes_off_and_on(wall, name, power):
    """Checks a panel without touches, and its first touch. `power` is the expected bl_power while off."""
    until(lambda: brightness(wall) == 0, 60, "the backlight goes off")
    now = int(wall.guest.text(f"{FOLDER}/bl_power"))
    wall.check(f"{name}: the backlight is off", now == power, now)
    raw = wall.stage.mixer.raw("Master")
    wall.finger.turn(wall.knob, start=0, sweep=60)
    until(lambda: brightness(wall) == LIT, 60, "a touch switches the backlight on")
    wall.check(f"{name}: a touch switches the backlight on and turns nothing",
               int(wall.guest.text(f"{FOLDER}/bl_power")) == 0 and wall.stage.mixer.raw("Master") == raw)


def of_service(wall, layout, pid):
    until(lambda: wall.guest.has_open(pid, wall.finger.node), 60, "the panel opens the touch screen")
    wall.guest.write(LAYOUT, wall.guest.read(layout.path))
    until(lambda: brightness(wall) == LIT, 60, "the backlight has the layout's brightness")
    goes_off_and_on(wall, "the service", 4)
    wall.service.systemctl("stop", "knobpanel")
    wall.check("stopped: the backlight is restored", brightness(wall) == INITIAL, brightness(wall))


def of_login(wall, layout):
    """The panel runs in a session of systemd-logind, like that of `login` on the console."""
    guest = wall.guest
    guest.must("chmod", "g-w", f"{FOLDER}/brightness", f"{FOLDER}/bl_power")
    # A system user, because useradd adds other users to files whose backups the scenario purge would find.
    guest.must("useradd", "--system", "--create-home", "--groups", "video,input,audio", "somebody")
    # The login that the end of the service starts would hang up the console.
    until(lambda: wall.service.state("getty@tty1.service") == "active", 60, "the login")
    wall.service.systemctl("stop", "getty@tty1")
    guest.must(
        "systemd-run", "--unit=knobpanel-login", "--property=User=somebody", "--property=PAMName=login",
        "--property=TTYPath=/dev/tty1", "--property=StandardInput=tty-force",
        "--property=StandardOutput=journal", "--property=StandardError=journal", "--collect",
        PROGRAM, "run", layout.path, "--display", "drm", "--verbose")
    lit = None

    def shown():
        nonlocal lit
        lit = wall.stage.screen()
        return any(lit.rgb) and brightness(wall) == LIT

    until(shown, 60, "the panel is up, and logind has switched the backlight on")
    wall.check("in a login: systemd-logind sets the backlight", True)
    black = Picture(lit.width, lit.height, bytes(len(lit.rgb)))
    wall.stage.shows_picture("in a login: the picture is black while the screen is off", black)
    goes_off_and_on(wall, "in a login", 0)
    guest.must("systemctl", "stop", "knobpanel-login")
    journal = guest.must("journalctl", "--no-pager", "-b", "-u", "knobpanel-login")
    wall.check("in a login: there is no warning", "warning" not in journal, journal)
    wall.check("its end: the backlight is restored", brightness(wall) == INITIAL, brightness(wall))
