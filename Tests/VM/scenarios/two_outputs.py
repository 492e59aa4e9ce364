"""Two displays of one card under weston, each with its own panel and touch screen.

The windows are assigned to outputs by their app ids. A window that requests an output is not sufficient:
weston 10 can move it to another output when it is first shown."""

from rig.turns import right_turn
from rig.waiting import until
from scenarios.two_screens import RULES, rule

CARDS = ["virtio-gpu"]
SECOND = "/sys/class/drm/card0-Virtual-2/status"


def play(stage):
    layout = stage.layout("one-knob")
    knob = layout.knobs["master"]
    stage.mixer.set("30%")
    stage.guest.must("sh", "-c", f"echo on > {SECOND}")
    stage.guest.set_udev_rules(RULES, rule("Ten", "Virtual-1") + rule("Single", "Virtual-2"))
    weston = stage.weston()
    first = weston.sees(stage.plug(layout))
    second = weston.sees(stage.plug(layout, "single-touch"))
    one = stage.window(weston, layout, "--app-id", "one", "--fullscreen", "--socket", "/run/one")
    two = stage.window(weston, layout, "--app-id", "two", "--fullscreen", "--socket", "/run/two")
    value = stage.mixer_values(one)["master"]
    two.after(0, "remote", "master")
    picture = stage.rendered(layout, {"master": value})
    for number in range(2):
        until(lambda: stage.screen(number) == picture, 30, f"a panel on output {number}")
        stage.check(f"output {number} shows a panel", True)

    first.turn(knob, start=0, sweep=40)
    value = right_turn(stage, one, knob, 40, value)
    stage.check("the first touch screen turns nothing on the second display", not two.events("began"))
    # Waits until the pointer has stopped, because a finger takes the value that is shown.
    two.becomes_idle()
    since = len(one.events("began"))
    second.turn(knob, start=0, sweep=-60)
    value = right_turn(stage, two, knob, -60, value)
    stage.check("the second touch screen turns nothing on the first display",
                len(one.events("began")) == since)
    picture = stage.rendered(layout, {"master": value})
    for number in range(2):
        until(lambda: stage.screen(number) == picture, 30, f"the value on output {number}")
        stage.check(f"output {number} shows the value", True)
    one.end()
    two.end()
    stage.guest.must("sh", "-c", f"echo detect > {SECOND}")
