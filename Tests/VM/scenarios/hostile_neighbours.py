"""Brokers misbehave and the mixer changes. The panel handles each sample of a finger, and SIGTERM ends it."""

from rig.mixer import level
from rig.turns import right_turn
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 35
BROKERS = ("silent", "closes", "wrong", "refuses", "late", "twice", "again", "endless", "flood")
LAST = 33  # of `flood`, see guest/neighbour.py
SWEEP = 108


def play(stage):
    layout = stage.layout("neighbours")
    screen = stage.plug(layout)
    alone = changes(stage, layout, screen, None)
    for kind in (*BROKERS, "mixer"):
        count = changes(stage, layout, screen, kind)
        stage.check(f"{kind}: each sample of the finger was handled", count == alone,
                    f"{count} changes, without neighbours {alone}")


def changes(stage, layout, screen, kind):
    """Returns the number of changes that a panel reports for one turn, with this neighbour."""
    neighbour = stage.neighbour(kind) if kind else None
    panel = stage.panel(layout)
    panel.sees(screen)
    # Waits for the initial values.
    panel.after(0, "remote", "synth")
    if kind in ("twice", "flood"):
        panel.after(0, "remote", "lamp")
    screen.turn(layout.knobs["quiet"], start=-60, sweep=SWEEP, seconds=1.0)
    right_turn(stage, panel, layout.knobs["quiet"], SWEEP, 0)
    if kind == "flood":
        neighbour.finish()
        until(lambda: LAST in values(panel, "lamp"), 60, "the broker's last value")
    elif kind == "mixer":
        neighbour.end()
        # It can end between the channels of its last change. The knob shows the loudest channel.
        until(lambda: abs(panel.value("synth") - level(max(stage.mixer.raw("Synth"))) * 100) < 0.5, 20,
              "the mixer's last value")
    stage.check(f"{kind or 'alone'}: the panel ends with status 0", panel.end(seconds=15) == 0,
                panel.stderr()[-2000:])
    for line in panel.stderr().splitlines():
        if "longer than" in line or "sample to commit" in line:
            print(f"        {kind or 'alone'}: {line.removeprefix('knobpanel: ')}", flush=True)
    if neighbour:
        neighbour.end()
    return len(panel.events("changed", "quiet"))


def values(panel, knob):
    return [event.get("value") for event in panel.events(knob=knob)]
