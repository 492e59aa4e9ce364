"""A `knobpanel run` on this machine, without a screen, whose heap can be looked at."""

import json
import os
import re
import signal
import subprocess
import threading
import time

import growth
from rig.waiting import until

REST_SECONDS = 0.4
# Short, as this is done thousands of times.
PAUSE_SECONDS = 0.005
END = b"end"


class Soaked:
    """`layout` is the path the panel runs; `folder` has its files."""

    def __init__(self, binary, preload, layout, folder):
        self.layout, self.folder = layout, folder
        self._heap = os.path.join(folder, "live-allocations")
        self._errors = os.path.join(folder, "stderr")
        fifo = os.path.join(folder, "events")
        os.mkfifo(fifo)
        self.events = Events(fifo)
        self.events.open()
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(
                [binary, "run", layout, "--display", "headless", "--events", fifo, "--verbose"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                env={**os.environ, "LD_PRELOAD": preload, "LIVE_ALLOCATIONS": self._heap})
        self.pid = self._process.pid
        self.tail = Tail(self._errors)

    def end(self):
        """Its exit status after SIGTERM; None if it does not end."""
        self._process.terminate()
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            return None

    def close(self):
        """Makes sure it is gone, whatever state it is in."""
        self._process.kill()
        self._process.wait()
        self.events.close()

    def reload(self):
        os.kill(self.pid, signal.SIGHUP)

    def save(self, text):
        """A save as editors do it: a new file in place of the old one."""
        with open(self.layout + ".new", "w") as file:
            file.write(text)
        os.rename(self.layout + ".new", self.layout)

    def told(self):
        with open(self._errors, errors="replace") as file:
            return file.read()

    def rounds(self):
        """What its event loop says of its rounds at the end: how many there were, how many were long."""
        return re.findall(r"event loop: \d+ rounds.*", self.told())

    def after(self, action, text, seconds=20):
        """Does `action()` and waits until the panel says `text` after it."""
        self.tail.skip()
        action()
        until(lambda: self.tail.has(text) or self.fails_if_gone(), seconds, text, PAUSE_SECONDS)

    def fails_if_gone(self):
        status = self._process.poll()
        if status is not None:
            raise RuntimeError(f"knobpanel ended with {status}:\n{self.told()[-2000:]}")

    def _read(self, name):
        with open(f"/proc/{self.pid}/{name}") as file:
            return file.read()

    def switches(self):
        """How often each thread went to sleep."""
        switches = {}
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                text = self._read(f"task/{task}/status")
            except OSError:
                continue  # Ended since.
            switches[task] = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M).group(1)
        return switches

    def rest(self, seconds=30):
        """Waits until nothing runs in it any more."""
        def is_at_rest():
            self.fails_if_gone()
            before = self.switches()
            time.sleep(REST_SECONDS)
            return before == self.switches()

        until(is_at_rest, seconds, "the panel comes to rest", PAUSE_SECONDS)

    def sample(self):
        """What it holds, at rest."""
        self.rest()
        with open(self._heap, "rb") as file:
            heap, of_size = growth.parsed_heap(file.read())
        return {**heap, **growth.parsed_status(self._read("status")), "of size": of_size,
                "descriptors": len(os.listdir(f"/proc/{self.pid}/fd"))}


class Tail:
    """What was written to a file since the last `skip`."""

    def __init__(self, path):
        self._file = open(path, errors="replace")
        self._text = ""

    def skip(self):
        self._file.read()
        self._text = ""

    def has(self, text):
        self._text += self._file.read()
        return text in self._text


class Events:
    """Reads the panel's events from a named pipe, all the time; `stall` makes it a slow reader."""

    def __init__(self, path):
        self._path = path
        self._goes_on = threading.Event()
        self._goes_on.set()
        # The last of each knob.
        self.values = {}

    def open(self):
        # For both, so that it does not wait for the panel.
        self._descriptor = os.open(self._path, os.O_RDWR)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        rest = b""
        while True:
            self._goes_on.wait()
            data = os.read(self._descriptor, 1 << 16)
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line == END:
                    return
                # Of a reader before this one, or of a panel that was killed, there may be half a line.
                if line.startswith(b"{") and line.endswith(b"}"):
                    event = json.loads(line)
                    # A knob whose control went away or came back has no value there.
                    if "knob" in event and "value" in event:
                        self.values[event["knob"]] = event["value"]

    def stall(self):
        self._goes_on.clear()

    def go_on(self):
        self._goes_on.set()

    def close(self):
        """Goes away; the pipe then has no reader."""
        self.go_on()
        os.write(self._descriptor, b"\n" + END + b"\n")
        self._thread.join(5)
        os.close(self._descriptor)
