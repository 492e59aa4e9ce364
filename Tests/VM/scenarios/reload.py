"""The panel reloads its layout after each save, also during a turn."""

import os
import signal

from rig.guest import RESULTS
from rig.panel import BINARY
from rig.picture import decode_png
from rig.stage import HERE
from rig.waiting import until

PATH = f"{RESULTS}/reload.yaml"


def play(stage):
    layout = stage.layout("one-knob")
    with open(os.path.join(HERE, "layouts", "one-knob.yaml")) as file:
        stage.guest.write(PATH, file.read())
    layout.path = PATH
    knob = layout.knobs["master"]
    stage.mixer.set("30%", "Master")
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    before = stage.mixer_values(panel)["master"]
    stage.shows("the panel is up", layout, {"master": before})

    value = turned_through_a_save(stage, panel, screen, knob, before)
    stage.shows("the screen shows the saved layout with the value", layout, {"master": value})
    value = turned_while_saving(stage, panel, screen, knob, value)
    stage.shows("the screen shows the last save with the value", layout, {"master": value})
    badge(stage, panel, screen, knob, value)

    count = reloads(panel)
    panel.send(signal.SIGHUP)
    until(lambda: reloads(panel) > count, 10, "SIGHUP reloads the layout")
    stage.check("SIGHUP does not end the panel", not panel.ended(0))
    stage.check("the panel ends with status 0", panel.end() == 0, panel.stderr())

    broken_start(stage, layout)


def save(stage, edit):
    """Saves the layout like many programs, by replacing the file with a new one."""
    stage.guest.must("sed", "-i", edit, PATH)


def reloads(panel):
    return panel.stderr().count("reload.yaml: reloaded")


def mixers(stage, panel):
    """Returns the descriptors of open mixers. A mixer that is opened again has another descriptor."""
    links = stage.guest.ask("links", f"/proc/{panel.pid}/fd/*")
    return {path: target for path, target in links.items() if target.startswith("/dev/snd/")}


def turned_through_a_save(stage, panel, screen, knob, before):
    """A finger turns by 90 degrees, half of it before and half of it after a save. Returns the value."""
    opened = mixers(stage, panel)
    stage.check("a mixer is open", opened)
    screen.turn(knob, start=0, sweep=45, lifts=False)
    save(stage, "s/diameter: 340/diameter: 300/; s/name: Master/name: Hall/")
    until(lambda: reloads(panel) == 1, 10, "the save is read")
    screen.turn(knob, start=45, sweep=45, lands=False)
    end = panel.after(0, "ended", "master")
    kinds = [e["event"] for e in panel.events(knob="master") if e["event"] != "remote"]
    stage.check("the turn has one beginning, one end, and only changes in between",
                kinds == ["began"] + ["changed"] * (len(kinds) - 2) + ["ended"], kinds)
    expected = before + knob.value_of_turn(90)
    stage.check("the value does not jump at the save", abs(end["value"] - expected) <= 1,
                f"{end}, expected {expected:.2f}")
    changes = [e["value"] for e in panel.events("changed", "master")]
    stage.check("all steps of the turn are small", all(abs(a - b) <= 8 for a, b in zip(changes, changes[1:])),
                changes)
    stage.check("the mixer was not opened again", mixers(stage, panel) == opened,
                f"{mixers(stage, panel)}, before {opened}")
    stage.agrees(panel, knob, end["value"])
    return end["value"]


def turned_while_saving(stage, panel, screen, knob, before):
    """A finger turns back slowly while the layout is saved four times. Returns the value."""
    count, since = reloads(panel), len(panel.events(knob="master"))
    ends = len(panel.events("ended", "master"))
    saves = "; ".join(f"sleep 0.6; sed -i 's/diameter: [0-9]*/diameter: {diameter}/' {PATH}"
                      for diameter in (310, 290, 320, 330))
    stage.guest.must("sh", "-c", f"({saves}) > /dev/null 2>&1 &")
    screen.turn(knob, start=0, sweep=-90, seconds=4)
    end = panel.after(ends, "ended", "master")
    # On a slow machine, the last ones come after the turn.
    until(lambda: "diameter: 330" in stage.guest.text(PATH), 20, "the last save is written")
    until(lambda: reloads(panel) > count, 10, "the saves during the turn are read")
    events = [e for e in panel.events(knob="master")[since:] if e["event"] != "remote"]
    kinds = [e["event"] for e in events]
    stage.check("saves do not interrupt the turn",
                kinds == ["began"] + ["changed"] * (len(kinds) - 2) + ["ended"], kinds)
    expected = before + knob.value_of_turn(-90)
    stage.check("saves do not change the angle of the turn", abs(end["value"] - expected) <= 1,
                f"{end}, expected {expected:.2f}")
    changes = [e["value"] for e in events if e["event"] == "changed"]
    stage.check("the value decreases in small steps",
                all(0 <= a - b <= 4 for a, b in zip(changes, changes[1:])), changes)
    stage.agrees(panel, knob, end["value"])
    return end["value"]


def badge(stage, panel, screen, knob, value):
    """A badge in a corner reports a save with an error. The panel keeps working."""
    good = stage.rendered(panel.layout, {"master": value})
    save(stage, "s/diameter/diametr/")
    until(lambda: "has no key `diametr`" in panel.stderr(), 10, "the error is reported")
    stage.differs_below("a badge reports the error, and the rest of the picture does not change", good, 0.85)
    ends = len(panel.events("ended", "master"))
    screen.turn(knob, start=0, sweep=-30)
    end = panel.after(ends, "ended", "master")
    stage.check("the knob turns while the badge is shown",
                abs(end["value"] - value - knob.value_of_turn(-30)) <= 1, end)
    save(stage, "s/diametr/diameter/")
    stage.shows("the next valid save removes the badge", panel.layout, {"master": end["value"]})


def broken_start(stage, layout):
    """A panel that starts with a faulty layout shows the errors, and then the next valid save."""
    save(stage, "s/diameter/diametr/")
    panel = stage.panel(layout)
    width, height = stage.display
    out = f"{RESULTS}/mistakes.png"
    stage.guest.must(BINARY, "render", PATH, "-o", out, "--size", f"{width}x{height}",
                     "--show-mistakes", seconds=60)
    stage.shows_picture("the errors are shown instead of the panel",
                        decode_png(stage.guest.read(out)))
    stage.check("meanwhile no mixer is open", not mixers(stage, panel))
    save(stage, "s/diametr/diameter/")
    stage.shows("the next valid save shows the panel", layout, stage.mixer_values(panel))
    stage.check("this panel ends with status 0", panel.end() == 0, panel.stderr())
