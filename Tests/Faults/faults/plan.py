"""Which faults there are, from the calls of a run without any."""

import re
from dataclasses import dataclass

from faults import errnos, trace
from faults.process import TERM

# Calls whose stacks `judge` looks at.
CALLS_OF_LIBINPUT = ("epoll_create1", "timerfd_create", "epoll_ctl")
# With it, SIGTERM does not end the program any more by itself.
CATCHES_TERM = "signalfd4"
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(frozen=True)
class Fault:
    command: object
    thread: int
    call: str
    number: int  # among the calls of this name of this thread
    what: str  # an errno or TERM
    text: str  # the call as it was without the fault

    @property
    def options(self):
        """Those of strace, which follows the fault's thread only."""
        if self.what == TERM:
            return ["-e", f"trace={self.call},{CATCHES_TERM}",
                    "-e", f"inject={self.call}:signal={TERM}:when={self.number}"]
        return [*(["-k"] if self.call in CALLS_OF_LIBINPUT else []), "-e", f"trace={self.call}",
                "-e", f"inject={self.call}:error={self.what}:when={self.number}"]

    @property
    def ends(self):
        """Whether it ends the program."""
        return self.what == TERM

    def met(self, calls):
        """Whether the call is among those of a run."""
        return any(call.name == self.call and call.number == self.number for call in calls)

    def struck_another(self, calls):
        """Whether it struck a call that cannot fail like this.

        Threads take turns differently in each run, so that a futex of the same number may wake
        somebody up where one waited; the kernel never refuses that, and glibc aborts if it does.
        """
        return self.call == "futex" and self.what != TERM and any(
            call.injected and "_WAIT" not in call.text for call in calls)

    def __str__(self):
        thread = f" of thread {self.thread}" if self.thread else ""
        return (f"{self.command.name}: {self.what} at {self.call} {self.number}{thread}: "
                f"{self.text[:100]}")


def faults(command, calls):
    """All faults of a command, in the order of its calls."""
    found = []
    for call in places(calls):
        # strace sends a signal to a thread, and only the first one takes them.
        stop = [TERM] if command.stays and call.thread == 0 else []
        found += [Fault(command, call.thread, call.name, call.number, what, call.text)
                  for what in errnos.errnos(call) + stop]
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
