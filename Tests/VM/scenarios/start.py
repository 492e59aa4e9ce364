"""A panel starts, takes the console and shows the mixer's values. It does not write to the mixer."""

from rig.guest import RESULTS
from rig.panel import KD_GRAPHICS, KD_TEXT
from rig.placing import EACH_CARD
from rig.waiting import until

CARDS = EACH_CARD


def play(stage):
    stage.check("before the start the console is in text mode", stage.console()[0] == KD_TEXT)
    raw = {"Master": stage.mixer.set("37%", "Master"), "Synth": stage.mixer.set("62%", "Synth")}
    log = f"{RESULTS}/mixer-events"
    watcher = stage.guest.ask("start", ["stdbuf", "-oL", "amixer", "-c", "Dummy", "events"], log)

    def mixer_events():
        lines = stage.guest.text(log + ".out").splitlines()
        return [line for line in lines if line.startswith("event value")]

    until(lambda: stage.guest.text(log + ".out"), 10, "amixer listens")
    panel = stage.panel(stage.layout("two-knobs"))
    stage.check("the console is in graphics mode", stage.console()[0] == KD_GRAPHICS)
    stage.shows("the screen shows the mixer's values", panel.layout, stage.mixer_values(panel))
    fingers = [e for e in panel.events() if e["event"] in ("began", "changed", "ended")]
    stage.check("without a touch nothing turns", not fingers, fingers)
    written = mixer_events()
    stage.check("the panel has written nothing to the mixer", not written, written)
    stage.check("the mixer's values have not changed",
                {element: stage.mixer.raw(element)[0] for element in raw} == raw)

    # Verifies that the watcher reports a real write.
    stage.mixer.set("10%", "Synth")
    until(mixer_events, 10, "amixer reports a write")
    stage.guest.kill(watcher, 15)
    stage.guest.ask("wait", watcher, 30)
