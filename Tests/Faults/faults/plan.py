"""Which faults there are, from the calls of a run without any."""

import re
from dataclasses import dataclass, replace

from faults import errnos, trace
from faults.pattern import pattern

TERM = "SIGTERM"
NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(frozen=True)
class Fault:
    command: object
    thread: int  # that made the call
    call: str
    number: int  # of the system call
    pattern: tuple  # of its arguments
    occurrence: int  # among such calls of all threads, from 1
    what: str  # an errno or TERM
    text: str  # the call as it was without the fault
    stack: str = ""  # who made it, if that was recorded

    @property
    def ends(self):
        """Whether it ends the program."""
        return self.what == TERM

    def __str__(self):
        return f"{self.command.name}: {self.what} at {self.call} {self.occurrence}: {self.text[:100]}"


def faults(command, calls):
    """All faults of a command, in the order of its calls."""
    found = []
    keys = {id(call): key for key, call in with_keys(calls)}
    for call in places(calls):
        name, arguments, occurrence = keys[id(call)]
        # Signals are the first thread's.
        stop = [TERM] if command.stays and call.thread == 0 else []
        found += [Fault(command, call.thread, name, call.number, arguments, occurrence, what,
                        call.text)
                  for what in errnos.errnos(call) + stop]
    return found


def needs_stack(fault):
    """Whether `judge` has to know who made the call."""
    return fault.call in trace.STACKED


def with_stacks(faults, calls):
    """The faults of a command, with who made their calls; of these calls that was recorded."""
    stacks = {key: call.stack for key, call in with_keys(calls)}
    return [replace(fault, stack=stacks.get((fault.call, fault.pattern, fault.occurrence), ""))
            if needs_stack(fault) else fault for fault in faults]


def with_keys(calls):
    """((name, pattern, the how manieth of these), call) of each call."""
    counts = {}
    for call in calls:
        key = call.name, pattern(call)
        counts[key] = counts.get(key, 0) + 1
        yield (*key, counts[key]), call


def places(calls):
    """The calls of the program; of those of a loop, which differ only in numbers, the first two and
    the last."""
    program, loops = trace.after_loader(calls), {}
    for call in program:
        loops.setdefault((call.thread, NUMBER.sub("#", call.text)), []).append(call)
    chosen = {id(c) for loop in loops.values() for c in (*loop[:2], loop[-1])}
    return [call for call in program if id(call) in chosen]


def sample(faults, count, random):
    """A choice that has each call and errno of each command once, as far as `count` allows."""
    shuffled = random.sample(faults, len(faults))
    kinds, first, rest = set(), [], []
    for fault in shuffled:
        kind = (fault.command.name, fault.call, fault.what)
        (rest if kind in kinds else first).append(fault)
        kinds.add(kind)
    chosen = set((first + rest)[:count])
    return [fault for fault in faults if fault in chosen]
