"""The panel as a client of cage, as a user who is not root."""

from rig.window import ends_with_compositor, turns_with_one_and_two_fingers

# This wlroots needs PRIME import, which the other card's driver does not have.
CARDS = ["virtio-gpu"]


def play(stage):
    layout = stage.layout("two-knobs")
    compositor = stage.cage()
    panel, _ = turns_with_one_and_two_fingers(stage, compositor, layout)
    ends_with_compositor(stage, compositor, panel)
