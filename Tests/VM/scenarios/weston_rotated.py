"""Weston turns its output: picture and touch turn with it, and nothing is resampled."""

from rig.placing import EACH_CARD
from rig.window import turns_with_one_and_two_fingers

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("two-knobs")
    # A quarter counter-clockwise, as `render --rotate 270` draws it and a finger finds it.
    layout.rotate = 270
    compositor = stage.weston(transform="rotate-90")
    turns_with_one_and_two_fingers(stage, compositor, layout)
