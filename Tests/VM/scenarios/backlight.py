"""A backlight of the kernel: set, dimmed, switched off and lit by a touch that turns nothing, and left
as it was found; who may not write it sees a darker picture."""

import signal

from rig.held import sleeps
from rig.lit import keep_lit
from rig.picture import Picture
from rig.waiting import until
from scenarios import doctor

# The firmware's table is for its slot.
CARDS = ["bochs"]
# Nearly; see rig/placing.py.
TAKES_SECONDS = 26
FOLDER = "/sys/class/backlight/acpi_video0"
USER = "kiosk"
# Of its steps 0…10.
FOUND = 8


def play(stage):
    stage.guest.must("modprobe", "video", "register_backlight_delay=1")
    try:
        until(lambda: stage.guest.run("test", "-w", f"{FOLDER}/brightness")[0] == 0, 30,
              "the kernel has a backlight")
        bright = of_root(stage)
        of_user(stage, bright)
        of_doctor(stage)
    finally:
        stage.guest.unload("video")


def value(stage, name="brightness"):
    return int(stage.guest.text(f"{FOLDER}/{name}"))


def is_off(stage):
    until(lambda: (value(stage), value(stage, "bl_power")) == (0, 4), 20, "the backlight is off")


def of_root(stage):
    """Returns the picture of the lit panel."""
    layout = stage.layout("screen-backlight")
    stage.check("the kernel's backlight is as the firmware left it", value(stage) == FOUND, value(stage))
    _, told, _ = stage.knobpanel("doctor")
    stage.check("doctor names it", "acpi_video0  8 of 10 steps" in told and "backlight: \"acpi_video0\"" in told,
                told)
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    lit = stage.rendered(layout, stage.mixer_values(panel))
    keep_lit(screen)
    panel.forget()
    stage.shows_picture("the panel is up", lit)
    stage.check("it is as bright as the layout says", value(stage) == 9, value(stage))
    panel.after(0, "dimmed", None)
    until(lambda: value(stage) == 2, 10, "the backlight is dimmed")
    stage.shows_picture("the picture is not darkened besides", lit)
    panel.after(0, "off", None)
    is_off(stage)
    stage.check("it is switched off", True)
    sleeps(stage, panel, "while it is off")
    raw = stage.mixer.raw("Master")
    screen.turn(layout.knobs["master"], start=0, sweep=60)
    until(lambda: (value(stage), value(stage, "bl_power")) == (9, 0), 10, "the backlight is lit")
    stage.check("a touch lights it, and turns nothing",
                not panel.events("began") and stage.mixer.raw("Master") == raw, panel.events())
    stage.check("it ends well", panel.end(signal.SIGTERM) == 0, panel.stderr())
    screen.unplug()
    stage.check("the backlight is left as it was found", value(stage) == FOUND, value(stage))
    return lit


def of_user(stage, bright):
    """Without a rule of udev, and without logind, which this machine does not have."""
    layout = stage.layout("screen-backlight")
    stage.guest.must("chown", USER, "/dev/tty1")
    try:
        panel = stage.panel(layout, user=USER)
        until(lambda: "darkened instead" in panel.stderr(), 20, "it says that it cannot set it")
        told = [line for line in panel.stderr().splitlines() if "backlight" in line]
        stage.check("a user who may not is told so once, and what to do",
                    sum("Permission denied" in line for line in told) == 1
                    and "give the panel's user write access" in "".join(told), told)
        dark = Picture(bright.width, bright.height, bytes(part * 230 // 256 for part in bright.rgb))
        stage.shows_picture("the picture is darkened instead", dark)
        stage.check("and the backlight is left alone",
                    panel.end(signal.SIGTERM) == 0 and value(stage) == FOUND, value(stage))
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")


def of_doctor(stage):
    """With a finger's help it says that touches arrive while the backlight is off."""
    device = stage.plug(doctor.Mounted(doctor.MOUNTED["as the picture"][0]))
    status, told, err = doctor.touched_by(stage, device, doctor.TOP, [is_off, doctor.standby])
    touched = told["touched"][0] if told and told.get("touched") else {}
    stage.check("doctor ends well", status == 0, err)
    stage.check("doctor: touches arrive in the dark",
                touched.get("off") == [{"by": "backlight", "touches": 3}, {"by": "dpms", "touches": 3}]
                and "by: backlight" in told["layout"], touched)
    stage.check("doctor leaves the backlight as it was found",
                (value(stage), value(stage, "bl_power")) == (FOUND, 0), value(stage))
