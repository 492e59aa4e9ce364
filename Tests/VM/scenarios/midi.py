"""A knob controls a controller of a MIDI device and follows it. It is offline without the device."""

import re

from rig.guest import RESULTS
from rig.waiting import until

DEVICE = "hw:5,0"
# The module cannot be unloaded while a program is subscribed to it, so the device is unbound instead.
DRIVER = "/sys/bus/platform/drivers/snd_virmidi"


def plug(stage):
    stage.guest.must("modprobe", "snd-virmidi", "index=5", "midi_devs=1")
    stage.guest.settle()


def values(text):
    """Returns the values of controller 7 in the output of `amidi -d`, which can omit the status byte."""
    data = [int(byte, 16) for byte in re.findall("[0-9A-F]{2}", text) if byte != "B0"]
    return data[1::2] if set(data[0::2]) <= {7} else None


def play(stage):
    guest = stage.guest
    layout = stage.layout("midi")
    knob = layout.knobs["volume"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    gone = panel.after(0, "offline", "volume")
    stage.check("without the device the knob is offline, with a reason",
                "MIDI" in gone["reason"], gone)

    plug(stage)
    panel.after(0, "online", "volume")
    log = f"{RESULTS}/amidi"
    listener = guest.ask("start", ["amidi", "-p", DEVICE, "-d"], log)
    until(lambda: guest.has_open(listener, "/dev/snd/midiC5D0"), 10, "amidi listens")
    received = lambda: values(guest.text(log + ".out"))

    screen.turn(knob, start=0, sweep=90)
    end = panel.after(0, "ended", "volume")
    until(lambda: received() and received()[-1] == round(end["value"]), 10, "the device has the value")
    stage.check("the device receives the turn, and nothing before it", 1 < len(received()) < 100, received())

    remotes = len(panel.events("remote", "volume"))
    guest.must("amidi", "-p", DEVICE, "-S", "B0 07 64")
    event = panel.after(remotes, "remote", "volume")
    stage.check("the knob follows the device", event["value"] == 100, event)
    guest.must("amidi", "-p", DEVICE, "-S", "B0 08 01 B1 07 01 B0 07 14")
    event = panel.after(remotes + 1, "remote", "volume")
    stage.check("the knob ignores other controllers and channels", event["value"] == 20, event)
    stage.shows("the screen shows the device's value", layout, {"volume": 20})

    count = len(received())
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
    until(lambda: received() and received()[-1] == round(end["value"]), 10, "the device has the value")
    stage.check("plugged in again, the device receives only the new turn",
                received()[0] >= 20 and count > 0, received())

    status, out, _ = stage.knobpanel("devices")
    stage.check("`knobpanel devices` lists the port", status == 0 and "VirMIDI 5-0" in out, out)
    guest.kill(-listener, 15)
    guest.ask("wait", listener, 10)
    panel.end()
    guest.unload("snd-virmidi")
