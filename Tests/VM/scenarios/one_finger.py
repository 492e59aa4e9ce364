"""One finger turns one knob up and down: events, mixer and screen agree with its path."""

from rig.turns import right_turn


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    stage.mixer.set("30%", "Master")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    before = stage.mixer_values(panel)["master"]

    # The finger lands away from the pointer; the knob must not jump to it.
    screen.turn(knob, start=20, sweep=100)
    value = right_turn(stage, panel, knob, 100, before)
    stage.agrees(panel, knob, value)
    stage.shows("turned up, the screen shows the value", layout, {"master": value})

    since = len(panel.events(knob="master"))
    screen.turn(knob, start=-170, sweep=-60, radius=0.6)
    value = right_turn(stage, panel, knob, -60, value, since)
    stage.agrees(panel, knob, value)
    stage.shows("turned down, the screen shows the value", layout, {"master": value})

    # A turn far beyond the upper end and partly back: the knob stops, and follows the finger back at once.
    ends = len(panel.events("ended"))
    screen.turn(knob, start=0, sweep=350, seconds=1, lifts=False)
    screen.turn(knob, start=350, sweep=-54, lands=False)
    end = panel.after(ends, "ended", "master")
    stage.check("the knob stops at its end", 100 in [e["value"] for e in panel.events("changed")])
    stage.check("the knob turns back from its end without slack", abs(end["value"] - 80) <= 1, end)
    stage.agrees(panel, knob, end["value"])
    stage.shows("turned back, the screen shows the value", layout, {"master": end["value"]})

    # A touch beside the knob has no effect.
    since = len(panel.events())
    screen.turn(knob, start=90, sweep=40, radius=1.25)
    stage.shows("a touch beside the knob changes nothing", layout, {"master": end["value"]})
    stage.check("a touch beside the knob causes no events", len(panel.events()) == since)
