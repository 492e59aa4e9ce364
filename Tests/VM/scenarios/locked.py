"""A held finger and a PIN unlock knobs. The sound card plays a click for each step, and is closed then."""

import re

from rig.touch import Sample, lift
from rig.waiting import until

# The centres of the PIN pad's keys in this layout (Layout/PINPadLayout.swift), in design pixels.
COLUMNS, ROWS = (310, 400, 490), (154, 244, 334, 424)
# Not as a part of a longer number, such as a time.
PIN = re.compile(r"(?<![\d.])4711(?![\d.])")
TAP_SECONDS, PAUSE_SECONDS = 0.08, 0.4


def play(stage):
    layout = stage.layout("locked")
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    for element in ("Master", "Synth"):
        stage.mixer.set("50%", element)
    panel = stage.panel(layout)
    screen = panel.sees(stage.plug(layout))
    panel.after(0, "remote", "synth")

    screen.turn(master, start=0, sweep=60)
    end = panel.after(0, "ended", "master")
    stage.check("a locked knob does not turn", not panel.events("changed", "master"), end)

    screen.play([Sample(0, 0, master.point(0))])
    panel.after(0, "unlocked", "master")
    screen.turn(master, start=0, sweep=54, lands=False)
    end = panel.after(1, "ended", "master")
    stage.check("a held finger unlocks the knob and turns it", abs(end["value"] - 70) <= 5, end)
    stage.agrees(panel, master, end["value"])
    granted = until(lambda: re.search(r'PCM "hw:Dummy" plays .* at most ([\d.]+) ms', panel.stderr()),
                    20, "the PCM is opened")
    stage.check("a click is played within 10 ms", float(granted[1]) <= 10, granted[0])
    until(lambda: pcm(stage) == "closed", 20, "the card is closed")
    stage.check("the card is closed after the turn", True)

    screen.play(tap(synth.center))
    until(lambda: pins(panel) == ["asked"], 20, "the PIN is requested")
    screen.play(*digits("4712"))
    until(lambda: pins(panel) == ["asked", "refused"], 20, "a wrong PIN is refused")
    screen.play(*digits("4711"))
    until(lambda: pins(panel) == ["asked", "refused", "unlocked"], 20, "the correct PIN unlocks")
    since = len(panel.events("ended", "synth"))
    screen.turn(synth, start=0, sweep=54)
    end = panel.after(since, "ended", "synth")
    stage.check("after the correct PIN a finger turns the knob", abs(end["value"] - 70) <= 5, end)
    stage.agrees(panel, synth, end["value"])
    texts = [part for event in panel.events() for part in event.values() if isinstance(part, str)]
    stage.check("messages and events do not contain the PIN",
                not any(map(PIN.search, [panel.stderr(), *texts])), panel.stderr())
    stage.check("the panel ends with status 0", panel.end() == 0, panel.stderr())


def pins(panel):
    return [event["event"] for event in panel.events() if event.get("lock") == "pin"]


def pcm(stage):
    return stage.guest.text("/proc/asound/Dummy/pcm0p/sub0/status").split()[0]


def tap(point, at=0.0):
    return [Sample(at, 0, point), lift(0, at + TAP_SECONDS)]


def digits(text):
    """Yields taps on the keys of these digits, in order."""
    for index, digit in enumerate(text):
        key = 10 if digit == "0" else int(digit) - 1
        yield tap((COLUMNS[key % 3], ROWS[key // 3]), index * PAUSE_SECONDS)
