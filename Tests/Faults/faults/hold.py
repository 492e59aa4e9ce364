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
        for begun in range(1, thread + 2):
            if begun > 1:
                os.kill(process.pid, signal.SIGCONT)
            _until(lambda: _begun(trace) == begun and _stand(process.pid), process)
        # Ended in this way it leaves the program standing; SIGTERM it would pass on.
        os.kill(int(_status(process.pid, "TracerPid")), signal.SIGKILL)
        _until(lambda: _status(process.pid, "TracerPid") == "0", process)
        return process, max(int(id) for id in os.listdir(f"/proc/{process.pid}/task"))
    except (NotMet, OSError):
        process.kill()
        process.wait()
        raise NotMet from None


def follow(process, thread, options):
    """Lets it go on with strace on that thread only."""
    tracer = subprocess.Popen(["strace", "-q", *options, "-p", str(thread)],
                              stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _until(lambda: _status(thread, "TracerPid") == str(tracer.pid) and _traced(thread), process)
    os.kill(process.pid, signal.SIGCONT)
    return tracer


def _until(condition, process):
    deadline = time.monotonic() + SECONDS
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            raise NotMet
        time.sleep(POLL_SECONDS)


def _begun(trace):
    if not os.path.exists(trace):
        return 0
    with open(trace) as file:
        return sum(f" {FIRST_CALL}(" in line for line in file)


def _stand(pid):
    """Whether all of its threads are stopped."""
    return all(_state(f"{pid}/task/{id}") in "tT" for id in os.listdir(f"/proc/{pid}/task"))


def _traced(thread):
    """Whether strace has this stopped thread in hand."""
    return _state(thread) == "t"


def _state(thread):
    with open(f"/proc/{thread}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


def _status(thread, field):
    with open(f"/proc/{thread}/status") as file:
        return next(line.split()[1] for line in file if line.startswith(field + ":"))
