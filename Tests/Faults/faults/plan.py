"""Which faults there are, from the calls of a run without any."""

import re
from dataclasses import dataclass

from faults import errnos, trace
from faults.process import TERM

# Calls whose stacks `judge` looks at.
CALLS_OF_LIBINPUT = ("epoll_create1", "timerfd_create", "epoll_ctl")
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(frozen=True)
class Fault:
    command: object
    thread: int
    call: str
    number: int  # among the calls of this name of this thread
    what: str  # an errno or TERM
    text: str  # the call as it was without the fault
    may_die: bool = False  # SIGTERM comes before the program catches it

    @property
    def options(self):
        """Those of strace, which follows the fault's thread only."""
        injection = f"signal={TERM}" if self.what == TERM else f"error={self.what}"
        return [*(["-k"] if self.call in CALLS_OF_LIBINPUT and self.what != TERM else []),
                "-e", f"trace={self.call}",
                "-e", f"inject={self.call}:{injection}:when={self.number}"]

    @property
    def ends_at(self):
        """The number of the call that comes with SIGTERM, None if that is no part of the fault."""
        return self.number if self.what == TERM else None

    def __str__(self):
        thread = f" of thread {self.thread}" if self.thread else ""
        return (f"{self.command.name}: {self.what} at {self.call} {self.number}{thread}: "
                f"{self.text[:100]}")


def faults(command, calls):
    """All faults of a command, in the order of its calls."""
    found = []
    caught = next((c.time for c in calls if c.name == "signalfd4"), float("inf"))
    for call in places(calls):
        # strace sends a signal to a thread, and only the first one takes them.
        stop = [TERM] if command.stays and call.thread == 0 else []
        found += [Fault(command, call.thread, call.name, call.number, what, call.text,
                        call.time <= caught) for what in errnos.errnos(call) + stop]
    return found


def places(calls):
    """The calls of the program; of those of a loop, which differ only in numbers, the first two and
    the last."""
    program, loops = trace.after_loader(calls), {}
    for call in program:
        loops.setdefault((call.thread, NUMBER.sub("#", call.text)), []).append(call)
    chosen = {id(c) for loop in loops.values() for c in (*loop[:2], loop[-1])}
    return [call for call in program if id(call) in chosen]


def sample(faults, count, random):
    """A choice that has each call and errno of each thread once, as far as `count` allows."""
    shuffled = random.sample(faults, len(faults))
    kinds, first, rest = set(), [], []
    for fault in shuffled:
        kind = (fault.command.name, fault.thread, fault.call, fault.what)
        (rest if kind in kinds else first).append(fault)
        kinds.add(kind)
    chosen = set((first + rest)[:count])
    return [fault for fault in faults if fault in chosen]
