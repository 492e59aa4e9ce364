"""The cable of the screen that the panel shows on is pulled and plugged in again."""

from rig.guest import until
from scenarios.output_unplugged import RULE, cable


def play(stage):
    layout = stage.layout("one-knob")
    stage.guest.write("/run/udev/rules.d/90-hotplug.rules", RULE.encode())
    stage.guest.must("udevadm", "control", "--reload")
    panel = stage.panel(layout)
    values = stage.mixer_values(panel)
    stage.shows("the panel is up", layout, values)

    cable(stage, "off", "disconnected")
    until(lambda: "was unplugged" in panel.stderr(), 10, "the panel pauses")
    cable(stage, "detect", "connected")
    stage.shows("it is back with the cable", layout, values)
