"""A running `knobpanel run` in the guest and what it says."""

import itertools
import json
import signal

from rig.guest import BINARY, RESULTS, GuestError
from rig.waiting import Limit, until

KD_TEXT, KD_GRAPHICS = 0, 1  # linux/kd.h
REST_SECONDS = 60

numbers = itertools.count()


class Panel:
    """`fifo`: a process of its own reads the events, which `starve` stops and `feed` lets go on.
    `under`: a command that runs the panel, and leaves it its process id."""

    def __init__(self, guest, layout, *options, display="drm", user=None, env={}, fifo=False,
                 under=()):
        self._guest = guest
        self._log = f"{RESULTS}/panel-{next(numbers)}"
        self._events = self._log + ".jsonl"
        self._told, self._offset = [], 0
        self._said = b""
        self.layout = layout
        events = self._events
        self._reader = None
        if fifo:
            events = self._log + ".fifo"
            guest.must("mkfifo", events)
            # Open for both, so that it is there before the panel is, and stays.
            self._reader = guest.ask(
                "start", ["sh", "-c", f"exec cat <>{events} >{self._events}"], self._log + ".cat")
        argv = [*under, BINARY, "run", layout.path, "--display", display, "--events", events,
                "--verbose", *options]
        # A window has no console.
        self.pid = guest.ask("start", argv, self._log, display == "drm", user, env)
        self.status = None

    def up(self):
        """Waits until it has the console; the picture may come a moment later."""
        def has_console():
            self.fails_if_ended()
            return self._guest.ask("console")[0] == KD_GRAPHICS

        until(has_console, 30, "knobpanel takes the console")
        return self

    def has_open(self, path):
        """Whether it holds this file open, for instance a touch device it found."""
        return self._guest.has_open(self.pid, path)

    def sees(self, device):
        """Waits until it takes what the device sends. That its node is open is not enough: libinput
        reads the state of a device after that, and drops what came before."""
        name = device.screen.name

        def taken():
            said = self.stderr()
            comes, goes = (said.count(f" device{what}: {name}") for what in ("", " gone"))
            return comes > goes and self.has_open(device.node)

        until(taken, 20, f"knobpanel takes {name}")
        return device

    def events(self, kind=None, knob=None):
        """What it has written to --events so far, without a line that is still being written."""
        try:
            text = self._guest.read(self._events, self._offset)
        except GuestError:
            return []  # Not made yet.
        whole = text[:text.rfind(b"\n") + 1]
        self._offset += len(whole)
        self._told += [json.loads(line) for line in whole.splitlines()]
        return [e for e in self._told
                if (kind is None or e["event"] == kind) and (knob is None or e.get("knob") == knob)]

    def forget(self):
        """Events until now are told no more."""
        self.events()
        self._told.clear()

    def after(self, count, kind, knob, seconds=20):
        """Waits until there are more than `count` events of this kind; the latest."""
        def found():
            events = self.events(kind, knob)[count:]
            if not events:
                self.fails_if_ended()
            return events

        return until(found, seconds, f"'{kind}' of {knob} in --events")[-1]

    def value(self, knob):
        """The last value it said a knob has, None if it said none."""
        said = [e["value"] for e in self.events(knob=knob) if "value" in e]
        return said[-1] if said else None

    def starve(self):
        self._guest.kill(self._reader, signal.SIGSTOP)

    def feed(self):
        self._guest.kill(self._reader, signal.SIGCONT)

    def stderr(self):
        self._said += self._guest.read(self._log + ".err", len(self._said))
        return self._said.decode(errors="replace")

    def says(self, text, action, seconds=20):
        """Does `action()` and waits until it says `text` after that."""
        since = len(self.stderr())
        result = action()
        until(lambda: text in self.stderr()[since:] or self.fails_if_ended(), seconds,
              f"'{text}' on stderr")
        return result

    def fails_if_ended(self):
        if self.ended(0):
            raise PanelEnded(f"knobpanel ended with {self.status}: {self.stderr().strip()}")

    def send(self, number):
        self._guest.kill(self.pid, number)

    def end(self, number=signal.SIGTERM, seconds=20):
        """Signals it and waits: its exit status, None if it does not end."""
        if self.status is None:
            self.send(number)
            self.ended(seconds)
        return self.status

    def rests(self, log=None):
        """Waits until all of its threads sleep: whether they do, or it has ended before. `log` is that
        of fail-call.c, if it runs under that."""
        limit = Limit(REST_SECONDS)
        while not self._guest.ask("rests", self.pid, BINARY, log):
            if self.ended(0) or limit.is_over:
                return False
        return True

    def timers(self):
        """Seconds until each of its timers that is set."""
        return self._guest.ask("timers", self.pid)

    def ended(self, seconds):
        """Whether it ends within the time."""
        limit = Limit(seconds)
        while self.status is None:
            self.status = self._guest.ask("wait", self.pid, min(seconds, 1))
            if limit.is_over:
                break
        return self.status is not None

    def drop(self):
        """Makes sure it is gone, whatever state it is in."""
        if self.status is None and not self.ended(0):
            self.end(signal.SIGKILL)
        if self._reader:
            self._guest.kill(self._reader, signal.SIGKILL)
            self._guest.ask("wait", self._reader, 10)
            self._reader = None


class PanelEnded(Exception):
    """The panel ended although it should run."""
