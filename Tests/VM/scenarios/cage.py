"""The panel as a client of cage, as a user who is not root."""

from rig.window import ends_with_compositor, turns_with_one_and_two_fingers


def play(stage):
    if stage.vm.card == "bochs":
        return  # This wlroots needs PRIME import, which the driver of that card does not have.
    layout = stage.layout("two-knobs")
    compositor = stage.cage()
    panel, _ = turns_with_one_and_two_fingers(stage, compositor, layout)
    ends_with_compositor(stage, compositor, panel)
