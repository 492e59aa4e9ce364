"""Runs a command under `strace`, to record its calls, or under fail-call.c, to fail one of them."""

import os
import select
import shutil
import signal
import subprocess
import time

from faults import injection, trace

POLL_SECONDS = 0.01
# So many looks in a row at which no thread runs are called rest.
LOOKS_AT_REST = 4
HANG_SECONDS = 60
STRACE_SECONDS = 20
# Files in the folder of a run.
TRACE, MET = "trace", "met"


class Outcome:
    """How a run went; `mistake` says what is wrong with it already, such as a hang."""

    def __init__(self):
        self.status = self.mistake = None
        self.stdout, self.stderr, self.calls = b"", "", []
        self.injection = injection.Injection()
        self.end = None  # when
        self.seconds_to_end = 0.0  # since SIGTERM
        self.leftovers = []

    @property
    def text(self):
        """All that it said."""
        return self.stdout.decode(errors="replace") + self.stderr


class Process:
    """A command that was started in `folder`; `tracer` is what stands before it, fail-call.c if there
    is a fault."""

    def __init__(self, command, binary, folder, tracer, fault):
        self._folder, self._binary, self._fault = folder, binary, fault
        self._streams = [open(os.path.join(folder, name), "w+b") for name in ("stdout", "stderr")]
        command.prepare(folder)
        self._before = set(os.listdir(folder)) | {TRACE, MET, "events.jsonl"}
        # The program has the process that is started here, its tracer another one.
        self._process = subprocess.Popen(
            [*tracer, binary, *command.arguments], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=self._streams[0], stderr=self._streams[1],
            env={**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder})
        self._descriptor = os.pidfd_open(self.pid)
        self.asked = None  # when it got SIGTERM

    @property
    def pid(self):
        return self._process.pid

    def send(self, number):
        if number == signal.SIGTERM:
            self.asked = self._now()
        os.kill(self.pid, number)

    def runs(self):
        return not self._ends(0)

    def _ends(self, seconds):
        """Whether it ends within the time. Nothing of it is forgotten, as it is not waited for."""
        return bool(select.select([self._descriptor], [], [], seconds)[0])

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
        """The processor time of all threads if all of them sleep; None if one does not.

        A thread that waits for fail-call.c does not sleep.
        """
        total = 0
        try:
            if os.readlink(f"/proc/{self.pid}/exe") != self._binary:
                return None  # Still the tracer.
            folders = [f"/proc/{self.pid}/task/{id}" for id in os.listdir(f"/proc/{self.pid}/task")]
            if self._fault:
                folders.append(f"/proc/{self.met().supervisor}")
            for folder in folders:
                with open(f"{folder}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                if fields[0] != "S":
                    return None
                total += int(fields[11]) + int(fields[12])
            return total
        except OSError:
            return None

    def met(self):
        """What has become of the fault so far."""
        path = os.path.join(self._folder, MET)
        if not os.path.exists(path):
            return injection.Injection()
        with open(path) as file:
            return injection.read(file.read())

    def _now(self):
        with open(f"/proc/{self.pid}/schedstat") as file:
            return injection.Moment(time.time(), injection.queued_seconds(file.read()))

    def wait(self):
        """Waits for its end: how it went."""
        outcome = Outcome()
        if not self._ends(HANG_SECONDS):
            outcome.mistake = f"does not end within {HANG_SECONDS} s"
            self._process.kill()
            self._ends(None)
        outcome.end, outcome.injection = self._now(), self.met()
        os.close(self._descriptor)
        outcome.status = self._process.wait()
        texts = []
        for stream in self._streams:
            stream.seek(0)
            texts.append(stream.read())
            stream.close()
        outcome.stdout, outcome.stderr = texts[0], texts[1].decode(errors="replace")
        # The folder "pulse" is of ALSA's plug-in for PulseAudio, where that is the default card.
        outcome.leftovers = sorted(set(os.listdir(self._folder)) - self._before - {"pulse"})
        return outcome



def record(command, binary, folder, options=trace.RECORD):
    """How a run without faults went, with its calls."""
    path = os.path.join(folder, TRACE)
    outcome = run(command, binary, folder, ["strace", "-D", "-q", *options, "-o", path])
    strace_ends(path)
    outcome.calls = trace.read(path)
    return outcome


def strace_ends(path):
    """It writes the last lines when the process is gone already."""
    deadline = time.monotonic() + STRACE_SECONDS
    while time.monotonic() < deadline:
        with open(path, "rb") as file:
            file.seek(max(0, os.path.getsize(path) - 200))
            if b"+++ " in file.read():
                return
        time.sleep(POLL_SECONDS)
    raise TimeoutError("strace did not end")


def fail(fault, program, binary, folder):
    """How a run with a fault went; `program` is fail-call.c, built."""
    tracer = injection.command_line(program, os.path.join(folder, MET), fault)
    if fault.call == "futex":
        # Whether a thread has to wait for another depends on their pace, which is that of `record` then.
        tracer = ["strace", "-D", "-q", "-f", "-o", "/dev/null", *tracer]
    return run(fault.command, binary, folder, tracer, fault)


def run(command, binary, folder, tracer, fault=None):
    """Runs a command to its end, which is asked for where it does not end by itself.

    Once a fault that ends it was met it has to end without being asked.
    """
    process = Process(command, binary, folder, tracer, fault)
    rested = True
    # Reads its layout again, and ends.
    for number in (signal.SIGHUP, signal.SIGTERM) if command.stays else ():
        rested = process.rests()
        if not rested or fault and fault.ends and process.met().is_met:
            break
        process.send(number)
    alive = not rested and process.runs()
    if alive:
        process.send(signal.SIGTERM)
    outcome = process.wait()
    asked = outcome.injection.moment if fault and fault.ends else None
    if asked := asked or process.asked:
        outcome.seconds_to_end = outcome.end.since(asked)
    if alive and not outcome.mistake:
        outcome.mistake = f"does not come to rest within {HANG_SECONDS} s"
    return outcome


def fresh_folder(path, layouts):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    os.symlink(layouts, os.path.join(path, "layouts"))
    return path
