"""Another console comes to the front and goes again: the panel lets go, and returns."""

from rig.guest import until


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    own = stage.rendered(layout, values)
    stage.shows_picture("the panel is up", own)

    screen.turn(knob, start=0, sweep=30, lifts=False)
    panel.after(0, "changed", "master")
    stage.check("another console comes to the front", stage.guest.ask("activate", 2, 10))
    until(lambda: stage.screen() != own, 10, "the other console is on the screen")
    panel.after(0, "cancelled", "master")
    stage.check("a turn under way is cancelled", True)
    value, told = panel.value("master"), len(panel.events())
    screen.turn(knob, start=30, sweep=60, lands=False)
    stage.check("fingers do nothing while it is away", len(panel.events()) == told,
                panel.events()[told:])

    stage.check("the panel's console comes back to the front", stage.guest.ask("activate", 1, 10))
    stage.shows("the panel is back as it was", layout, {"master": value})
    screen.turn(knob, start=0, sweep=60)
    end = panel.after(0, "ended", "master")
    stage.check("fingers turn again", abs(end["value"] - value - knob.value_of_turn(60)) <= 1,
                f"from {value}: {end}; all: {panel.events()}")
    stage.shows("the screen follows them", layout, {"master": end["value"]})
