"""Another console becomes active: the panel releases its console, and returns with it."""

import signal

from rig.placing import EACH_CARD
from rig.waiting import until

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    own = stage.rendered(layout, values)
    stage.shows_picture("the panel is up", own)
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        panel.send(number)
    stage.check("SIGUSR1 and SIGUSR2 of other processes do not pause it",
                panel.becomes_idle() and "paused" not in panel.stderr(), panel.stderr())

    screen.turn(knob, start=0, sweep=30, lifts=False)
    panel.after(0, "changed", "master")
    stage.check("another console becomes active", stage.guest.ask("activate", 2, 30))
    until(lambda: stage.screen() != own, 10, "the other console is on the screen")
    panel.after(0, "cancelled", "master")
    stage.check("the current turn is cancelled", True)
    value, count = panel.value("master"), len(panel.events())
    screen.turn(knob, start=30, sweep=60, lands=False)
    stage.check("touches have no effect on another console", len(panel.events()) == count,
                panel.events()[count:])

    stage.check("the panel's console becomes active again", stage.guest.ask("activate", 1, 30))
    stage.shows("the panel shows the same values", layout, {"master": value})
    screen.turn(knob, start=0, sweep=60)
    end = panel.after(0, "ended", "master")
    stage.check("then a finger turns the knob", abs(end["value"] - value - knob.value_of_turn(60)) <= 1,
                f"from {value}: {end}; all: {panel.events()}")
    stage.shows("the screen shows the turn", layout, {"master": end["value"]})
    there_and_away(stage, panel)
    stage.check("the panel's console becomes active after that", stage.guest.ask("activate", 1, 30))
    stage.shows("the panel is shown after that", layout, {"master": end["value"]})


def there_and_away(stage, panel):
    """The panel's console becomes active and inactive while the panel is stopped. Both signals are pending
    when it continues."""
    stage.guest.ask("activate", 2, 30)
    panel.send(signal.SIGSTOP)
    stage.guest.ask("activate", 1, 30)
    stage.guest.must("sh", "-c", "busybox chvt 2 >/dev/null 2>&1 & sleep 1")

    def active():
        return stage.guest.text("/sys/class/tty/tty0/active").strip()

    stage.check("the kernel waits for the panel", active() == "tty1", active())
    panel.send(signal.SIGCONT)
    until(lambda: active() == "tty2", 10, "the panel releases the console")
    stage.check("the panel releases the console after two pending signals", True)
