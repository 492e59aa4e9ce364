"""A screen without touches is dimmed and then off. The touch that wakes it turns nothing."""

from rig.held import sleeps
from rig.lit import keep_lit
from rig.picture import Picture
from rig.placing import EACH_CARD
from rig.waiting import until

CARDS = EACH_CARD
# Approximate; see rig/placing.py.
TAKES_SECONDS = 25


def play(stage):
    standby(stage)
    black(stage)


def standby(stage):
    layout = stage.layout("screen-off")
    knob = layout.knobs["master"]
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    values = stage.mixer_values(panel)
    lit = stage.rendered(layout, values)
    keep_lit(screen)
    panel.forget()
    stage.shows_picture("the panel is up", lit)
    panel.after(0, "dimmed", None)
    # A quarter of 256 steps, rounded down.
    dark = Picture(lit.width, lit.height, bytes(value * 64 // 256 for value in lit.rgb))
    stage.shows_picture("it is dimmed without touches", dark)
    panel.after(0, "off", None)
    until(lambda: not output_is_on(stage), 10, "the output is disabled")
    stage.check("then it goes to standby", True)
    sleeps(stage, panel, "while it is off")

    before = values["master"]
    stage.mixer.set("33%")
    panel.after(0, "remote", "master")
    stage.check("a remote change does not wake it", not output_is_on(stage))
    sleeps(stage, panel, "while it is off, after a remote change")

    lit = stage.rendered(layout, stage.mixer_values(panel))
    raw = stage.mixer.raw("Master")
    screen.turn(knob, start=0, sweep=60)
    panel.after(0, "lit", None)
    stage.check("a touch wakes it", True)
    until(lambda: output_is_on(stage), 10, "the output is enabled")
    stage.shows_picture("the panel is shown again", lit)
    stage.check("this touch turns nothing", not panel.events("began") and stage.mixer.raw("Master") == raw,
                f"{panel.events()}, before {before}")
    keep_lit(screen)
    screen.turn(knob, start=0, sweep=45)
    end = panel.after(0, "ended", "master")
    stage.agrees(panel, knob, end["value"])
    panel.end()


def black(stage):
    layout = stage.layout("screen-black")
    panel = stage.panel(layout, "--socket", "/run/screen")
    screen = panel.sees(stage.plug(layout))
    lit = stage.rendered(layout, stage.mixer_values(panel))
    # Rendering can take longer than the screen stays lit.
    keep_lit(screen)
    stage.shows_picture("the next panel is up", lit)
    nothing = Picture(lit.width, lit.height, bytes(len(lit.rgb)))
    stage.knobpanel("screen", "off", "--socket", "/run/screen")
    stage.shows_picture("`knobpanel screen off` blackens it", nothing)
    stage.knobpanel("screen", "on", "--socket", "/run/screen")
    stage.shows_picture("`knobpanel screen on` shows the panel", lit)
    panel.forget()
    panel.after(0, "off", None, seconds=40)
    stage.shows_picture("it becomes black by itself", nothing)
    stage.check("meanwhile another console can be shown", stage.guest.ask("activate", 2, 30))
    until(lambda: "another console is active" in panel.stderr(), 10, "the panel releases the console")
    # The panel first reports that the other console is active, and then closes the touch screen.
    stage.check("the panel's console becomes active again",
                panel.says(f"touch device: {screen.screen.name}",
                           lambda: stage.guest.ask("activate", 1, 30)))
    stage.shows_picture("the screen is still black", nothing)
    screen.turn(layout.knobs["master"], start=0, sweep=20)
    stage.shows_picture("a touch shows the panel", lit)


def output_is_on(stage):
    """Returns whether the connector of the screen is enabled."""
    states = stage.guest.ask("texts", "/sys/class/drm/card*-*/enabled").values()
    return b"enabled\n" in states
