"""Root switches to another console (`chvt 2`) for a login there, and back to the panel."""

from rig.waiting import until


def play(wall):
    pid = wall.service.up()
    wall.check("the second console comes to the front", wall.guest.ask("activate", 2, 30))
    until(lambda: wall.service.state("getty@tty2.service") == "active", 120, "its login")
    wall.check("the second console has a login", True)
    wall.check("the first console comes to the front", wall.guest.ask("activate", 1, 30))
    wall.shows_panel("back on the first console: the screen shows the panel")
    wall.check("it is the same process", wall.service.up() == pid)
    wall.turns("after that a finger")
