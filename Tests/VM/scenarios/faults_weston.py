"""System calls of a panel under weston fail: no signal, no hang, and weston goes on."""

from rig.failing import Panels, fail

# Nearly; see rig/placing.py.
TAKES_SECONDS = 17


def play(stage):
    layout = stage.layout("one-knob")
    compositor = stage.weston()
    screen = compositor.sees(stage.plug(layout))
    fail(stage, Panels("wayland", stage, lambda **how: stage.window(compositor, layout, **how)),
         lambda: [] if stage.guest.has_open(compositor.pid, screen.node) else ["weston is gone"])
