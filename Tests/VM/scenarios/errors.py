"""Errors at the start are reported in one clear line, and do not change the console."""

from rig.guest import RESULTS
from rig.placing import EACH_CARD

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("one-knob")
    run = ("run", layout.path, "--display", "drm")

    status, _, err = stage.knobpanel("run", "/run/payload/layouts/absent.yaml", tty=True)
    stage.failed_cleanly("a missing layout", status, err, "absent.yaml")

    stage.guest.write(f"{RESULTS}/bad.yaml", "version: 1\nknobs:\n  a: {centre: [10, 10]}\n")
    status, out, err = stage.knobpanel("check", f"{RESULTS}/bad.yaml")
    stage.check("an error in a layout is reported with its location",
                status == 1 and "bad.yaml:3:" in out + err, f"exit {status}\n{out}{err}")

    status, _, err = stage.knobpanel("run", stage.layout("unknown-element").path, tty=True)
    stage.failed_cleanly("an unknown mixer element", status, err, "Mastre", "Master")

    status, _, err = stage.knobpanel(*run, tty=True, user="nobody")
    stage.failed_cleanly("no permission for the graphics card", status, err, "/dev/dri/card")

    first = stage.panel(layout)
    stage.shows("a first panel is up", layout, stage.mixer_values(first))
    status, _, err = stage.knobpanel(*run)
    stage.check("a second panel reports the process that has the screen",
                status == 1 and f"{first.pid}" in err and err.count("knobpanel: error: ") == 1,
                f"exit {status}, the first is process {first.pid}\n{err}")
    stage.shows("the first panel is not affected", layout, stage.mixer_values(first))
    stage.check("the first panel ends with status 0", first.end() == 0, first.stderr())

    # The first output is the one with a screen.
    connector = stage.guest.must("sh", "-c", "ls /sys/class/drm/card0-*/status").split()[0]
    stage.guest.must("sh", "-c", f"echo off >{connector}")
    try:
        status, _, err = stage.knobpanel(*run, tty=True)
        stage.failed_cleanly("no output is connected", status, err, "connected")
    finally:
        stage.guest.must("sh", "-c", f"echo detect >{connector}")

    without_card(stage, run)


def without_card(stage, run):
    stage.guest.unload_card(stage.vm.module)
    try:
        status, _, err = stage.knobpanel(*run, tty=True)
        stage.failed_cleanly("no graphics card", status, err, "/dev/dri")
    finally:
        stage.guest.load_card(stage.vm.module)
