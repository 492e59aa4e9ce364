"""A panel without touches shows the time of day. The touch that ends this turns nothing."""

from rig.held import sleeps
from rig.lit import keep_lit
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 18


def play(stage):
    layout = stage.layout("screen-idle")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    set_second(stage, 1)
    panel.after(0, "idle", None)
    clock = stage.rendered(layout, values, "--idle", in_guest=True)
    stage.shows_picture("the time of day is shown without touches", clock)
    set_second(stage, 1)
    sleeps(stage, panel, "while the clock is shown")
    stage.mixer.set("33%")
    panel.after(0, "remote", "master")
    sleeps(stage, panel, "after a remote change, which is not visible")
    stage.check("the clock is still shown", stage.screen() == clock)
    set_second(stage, 58)
    until(lambda: stage.screen() != clock, 30, "the next minute is shown")
    stage.check("the next minute is shown", True)

    lit = stage.rendered(layout, stage.mixer_values(panel))
    raw = stage.mixer.raw("Master")
    screen.turn(knob, start=0, sweep=60)
    panel.after(0, "lit", None)
    stage.shows_picture("a touch shows the panel", lit)
    stage.check("this touch turns nothing", not panel.events("began") and stage.mixer.raw("Master") == raw,
                f"{panel.events()}")
    keep_lit(screen)
    screen.turn(knob, start=0, sweep=45)
    end = panel.after(0, "ended", "master")
    stage.agrees(panel, knob, end["value"])
    panel.end()


def set_second(stage, second):
    """Sets the guest's clock to a second of its minute."""
    stage.guest.must("sh", "-c", f"date -s @$(($(date +%s) / 60 * 60 + {second}))")
