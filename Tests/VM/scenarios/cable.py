"""The cable of the panel's screen is unplugged and plugged in again. Touches have an effect only while the
picture is shown."""

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
    count = len(panel.events())
    screen.turn(knob, start=0, sweep=60)
    cable(stage, "detect", "connected")
    stage.shows("the picture returns with the cable", layout, values)
    stage.check("touches without a picture have no effect", len(panel.events()) == count,
                panel.events()[count:])
    screen.turn(knob, start=0, sweep=60)
    values["master"] = right_turn(stage, panel, knob, 60, values["master"])
    stage.shows("then a finger turns the knob", layout, values)
