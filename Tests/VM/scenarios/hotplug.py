"""Touch screens come and go while the panel runs, also in the middle of a turn."""

from rig.turns import right_turn
from rig.waiting import until


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    values = stage.mixer_values(panel)
    stage.shows("it runs without a touch screen", layout, values)
    until(lambda: "no touch device yet" in panel.stderr(), 20, "it warns that there is none")

    screen = panel.sees(stage.plug(layout))
    screen.turn(knob, start=0, sweep=40)
    value = right_turn(stage, panel, knob, 40, values["master"])
    stage.shows("a screen plugged in later turns the knob", layout, {"master": value})

    screen.turn(knob, start=0, sweep=60, lifts=False)
    until(lambda: abs(panel.value("master") - value - knob.value_of_turn(60)) <= 1, 10, "the turn")
    screen.unplug()
    cancelled = panel.after(0, "cancelled", "master")
    expected = value + knob.value_of_turn(60)
    stage.check("a screen unplugged in mid-turn cancels the turn", True)
    stage.check("the value stays where the finger left it",
                abs(panel.value("master") - expected) <= 1 and cancelled["knob"] == "master",
                panel.events()[-3:])
    value = panel.value("master")
    stage.agrees(panel, knob, value)
    stage.shows("the screen shows the value as the finger left it", layout, {"master": value})

    screen = panel.sees(stage.plug(layout))
    since = len(panel.events(knob="master"))
    screen.turn(knob, start=90, sweep=-80)
    value = right_turn(stage, panel, knob, -80, value, since)
    stage.shows("plugged in again it turns the knob", layout, {"master": value})
