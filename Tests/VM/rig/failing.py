"""Makes system calls of panels fail, one in each run. Shared by several scenarios.

KNOBPANEL_FAULTS is the number of faults to try on each display, or `all`. `--hash` selects them.
"""

import os
import random
import re
import signal
import tempfile
import time

from faults import errnos, injection, judge, plan, process, trace
from faults.missed import Missed
from rig import commit
from rig.guest import PAYLOAD, RESULTS

SAMPLE = 6
HANG_SECONDS = 60
# The limit of 2 s is checked on the host by Tests/Faults.
SLOWNESS_SECONDS = 10
TRACE, FAULT_LOG = f"{RESULTS}/trace", f"{RESULTS}/fault-log"
# Calls that involve devices or a compositor, which the host lacks. Tests/Faults makes the others fail there.
CALLS = {"ioctl", "mmap", "munmap", "read", "write", "epoll_wait", "epoll_ctl", "poll", "ppoll",
         "recvmsg", "sendmsg", "socket", "connect", "memfd_create", "ftruncate", "fallocate",
         "fcntl", "close"}
# Files other than devices, as `-y` prints them. The host has these, too.
FILE = re.compile(r"<(/(?!dev/)|pipe:|anon_inode:inotify)")


class Panels:
    """Panels with one kind of display. Has the properties of a Command that `plan` uses."""

    stays = True

    def __init__(self, name, stage, start):
        self.name, self._stage, self._start = name, stage, start

    def record(self, options=trace.RECORD):
        """Returns the Outcome of a run without faults, with its calls."""
        outcome = self._run(self._start(under=["strace", "-D", "-q", *options, "-o", TRACE]))
        with tempfile.NamedTemporaryFile() as file:
            file.write(self._stage.guest.read(TRACE))
            file.flush()
            outcome.calls = trace.read(file.name)
        return outcome

    def fail(self, fault):
        """Returns the Outcome of a run with a fault."""
        self._stage.guest.write(FAULT_LOG, "")
        under = injection.command_line(f"{PAYLOAD}/fail-call", FAULT_LOG, fault)
        outcome = self._run(self._start(under=under), fault, FAULT_LOG)
        outcome.injection = self._injection()
        return outcome

    def _run(self, panel, fault=None, log=None):
        """Ends a panel with SIGTERM once it is idle, unless the fault was already a SIGTERM."""
        outcome = process.Outcome()
        if panel.becomes_idle(log):
            if not (fault and fault.ends and self._injection().has_occurred):
                panel.send(signal.SIGTERM)
        elif not panel.ended(0):
            outcome.error = f"does not become idle: {self._stage.guest.ask('busy', 2)}"
            panel.send(signal.SIGTERM)
        began = time.monotonic()
        if not panel.ended(HANG_SECONDS):
            outcome.error = f"does not end within {HANG_SECONDS} s"
        outcome.seconds_to_end = time.monotonic() - began
        panel.drop()
        outcome.status, outcome.stderr = panel.status, panel.stderr()
        return outcome

    def _injection(self):
        return injection.read(self._stage.guest.text(FAULT_LOG))


def fail(stage, panels, cleanup_errors):
    """Records a panel's calls, then makes one of them fail in each run. `cleanup_errors()` returns the
    errors in the state of the machine after a run."""
    good = panels.record()
    stage.check(f"{panels.name}: ends with status 0 without a fault",
                good.status == 0 and not good.error, f"{good.status} {good.error}\n{good.text}")
    unknown = errnos.unknown(good.calls)
    if not stage.check(f"{panels.name}: faults/errnos.py lists all calls", not unknown,
                       ", ".join(unknown)):
        return
    faults = [f for f in plan.faults(panels, good.calls) if is_of_devices(f)]
    count = os.environ.get("KNOBPANEL_FAULTS", SAMPLE)
    if count != "all":
        hash = stage.options.hash
        print(f"        {count} of {len(faults)} faults, chosen by --hash {hash}", flush=True)
        faults = chosen(faults, int(count), random.Random(commit.number(hash, panels.name)))
    if any(map(plan.needs_stack, faults)):
        faults = plan.with_stacks(faults, panels.record(trace.RECORD_STACKS).calls)
    missed = Missed()
    for fault in faults:
        outcome = panels.fail(fault)
        found = judge.errors(fault, outcome, good.seconds_to_end + SLOWNESS_SECONDS) + cleanup_errors()
        stage.check(str(fault), not found, "\n".join([*found, outcome.stderr]))
        missed.add(fault, outcome.injection)
    stage.check(f"{panels.name}: the faults occurred", not missed.are_too_many, missed.table())


def is_of_devices(fault):
    """Returns whether it can occur only on a machine with devices."""
    return fault.call in CALLS and not FILE.search(fault.text)


def chosen(faults, count, random):
    """Returns a sample, half of which are faults of ioctl(2), which graphics, sound and consoles use."""
    ioctls = [fault for fault in faults if fault.call == "ioctl"]
    others = [fault for fault in faults if fault.call != "ioctl"]
    half = min(len(ioctls), count // 2)
    return plan.sample(ioctls, half, random) + plan.sample(others, count - half, random)
