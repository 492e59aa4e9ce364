"""A layout that is rotated by 90 degrees: picture and touch are rotated together."""

from rig.placing import EACH_CARD
from rig.turns import right_turn

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("rotated")
    master, free = layout.knobs["master"], layout.knobs["free"]
    stage.mixer.set("40%", "Master")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    before = stage.mixer_values(panel)
    stage.shows("the screen shows the rotated picture", layout, before)

    screen.turn(master, start=-90, sweep=81)
    screen.turn(free, start=-90, sweep=135)
    values = {"master": right_turn(stage, panel, master, 81, before["master"]),
              "free": right_turn(stage, panel, free, 135, 0)}
    stage.agrees(panel, master, values["master"])
    stage.shows("fingers turn the knobs at the rotated positions", layout, values)
