"""A `knobpanel run` on this machine, without a screen, whose heap is counted."""

import json
import os
import re
import signal
import subprocess
import threading
import time

import growth
from rig.waiting import until

IDLE_SECONDS = 0.4
# Short, because there are thousands of waits.
PAUSE_SECONDS = 0.005
END = b"end"


class Soaked:
    """A running panel. `layout` is the path of its layout, `folder` is for its files."""

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
        """Sends SIGTERM and returns the exit status, None if it does not end."""
        self._process.terminate()
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            return None

    def close(self):
        """Ends it in any state."""
        self._process.kill()
        self._process.wait()
        self.events.close()

    def reload(self):
        os.kill(self.pid, signal.SIGHUP)

    def save(self, text):
        """Saves the layout like an editor, by replacing the file with a new one."""
        with open(self.layout + ".new", "w") as file:
            file.write(text)
        os.rename(self.layout + ".new", self.layout)

    def messages(self):
        with open(self._errors, errors="replace") as file:
            return file.read()

    def rounds(self):
        """Returns the event loop's messages at the end, about the number and the duration of its rounds."""
        return re.findall(r"event loop: \d+ rounds.*", self.messages())

    def after(self, action, text, seconds=20):
        """Calls `action()` and waits until the panel writes `text` after it."""
        self.tail.skip()
        action()
        until(lambda: self.tail.has(text) or self.fails_if_gone(), seconds, text, PAUSE_SECONDS)

    def fails_if_gone(self):
        status = self._process.poll()
        if status is not None:
            raise RuntimeError(f"knobpanel ended with {status}:\n{self.messages()[-2000:]}")

    def _read(self, name):
        with open(f"/proc/{self.pid}/{name}") as file:
            return file.read()

    def switches(self):
        """Returns the number of times that each thread has slept."""
        switches = {}
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                text = self._read(f"task/{task}/status")
            except OSError:
                continue  # Ended in the meantime.
            switches[task] = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M).group(1)
        return switches

    def wait_until_idle(self, seconds=30):
        """Waits until all of its threads sleep."""
        def is_idle():
            self.fails_if_gone()
            before = self.switches()
            time.sleep(IDLE_SECONDS)
            return before == self.switches()

        until(is_idle, seconds, "the panel becomes idle", PAUSE_SECONDS)

    def sample(self):
        """Waits until it is idle, and returns its resources."""
        self.wait_until_idle()
        with open(self._heap, "rb") as file:
            heap, of_size = growth.parsed_heap(file.read())
        return {**heap, **growth.parsed_status(self._read("status")), "of size": of_size,
                "descriptors": len(os.listdir(f"/proc/{self.pid}/fd"))}


class Tail:
    """The text that was written to a file since the last `skip`."""

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
    """Reads the panel's events from a named pipe in a thread. `stall` pauses the reader."""

    def __init__(self, path):
        self._path = path
        self._is_reading = threading.Event()
        self._is_reading.set()
        # The last value of each knob.
        self.values = {}

    def open(self):
        # Opened for reading and writing, which does not wait for the panel.
        self._descriptor = os.open(self._path, os.O_RDWR)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        rest = b""
        while True:
            self._is_reading.wait()
            data = os.read(self._descriptor, 1 << 16)
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if line == END:
                    return
                # A previous reader or a killed panel can leave an incomplete line.
                if line.startswith(b"{") and line.endswith(b"}"):
                    event = json.loads(line)
                    # Events of a control that becomes offline or online have no value.
                    if "knob" in event and "value" in event:
                        self.values[event["knob"]] = event["value"]

    def stall(self):
        self._is_reading.clear()

    def resume(self):
        self._is_reading.set()

    def close(self):
        """Ends the reader."""
        self.resume()
        os.write(self._descriptor, b"\n" + END + b"\n")
        self._thread.join(5)
        os.close(self._descriptor)
