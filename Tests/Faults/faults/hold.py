"""Stops a program at the beginning of one of its threads, so that strace can follow only that one."""

import os
import signal
import subprocess
import time

POLL_SECONDS = 0.005
SECONDS = 30
STRACE = ["strace", "-q", "-D", "-f"]
# The first call of each thread, also of the first (glibc).
FIRST_CALL = "rseq"


class NotMet(Exception):
    """The program ended, or made no such thread."""


def started(argv, thread, trace, **how):
    """Starts a command and stops it when this thread of it (1 for the second) begins: (the process,
    the thread's id). Ends it if there is no such thread."""
    process = subprocess.Popen(
        [*STRACE, "-o", trace, "-e", f"trace={FIRST_CALL}",
         "-e", f"inject={FIRST_CALL}:signal=SIGSTOP:when=1", *argv], **how)
    try:
        begun = 0
        while begun <= thread:
            if begun:
                os.kill(process.pid, signal.SIGCONT)
            _until(lambda: len(_stops(trace)) > begun, process)
            begun = len(_stops(trace))
        # Ended in this way it leaves the program stopped; SIGTERM it would pass on.
        os.kill(int(_status(process.pid, "TracerPid")), signal.SIGKILL)
        _until(lambda: _status(process.pid, "TracerPid") == "0" and _stopped(process.pid), process)
        return process, _stops(trace)[thread]
    except (NotMet, OSError):
        process.kill()
        process.wait()
        raise NotMet from None


def follow(process, thread, options):
    """Lets it go on with strace on that thread only."""
    tracer = subprocess.Popen(["strace", "-q", *options, "-p", str(thread)],
                              stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _until(lambda: _status(thread, "TracerPid") == str(tracer.pid) and _traced(thread), process)
        os.kill(process.pid, signal.SIGCONT)
        return tracer
    except (NotMet, OSError):
        for ended in (process, tracer):
            ended.kill()
            ended.wait()
        raise NotMet from None


def _until(condition, process):
    deadline = time.monotonic() + SECONDS
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            raise NotMet
        time.sleep(POLL_SECONDS)


def _stops(trace):
    """The threads that began, in order, and were stopped by it. A thread that only made its first
    call has not got the signal yet, which is lost if strace ends now."""
    if not os.path.exists(trace):
        return []
    began, stopped = [], []
    with open(trace) as file:
        for line in file:
            thread, _, rest = line.partition(" ")
            if f" {FIRST_CALL}(" in line:
                began.append(thread)
            elif "--- stopped by SIGSTOP" in rest and began and thread == began[-1]:
                stopped = began.copy()
    return [int(thread) for thread in stopped]


def _stopped(pid):
    """Whether all of its threads are stopped, without a tracer."""
    return all(_state(f"{pid}/task/{id}") == "T" for id in os.listdir(f"/proc/{pid}/task"))


def _traced(thread):
    """Whether strace has this stopped thread in hand."""
    return _state(thread) == "t"


def _state(thread):
    with open(f"/proc/{thread}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


def _status(thread, field):
    with open(f"/proc/{thread}/status") as file:
        return next(line.split()[1] for line in file if line.startswith(field + ":"))
