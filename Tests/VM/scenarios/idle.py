"""No thread of an idle panel wakes up."""

from rig.held import sleeps, wakeups
from rig.placing import EACH_CARD
from rig.waiting import until

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("two-knobs")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    stage.shows("the panel is up", layout, stage.mixer_values(panel))
    sleeps(stage, panel, "after the start")

    screen.turn(layout.knobs["master"], start=0, sweep=45)
    panel.after(0, "ended", "master")
    stage.shows("the turn is shown", layout, stage.mixer_values(panel))
    sleeps(stage, panel, "after a turn")

    before = wakeups(stage.guest, panel.pid)
    screen.turn(layout.knobs["master"], start=0, sweep=10)
    until(lambda: wakeups(stage.guest, panel.pid) != before, 10, "a touch causes wake-ups")
