"""A finger turns a volume, and somebody else does."""

from rig.waiting import until


def play(wall):
    wall.turns("a finger")
    wall.stage.mixer.set("30%")
    until(lambda: wall.service.value("master") == 30, 60, "the panel follows the mixer")
    wall.shows_panel("the mixer is changed: the screen shows it")
