"""The panel as a client of cage, as a user other than root."""

from rig.window import ends_with_compositor, turns_with_one_and_two_fingers

# The guest's wlroots needs PRIME import, which the driver of the other card lacks.
CARDS = ["virtio-gpu"]


def play(stage):
    layout = stage.layout("two-knobs")
    compositor = stage.cage()
    panel, _ = turns_with_one_and_two_fingers(stage, compositor, layout)
    ends_with_compositor(stage, compositor, panel)
