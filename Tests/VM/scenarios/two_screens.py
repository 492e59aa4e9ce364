"""Touch screens of several displays. udev's WL_OUTPUT or --touch assigns each to one display."""

from rig.turns import right_turn
from rig.waiting import until

RULES = "/run/udev/rules.d/90-output.rules"


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    stage.mixer.set("30%")
    stage.guest.set_udev_rules(RULES, rule("Single", "HDMI-A-9"))
    panel = stage.panel(layout)
    value = stage.mixer_values(panel)["master"]
    other = stage.plug(layout, "single-touch")
    says(panel, f"({other.node}): it belongs to HDMI-A-9")
    stage.check("`knobpanel devices` reports its output",
                "over HDMI-A-9 (WL_OUTPUT)" in stage.knobpanel("devices")[1])
    own = panel.sees(stage.plug(layout))
    other.turn(knob, start=0, sweep=90)
    stage.check("a touch screen of another output turns nothing", not panel.events("began"))
    own.turn(knob, start=0, sweep=40)
    value = right_turn(stage, panel, knob, 40, value)
    panel.end()

    panel = stage.panel(layout, "--touch", other.screen.name)
    says(panel, f"({own.node}): --touch does not name it")
    panel.sees(other)
    own.turn(knob, start=0, sweep=40)
    stage.check("a touch screen that --touch does not name turns nothing", not panel.events("began"))
    other.turn(knob, start=0, sweep=-30)
    right_turn(stage, panel, knob, -30, value)
    panel.end()


def rule(name, output):
    return (f'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{{name}}=="*{name}*", '
            f'ENV{{WL_OUTPUT}}="{output}"\n')


def says(panel, text):
    until(lambda: text in panel.stderr(), 20, f"'{text}' on stderr")
