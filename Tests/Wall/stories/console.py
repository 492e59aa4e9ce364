"""Ctrl+Alt+F2 leads to a login, and back to the panel, which is nobody's root."""

from rig.waiting import until


def play(wall):
    pid = wall.service.up()
    wall.vm.press("ctrl", "alt", "f2")
    until(lambda: wall.guest.ask("front") == 2, 60, "the second console")
    until(lambda: wall.service.state("getty@tty2.service") == "active", 120, "its login")
    wall.check("the second console has a login", True)
    wall.vm.press("ctrl", "alt", "f1")
    until(lambda: wall.guest.ask("front") == 1, 60, "the first console")
    wall.shows_panel("back on the first console: the screen shows the panel")
    wall.check("it is the same process", wall.service.up() == pid)
    wall.turns("after that a finger")
