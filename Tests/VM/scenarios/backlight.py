"""A kernel backlight is set, dimmed, switched off, switched on by a touch that turns nothing, and restored at
the end. A panel without permission to write it darkens the picture instead."""

import signal

from rig.held import sleeps
from rig.lit import keep_lit
from rig.picture import Picture
from rig.waiting import until
from scenarios import doctor

# machine/backlight.asl is for the slot of this card.
CARDS = ["bochs"]
# Approximate; see rig/placing.py.
TAKES_SECONDS = 26
FOLDER = "/sys/class/backlight/acpi_video0"
USER = "kiosk"
# The firmware's value, of the steps 0…10.
INITIAL = 8


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
    stage.check("the backlight has the firmware's value", value(stage) == INITIAL, value(stage))
    _, out, _ = stage.knobpanel("doctor")
    stage.check("doctor reports the backlight",
                "acpi_video0  8 of 10 steps" in out and "backlight: \"acpi_video0\"" in out, out)
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    lit = stage.rendered(layout, stage.mixer_values(panel))
    keep_lit(screen)
    panel.forget()
    stage.shows_picture("the panel is up", lit)
    stage.check("the backlight has the layout's brightness", value(stage) == 9, value(stage))
    panel.after(0, "dimmed", None)
    until(lambda: value(stage) == 2, 10, "the backlight is dimmed")
    stage.shows_picture("the picture is not darkened as well", lit)
    panel.after(0, "off", None)
    is_off(stage)
    stage.check("the backlight is switched off", True)
    sleeps(stage, panel, "while it is off")
    raw = stage.mixer.raw("Master")
    screen.turn(layout.knobs["master"], start=0, sweep=60)
    until(lambda: (value(stage), value(stage, "bl_power")) == (9, 0), 10, "the backlight is lit")
    stage.check("a touch switches it on and turns nothing",
                not panel.events("began") and stage.mixer.raw("Master") == raw, panel.events())
    stage.check("the panel ends with status 0", panel.end(signal.SIGTERM) == 0, panel.stderr())
    screen.unplug()
    stage.check("the backlight is restored", value(stage) == INITIAL, value(stage))
    return lit


def of_user(stage, bright):
    """A user has no permission without a udev rule and without logind, which this machine does not have."""
    # It does not become dark while a slow machine takes its time.
    layout = stage.layout("screen-lit")
    stage.guest.must("chown", USER, "/dev/tty1")
    try:
        panel = stage.panel(layout, user=USER)
        until(lambda: "darkened instead" in panel.stderr(), 20, "the panel reports that it cannot set it")
        lines = [line for line in panel.stderr().splitlines() if "backlight" in line]
        stage.check("without permission there is one warning with advice",
                    sum("Permission denied" in line for line in lines) == 1
                    and "give the panel's user write access" in "".join(lines), lines)
        dark = Picture(bright.width, bright.height, bytes(part * 230 // 256 for part in bright.rgb))
        stage.shows_picture("the picture is darkened instead", dark)
        stage.check("the backlight does not change",
                    panel.end(signal.SIGTERM) == 0 and value(stage) == INITIAL, value(stage))
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")


def of_doctor(stage):
    """`knobpanel doctor --touch` finds out whether touches arrive while the backlight is off."""
    device = stage.plug(doctor.Mounted(doctor.MOUNTED["as the picture"][0]))
    status, report, err = doctor.touched_by(stage, device, doctor.TOP, [is_off, doctor.standby])
    touched = report["touched"][0] if report and report.get("touched") else {}
    stage.check("doctor ends with status 0", status == 0, err)
    stage.check("doctor: touches arrive while the screen is off",
                touched.get("off") == [{"by": "backlight", "touches": 3}, {"by": "dpms", "touches": 3}]
                and "by: backlight" in report["layout"], touched)
    stage.check("doctor restores the backlight",
                (value(stage), value(stage, "bl_power")) == (INITIAL, 0), value(stage))
