"""Weston rotates its output. Picture and touch are rotated with it, without resampling."""

from rig.placing import EACH_CARD
from rig.window import turns_with_one_and_two_fingers

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("two-knobs")
    # Counter-clockwise by 90 degrees, like `render --rotate 270`.
    layout.rotate = 270
    compositor = stage.weston(transform="rotate-90")
    turns_with_one_and_two_fingers(stage, compositor, layout)
