"""What is done to the panel; each activity leaves it as it was."""

import glob
import os
import shutil

import layouts
from broker import Broker, HostileBrokers
from rig.waiting import until
from soaked import PAUSE_SECONDS, Soaked

KNOBS = 10
# What the knobs rest at, and are at before that.
LAST_VALUE, OTHER_VALUE = 50, 25
PATIENCE = 60
LAYOUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "layouts")


class Activities:
    """A panel with its broker, up and connected."""

    def __init__(self, binary, preload, folder):
        self.broker = Broker(folder)
        self.hostile_brokers = HostileBrokers()
        self._good = layouts.brokered(self.broker.port, KNOBS)
        path = os.path.join(folder, "layout.yaml")
        shutil.copytree(os.path.join(LAYOUTS, "skin"), os.path.join(folder, "skin"))
        self._shipped = [shipped(path) for path in sorted(glob.glob(os.path.join(LAYOUTS, "*.yaml")))]
        with open(path, "w") as file:
            file.write(self._good)
        for i in range(KNOBS):
            self.broker.publish(f"soak/k{i}", [LAST_VALUE], is_retained=True)
        self.panel = Soaked(binary, preload, path, folder)
        self._has_all_values()

    def close(self):
        self.panel.close()
        self.broker.stop()
        self.hostile_brokers.stop()

    def _has_all_values(self):
        self._until(lambda: len(self.panel.events.values) == KNOBS, "each knob has a value")

    def same(self, count):
        """The layout is read again."""
        for _ in range(count):
            self.panel.after(self.panel.reload, "reloaded")

    def others(self, count):
        """Another layout, which ends all connections, and the first again, which makes them anew."""
        for _ in range(count):
            self._show(layouts.plain(), "reloaded")
            self._show(self._good, "reloaded")
        # The panel sees a save by itself, too, and may read it once more: what it shows is certain once it
        # rests. A layout that replaces itself changes no value.
        self._show(layouts.plain(), "reloaded")
        self.panel.rest()
        self.panel.events.values.clear()
        self._show(self._good, "reloaded")
        self._has_all_values()

    def faults(self, count):
        """A layout with a mistake, and one without."""
        for _ in range(count):
            self._show(layouts.faulty(self._good), "has no key")
            self._show(self._good, "reloaded")

    def shipped(self, count):
        """The project's own layouts in turn, with their pictures, looks and controls."""
        for _ in range(count):
            for text in self._shipped:
                self._show(text, "reloaded")
        self._show(self._good, "reloaded")

    def saves(self, count):
        """As `others`, but the panel sees for itself that the file was saved."""
        for _ in range(count):
            for text in (layouts.plain(), self._good):
                self.panel.after(lambda: self.panel.save(text), "reloaded")

    def remote(self, count):
        """What the knobs drive is changed by others."""
        self._show_all_figures()
        for i in range(KNOBS):
            self._change(f"k{i}", count // KNOBS)

    def starved(self, count):
        """The same while nobody reads the events."""
        self.panel.events.stall()
        self.broker.publish("soak/k0", changes(count))
        self.panel.rest()
        self.panel.events.go_on()
        self._change("k0", 1)

    def restarts(self, count):
        """The broker goes, and comes back."""
        for _ in range(count):
            self.broker.stop()
            self.panel.events.values.clear()
            self.broker.start()
            self._has_all_values()

    def hostile(self, count):
        """A knob at each kind of hostile broker comes and goes; another one follows its own."""
        for _ in range(count):
            for port in self.hostile_brokers.ports():
                self._show(layouts.brokered(self.broker.port, KNOBS, port), "reloaded")
                self._change("k0", 1000)
                self._show(self._good, "reloaded")

    def _show_all_figures(self):
        """Of changes that come together only the last is drawn, so that on a slow machine a figure may
        be drawn, and its picture kept, long after the others."""
        values = {f"k{i}": 11 * i for i in range(KNOBS)}
        for knob, value in values.items():
            self.broker.publish(f"soak/{knob}", [value])
        self._until(lambda: values.items() <= self.panel.events.values.items(), "each has its value")
        self.panel.rest()

    def _change(self, knob, count):
        # Of values that come together only the last is taken, and it is no event if it is the one before.
        for what, values in (("another value", [OTHER_VALUE]), ("the last value", changes(count))):
            self.broker.publish(f"soak/{knob}", values)
            self._until(lambda: self.panel.events.values.get(knob) == values[-1], what)

    def _until(self, condition, what):
        until(lambda: condition() or self.panel.fails_if_gone(), PATIENCE, what, PAUSE_SECONDS)

    def _show(self, text, told):
        self.panel.save(text)
        self.panel.after(self.panel.reload, told)


def shipped(path):
    """A layout without names that somebody else would have to know."""
    with open(path) as file:
        return file.read().replace("homeassistant.local", "127.0.0.1")


def changes(count):
    """Values that all differ from the one before, and then the one at rest."""
    return [i * 7 % LAST_VALUE for i in range(count)] + [LAST_VALUE]
