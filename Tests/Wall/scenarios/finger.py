"""A finger changes the volume, and so does another program."""

from rig.waiting import until


def play(wall):
    wall.turns("a finger")
    wall.stage.mixer.set("30%")
    until(lambda: wall.service.value("master") == 30, 60, "the panel follows the mixer")
    wall.shows_panel("the screen shows a change of the mixer")
