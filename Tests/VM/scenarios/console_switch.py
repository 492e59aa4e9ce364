"""Another console comes to the front and goes again: the panel lets go, and returns."""

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
    stage.check("signals of strangers do not stop it",
                panel.rests() and "paused" not in panel.stderr(), panel.stderr())

    screen.turn(knob, start=0, sweep=30, lifts=False)
    panel.after(0, "changed", "master")
    stage.check("another console comes to the front", stage.guest.ask("activate", 2, 30))
    until(lambda: stage.screen() != own, 10, "the other console is on the screen")
    panel.after(0, "cancelled", "master")
    stage.check("a turn under way is cancelled", True)
    value, told = panel.value("master"), len(panel.events())
    screen.turn(knob, start=30, sweep=60, lands=False)
    stage.check("fingers do nothing while it is away", len(panel.events()) == told,
                panel.events()[told:])

    stage.check("the panel's console comes back to the front", stage.guest.ask("activate", 1, 30))
    stage.shows("the panel is back as it was", layout, {"master": value})
    screen.turn(knob, start=0, sweep=60)
    end = panel.after(0, "ended", "master")
    stage.check("fingers turn again", abs(end["value"] - value - knob.value_of_turn(60)) <= 1,
                f"from {value}: {end}; all: {panel.events()}")
    stage.shows("the screen follows them", layout, {"master": end["value"]})
    there_and_away(stage, panel)
    stage.check("the console comes back after that", stage.guest.ask("activate", 1, 30))
    stage.shows("and with it the panel", layout, {"master": end["value"]})


def there_and_away(stage, panel):
    """The panel's console comes and goes while the panel is stopped: both signals wait for it."""
    stage.guest.ask("activate", 2, 30)
    panel.send(signal.SIGSTOP)
    stage.guest.ask("activate", 1, 30)
    stage.guest.must("sh", "-c", "busybox chvt 2 >/dev/null 2>&1 & sleep 1")

    def active():
        return stage.guest.text("/sys/class/tty/tty0/active").strip()

    stage.check("the kernel waits for the panel", active() == "tty1", active())
    panel.send(signal.SIGCONT)
    until(lambda: active() == "tty2", 10, "the panel lets the console go")
    stage.check("a console that came and went is let go", True)
