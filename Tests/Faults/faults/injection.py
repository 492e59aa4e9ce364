"""Fails one call of a program by fail-call.c, and reads what that has noted."""

import errno
import signal
from dataclasses import dataclass

NANOSECONDS = 1e9


@dataclass(frozen=True)
class Moment:
    """A time of a program: that of the clock, and how long its first thread had waited for a processor."""

    seconds: float
    queued_seconds: float

    def since(self, other):
        """Seconds from one to this, but for those in which the machine had no processor for it."""
        return (self.seconds - other.seconds) - (self.queued_seconds - other.queued_seconds)


def queued_seconds(schedstat):
    """Of the text of /proc/PID/schedstat."""
    return int(schedstat.split()[1]) / NANOSECONDS


@dataclass(frozen=True)
class Injection:
    """How far a run came to its fault."""

    supervisor: int = None  # the process that decides about the calls
    count: int = 0  # of such calls
    moment: Moment = None  # of the fault
    is_term_default: bool = False  # then

    @property
    def is_met(self):
        return self.moment is not None


def command_line(program, log, fault):
    """What stands before a command, for it to meet a fault."""
    result = -signal.SIGTERM if fault.ends else getattr(errno, fault.what)
    return [program, log, str(fault.number), str(fault.occurrence), str(int(result)),
            *fault.pattern, "--"]


def read(text):
    """What fail-call.c has noted so far."""
    if not text:
        return Injection()
    first, *lines = text.splitlines()
    found = {}
    for fields in map(str.split, lines):
        if len(fields) > 2:
            found = {"moment": Moment(float(fields[0]), queued_seconds(" ".join(fields[3:]))),
                     "is_term_default": fields[2] == "default"}
    return Injection(int(first), len(lines), **found)
