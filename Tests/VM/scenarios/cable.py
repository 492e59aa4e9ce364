"""The cable of the screen that the panel shows on is pulled and plugged in again; fingers act only
while a picture shows."""

from rig.placing import EACH_CARD
from rig.turns import right_turn
from rig.waiting import until
from scenarios.output_unplugged import RULE, RULES, cable

CARDS = EACH_CARD


def play(stage):
    layout = stage.layout("one-knob")
    stage.guest.set_udev_rules(RULES, RULE)
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    stage.shows("the panel is up", layout, values)

    cable(stage, "off", "disconnected")
    until(lambda: "was unplugged" in panel.stderr(), 10, "the panel pauses")
    told = len(panel.events())
    screen.turn(knob, start=0, sweep=60)
    cable(stage, "detect", "connected")
    stage.shows("it is back with the cable", layout, values)
    stage.check("fingers did nothing while nothing showed", len(panel.events()) == told,
                panel.events()[told:])
    screen.turn(knob, start=0, sweep=60)
    values["master"] = right_turn(stage, panel, knob, 60, values["master"])
    stage.shows("and fingers turn again", layout, values)
