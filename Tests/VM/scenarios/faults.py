"""System calls of a panel on the card and of one under weston fail, each once at one of its places:
no signal, no hang, and the console and the screen as they were.

KNOBPANEL_FAULTS says how many faults are tried on each display, or `all`; KNOBPANEL_SEED which.
"""

import os
import random
import re
import signal
import tempfile
import time

from faults import errnos, judge, plan, process, trace
from rig.guest import RESULTS

SAMPLE = 6
HANG_SECONDS = 60
# Searching who holds the card reads thousands of files, each under strace on an emulated machine. That
# it all ends within 2 s is judged on the host.
SLOWNESS_SECONDS = 10
TRACE = f"{RESULTS}/trace"
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

    def run(self, options, fault=None):
        """Runs one under strace until it rests, and ends it with SIGTERM, unless it has met a fault
        that ends it."""
        panel = self._start(under=["strace", "-D", "-q", "-ttt", "-o", TRACE, *options])
        outcome = process.Outcome()
        if panel.rests():
            if not (fault and fault.ends and fault.met(self._calls())):
                panel.send(signal.SIGTERM)
        elif not panel.ended(0):
            outcome.mistake = "does not come to rest"
            panel.send(signal.SIGTERM)
        began = time.monotonic()
        if not panel.ended(HANG_SECONDS):
            outcome.mistake = f"does not end within {HANG_SECONDS} s"
        outcome.seconds_to_end = time.monotonic() - began
        panel.drop()
        outcome.status, outcome.stderr = panel.status, panel.stderr()
        outcome.calls = self._calls()
        return outcome

    def _calls(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(self._stage.guest.read(TRACE))
            file.flush()
            return trace.read(file.name)


def play(stage):
    layout = stage.layout("one-knob")
    console = stage.write_console("here before the panel")
    modes, makers = stage.console(), stage.framebuffers()

    def left():
        found = []
        if stage.console() != modes:
            found.append(f"the console has the modes {stage.console()}, before {modes}")
        if stage.framebuffers() != makers:
            found.append(f"framebuffers {stage.framebuffers()}, before {makers}")
        if not stage.comes_to_show(console):
            found.append("the screen is not as it was")
        if found:
            stage.guest.ask("reset_console")
        return found

    fail(stage, Panels("drm", stage, lambda **how: stage.start(layout, **how)), left)

    compositor = stage.weston()
    screen = compositor.sees(stage.plug(layout))
    fail(stage, Panels("wayland", stage, lambda **how: stage.window(compositor, layout, **how)),
         lambda: [] if stage.guest.has_open(compositor.pid, screen.node) else ["weston is gone"])


def fail(stage, panels, left):
    """Records a panel's calls, and fails one after the other; `left` says what it left wrong."""
    good = panels.run(process.RECORD)
    stage.check(f"{panels.name}: it ends well without a fault",
                good.status == 0 and not good.mistake, f"{good.status} {good.mistake}\n{good.text}")
    unknown = errnos.unknown(good.calls)
    if not stage.check(f"{panels.name}: of each call it is known how it fails", not unknown,
                       ", ".join(unknown)):
        return
    faults = [f for f in plan.faults(panels, good.calls) if is_of_devices(f)]
    count = os.environ.get("KNOBPANEL_FAULTS", SAMPLE)
    if count != "all":
        seed = int(os.environ.get("KNOBPANEL_SEED", 1))
        print(f"        {count} of {len(faults)} faults, chosen by KNOBPANEL_SEED={seed}")
        faults = chosen(faults, int(count), random.Random(seed))
    missed = 0
    for fault in faults:
        outcome = panels.run([*(["-f"] if fault.thread else []), *fault.options], fault)
        found = judge.mistakes(fault, outcome, good.seconds_to_end + SLOWNESS_SECONDS) + left()
        stage.check(str(fault), not found, "\n".join([*found, outcome.stderr]))
        missed += not fault.met(outcome.calls)
    stage.check(f"{panels.name}: most faults were met", missed <= len(faults) // 4,
                f"{missed} of {len(faults)} were not")


def is_of_devices(fault):
    """Whether it is one that only a machine with devices can have.

    strace follows all threads or the first, and a fault of a thread is one of all of them: before
    there are threads the dynamic loader makes calls, but no ioctl.
    """
    return (fault.call in CALLS and not FILE.search(fault.text)
            and (fault.thread == 0 or fault.call == "ioctl"))


def chosen(faults, count, random):
    """Half of them are of ioctls, which is what graphics, sound and consoles are made of."""
    ioctls = [fault for fault in faults if fault.call == "ioctl"]
    others = [fault for fault in faults if fault.call != "ioctl"]
    half = min(len(ioctls), count // 2)
    return plan.sample(ioctls, half, random) + plan.sample(others, count - half, random)
