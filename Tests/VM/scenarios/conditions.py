"""Files, the time and a knob's value change what is on the panel. Nothing vanishes under a finger, and a
hidden knob drives nothing."""

import json

from rig.guest import RESULTS
from rig.waiting import until

# Approximate; see rig/placing.py.
TAKES_SECONDS = 12
SOCKET = f"{RESULTS}/conditions"
MODE, BELL = "/run/mode", "/run/bell"
NOON, NIGHT = "12:00", "23:00"


def play(stage):
    set_clock(stage, NOON)
    stage.guest.write(MODE, b"day\n")
    stage.guest.write(BELL, b"off\n")
    for element, volume in (("Master", "30%"), ("Synth", "60%")):
        stage.mixer.set(volume, element)
    layout = stage.layout("conditions")
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    panel = stage.panel(layout, "--socket", SOCKET)
    screen = panel.sees(stage.plug(layout))

    def shows(what, mode, time=NOON, page="rooms"):
        """Compares the screen with a layout whose conditions on the files are replaced with the knob's value."""
        picture = stage.rendered(
            expected(stage, mode), stage.mixer_values(panel), "--time", time, "--page", page)
        return stage.shows_picture(what, picture)

    def state(item):
        return json.loads(stage.knobpanel("get", item, "--socket", SOCKET, "--json")[1])

    def choose(mode):
        stage.guest.write(MODE, mode.encode() + b"\n")
        until(lambda: state("Mode: {value}")["text"] == f"Mode: {mode}", 20, f"the panel reads {mode}")

    shows("by day, the first knob is shown", "day")
    choose("party")
    shows("a word in a file changes a knob's colour and name", "party")
    set_clock(stage, "21:59:57")
    shows("at ten, a label says good night", "party", NIGHT)

    screen.turn(master, start=0, sweep=162, lifts=False)
    until(lambda: panel.value("master") >= 85, 10, "the knob turns")
    choose("night")
    screen.turn(master, start=162, sweep=13.5, lands=False, lifts=False)
    until(lambda: panel.value("master") >= 90, 10, "the knob turns on")
    stage.check("a knob that a finger holds is not hidden, and the other one does not appear above it",
                not state("master").get("hidden") and state("synth").get("hidden"))
    screen.lift()
    end = panel.after(0, "ended", "master")
    stage.agrees(panel, master, end["value"])
    shows("once the finger lifts, the other knob has its place; the loud one colours a label", "night", NIGHT)

    raw, count = stage.mixer.raw("Master"), len(panel.events("began"))
    screen.turn(synth, start=0, sweep=-54)
    end = panel.after(0, "ended", "synth")
    stage.check("a finger turns the knob that is shown", abs(end["value"] - 40) <= 5
                and [event.get("knob") for event in panel.events("began")[count:]] == ["synth"], end)
    stage.agrees(panel, synth, end["value"])
    for refused in (("set", "master", "20"), ("press", "quiet")):
        status, _, stderr = stage.knobpanel(*refused, "--socket", SOCKET)
        stage.check(f"`{' '.join(refused)}` is refused", status == 1 and "the layout" in stderr, stderr)
    stage.check("a hidden knob drives nothing", stage.mixer.raw("Master") == raw)
    stage.mixer.set("10%", "Master")
    panel.after(0, "remote", "master")
    shows("a hidden knob follows the mixer, which colours the label", "night", NIGHT)

    screen.turn(synth, start=0, sweep=54, lifts=False)
    stage.guest.write(BELL, b"on\n")
    choose("day")
    stage.check("no page is shown under a finger", not panel.events("shown"), panel.events("shown"))
    screen.lift()
    panel.after(0, "shown", None)
    shows("a bell shows the page of the door", "day", NIGHT, page="door")
    stage.check("the panel ends with status 0", panel.end() == 0, panel.stderr())


def expected(stage, mode):
    """Returns the layout in this mode, with conditions on the value of a knob in place of files."""
    layout = stage.layout("conditions")
    text = stage.guest.text(layout.path).replace("control: {file: /run/bell}, is: true", "knob: master, above: 100")
    text = text.replace(f"{{value}}\", at: [500, 230], value: {{file: {MODE}}}", f"{mode}\", at: [500, 230]")
    for word in ("night", "party"):
        holds = "knob: master, above: 0" if mode == word else "knob: master, above: 100"
        text = text.replace(f"control: {{file: {MODE}}}, is: {word}", holds)
    layout.path = f"{RESULTS}/conditions-{mode}.yaml"
    stage.guest.write(layout.path, text)
    return layout


def set_clock(stage, time):
    stage.guest.must("date", "-s", time)
