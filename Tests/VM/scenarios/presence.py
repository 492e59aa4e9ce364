"""A motion sensor at an input device lights the screen and keeps it lit; a light sensor in a file sets the
brightness."""

from rig.picture import Picture
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 40
LUX = "/run/lux"
SOCKET = "/run/presence"
EV_SYN, EV_KEY = 0, 1
KEY_WAKEUP = 143


def play(stage):
    stage.guest.write(LUX, b"100\n")
    layout = stage.layout("presence")
    panel = stage.panel(layout, "--socket", SOCKET)
    until(lambda: "“Test motion sensor” is not connected" in panel.stderr(), 20,
          "a missing sensor is reported")
    panel.after(0, "off", None)
    stage.check("without the sensor, nothing keeps the screen lit", True)

    lit = stage.rendered(layout, stage.mixer_values(panel))
    sensor = panel.sees(stage.plug(layout, "motion-sensor"))
    report(sensor, 1)
    panel.after(0, "present", None)
    panel.after(0, "lit", None)
    stage.shows_picture("somebody who comes lights the screen", lit)
    panel.forget()
    _, status, _ = stage.knobpanel("status", "--socket", SOCKET)
    stage.check("the status has both sensors",
                "presence: somebody is there" in status and "light: 100 lux" in status, status)

    stage.guest.write(LUX, b"0\n")
    # A quarter of 256 steps.
    stage.shows_picture("in the dark it is darker after a while", darker(lit, 64))
    stage.guest.write(LUX, b"100\n")
    stage.shows_picture("in the light it is bright again", lit)
    # Both changes together take longer than the time after which the screen is off.
    stage.check("it stays lit while somebody is there, and the brightness is no event of the screen",
                not panel.events("dimmed"), panel.events())

    report(sensor, 0)
    panel.after(0, "absent", None)
    panel.after(0, "dimmed", None)
    stage.shows_picture("after the last one has left, it is dimmed", darker(lit, 128))
    report(sensor, 1)
    panel.after(0, "lit", None)
    panel.forget()
    panel.says("input device removed: Test motion sensor", sensor.unplug)
    panel.after(0, "absent", None)
    panel.after(0, "dimmed", None)
    stage.check("an unplugged sensor keeps nothing lit", True)
    sensor = panel.sees(stage.plug(layout, "motion-sensor"))
    report(sensor, 1)
    panel.after(0, "lit", None)
    stage.check("plugged in again, it lights the screen", True)
    stage.check("the panel ends with status 0", panel.end() == 0, panel.stderr())


def report(sensor, value):
    lines = [f"E: 0.000000 {EV_KEY:04x} {KEY_WAKEUP:04x} {value}", f"E: 0.000000 {EV_SYN:04x} 0000 0"]
    sensor.play_events(("\n".join(lines) + "\n").encode())


def darker(picture, part):
    """Returns a picture at a brightness of so many 256ths."""
    return Picture(picture.width, picture.height, bytes(value * part // 256 for value in picture.rgb))
