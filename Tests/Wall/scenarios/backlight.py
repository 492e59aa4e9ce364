"""The service sets a backlight, as the package's rule of udev lets it; a panel that somebody has started in a
login on the console, whom the kernel does not let, asks systemd-logind."""

from rig.picture import Picture
from rig.waiting import until
from wall.service import LAYOUT, PROGRAM

FOLDER = "/sys/class/backlight/acpi_video0"
# Of its steps 0…10: as the firmware left it, and what 90 % of the layout are.
FOUND, LIT = 8, 9


# The firmware's table is for its slot.
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
    """Tests of a panel that nobody touches, and that is touched then; `power` is that of its backlight."""
    until(lambda: brightness(wall) == 0, 60, "it goes off")
    now = int(wall.guest.text(f"{FOLDER}/bl_power"))
    wall.check(f"{name}: the backlight is off", now == power, now)
    raw = wall.stage.mixer.raw("Master")
    wall.finger.turn(wall.knob, start=0, sweep=60)
    until(lambda: brightness(wall) == LIT, 60, "a touch lights it")
    wall.check(f"{name}: a touch lights it, and turns nothing",
               int(wall.guest.text(f"{FOLDER}/bl_power")) == 0 and wall.stage.mixer.raw("Master") == raw)


def of_service(wall, layout, pid):
    until(lambda: wall.guest.has_open(pid, wall.finger.node), 60, "the panel opens the touch screen")
    wall.guest.write(LAYOUT, wall.guest.read(layout.path))
    until(lambda: brightness(wall) == LIT, 60, "it is as bright as the layout says")
    goes_off_and_on(wall, "the service", 4)
    wall.service.systemctl("stop", "knobpanel")
    wall.check("stopped: the backlight is as it was found", brightness(wall) == FOUND, brightness(wall))


def of_login(wall, layout):
    """As `login` on the console does: a session of systemd-logind."""
    guest = wall.guest
    guest.must("chmod", "g-w", f"{FOLDER}/brightness", f"{FOLDER}/bl_power")
    # A system's user: others get numbers in files of which the end of the test finds copies.
    guest.must("useradd", "--system", "--create-home", "--groups", "video,input,audio", "somebody")
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

    until(shown, 60, "the panel is up, and logind has lit it")
    wall.check("in a login: systemd-logind sets the backlight", True)
    black = Picture(lit.width, lit.height, bytes(len(lit.rgb)))
    wall.stage.shows_picture("in a login: the picture is black when it is off", black)
    goes_off_and_on(wall, "in a login", 0)
    guest.must("systemctl", "stop", "knobpanel-login")
    said = guest.must("journalctl", "--no-pager", "-b", "-u", "knobpanel-login")
    wall.check("in a login: nothing is told to be wrong", "warning" not in said, said)
    wall.check("its end: the backlight is as it was found", brightness(wall) == FOUND, brightness(wall))
