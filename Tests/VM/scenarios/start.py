"""A panel starts: it takes the console, shows what the mixer says, and writes nothing there."""

from rig.guest import RESULTS
from rig.panel import KD_GRAPHICS, KD_TEXT
from rig.placing import EACH_CARD
from rig.waiting import until

CARDS = EACH_CARD


def play(stage):
    stage.check("the console is in text mode before", stage.console()[0] == KD_TEXT)
    raw = {"Master": stage.mixer.set("37%", "Master"), "Synth": stage.mixer.set("62%", "Synth")}
    log = f"{RESULTS}/mixer-events"
    watcher = stage.guest.ask("start", ["stdbuf", "-oL", "amixer", "-c", "Dummy", "events"], log)

    def mixer_events():
        lines = stage.guest.text(log + ".out").splitlines()
        return [line for line in lines if line.startswith("event value")]

    until(lambda: stage.guest.text(log + ".out"), 10, "amixer listens")
    panel = stage.panel(stage.layout("two-knobs"))
    stage.check("the console is in graphics mode", stage.console()[0] == KD_GRAPHICS)
    stage.shows("the screen shows what the mixer says", panel.layout, stage.mixer_values(panel))
    fingers = [e for e in panel.events() if e["event"] in ("began", "changed", "ended")]
    stage.check("without a finger nothing turns", not fingers, fingers)
    written = mixer_events()
    stage.check("nothing was written to the mixer", not written, written)
    stage.check("the mixer stands where it stood",
                {element: stage.mixer.raw(element)[0] for element in raw} == raw)

    # The silence above means something only if this watcher hears a real write.
    stage.mixer.set("10%", "Synth")
    until(mixer_events, 10, "amixer hears a write")
    stage.guest.kill(watcher, 15)
    stage.guest.ask("wait", watcher, 30)
