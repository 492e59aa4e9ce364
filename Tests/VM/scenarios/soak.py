"""Repeats everything that can happen to a panel. Its resources must not grow, and it must become idle.

`--soak-hours` sets the duration. Each cycle ends in its initial state, where the resources of the idle panel
are sampled.
"""

import itertools
import json
import os
import time

from growth import OF_CYCLES, Growth
from rig.guest import RESULTS
from rig.held import counting_heap, sample
from rig.stage import HERE
from rig.touch import turn
from rig.waiting import until
from scenarios.output_unplugged import RULE, RULES, cable

# One card is enough. This one copies and flips, the other only copies.
CARDS = ["virtio-gpu"]
# Approximate; see rig/placing.py.
TAKES_SECONDS = 60
PATH = f"{RESULTS}/soak.yaml"
VALUES = {"lamp": 50, "hall": 50}
# The first cycles fill caches of glyphs, alarms and message buffers. At least SAMPLE_COUNT samples are
# compared after them.
WARM_UP_CYCLES, SAMPLE_COUNT = 2, 6
TIMEOUT = 60


def play(stage):
    soak = Soak(stage)
    soak.cycle()
    deadline = time.monotonic() + stage.options.soak_hours * 3600
    samples = []
    for number in itertools.count(1):
        soak.cycle()
        samples.append((number, soak.sample()))
        if time.monotonic() >= deadline and len(samples) >= WARM_UP_CYCLES + SAMPLE_COUNT:
            break
    check_growth(stage, soak, samples)


def check_growth(stage, soak, samples):
    growth = Growth(samples[WARM_UP_CYCLES:], OF_CYCLES)
    stage.check(f"{soak.actions} actions in {len(samples) + 1} cycles leak nothing",
                not growth.leaks(), "\n".join(growth.leaks()))
    print(f"        {growth.summary()}", flush=True)
    stage.shows("the screen shows the initial state", soak.layout, soak.values())
    stage.check("the panel ends with status 0", soak.panel.end() == 0, soak.panel.stderr()[-2000:])


