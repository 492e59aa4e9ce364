"""A user in no group but seatd's: seatd opens card and touch screen, takes them for another console,
and when it is killed the console is usable and the panel comes back with it; so it does with one that
hangs for a while."""

import signal

from rig.panel import KD_GRAPHICS
from rig.waiting import until

# Nearly; see rig/placing.py.
TAKES_SECONDS = 16
USER, GROUP = "visitor", "seat"
K_OFF = 4  # linux/kd.h


def play(stage):
    layout = stage.layout("free-knob")
    knob = layout.knobs["lamp"]
    stage.guest.must("sh", "-c", f"getent group {GROUP} || groupadd {GROUP}; "
                     f"id {USER} || useradd --create-home {USER}; gpasswd -d {USER} {GROUP} || true")
    # As a login or a service with TTYPath= does it.
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
        stage.check("it ends well", panel.end(signal.SIGTERM) == 0, panel.stderr())
        until(lambda: stage.console()[0] != KD_GRAPHICS, 10, "seatd gives the console back")
        stage.check("the keyboard works", stage.console()[1] != K_OFF, stage.console())
        stage.shows_picture("the console's text is back", console)
    finally:
        stage.guest.must("chown", "root", "/dev/tty1")


def stranger(stage, layout):
    """Without the group it is said which one."""
    panel = stage.start(layout, "--seat-backend", "libseat", user=USER)
    panel.ended(30)
    stage.failed_cleanly("a user whom seatd does not let in is told the group", panel.status,
                         panel.stderr(), "no permission for /run/seatd.sock",
                         f"the group {GROUP}")


def turns(stage, layout, knob):
    groups = stage.guest.must("id", "-Gn", USER).split()
    stage.check("the user has no group of devices", set(groups) == {USER, GROUP}, groups)
    panel = stage.panel(layout, user=USER)
    until(lambda: "by libseat" in panel.stderr(), 20, "libseat is taken by itself")
    screen = panel.sees(stage.plug(layout))
    screen.turn(knob, start=0, sweep=50)
    value = panel.after(0, "ended", "lamp")["value"]
    stage.check("a finger turns", value > 0, value)
    stage.shows("the screen shows the turn", layout, {"lamp": value})
    return panel, screen, value


def elsewhere_and_back(stage, panel, screen, knob, value):
    layout = panel.layout
    own = stage.rendered(layout, {"lamp": value})
    count = len(panel.events("cancelled", "lamp"))
    screen.turn(knob, start=0, sweep=20, lifts=False)
    panel.after(0, "changed", "lamp")
    stage.check("another console comes to the front", stage.guest.ask("activate", 2, 30))
    until(lambda: stage.screen() != own, 10, "the other console is on the screen")
    panel.after(count, "cancelled", "lamp")
    value, told = panel.value("lamp"), len(panel.events())
    screen.turn(knob, start=20, sweep=60, lands=False)
    stage.check("fingers do nothing while it is away", len(panel.events()) == told,
                panel.events()[told:])
    stage.check("the panel's console comes back to the front", stage.guest.ask("activate", 1, 30))
    stage.shows("the panel is back as it was", layout, {"lamp": value})
    return turn_again(stage, panel, screen, knob)


def killed_and_back(stage, seatd, panel, screen, knob, value):
    """What the console shows meanwhile."""
    layout = panel.layout
    panel.says("the seat service is gone", seatd.kill)
    until(lambda: stage.console()[0] != KD_GRAPHICS, 10, "the console shows text")
    stage.check("seatd is killed: the keyboard works", stage.console()[1] != K_OFF, stage.console())
    text = stage.write_console("seatd is gone")
    stage.check("and text is seen", text != stage.rendered(layout, {"lamp": value}))
    stage.check("other consoles can be reached",
                stage.guest.ask("activate", 2, 10) and stage.guest.ask("activate", 1, 10))
    stage.check("the panel waits", not panel.ended(0), panel.stderr())
    seatd.start()
    stage.shows("the panel is back with seatd", layout, {"lamp": value})
    turn_again(stage, panel, screen, knob)
    return text


def stopped_and_back(stage, seatd, panel, knob):
    """The panel asks for a device that is plugged in, and is not answered."""
    seatd.send(signal.SIGSTOP)
    screen = panel.says("the seat service is gone (it does not answer)",
                        lambda: stage.plug(panel.layout))
    stage.check("seatd is stopped: the panel says so and waits", not panel.ended(0), panel.stderr())
    seatd.send(signal.SIGCONT)
    stage.shows("the panel is back when seatd goes on", panel.layout, {"lamp": panel.value("lamp")})
    turn_again(stage, panel, screen, knob)


def turn_again(stage, panel, screen, knob):
    """Fingers turn, and the screen shows it: the value."""
    panel.sees(screen)
    count = len(panel.events("ended", "lamp"))
    screen.turn(knob, start=0, sweep=40)
    value = panel.after(count, "ended", "lamp")["value"]
    stage.shows("fingers turn again", panel.layout, {"lamp": value})
    return value
