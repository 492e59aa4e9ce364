"""One finger turns one knob up and down: events, mixer and screen agree with its path."""

from rig.turns import right_turn


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    stage.mixer.set("30%", "Master")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    before = stage.mixer_values(panel)["master"]

    # Lands away from the pointer: the knob must not jump there.
    screen.turn(knob, start=20, sweep=100)
    value = right_turn(stage, panel, knob, 100, before)
    stage.agrees(panel, knob, value)
    stage.shows("the screen shows the value turned up to", layout, {"master": value})

    since = len(panel.events(knob="master"))
    screen.turn(knob, start=-170, sweep=-60, radius=0.6)
    value = right_turn(stage, panel, knob, -60, value, since)
    stage.agrees(panel, knob, value)
    stage.shows("the screen shows the value turned down to", layout, {"master": value})

    # Far beyond the upper end and back by less: no jump past it, no slack on the way back.
    ends = len(panel.events("ended"))
    screen.turn(knob, start=0, sweep=350, seconds=1, lifts=False)
    screen.turn(knob, start=350, sweep=-54, lands=False)
    end = panel.after(ends, "ended", "master")
    stage.check("the knob stops at its end", 100 in [e["value"] for e in panel.events("changed")])
    stage.check("it comes back from its end without slack", abs(end["value"] - 80) <= 1, end)
    stage.agrees(panel, knob, end["value"])
    stage.shows("the screen shows the value turned back to", layout, {"master": end["value"]})

    # A touch beside the knob is nobody's.
    since = len(panel.events())
    screen.turn(knob, start=90, sweep=40, radius=1.25)
    stage.shows("a touch beside the knob changes nothing", layout, {"master": end["value"]})
    stage.check("a touch beside the knob tells nothing", len(panel.events()) == since)
