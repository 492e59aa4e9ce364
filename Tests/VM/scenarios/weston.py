"""The panel as a client of weston: touch, pictures, and a compositor that is killed."""

from rig.placing import EACH_CARD
from rig.window import ends_with_compositor, turns_with_one_and_two_fingers

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("two-knobs")
    compositor = stage.weston()
    panel, _ = turns_with_one_and_two_fingers(stage, compositor, layout)
    ends_with_compositor(stage, compositor, panel)

    compositor.up()
    screen = compositor.sees(stage.plug(layout))
    again = stage.window(compositor, layout, "--restart", "--output", "Virtual-1")
    again.after(0, "remote", "synth")
    values = stage.mixer_values(again)
    stage.shows("it fills an output by name", layout, values)
    compositor.end()
    stage.check("with --restart it outlives its compositor", again.rests(), again.stderr())
    # Without a seat weston's kiosk shell shows nothing, so the touch screen stays.
    compositor.up().sees(screen)
    stage.shows("and is there again when the next one comes", layout, values)
