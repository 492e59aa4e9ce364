"""Root switches to another console (`chvt 2`), which has a login, and back to the panel."""

from rig.waiting import until


def play(wall):
    pid = wall.service.up()
    wall.check("the second console becomes active", wall.guest.ask("activate", 2, 30))
    until(lambda: wall.service.state("getty@tty2.service") == "active", 120, "its login")
    wall.check("the second console has a login", True)
    wall.check("the first console becomes active again", wall.guest.ask("activate", 1, 30))
    wall.shows_panel("the first console shows the panel")
    wall.check("it is the same process", wall.service.up() == pid)
    wall.turns("after that a finger")
