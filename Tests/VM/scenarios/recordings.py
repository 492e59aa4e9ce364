"""Real recordings, played through the kernel and libinput, cause the same events as `replay`."""

import json

from rig.guest import PAYLOAD

# Approximate; see rig/placing.py.
TAKES_SECONDS = 28
RECORDINGS = [
    ("wacom-isdv4-e6.one-finger-circle", "wacom-circle"),
    ("edt-ep0430m09.four-finger-drag", "four-fingers"),
    ("edt-ep0430m09.one-finger-drag", "whole-screen"),
    ("ntrig-protocol-a.one-finger-drag", "diagonal"),
]
# A fraction of a knob's range. Smoothing depends on the times of the samples, which are irregular on a busy
# emulated machine.
TOLERANCE = 0.02
CIRCLE_DEGREES = 380  # the clockwise angle of the recorded finger

# libinput rejects this device, because its description is that of a broken pen tablet.
REFUSED = "egalax-single-touch"


def play(stage):
    names = stage.guest.run("ls", f"{PAYLOAD}/recordings")[1]
    if not stage.check("there are recordings to play", names, "pass --recordings DIR"):
        return
    for name, layout in RECORDINGS:
        compare(stage, name, stage.layout(layout))

    layout = stage.layout("whole-screen")
    panel = stage.panel(layout)
    device, path = stage.plug_recorded(REFUSED)
    device.play_events(stage.guest.read(path))
    stage.shows(f"{REFUSED}: a device that is not a touch screen does not change the picture", layout, {})
    stage.check(f"{REFUSED}: it turns nothing", not panel.events(), panel.events())


def compare(stage, name, layout):
    panel = stage.panel(layout)
    device, path = stage.plug_recorded(name)
    panel.sees(device)
    width, height = stage.display
    status, out, err = stage.knobpanel(
        "replay", path, layout.path, "--size", f"{width}x{height}", "--events", "-")
    if not stage.check(f"{name}: replay runs", status == 0, err):
        return
    replayed = [json.loads(line) for line in out.splitlines()]
    device.play_events(stage.guest.read(path))
    expected = outcome(replayed)
    stage.check(f"{name}: replay turns every knob of the layout",
                sorted(expected) == sorted(layout.knobs), expected)
    for knob, (kinds, value, turned) in expected.items():
        panel.after(kinds.count("ended") - 1, "ended", knob)
        live = outcome(panel.events())[knob]
        stage.check(f"{name}: {knob} has the same events as in replay", live[0] == kinds,
                    f"{live[0]}, replay {kinds}")
        span, travel = layout.knobs[knob].span, layout.knobs[knob].sweep
        stage.check(f"{name}: {knob} has the same value and angle as in replay",
                    abs(live[1] - value) <= TOLERANCE * span
                    and abs(live[2] - turned) <= TOLERANCE * (travel[1] - travel[0]),
                    f"value {live[1]}, turned {live[2]}; replay {value}, {turned}")
    if "circle" in expected:
        turned = outcome(panel.events())["circle"][2]
        stage.check(f"{name}: the finger turned by {CIRCLE_DEGREES} degrees",
                    abs(turned - CIRCLE_DEGREES) <= 8, turned)
    stage.shows(f"{name}: the screen shows the final values", layout,
                {knob: panel.value(knob) for knob in expected})
    panel.end()
    device.unplug()


def outcome(events):
    """Returns for each knob its kinds of events except changes, its last value and its last turn's angle."""
    result = {}
    for knob in {e["knob"] for e in events}:
        own = [e for e in events if e["knob"] == knob]
        kinds = [e["event"] for e in own if e["event"] not in ("changed", "remote")]
        ended = [e for e in own if e["event"] == "ended"]
        if ended:
            result[knob] = (kinds, ended[-1]["value"], ended[-1]["turned"])
    return result
