"""Runs a command under `strace` to record its calls, or under fail-call.c to make one call fail."""

import os
import select
import shutil
import signal
import subprocess
import time

from faults import injection, trace

POLL_SECONDS = 0.01
# A process is idle when no thread has run in this number of consecutive samples.
IDLE_SAMPLES = 4
HANG_SECONDS = 60
STRACE_SECONDS = 20
# Files in the folder of a run.
TRACE, FAULT_LOG = "trace", "fault-log"


class Outcome:
    """The outcome of a run. `error` is an error of the run itself, such as a hang."""

    def __init__(self):
        self.status = self.error = None
        self.stdout, self.stderr, self.calls = b"", "", []
        self.injection = injection.Injection()
        self.end = None  # the Moment of its end
        self.seconds_to_end = 0.0  # since SIGTERM
        self.leftovers = []

    @property
    def text(self):
        """All of its output."""
        return self.stdout.decode(errors="replace") + self.stderr


class Process:
    """A command that runs in `folder`. `tracer` is the command line that precedes it: strace, or
    fail-call.c with a fault."""

    def __init__(self, command, binary, folder, tracer, fault):
        self._folder, self._binary, self._fault = folder, binary, fault
        self._streams = [open(os.path.join(folder, name), "w+b") for name in ("stdout", "stderr")]
        command.prepare(folder)
        self._before = set(os.listdir(folder)) | {TRACE, FAULT_LOG, "events.jsonl"}
        # The program runs in the process that is started here, its tracer in another one.
        self._process = subprocess.Popen(
            [*tracer, binary, *command.arguments], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=self._streams[0], stderr=self._streams[1],
            env={**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder})
        self._descriptor = os.pidfd_open(self.pid)
        self.term_moment = None  # when it received SIGTERM

    @property
    def pid(self):
        return self._process.pid

    def send(self, number):
        if number == signal.SIGTERM:
            self.term_moment = self._now()
        os.kill(self.pid, number)

    def is_running(self):
        return not self._ends(0)

    def _ends(self, seconds):
        """Returns whether it ends within the time. Does not reap it, so that /proc keeps its data."""
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def becomes_idle(self):
        """Waits until all threads sleep. Returns false if it ends before, or if the time is over."""
        samples, before, deadline = 0, None, time.monotonic() + HANG_SECONDS
        while samples < IDLE_SAMPLES:
            if not self.is_running() or time.monotonic() > deadline:
                return False
            now = self._activity()
            samples = samples + 1 if now is not None and now == before else 0
            before = now
            time.sleep(POLL_SECONDS)
        return True

    def _activity(self):
        """Returns the processor time of all threads if all of them sleep, otherwise None.

        A thread that waits for fail-call.c counts as running, because fail-call.c does not sleep then.
        """
        total = 0
        try:
            if os.readlink(f"/proc/{self.pid}/exe") != self._binary:
                return None  # The tracer has not started the program yet.
            folders = [f"/proc/{self.pid}/task/{id}" for id in os.listdir(f"/proc/{self.pid}/task")]
            if self._fault:
                folders.append(f"/proc/{self.read_injection().supervisor}")
            for folder in folders:
                with open(f"{folder}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                if fields[0] != "S":
                    return None
                total += int(fields[11]) + int(fields[12])
            return total
        except OSError:
            return None

    def read_injection(self):
        """Returns the current Injection."""
        path = os.path.join(self._folder, FAULT_LOG)
        if not os.path.exists(path):
            return injection.Injection()
        with open(path) as file:
            return injection.read(file.read())

    def _now(self):
        with open(f"/proc/{self.pid}/schedstat") as file:
            return injection.Moment(time.time(), injection.queued_seconds(file.read()))

    def wait(self):
        """Waits for its end and returns its Outcome."""
        outcome = Outcome()
        if not self._ends(HANG_SECONDS):
            outcome.error = f"does not end within {HANG_SECONDS} s"
            self._process.kill()
            self._ends(None)
        outcome.end, outcome.injection = self._now(), self.read_injection()
        os.close(self._descriptor)
        outcome.status = self._process.wait()
        texts = []
        for stream in self._streams:
            stream.seek(0)
            texts.append(stream.read())
            stream.close()
        outcome.stdout, outcome.stderr = texts[0], texts[1].decode(errors="replace")
        # ALSA's plug-in for PulseAudio makes the folder "pulse" where it is the default card.
        outcome.leftovers = sorted(set(os.listdir(self._folder)) - self._before - {"pulse"})
        return outcome


def record(command, binary, folder, options=trace.RECORD):
    """Returns the Outcome of a run without faults, with its calls."""
    path = os.path.join(folder, TRACE)
    outcome = run(command, binary, folder, ["strace", "-D", "-q", *options, "-o", path])
    wait_for_strace(path)
    outcome.calls = trace.read(path)
    return outcome


def wait_for_strace(path):
    """Waits for the last lines of strace, which writes them after the process has ended."""
    deadline = time.monotonic() + STRACE_SECONDS
    while time.monotonic() < deadline:
        with open(path, "rb") as file:
            file.seek(max(0, os.path.getsize(path) - 200))
            if b"+++ " in file.read():
                return
        time.sleep(POLL_SECONDS)
    raise TimeoutError("strace did not end")


def fail(fault, program, binary, folder):
    """Returns the Outcome of a run with a fault. `program` is fail-call.c, built."""
    tracer = injection.command_line(program, os.path.join(folder, FAULT_LOG), fault)
    if fault.call == "futex":
        # Whether a thread waits for another depends on their timing. With strace it is as in `record`.
        tracer = ["strace", "-D", "-q", "-f", "-o", "/dev/null", *tracer]
    return run(fault.command, binary, folder, tracer, fault)


def run(command, binary, folder, tracer, fault=None):
    """Runs a command to its end. A command that stays gets SIGHUP and then SIGTERM.

    After a fault with SIGTERM it gets no other signal.
    """
    process = Process(command, binary, folder, tracer, fault)
    is_idle = True
    # The panel reloads its layout, and then ends.
    for number in (signal.SIGHUP, signal.SIGTERM) if command.stays else ():
        is_idle = process.becomes_idle()
        if not is_idle or fault and fault.ends and process.read_injection().has_occurred:
            break
        process.send(number)
    is_busy = not is_idle and process.is_running()
    if is_busy:
        process.send(signal.SIGTERM)
    outcome = process.wait()
    term_moment = outcome.injection.moment if fault and fault.ends else None
    if term_moment := term_moment or process.term_moment:
        outcome.seconds_to_end = outcome.end.since(term_moment)
    if is_busy and not outcome.error:
        outcome.error = f"does not become idle within {HANG_SECONDS} s"
    return outcome


def fresh_folder(path, layouts):
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    os.symlink(layouts, os.path.join(path, "layouts"))
    return path
