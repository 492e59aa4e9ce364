"""A running `knobpanel run` in the guest and what it says."""

import itertools
import json
import signal

from rig.guest import PAYLOAD, RESULTS, until

BINARY = f"{PAYLOAD}/knobpanel"
KD_TEXT, KD_GRAPHICS = 0, 1  # linux/kd.h

numbers = itertools.count()


class Panel:
    def __init__(self, guest, layout, *options, display="drm", user=None, env={}):
        self._guest = guest
        self._log = f"{RESULTS}/panel-{next(numbers)}"
        self._events = self._log + ".jsonl"
        self.layout = layout
        argv = [BINARY, "run", layout.path, "--display", display, "--events", self._events,
                "--verbose", *options]
        # A window has no console.
        self.pid = guest.ask("start", argv, self._log, display == "drm", user, env)
        self.status = None

    def up(self):
        """Waits until it has the console; the picture may come a moment later."""
        def has_console():
            if self.ended(0):
                raise PanelEnded(f"knobpanel ended with {self.status}: {self.stderr().strip()}")
            return self._guest.ask("console")[0] == KD_GRAPHICS

        until(has_console, 30, "knobpanel takes the console")
        return self

    def has_open(self, path):
        """Whether it holds this file open, for instance a touch device it found."""
        return self._guest.has_open(self.pid, path)

    def sees(self, device):
        until(lambda: self.has_open(device.node), 20, f"knobpanel opens {device.screen.name}")
        return device

    def events(self, kind=None, knob=None):
        """What it has written to --events so far, without a line that is still being written."""
        try:
            text = self._guest.text(self._events)
        except Exception:
            return []  # Not made yet.
        whole = text[:text.rfind("\n") + 1]
        events = [json.loads(line) for line in whole.splitlines()]
        return [e for e in events
                if (kind is None or e["event"] == kind) and (knob is None or e["knob"] == knob)]

    def after(self, count, kind, knob, seconds=20):
        """Waits until there are more than `count` events of this kind; the latest."""
        def found():
            events = self.events(kind, knob)[count:]
            if not events and self.ended(0):
                raise PanelEnded(f"knobpanel ended with {self.status}: {self.stderr().strip()}")
            return events

        return until(found, seconds, f"'{kind}' of {knob} in --events")[-1]

    def value(self, knob):
        """The last value it said a knob has, None if it said none."""
        said = [e["value"] for e in self.events(knob=knob) if "value" in e]
        return said[-1] if said else None

    def stderr(self):
        return self._guest.text(self._log + ".err")

    def send(self, number):
        self._guest.kill(self.pid, number)

    def end(self, number=signal.SIGTERM, seconds=20):
        """Signals it and waits: its exit status, None if it does not end."""
        if self.status is None:
            self.send(number)
            self.ended(seconds)
        return self.status

    def ended(self, seconds):
        """Whether it ends within the time."""
        if self.status is None:
            self.status = self._guest.ask("wait", self.pid, seconds, seconds=seconds + 30)
        return self.status is not None

    def drop(self):
        """Makes sure it is gone, whatever state it is in."""
        if self.status is None and not self.ended(0):
            self.end(signal.SIGKILL)


class PanelEnded(Exception):
    """The panel ended although it should run."""
