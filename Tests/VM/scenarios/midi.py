"""A knob drives a controller of a MIDI device, hears it, and misses it while it is not there."""

import re

from rig.guest import RESULTS
from rig.waiting import until

DEVICE = "hw:5,0"
# Unlike a device on a cable, one in a module that somebody has subscribed to cannot be unloaded.
DRIVER = "/sys/bus/platform/drivers/snd_virmidi"


def plug(stage):
    stage.guest.must("modprobe", "snd-virmidi", "index=5", "midi_devs=1")
    stage.guest.settle()


def values(text):
    """The values of controller 7 in what `amidi -d` prints, where a status may be left out."""
    data = [int(byte, 16) for byte in re.findall("[0-9A-F]{2}", text) if byte != "B0"]
    return data[1::2] if set(data[0::2]) <= {7} else None


def play(stage):
    guest = stage.guest
    layout = stage.layout("midi")
    knob = layout.knobs["volume"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    gone = panel.after(0, "offline", "volume")
    stage.check("without the device the knob is offline and says so",
                "MIDI" in gone["reason"], gone)

    plug(stage)
    panel.after(0, "online", "volume")
    log = f"{RESULTS}/amidi"
    listener = guest.ask("start", ["amidi", "-p", DEVICE, "-d"], log)
    until(lambda: guest.has_open(listener, "/dev/snd/midiC5D0"), 10, "amidi listens")
    heard = lambda: values(guest.text(log + ".out"))

    screen.turn(knob, start=0, sweep=90)
    end = panel.after(0, "ended", "volume")
    until(lambda: heard() and heard()[-1] == round(end["value"]), 10, "the device has the value")
    stage.check("the device hears the turn, and nothing before it", 1 < len(heard()) < 100, heard())

    remotes = len(panel.events("remote", "volume"))
    guest.must("amidi", "-p", DEVICE, "-S", "B0 07 64")
    event = panel.after(remotes, "remote", "volume")
    stage.check("the knob hears the device", event["value"] == 100, event)
    guest.must("amidi", "-p", DEVICE, "-S", "B0 08 01 B1 07 01 B0 07 14")
    event = panel.after(remotes + 1, "remote", "volume")
    stage.check("and only its own controller and channel", event["value"] == 20, event)
    stage.shows("the screen shows what the device told", layout, {"volume": 20})

    count = len(heard())
    guest.kill(-listener, 15)
    guest.ask("wait", listener, 10)
    offlines = len(panel.events("offline", "volume"))
    guest.write(f"{DRIVER}/unbind", "snd_virmidi.0")
    panel.after(offlines, "offline", "volume")
    onlines = len(panel.events("online", "volume"))
    guest.write(f"{DRIVER}/bind", "snd_virmidi.0")
    panel.after(onlines, "online", "volume")
    listener = guest.ask("start", ["amidi", "-p", DEVICE, "-d"], log)
    until(lambda: guest.has_open(listener, "/dev/snd/midiC5D0"), 10, "amidi listens again")
    ends = len(panel.events("ended", "volume"))
    screen.turn(knob, start=0, sweep=45)
    end = panel.after(ends, "ended", "volume")
    until(lambda: heard() and heard()[-1] == round(end["value"]), 10, "the device has the value")
    stage.check("plugged in again it hears only the new turn",
                heard()[0] >= 20 and count > 0, heard())

    status, out, _ = stage.knobpanel("devices")
    stage.check("the list of devices has the port", status == 0 and "VirMIDI 5-0" in out, out)
    guest.kill(-listener, 15)
    guest.ask("wait", listener, 10)
    panel.end()
    guest.unload("snd-virmidi")
