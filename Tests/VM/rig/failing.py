"""System calls of panels fail, each once at one of its places: what several scenarios share.

KNOBPANEL_FAULTS says how many faults are tried on each display, or `all`; `--hash` which.
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
# That it all ends within 2 s is judged on the host.
SLOWNESS_SECONDS = 10
TRACE, MET = f"{RESULTS}/trace", f"{RESULTS}/met"
# What the host, where Tests/Faults fails every call, has no devices or compositor for.
CALLS = {"ioctl", "mmap", "munmap", "read", "write", "epoll_wait", "epoll_ctl", "poll", "ppoll",
         "recvmsg", "sendmsg", "socket", "connect", "memfd_create", "ftruncate", "fallocate",
         "fcntl", "close"}
# Files that are no devices, as `-y` shows them; the host has those, too.
FILE = re.compile(r"<(/(?!dev/)|pipe:|anon_inode:inotify)")


class Panels:
    """Panels of one kind of display, as `plan` knows a command."""

    stays = True

    def __init__(self, name, stage, start):
        self.name, self._stage, self._start = name, stage, start

    def record(self, options=trace.RECORD):
        """A run without faults, with its calls."""
        outcome = self._run(self._start(under=["strace", "-D", "-q", *options, "-o", TRACE]))
        with tempfile.NamedTemporaryFile() as file:
            file.write(self._stage.guest.read(TRACE))
            file.flush()
            outcome.calls = trace.read(file.name)
        return outcome

    def fail(self, fault):
        """A run with a fault."""
        self._stage.guest.write(MET, "")
        under = injection.command_line(f"{PAYLOAD}/fail-call", MET, fault)
        outcome = self._run(self._start(under=under), fault, MET)
        outcome.injection = self._injection()
        return outcome

    def _run(self, panel, fault=None, log=None):
        """Ends a panel with SIGTERM once it rests, unless it has met a fault that ends it."""
        outcome = process.Outcome()
        if panel.rests(log):
            if not (fault and fault.ends and self._injection().is_met):
                panel.send(signal.SIGTERM)
        elif not panel.ended(0):
            outcome.mistake = f"does not come to rest: {self._stage.guest.ask('busy', 2)}"
            panel.send(signal.SIGTERM)
        began = time.monotonic()
        if not panel.ended(HANG_SECONDS):
            outcome.mistake = f"does not end within {HANG_SECONDS} s"
        outcome.seconds_to_end = time.monotonic() - began
        panel.drop()
        outcome.status, outcome.stderr = panel.status, panel.stderr()
        return outcome

    def _injection(self):
        return injection.read(self._stage.guest.text(MET))


def fail(stage, panels, left):
    """Records a panel's calls, and fails one after the other; `left` says what it left wrong."""
    good = panels.record()
    stage.check(f"{panels.name}: it ends well without a fault",
                good.status == 0 and not good.mistake, f"{good.status} {good.mistake}\n{good.text}")
    unknown = errnos.unknown(good.calls)
    if not stage.check(f"{panels.name}: of each call it is known how it fails", not unknown,
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
        found = judge.mistakes(fault, outcome, good.seconds_to_end + SLOWNESS_SECONDS) + left()
        stage.check(str(fault), not found, "\n".join([*found, outcome.stderr]))
        missed.add(fault, outcome.injection)
    stage.check(f"{panels.name}: the faults were met", not missed.are_too_many, missed.table())


def is_of_devices(fault):
    """Whether it is one that only a machine with devices can have."""
    return fault.call in CALLS and not FILE.search(fault.text)


def chosen(faults, count, random):
    """Half of them are of ioctls, which is what graphics, sound and consoles are made of."""
    ioctls = [fault for fault in faults if fault.call == "ioctl"]
    others = [fault for fault in faults if fault.call != "ioctl"]
    half = min(len(ioctls), count // 2)
    return plan.sample(ioctls, half, random) + plan.sample(others, count - half, random)
