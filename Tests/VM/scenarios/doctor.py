"""`knobpanel doctor --touch`: a finger touches targets; how the touchscreen lies on the picture is found."""

import json
import signal

from rig.guest import RESULTS
from rig.panel import BINARY, KD_GRAPHICS
from rig.waiting import until

# Nearly; see rig/placing.py.
TAKES_SECONDS = 32
INSET = 0.12  # Sources/Programs/knobpanel/Doctor/TrialPicture.swift
TARGETS = [(INSET, INSET), (1 - INSET, INSET), (1 - INSET, 1 - INSET), (INSET, 1 - INSET), (0.5, 0.5)]
RULE_FILE = "/etc/udev/rules.d/99-knobpanel-touch.rules"
TOP, LEFT = (0.5, INSET), (INSET, 0.5)
# How touchscreens are mounted: what they say of a place of the picture, and the matrix that puts it right.
MOUNTED = {
    "as the picture": (lambda x, y: (x, y), [1, 0, 0, 0, 1, 0]),
    "a quarter turned": (lambda x, y: (y, 1 - x), [0, -1, 1, 1, 0, 0]),
    "mirrored": (lambda x, y: (1 - x, y), [-1, 0, 1, 0, 1, 0]),
}


class Mounted:
    """In the place of a layout: where on the touchscreen a place of the picture is touched."""

    def __init__(self, place):
        self.place = place

    def display_fraction(self, point, display):
        return self.place(*point)


class Doctor:
    """A `knobpanel doctor --touch` that runs on the console."""

    count = 0

    def __init__(self, stage, *options):
        self.guest = stage.guest
        Doctor.count += 1
        self.log = f"{RESULTS}/doctor-{Doctor.count}"
        argv = [BINARY, "doctor", "--touch", "--json", *options]
        self.pid = self.guest.ask("start", argv, self.log, True, None, {})

    def shows(self):
        until(lambda: self.guest.ask("console")[0] == KD_GRAPHICS, 60, "doctor takes the console")
        return self

    def ended(self, seconds=60):
        """(status, the JSON it printed, stderr)."""
        status = self.guest.ask("wait", self.pid, seconds, seconds=seconds + 30)
        out, err = self.guest.text(self.log + ".out"), self.guest.text(self.log + ".err")
        return status, json.loads(out) if out.strip() else None, err


def play(stage):
    for name, (place, matrix) in MOUNTED.items():
        rule = found(stage, name, place, matrix, is_right=name == "as the picture")
    pasted(stage, rule)
    nobody(stage)
    signalled(stage)


def found(stage, name, place, matrix, is_right, rotate=None):
    """The tests of one doctor: the udev rule that it prints, None if it prints none."""
    device = stage.plug(Mounted(place))
    status, told, err = touched_by(stage, device, LEFT if rotate else TOP)
    touched = told["touched"][0] if told and told.get("touched") else {}
    yaml = told["layout"] if told else ""
    stage.check(f"{name}: it ends well", status == 0, err)
    stage.check(f"{name}: the matrix is found", touched.get("matrix") == matrix, touched)
    stage.check(f"{name}: whether it has to be put right is said",
                (touched.get("touch") == "matches the picture") == is_right, touched)
    stage.check(f"{name}: touches arrive in standby",
                touched.get("off") == [{"by": "dpms", "touches": 3}] and "by: dpms" in yaml, touched)
    stage.check(f"{name}: the uppermost edge is found",
                touched.get("rotate") == (rotate or 0) and ("rotate: 270" in yaml) == bool(rotate), yaml)
    stage.check(f"{name}: the touchscreen and the picture's format are named",
                touched.get("name") == device.screen.name and "pitch" in touched.get("scanout", ""),
                touched)
    rules = [line[2:] for line in yaml.splitlines() if "ENV{LIBINPUT_CALIBRATION_MATRIX}" in line]
    stage.check(f"{name}: a rule is printed if it is needed", len(rules) == int(not is_right), yaml)
    stage.check(f"{name}: the console is given back", stage.console()[0] != KD_GRAPHICS)
    device.unplug()
    return rules[0] if rules else None


def pasted(stage, rule):
    """The printed rule puts right the touchscreen for which it was printed."""
    place, matrix = MOUNTED["mirrored"]
    stage.guest.set_udev_rules(RULE_FILE, rule + "\n")
    try:
        found(stage, "with the rule", place, matrix, is_right=True, rotate=270)
    finally:
        stage.guest.set_udev_rules(RULE_FILE, None)


def standby(stage):
    until(lambda: not output_is_on(stage), 20, "the screen goes to standby")


def touched_by(stage, device, edge, ways=(standby,)):
    """How a doctor ended of which all targets were touched. `ways`: wait until the screen is off in each
    way that the machine has."""
    stage.write_console("console")
    before = stage.screen()
    doctor = Doctor(stage).shows()
    until(lambda: stage.guest.has_open(doctor.pid, device.node), 20, "doctor opens the touchscreen")
    last = until(lambda: other(stage, [before]), 20, "a target is shown")
    seen = [before]
    for point in TARGETS:
        seen.append(last)
        device.tap(point)
        last = until(lambda: other(stage, seen), 20, "the next is shown")
    device.tap(edge)
    for is_off in ways:
        is_off(stage)
        for _ in range(3):
            device.tap((0.5, 0.5))
    return doctor.ended()


def nobody(stage):
    stage.plug(Mounted(MOUNTED["as the picture"][0]))
    doctor = Doctor(stage, "--wait", "3").shows()
    status, told, err = doctor.ended()
    stage.failed_cleanly("nobody touches: it ends by itself", status, err,
                         "no touch arrived for 3 s")
    stage.check("and says what it found without", told is not None and told["displays"], told)


def signalled(stage):
    for number in (signal.SIGTERM, signal.SIGINT):
        doctor = Doctor(stage).shows()
        stage.guest.kill(doctor.pid, number)
        status, _, err = doctor.ended()
        stage.failed_cleanly(f"{number.name} ends it", status, err, "ended by a signal")


def other(stage, pictures):
    """The screen's picture once it is none of these, and steady."""
    first = stage.screen()
    return first if first not in pictures and any(first.rgb) and stage.screen() == first else None


def output_is_on(stage):
    states = stage.guest.ask("texts", "/sys/class/drm/card*-*/enabled").values()
    return b"enabled\n" in states
