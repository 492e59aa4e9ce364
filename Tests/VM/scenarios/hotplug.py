"""Touch screens are plugged in and unplugged while the panel runs, also during a turn."""

from rig.turns import right_turn
from rig.waiting import until


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    values = stage.mixer_values(panel)
    stage.shows("the panel runs without a touch screen", layout, values)
    until(lambda: "no touch device yet" in panel.stderr(), 20, "a warning that there is none")

    screen = panel.sees(stage.plug(layout))
    screen.turn(knob, start=0, sweep=40)
    value = right_turn(stage, panel, knob, 40, values["master"])
    stage.shows("a touch screen that is plugged in later turns the knob", layout, {"master": value})

    screen.turn(knob, start=0, sweep=60, lifts=False)
    until(lambda: abs(panel.value("master") - value - knob.value_of_turn(60)) <= 1, 10, "the turn")
    screen.unplug()
    cancelled = panel.after(0, "cancelled", "master")
    expected = value + knob.value_of_turn(60)
    stage.check("unplugging the touch screen cancels the turn", True)
    stage.check("the value stays after the cancelled turn",
                abs(panel.value("master") - expected) <= 1 and cancelled["knob"] == "master",
                panel.events()[-3:])
    value = panel.value("master")
    stage.agrees(panel, knob, value)
    stage.shows("the screen shows the value after the cancelled turn", layout, {"master": value})

    screen = panel.sees(stage.plug(layout))
    since = len(panel.events(knob="master"))
    screen.turn(knob, start=90, sweep=-80)
    value = right_turn(stage, panel, knob, -80, value, since)
    stage.shows("plugged in again, it turns the knob", layout, {"master": value})
