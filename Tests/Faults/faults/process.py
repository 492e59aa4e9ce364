"""Runs a command under `strace`, to record its calls or to fail one of them."""

import os
import shutil
import signal
import subprocess
import time

from faults import hold, trace

POLL_SECONDS = 0.01
# So many looks in a row at which no thread runs are called rest.
LOOKS_AT_REST = 4
HANG_SECONDS = 60

TERM = "SIGTERM"
# Options of strace to see all calls of all threads, and what their descriptors are.
RECORD = ["-f", "-y"]


class Outcome:
    """How a run went; `mistake` says what is wrong with it already, such as a hang."""

    def __init__(self):
        self.status = self.mistake = None
        self.stdout, self.stderr, self.calls = b"", "", []
        self.seconds_to_end = 0.0  # since SIGTERM
        self.ended = None  # as calls tell their times, where the clock is theirs
        self.leftovers = []

    @property
    def text(self):
        """All that it said."""
        return self.stdout.decode(errors="replace") + self.stderr


class Process:
    """A command that was started in `folder` under strace, or one thread of it that is not the first."""

    def __init__(self, command, binary, folder, options, thread=0):
        self._folder, self._binary = folder, binary
        self._trace = os.path.join(folder, "trace")
        self._streams = [open(os.path.join(folder, name), "w+b") for name in ("stdout", "stderr")]
        command.prepare(folder)
        self._before = set(os.listdir(folder)) | {"trace", "threads", "events.jsonl"}
        self._tracer = None
        options = ["-ttt", "-o", self._trace, *options]
        argv = [binary, *command.arguments]
        how = {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": self._streams[0],
               "stderr": self._streams[1],
               "env": {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder}}
        if thread:
            threads = os.path.join(folder, "threads")
            self._process, id = hold.started(argv, thread, threads, **how)
            self._tracer = hold.follow(self._process, id, options)
        else:
            # The program has the process that is started here, strace another one (`-D`).
            self._process = subprocess.Popen(["strace", "-D", "-q", *options, *argv], **how)

    @property
    def pid(self):
        return self._process.pid

    def send(self, number):
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            pass

    def runs(self):
        return self._process.poll() is None

    def rests(self):
        """Waits until all threads sleep; false if it ends before, or does not come to rest."""
        looks, before, deadline = 0, None, time.monotonic() + HANG_SECONDS
        while looks < LOOKS_AT_REST:
            if not self.runs() or time.monotonic() > deadline:
                return False
            now = self._activity()
            looks = looks + 1 if now is not None and now == before else 0
            before = now
            time.sleep(POLL_SECONDS)
        return True

    def _activity(self):
        """The processor time of all threads if all of them sleep; None if one does not."""
        total = 0
        try:
            if os.readlink(f"/proc/{self.pid}/exe") != self._binary:
                return None  # Still strace.
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{thread}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                if fields[0] != "S":
                    return None
                total += int(fields[11]) + int(fields[12])
            return total
        except OSError:
            return None

    def calls(self):
        """What it has made so far of the calls that are traced."""
        return trace.read(self._trace)

    def wait(self):
        """Waits for its end: how it went."""
        outcome = Outcome()
        began = time.monotonic()
        try:
            outcome.status = self._process.wait(HANG_SECONDS)
        except subprocess.TimeoutExpired:
            outcome.mistake = f"does not end within {HANG_SECONDS} s"
            self._process.kill()
            self._process.wait()
        outcome.seconds_to_end = time.monotonic() - began
        outcome.ended = time.time()
        self._tracer_ends()
        outcome.calls = self.calls()
        texts = []
        for stream in self._streams:
            stream.seek(0)
            texts.append(stream.read())
            stream.close()
        outcome.stdout, outcome.stderr = texts[0], texts[1].decode(errors="replace")
        # The folder "pulse" is of ALSA's plug-in for PulseAudio, where that is the default card.
        outcome.leftovers = sorted(set(os.listdir(self._folder)) - self._before - {"pulse"})
        return outcome

    def _tracer_ends(self):
        """strace writes the last lines when the process is gone already."""
        if self._tracer:
            self._tracer.wait()
            return
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with open(self._trace, "rb") as file:
                file.seek(max(0, os.path.getsize(self._trace) - 200))
                if b"+++ " in file.read():
                    return
            time.sleep(POLL_SECONDS)
        raise TimeoutError("strace did not end")


def run(command, binary, folder, options, fault=None):
    """Runs a command to its end, which is asked for where it does not end by itself.

    Once a fault that ends it was met it has to end without being asked.
    """
    process = Process(command, binary, folder, options, fault.thread if fault else 0)
    rested = True
    # Reads its layout again, and ends.
    for number in (signal.SIGHUP, signal.SIGTERM) if command.stays else ():
        rested = process.rests()
        if not rested or fault and fault.ends and fault.met(process.calls()):
            break
        process.send(number)
    alive = not rested and process.runs()
    if alive:
        process.send(signal.SIGTERM)
    outcome = process.wait()
    if alive and not outcome.mistake:
        outcome.mistake = f"does not come to rest within {HANG_SECONDS} s"
    return outcome


def fresh_folder(path, layouts):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    os.symlink(layouts, os.path.join(path, "layouts"))
    return path
