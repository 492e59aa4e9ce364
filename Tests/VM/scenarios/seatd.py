"""A user who is only in seatd's group. seatd opens the card and the touch screen, and revokes them when
another console becomes active. When seatd is killed the console is usable, and the panel returns with the
next seatd. It also returns when a hanging seatd continues."""

import signal

from rig.panel import KD_GRAPHICS
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 16
USER, GROUP = "visitor", "seat"
K_OFF = 4  # linux/kd.h


def play(stage):
    layout = stage.layout("free-knob")
    knob = layout.knobs["lamp"]
    stage.guest.must("sh", "-c", f"getent group {GROUP} || groupadd {GROUP}; "
                     f"id {USER} || useradd --create-home {USER}; gpasswd -d {USER} {GROUP} || true")
    # Like a login or a service with TTYPath=.
    stage.guest.must("chown", USER, "/dev/tty1")
    try:
        seatd = stage.seatd(GROUP)
        stranger(stage, layout)
        stage.guest.must("gpasswd", "-a", USER, GROUP)
        panel, screen, value = turns(stage, layout, knob)
        value = elsewhere_and_back(stage, panel, screen, knob, value)
        console = killed_and_back(stage, seatd, panel, screen, knob, value)
        screen.unplug()
        stopped_and_back(stage, seatd, panel, knob)
        stage.check("the panel ends with status 0", panel.end(signal.SIGTERM) == 0, panel.stderr())
        until(lambda: stage.console()[0] != KD_GRAPHICS, 10, "seatd releases the console")
        stage.check("the keyboard works", stage.console()[1] != K_OFF, stage.console())
        stage.shows_picture("the console's text is back", console)
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")


def stranger(stage, layout):
    """The error of a user without the group names the group."""
    panel = stage.start(layout, "--seat-backend", "libseat", user=USER)
    panel.ended(30)
    stage.failed_cleanly("a user without permission for seatd", panel.status,
                         panel.stderr(), "no permission for /run/seatd.sock",
                         f"the group {GROUP}")


def turns(stage, layout, knob):
    groups = stage.guest.must("id", "-Gn", USER).split()
    stage.check("the user is in no group of devices", set(groups) == {USER, GROUP}, groups)
    panel = stage.panel(layout, user=USER)
    until(lambda: "by libseat" in panel.stderr(), 20, "the panel chooses libseat by itself")
    screen = panel.sees(stage.plug(layout))
    screen.turn(knob, start=0, sweep=50)
    value = panel.after(0, "ended", "lamp")["value"]
    stage.check("a finger turns the knob", value > 0, value)
    stage.shows("the screen shows the turn", layout, {"lamp": value})
    return panel, screen, value


def elsewhere_and_back(stage, panel, screen, knob, value):
    layout = panel.layout
    own = stage.rendered(layout, {"lamp": value})
    count = len(panel.events("cancelled", "lamp"))
    screen.turn(knob, start=0, sweep=20, lifts=False)
    panel.after(0, "changed", "lamp")
    stage.check("another console becomes active", stage.guest.ask("activate", 2, 30))
    until(lambda: stage.screen() != own, 10, "the other console is on the screen")
    panel.after(count, "cancelled", "lamp")
    value, count = panel.value("lamp"), len(panel.events())
    screen.turn(knob, start=20, sweep=60, lands=False)
    stage.check("touches have no effect on another console", len(panel.events()) == count,
                panel.events()[count:])
    stage.check("the panel's console becomes active again", stage.guest.ask("activate", 1, 30))
    stage.shows("the panel shows the same value", layout, {"lamp": value})
    return turn_again(stage, panel, screen, knob)


def killed_and_back(stage, seatd, panel, screen, knob, value):
    """Kills and restarts seatd. Returns the picture of the console in between."""
    layout = panel.layout
    panel.says("the seat service is gone", seatd.kill)
    until(lambda: stage.console()[0] != KD_GRAPHICS, 10, "the console shows text")
    stage.check("seatd is killed: the keyboard works", stage.console()[1] != K_OFF, stage.console())
    text = stage.write_console("seatd is gone")
    stage.check("seatd is killed: the console shows text", text != stage.rendered(layout, {"lamp": value}))
    stage.check("seatd is killed: other consoles can be activated",
                stage.guest.ask("activate", 2, 10) and stage.guest.ask("activate", 1, 10))
    stage.check("seatd is killed: the panel waits", not panel.ended(0), panel.stderr())
    seatd.start()
    stage.shows("the panel returns with seatd", layout, {"lamp": value})
    turn_again(stage, panel, screen, knob)
    return text


def stopped_and_back(stage, seatd, panel, knob):
    """Stops seatd, so that the panel gets no answer to its request for a new device."""
    seatd.send(signal.SIGSTOP)
    screen = panel.says("the seat service is gone (it does not answer)",
                        lambda: stage.plug(panel.layout))
    stage.check("seatd is stopped: the panel reports it and waits", not panel.ended(0), panel.stderr())
    seatd.send(signal.SIGCONT)
    stage.shows("the panel returns when seatd continues", panel.layout, {"lamp": panel.value("lamp")})
    turn_again(stage, panel, screen, knob)


def turn_again(stage, panel, screen, knob):
    """Checks that a finger turns the knob and that the screen shows it. Returns the value."""
    panel.sees(screen)
    count = len(panel.events("ended", "lamp"))
    screen.turn(knob, start=0, sweep=40)
    value = panel.after(count, "ended", "lamp")["value"]
    stage.shows("then a finger turns the knob", panel.layout, {"lamp": value})
    return value
