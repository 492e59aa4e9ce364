"""With nothing to do the panel does nothing: no thread of it wakes up once."""

import time

from rig.held import wakeups
from rig.waiting import until

QUIET_SECONDS = 3


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
    until(lambda: wakeups(stage.guest, panel.pid) != before, 10, "a touch counts as wake-ups")


def sleeps(stage, panel, when):
    """A test: once what follows a change (an echo awaited, say) is over, nothing runs any more."""
    time.sleep(QUIET_SECONDS)
    before = wakeups(stage.guest, panel.pid)
    time.sleep(QUIET_SECONDS)
    after = wakeups(stage.guest, panel.pid)
    stage.check(f"no wake-up in {QUIET_SECONDS} s {when}", before == after,
                f"voluntary switches by thread: {before}, then {after}")
