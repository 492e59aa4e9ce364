"""A `knobpanel run` in the guest, with its events and messages."""

import itertools
import json
import signal

from rig.guest import BINARY, RESULTS, GuestError
from rig.waiting import Limit, until

KD_TEXT, KD_GRAPHICS = 0, 1  # linux/kd.h
IDLE_TIMEOUT_SECONDS = 60

numbers = itertools.count()


class Panel:
    """A running panel. With `fifo`, a separate process reads the events; `starve` stops it, `feed` resumes
    it. `under` is a command that executes the panel in its own process."""

    def __init__(self, guest, layout, *options, display="drm", user=None, env={}, fifo=False,
                 under=()):
        self._guest = guest
        self._log = f"{RESULTS}/panel-{next(numbers)}"
        self._events = self._log + ".jsonl"
        self._known_events, self._offset = [], 0
        self._stderr = b""
        self.layout = layout
        events = self._events
        self._reader = None
        if fifo:
            events = self._log + ".fifo"
            guest.must("mkfifo", events)
            # Opened for reading and writing, which does not wait for the panel and never ends.
            self._reader = guest.ask(
                "start", ["sh", "-c", f"exec cat <>{events} >{self._events}"], self._log + ".cat")
        argv = [*under, BINARY, "run", layout.path, "--display", display, "--events", events,
                "--verbose", *options]
        # A window has no console.
        self.pid = guest.ask("start", argv, self._log, display == "drm", user, env)
        self.status = None

    def up(self):
        """Waits until it has the console. The picture may appear later."""
        def has_console():
            self.fails_if_ended()
            return self._guest.ask("console")[0] == KD_GRAPHICS

        until(has_console, 30, "knobpanel takes the console")
        return self

    def has_open(self, path):
        """Returns whether it has this file open, for instance a touch device."""
        return self._guest.has_open(self.pid, path)

    def sees(self, device):
        """Waits until it handles the events of a device. An open node is not enough: libinput reads the
        device's state after opening it, and drops earlier events."""
        name = device.screen.name

        def is_used():
            text = self.stderr()
            added, removed = (text.count(f" device{suffix}: {name}") for suffix in ("", " gone"))
            return added > removed and self.has_open(device.node)

        until(is_used, 20, f"knobpanel uses {name}")
        return device

    def events(self, kind=None, knob=None):
        """Returns the events that it has written to --events so far, without an incomplete last line."""
        try:
            text = self._guest.read(self._events, self._offset)
        except GuestError:
            return []  # The file does not exist yet.
        whole = text[:text.rfind(b"\n") + 1]
        self._offset += len(whole)
        self._known_events += [json.loads(line) for line in whole.splitlines()]
        return [e for e in self._known_events
                if (kind is None or e["event"] == kind) and (knob is None or e.get("knob") == knob)]

    def forget(self):
        """Makes `events` omit all events until now."""
        self.events()
        self._known_events.clear()

    def after(self, count, kind, knob, seconds=20):
        """Waits until there are more than `count` events of this kind, and returns the latest."""
        def found():
            events = self.events(kind, knob)[count:]
            if not events:
                self.fails_if_ended()
            return events

        return until(found, seconds, f"'{kind}' of {knob} in --events")[-1]

    def value(self, knob):
        """Returns the last reported value of a knob, None if there is none."""
        values = [e["value"] for e in self.events(knob=knob) if "value" in e]
        return values[-1] if values else None

    def starve(self):
        self._guest.kill(self._reader, signal.SIGSTOP)

    def feed(self):
        self._guest.kill(self._reader, signal.SIGCONT)

    def stderr(self):
        self._stderr += self._guest.read(self._log + ".err", len(self._stderr))
        return self._stderr.decode(errors="replace")

    def says(self, text, action, seconds=20):
        """Calls `action()`, waits until stderr has `text` after that, and returns the action's result."""
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
        """Sends a signal and waits. Returns the exit status, None if it does not end."""
        if self.status is None:
            self.send(number)
            self.ended(seconds)
        return self.status

    def becomes_idle(self, log=None):
        """Waits until all of its threads sleep. Returns false if it ends before, or if the time is over.
        `log` is the log of fail-call.c, if the panel runs under it."""
        limit = Limit(IDLE_TIMEOUT_SECONDS)
        while not self._guest.ask("is_idle", self.pid, BINARY, log):
            if self.ended(0) or limit.is_over:
                return False
        return True

    def timers(self):
        """Returns the seconds until the expiry of each armed timer."""
        return self._guest.ask("timers", self.pid)

    def ended(self, seconds):
        """Returns whether it ends within the time."""
        limit = Limit(seconds)
        while self.status is None:
            self.status = self._guest.ask("wait", self.pid, min(seconds, 1))
            if limit.is_over:
                break
        return self.status is not None

    def drop(self):
        """Ends it in any state, with SIGKILL if necessary."""
        if self.status is None and not self.ended(0):
            self.end(signal.SIGKILL)
        if self._reader:
            self._guest.kill(self._reader, signal.SIGKILL)
            self._guest.ask("wait", self._reader, 10)
            self._reader = None


class PanelEnded(Exception):
    """The panel ended unexpectedly."""
