"""The activities of a soak. Each activity restores the state of the panel."""

import glob
import os
import shutil

import layouts
from broker import Broker, HostileBrokers
from rig.waiting import until
from soaked import PAUSE_SECONDS, Soaked

KNOBS = 10
# The value of the knobs after an activity, and a different value before it.
LAST_VALUE, OTHER_VALUE = 50, 25
TIMEOUT = 60
LAYOUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "layouts")


class Activities:
    """A running panel that is connected to its broker."""

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
        """Reloads the same layout."""
        for _ in range(count):
            self.panel.after(self.panel.reload, "reloaded")

    def others(self, count):
        """Shows another layout, which closes all connections, and the first again, which reopens them."""
        for _ in range(count):
            self._show(layouts.plain(), "reloaded")
            self._show(self._good, "reloaded")
        # The panel also notices a save by itself, and can read it once more. Its state is final once it is
        # idle. Reloading the same layout changes no value.
        self._show(layouts.plain(), "reloaded")
        self.panel.wait_until_idle()
        self.panel.events.values.clear()
        self._show(self._good, "reloaded")
        self._has_all_values()

    def faults(self, count):
        """Shows a layout with an error, and one without."""
        for _ in range(count):
            self._show(layouts.faulty(self._good), "has no key")
            self._show(self._good, "reloaded")

    def shipped(self, count):
        """Shows each of the project's layouts, with its pictures, styles and controls."""
        for _ in range(count):
            for text in self._shipped:
                self._show(text, "reloaded")
        self._show(self._good, "reloaded")

    def saves(self, count):
        """Like `others`, but the panel itself notices each save."""
        for _ in range(count):
            for text in (layouts.plain(), self._good):
                self.panel.after(lambda: self.panel.save(text), "reloaded")

    def remote(self, count):
        """Changes the values of all knobs through the broker."""
        self._show_all_digits()
        for i in range(KNOBS):
            self._change(f"k{i}", count // KNOBS)

    def starved(self, count):
        """Changes values through the broker while the events are not read."""
        self.panel.events.stall()
        self.broker.publish("soak/k0", changes(count))
        self.panel.wait_until_idle()
        self.panel.events.resume()
        self._change("k0", 1)

    def restarts(self, count):
        """Restarts the broker."""
        for _ in range(count):
            self.broker.stop()
            self.panel.events.values.clear()
            self.broker.start()
            self._has_all_values()

    def hostile(self, count):
        """Adds and removes a knob with each kind of hostile broker. Another knob follows its own broker."""
        for _ in range(count):
            for port in self.hostile_brokers.ports():
                self._show(layouts.brokered(self.broker.port, KNOBS, port), "reloaded")
                self._change("k0", 1000)
                self._show(self._good, "reloaded")

    def _show_all_digits(self):
        """Draws all digits, whose glyphs are cached. Of simultaneous changes only the last is drawn, so a
        slow machine could otherwise draw a digit for the first time at the end of the test."""
        values = {f"k{i}": 11 * i for i in range(KNOBS)}
        for knob, value in values.items():
            self.broker.publish(f"soak/{knob}", [value])
        self._until(lambda: values.items() <= self.panel.events.values.items(), "each has its value")
        self.panel.wait_until_idle()

    def _change(self, knob, count):
        # Of simultaneous values only the last is used, and it is no event if it equals the previous value.
        for what, values in (("another value", [OTHER_VALUE]), ("the last value", changes(count))):
            self.broker.publish(f"soak/{knob}", values)
            self._until(lambda: self.panel.events.values.get(knob) == values[-1], what)

    def _until(self, condition, what):
        until(lambda: condition() or self.panel.fails_if_gone(), TIMEOUT, what, PAUSE_SECONDS)

    def _show(self, text, message):
        self.panel.save(text)
        self.panel.after(self.panel.reload, message)


def shipped(path):
    """Returns a shipped layout with the local machine instead of a host name."""
    with open(path) as file:
        return file.read().replace("homeassistant.local", "127.0.0.1")


def changes(count):
    """Returns values that each differ from the previous one, followed by LAST_VALUE."""
    return [i * 7 % LAST_VALUE for i in range(count)] + [LAST_VALUE]
