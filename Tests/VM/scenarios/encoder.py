"""An encoder and volume keys turn the knobs that are bound to them: events, mixer and screen agree."""

from rig.waiting import until

EV_SYN, EV_KEY, EV_REL = 0, 1, 2
REL_DIAL, BTN_0 = 7, 0x100
KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 113, 114, 115
CLICK_SECONDS = 0.1


def play(stage):
    layout = stage.layout("encoder")
    master, synth = layout.knobs["master"], layout.knobs["synth"]
    stage.mixer.set("30%", "Master")
    stage.mixer.set("50%", "Synth")
    panel = stage.panel(layout)
    until(lambda: "“Test encoder” is not connected" in panel.stderr(), 20,
          "a missing encoder is reported")
    encoder = panel.sees(stage.plug(layout, "encoder"))
    keys = panel.sees(stage.plug(layout, "volume-keys"))
    panel.after(0, "remote", "master")
    before = round(panel.value("master"))

    encoder.play_events(clicks(EV_REL, REL_DIAL, [1] * 5))
    end = panel.after(0, "ended", "master")
    stage.check("five clicks change the value by ten", end["value"] == before + 10, f"{before}, then {end}")
    kinds = [e["event"] for e in panel.events(knob="master") if e["event"] != "remote"]
    stage.check("each click is an event", kinds == ["began", *["changed"] * 5, "ended"], kinds)
    stage.agrees(panel, master, end["value"])

    encoder.play_events(clicks(EV_REL, REL_DIAL, [3] * 10))
    end = panel.after(1, "ended", "master")
    stage.check("the value stops at the knob's limit", end["value"] == 60, end)
    encoder.play_events(clicks(EV_REL, REL_DIAL, [-1]))
    end = panel.after(2, "ended", "master")
    stage.check("one click back changes it immediately", end["value"] == 58, end)
    stage.agrees(panel, master, 58)

    before = round(panel.value("synth"))
    keys.play_events(clicks(EV_KEY, KEY_VOLUMEUP, [1, 2, 2, 0]))
    end = panel.after(0, "ended", "synth")
    stage.check("each repetition of a key counts", end["value"] == before + 15, f"{before}, then {end}")
    keys.play_events(clicks(EV_KEY, KEY_VOLUMEDOWN, [1, 0]))
    end = panel.after(1, "ended", "synth")
    stage.check("the other key turns it down", end["value"] == before + 10, end)
    stage.agrees(panel, synth, before + 10)
    stage.shows("the screen shows both", layout, {"master": 58, "synth": before + 10})
    keys.play_events(clicks(EV_KEY, KEY_MUTE, [1, 0]))
    panel.after(0, "muted", "synth")
    stage.agrees(panel, synth, 0)

    panel.says("input device removed: Test encoder", encoder.unplug)
    encoder = panel.sees(stage.plug(layout, "encoder"))
    encoder.play_events(clicks(EV_REL, REL_DIAL, [-1]))
    end = panel.after(3, "ended", "master")
    stage.check("plugged in again, it turns the knob", end["value"] == 56, end)
    stage.check("the panel ends with status 0", panel.end() == 0, panel.stderr())


def clicks(kind, code, values):
    """Returns lines for evemu-play with a report of each value, CLICK_SECONDS apart."""
    lines = []
    for index, value in enumerate(values):
        seconds = index * CLICK_SECONDS
        lines += [f"E: {seconds:.6f} {kind:04x} {code:04x} {value}",
                  f"E: {seconds:.6f} {EV_SYN:04x} 0000 0"]
    return ("\n".join(lines) + "\n").encode()
