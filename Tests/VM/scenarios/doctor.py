"""`knobpanel doctor --touch` determines the orientation of a touchscreen from touches of targets."""

import json
import signal

from rig.guest import RESULTS
from rig.panel import BINARY, KD_GRAPHICS
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 32
INSET = 0.12  # Sources/Programs/knobpanel/Doctor/TrialPicture.swift
TARGETS = [(INSET, INSET), (1 - INSET, INSET), (1 - INSET, 1 - INSET), (INSET, 1 - INSET), (0.5, 0.5)]
RULE_FILE = "/etc/udev/rules.d/99-knobpanel-touch.rules"
TOP, LEFT = (0.5, INSET), (INSET, 0.5)
# Orientations of touchscreens: a function from a point of the picture to the touchscreen's coordinates, and
# the matrix that corrects them.
MOUNTED = {
    "as the picture": (lambda x, y: (x, y), [1, 0, 0, 0, 1, 0]),
    "a quarter turned": (lambda x, y: (y, 1 - x), [0, -1, 1, 1, 0, 0]),
    "mirrored": (lambda x, y: (1 - x, y), [-1, 0, 1, 0, 1, 0]),
}


class Mounted:
    """Replaces a layout: maps points of the picture to the touchscreen's coordinates."""

    def __init__(self, mapping):
        self.mapping = mapping

    def display_fraction(self, point, display):
        return self.mapping(*point)


class Doctor:
    """A running `knobpanel doctor --touch` on the console."""

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
        """Waits for its end and returns (status, its JSON, stderr)."""
        status = self.guest.ask("wait", self.pid, seconds, seconds=seconds + 30)
        out, err = self.guest.text(self.log + ".out"), self.guest.text(self.log + ".err")
        return status, json.loads(out) if out.strip() else None, err


def play(stage):
    for name, (mapping, matrix) in MOUNTED.items():
        rule = check_orientation(stage, name, mapping, matrix, is_right=name == "as the picture")
    check_rule(stage, rule)
    check_timeout(stage)
    check_signals(stage)


def check_orientation(stage, name, mapping, matrix, is_right, rotate=None):
    """Checks one run of doctor. Returns the udev rule that it prints, None if it prints none."""
    device = stage.plug(Mounted(mapping))
    status, report, err = touched_by(stage, device, LEFT if rotate else TOP)
    touched = report["touched"][0] if report and report.get("touched") else {}
    yaml = report["layout"] if report else ""
    stage.check(f"{name}: doctor ends with status 0", status == 0, err)
    stage.check(f"{name}: the matrix is found", touched.get("matrix") == matrix, touched)
    stage.check(f"{name}: doctor reports whether the orientation is correct",
                (touched.get("touch") == "matches the picture") == is_right, touched)
    stage.check(f"{name}: touches arrive in standby",
                touched.get("off") == [{"by": "dpms", "touches": 3}] and "by: dpms" in yaml, touched)
    stage.check(f"{name}: the top edge is found",
                touched.get("rotate") == (rotate or 0) and ("rotate: 270" in yaml) == bool(rotate), yaml)
    stage.check(f"{name}: the touchscreen and the picture's format are reported",
                touched.get("name") == device.screen.name and "pitch" in touched.get("scanout", ""),
                touched)
    rules = [line[2:] for line in yaml.splitlines() if "ENV{LIBINPUT_CALIBRATION_MATRIX}" in line]
    stage.check(f"{name}: a rule is printed only if necessary", len(rules) == int(not is_right), yaml)
    stage.check(f"{name}: the console is released", stage.console()[0] != KD_GRAPHICS)
    device.unplug()
    return rules[0] if rules else None


def check_rule(stage, rule):
    """Checks that the printed rule corrects the touchscreen."""
    mapping, matrix = MOUNTED["mirrored"]
    stage.guest.set_udev_rules(RULE_FILE, rule + "\n")
    try:
        check_orientation(stage, "with the rule", mapping, matrix, is_right=True, rotate=270)
    finally:
        stage.guest.set_udev_rules(RULE_FILE, None)


def standby(stage):
    until(lambda: not output_is_on(stage), 20, "the screen goes to standby")


def touched_by(stage, device, edge, ways=(standby,)):
    """Runs doctor and touches all targets. Returns (status, its JSON, stderr). Each function in `ways` waits
    until the screen is off in one of the machine's ways."""
    stage.write_console("console")
    before = stage.screen()
    doctor = Doctor(stage).shows()
    until(lambda: stage.guest.has_open(doctor.pid, device.node), 20, "doctor opens the touchscreen")
    last = until(lambda: other(stage, [before]), 20, "a target is shown")
    seen = [before]
    for point in TARGETS:
        seen.append(last)
        device.tap(point)
        last = until(lambda: other(stage, seen), 20, "the next target is shown")
    device.tap(edge)
    for is_off in ways:
        is_off(stage)
        for _ in range(3):
            device.tap((0.5, 0.5))
    return doctor.ended()


def check_timeout(stage):
    stage.plug(Mounted(MOUNTED["as the picture"][0]))
    doctor = Doctor(stage, "--wait", "3").shows()
    status, report, err = doctor.ended()
    stage.failed_cleanly("no touches: doctor ends by itself", status, err,
                         "no touch arrived for 3 s")
    stage.check("no touches: doctor reports the displays", report is not None and report["displays"], report)


def check_signals(stage):
    for number in (signal.SIGTERM, signal.SIGINT):
        doctor = Doctor(stage).shows()
        stage.guest.kill(doctor.pid, number)
        status, _, err = doctor.ended()
        stage.failed_cleanly(f"{number.name} ends doctor", status, err, "ended by a signal")


def other(stage, pictures):
    """Returns the screen's picture if it is steady and none of these, otherwise None."""
    first = stage.screen()
    return first if first not in pictures and any(first.rgb) and stage.screen() == first else None


def output_is_on(stage):
    states = stage.guest.ask("texts", "/sys/class/drm/card*-*/enabled").values()
    return b"enabled\n" in states