class Soak:
    """A panel and its environment. `cycle` runs all steps once."""

    def __init__(self, stage):
        self.stage, self.guest, self.actions = stage, stage.guest, 0
        self.shown = dict(VALUES)
        self.texts = {}
        for name in ("soak", "soak-other"):
            with open(os.path.join(HERE, "layouts", name + ".yaml")) as file:
                self.texts[name] = file.read()
        # The kernel sends no event for forced connectors; see output_unplugged.
        self.guest.set_udev_rules(RULES, RULE)
        self.broker = stage.broker()
        for topic, value in VALUES.items():
            self.broker.publish(topic, [value], is_retained=True)
        self.guest.write(PATH, self.texts["soak"])
        self.layout = stage.layout("soak")
        self.layout.path = PATH
        self.panel = stage.panel(self.layout, env=counting_heap(stage), fifo=True)
        self.screen = self.panel.sees(stage.plug(self.layout))
        stage.shows("the panel is up", self.layout, self.values())
        self.record = open(os.path.join(stage.keep, "soak.jsonl"), "a")

    def cycle(self):
        self.began = time.monotonic()
        for step in (self.turns, self.reloads, self.remote_changes, self.starved_reader,
                     self.other_touch, self.other_console, self.no_screen, self.no_broker,
                     self.no_sound_card):
            step()
        self.settle()

    def values(self):
        return self.stage.mixer_values(self.panel) | self.shown

    def settle(self):
        """Restores the initial values of all knobs."""
        for element in ("Master", "Synth"):
            self.stage.mixer.set("50%", element)
        for topic, value in VALUES.items():
            self.broker.publish(topic, [value], is_retained=True)
        until(lambda: all(self.panel.value(k) == v for k, v in VALUES.items()), TIMEOUT,
              "the knobs follow the broker")
        for name in ("coasting", "home"):
            value = self.panel.value(name)
            if value is not None:
                self.shown[name] = value
        self.panel.forget()

    def sample(self):
        held = sample(self.guest, self.panel, bool(self.stage.options.preload))
        held["actions"] = self.actions
        held["seconds"] = round(time.monotonic() - self.began, 1)
        self.record.write(json.dumps(held) + "\n")
        self.record.flush()
        return held

    # The steps

    def turns(self):
        """Four fingers turn at once. One of them is lifted while it moves, so that its knob coasts."""
        # Waits until the panel has the touch screen again.
        self.panel.sees(self.screen)
        knobs = self.layout.knobs
        fingers = [turn(knobs[name], start=-60, sweep=80, finger=i, seconds=0.5)
                   for i, name in enumerate(("master", "synth", "lamp", "coasting"))]
        ends = {name: len(self.panel.events("ended", name)) for name in ("master", "synth", "lamp")}
        self.screen.play(*fingers)
        for name, count in ends.items():
            self.panel.after(count, "ended", name, TIMEOUT)
        self.screen.turn(knobs["home"], start=0, sweep=-40, seconds=0.3)
        self.actions += 4 * 50 + 30

    def save(self, text, message):
        self.panel.says(message, lambda: self.replace(text), TIMEOUT)
        self.actions += 1

    def replace(self, text):
        """Saves the layout like an editor, by replacing the file with a new one."""
        self.guest.write(PATH + ".new", text)
        self.guest.ask("rename", PATH + ".new", PATH)

    def reloads(self):
        good = self.texts["soak"]
        self.save(good.replace("diameter", "diametr", 1), "has no key")
        self.save(good, "reloaded")
        self.save(self.texts["soak-other"], "reloaded")
        # Another keepalive makes another connection to the broker.
        self.save(good.replace("keepalive: 3600", "keepalive: 1800"), "reloaded")
        self.save(good, "reloaded")

    def remote_changes(self):
        """Other programs change the same values at full speed."""
        changes = "".join(f"sset Master {i * 7 % 100}%\nsset Synth {i * 3 % 100}%\n"
                          for i in range(200))
        self.guest.write(f"{RESULTS}/changes", changes)
        self.guest.must("sh", "-c", f"amixer -q -c Dummy -s <{RESULTS}/changes", seconds=60)
        self.broker.publish("lamp", [i * 7 % 100 for i in range(1000)])
        self.actions += 1400

    def starved_reader(self):
        self.panel.starve()
        self.broker.publish("hall", [i * 7 % 100 for i in range(1000)])
        self.panel.feed()
        self.actions += 1000

    def other_touch(self):
        """A second touch screen is plugged in, turns a knob, and is unplugged with a finger on it."""
        other = self.panel.sees(self.stage.plug(self.layout))
        other.turn(self.layout.knobs["coasting"], start=0, sweep=40, seconds=0.2, lifts=False)
        other.unplug()
        until(lambda: not self.panel.has_open(other.node), TIMEOUT, "the panel closes the device")
        self.actions += 3

    def other_console(self):
        for number in (2, 1):
            assert self.guest.ask("activate", number, 30), f"console {number} does not become active"
        self.actions += 2

    def no_screen(self):
        cable(self.stage, "off", "disconnected")
        cable(self.stage, "detect", "connected")
        self.actions += 2

    def no_broker(self):
        self.broker.end()
        since = len(self.panel.events("remote", "lamp"))
        self.broker.start()
        self.panel.after(since, "remote", "lamp", TIMEOUT)
        self.actions += 2

    def no_sound_card(self):
        driver = "/sys/bus/platform/drivers/snd_dummy"
        for action in ("unbind", "bind"):
            self.guest.must("sh", "-c", f"echo snd_dummy.0 >{driver}/{action}", seconds=30)
        self.guest.settle()
        until(lambda: any(target.startswith("/dev/snd/") for target in self.guest.ask(
            "links", f"/proc/{self.panel.pid}/fd/*").values()), TIMEOUT, "the panel opens the card again")
        self.actions += 2
