"""The panel as a client of weston: touch, pictures, and the end of the compositor."""

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
    stage.shows("the panel fills a named output", layout, values)
    compositor.end()
    stage.check("with --restart the panel runs without its compositor", again.becomes_idle(), again.stderr())
    # The touch screen stays plugged in, because weston's kiosk shell shows nothing without a seat.
    compositor.up().sees(screen)
    stage.shows("the panel returns with the next compositor", layout, values)
