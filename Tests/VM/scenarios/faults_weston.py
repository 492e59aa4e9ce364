"""System calls of a panel under weston fail. It must not crash or hang, and weston must keep running."""

from rig.failing import Panels, fail

# Approximate; see rig/placing.py.
TAKES_SECONDS = 17


def play(stage):
    layout = stage.layout("one-knob")
    compositor = stage.weston()
    screen = compositor.sees(stage.plug(layout))
    fail(stage, Panels("wayland", stage, lambda **how: stage.window(compositor, layout, **how)),
         lambda: [] if stage.guest.has_open(compositor.pid, screen.node) else ["weston has ended"])
