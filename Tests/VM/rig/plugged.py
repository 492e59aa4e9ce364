"""A touch screen or an encoder that is plugged into the guest, made by evemu-device through uinput."""

import itertools
import signal

from rig.guest import PAYLOAD, RESULTS
from rig.touch import Sample, TouchScreen, lift, turn
from rig.waiting import until

numbers = itertools.count()


class Plugged:
    """A device that exists until `unplug`. `path` is its description file in the guest, `description`
    the text of this file."""

    def __init__(self, guest, path, description, layout=None, display=None):
        self.screen = TouchScreen(description)
        self._guest, self._layout, self.display = guest, layout, display
        self._log = f"{RESULTS}/device-{next(numbers)}"
        self._record = None
        self.pid = guest.ask("start", ["evemu-device", path], self._log)
        try:
            self.node = until(self._announced, 10, f"evemu-device {path}")
            self._record = guest.ask("record", self.node)
            until(lambda: guest.ask("exists", self._record), 20, f"udevd has handled {self.node}")
        except BaseException:
            self.unplug()
            raise

    def _announced(self):
        """Returns the node of the device, None if it does not exist yet.

        evemu-device prints `name: /dev/input/eventN` once the device exists."""
        text = self._guest.text(self._log + ".out")
        return text.rpartition(": ")[2].strip() if text.endswith("\n") else None

    def play(self, *fingers):
        """Plays the movements of fingers (lists of samples, see rig.touch) in real time."""
        samples = [sample for finger in fingers for sample in finger]
        self.play_events(self.screen.events(samples, self._layout, self.display).encode())

    def play_events(self, events):
        path = f"{RESULTS}/events-{next(numbers)}.evemu"
        self._guest.write(path, events)
        self._guest.must("sh", "-c", f"exec evemu-play {self.node} <{path}", seconds=60)

    def turn(self, knob, start, sweep, **how):
        self.play(turn(knob, start, sweep, **how))

    def tap(self, point):
        """Touches a point in design pixels for a short time."""
        self.play([Sample(0, 0, point), lift(0, 0.08)])

    def lift(self, finger=0):
        self.play([lift(finger)])

    def unplug(self):
        if self.pid:
            self._guest.kill(self.pid, signal.SIGTERM)
            self._guest.ask("wait", self.pid, 10)
            self.pid = None
            # Waits, because the next device gets the same node.
            until(lambda: not self._record or not self._guest.ask("exists", self._record), 20,
                  f"udevd has handled that {self.screen.name} is gone")


def device_path(name):
    return f"{PAYLOAD}/devices/{name}.evemu"
