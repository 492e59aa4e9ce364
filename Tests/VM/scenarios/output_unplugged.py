"""The output of a window is unplugged and plugged in again. The panel keeps running."""

from rig.placing import EACH_CARD
from rig.turns import right_turn
from rig.waiting import until

CARDS = EACH_CARD

RULES = "/run/udev/rules.d/90-hotplug.rules"
RULE = 'ACTION=="change", SUBSYSTEM=="drm", ENV{SYNTH_UUID}=="?*", ENV{HOTPLUG}="1"\n'


def play(stage):
    layout = stage.layout("two-knobs")
    master = layout.knobs["master"]
    # The kernel sends no event for forced connectors. The rule makes a "change" event look like a hotplug.
    stage.guest.set_udev_rules(RULES, RULE)
    # Debian 13's weston crashes when a finger touches a window whose output has returned. Debian 12's cage
    # cannot use the card of bochs.
    compositor = stage.cage() if stage.options.debian == "trixie" else stage.weston()
    screen = compositor.sees(stage.plug(layout))
    panel = stage.window(compositor, layout)
    panel.after(0, "remote", "synth")
    values = stage.mixer_values(panel)
    stage.shows("the window matches `render`", layout, values)

    cable(stage, "off", "disconnected")
    stage.check("the panel keeps running without its output", panel.becomes_idle(), panel.stderr())
    cable(stage, "detect", "connected")
    stage.check("the panel keeps running when it returns", panel.becomes_idle(), panel.stderr())
    stage.shows("the window is back", layout, values)
    screen.turn(master, start=-90, sweep=81)
    values["master"] = right_turn(stage, panel, master, 81, values["master"])
    stage.shows("then a finger turns the knob", layout, values)


def cable(stage, command, status):
    """A screen that returns may have another size: the driver bochs of Linux 6.12 has then forgotten its EDID,
    and prefers 1024 × 768."""
    path = "/sys/class/drm/card0-Virtual-1"
    stage.guest.write(f"{path}/status", command)
    until(lambda: stage.guest.text(f"{path}/status").strip() == status, 10, f"the connector is {status}")
    if status == "connected":
        preferred = stage.guest.text(f"{path}/modes").split()[0]
        stage.resize(tuple(map(int, preferred.split("x"))))
    stage.guest.write("/sys/class/drm/card0/uevent", "change")
    stage.guest.settle()
