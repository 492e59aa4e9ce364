"""Derives the faults of a command from the calls of a run without faults."""

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
    occurrence: int  # index among the matching calls of all threads, from 1
    effect: str  # an errno or TERM
    text: str  # the call as recorded without the fault
    stack: str = ""  # of the call, if recorded

    @property
    def ends(self):
        """Whether it is SIGTERM, which ends the program."""
        return self.effect == TERM

    def __str__(self):
        return f"{self.command.name}: {self.effect} at {self.call} {self.occurrence}: {self.text[:100]}"


def faults(command, calls):
    """Returns all faults of a command, in the order of its calls."""
    found = []
    keys = {id(call): key for key, call in with_keys(calls)}
    for call in calls_to_fail(calls):
        name, arguments, occurrence = keys[id(call)]
        # Only the first thread handles signals.
        stop = [TERM] if command.stays and call.thread == 0 else []
        found += [Fault(command, call.thread, name, call.number, arguments, occurrence, effect,
                        call.text)
                  for effect in errnos.errnos(call) + stop]
    return found


def needs_stack(fault):
    """Returns whether `judge` needs the stack of the call."""
    return fault.call in trace.STACKED


def with_stacks(faults, calls):
    """Returns the faults of a command with the stacks of their calls. `calls` was recorded with stacks."""
    stacks = {key: call.stack for key, call in with_keys(calls)}
    return [replace(fault, stack=stacks.get((fault.call, fault.pattern, fault.occurrence), ""))
            if needs_stack(fault) else fault for fault in faults]


def with_keys(calls):
    """Yields ((name, pattern, occurrence), call) for each call. The first occurrence is 1."""
    counts = {}
    for call in calls:
        key = call.name, pattern(call)
        counts[key] = counts.get(key, 0) + 1
        yield (*key, counts[key]), call


def calls_to_fail(calls):
    """Returns the calls of the program. Of calls that differ only in numbers, such as those of a loop,
    it returns the first two and the last."""
    program, loops = trace.after_loader(calls), {}
    for call in program:
        loops.setdefault((call.thread, NUMBER.sub("#", call.text)), []).append(call)
    chosen = {id(c) for loop in loops.values() for c in (*loop[:2], loop[-1])}
    return [call for call in program if id(call) in chosen]


def sample(faults, count, random):
    """Returns `count` faults, if possible with at least one for each call and errno of each command."""
    shuffled = random.sample(faults, len(faults))
    kinds, first, rest = set(), [], []
    for fault in shuffled:
        kind = (fault.command.name, fault.call, fault.effect)
        (rest if kind in kinds else first).append(fault)
        kinds.add(kind)
    chosen = set((first + rest)[:count])
    return [fault for fault in faults if fault in chosen]
