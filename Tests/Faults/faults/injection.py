"""Makes one call of a program fail with fail-call.c, and reads its log."""

import errno
import signal
from dataclasses import dataclass

NANOSECONDS = 1e9


@dataclass(frozen=True)
class Moment:
    """A time in a run: the clock's time, and the time that the first thread had waited for a processor."""

    seconds: float
    queued_seconds: float

    def since(self, other):
        """Returns the seconds since `other`, without those in which the thread waited for a processor."""
        return (self.seconds - other.seconds) - (self.queued_seconds - other.queued_seconds)


def queued_seconds(schedstat):
    """Returns the seconds waited for a processor, from the text of /proc/PID/schedstat."""
    return int(schedstat.split()[1]) / NANOSECONDS


@dataclass(frozen=True)
class Injection:
    """The log of fail-call.c for one run."""

    supervisor: int = None  # the process that answers the calls
    count: int = 0  # of matching calls
    moment: Moment = None  # of the fault
    is_term_default: bool = False  # whether SIGTERM had its default action at the fault

    @property
    def has_occurred(self):
        return self.moment is not None


def command_line(program, log, fault):
    """Returns the arguments of fail-call.c that precede the command."""
    result = -signal.SIGTERM if fault.ends else getattr(errno, fault.effect)
    return [program, log, str(fault.number), str(fault.occurrence), str(int(result)),
            *fault.pattern, "--"]


def read(text):
    """Returns the Injection for the current text of fail-call.c's log."""
    if not text:
        return Injection()
    first, *lines = text.splitlines()
    found = {}
    for fields in map(str.split, lines):
        if len(fields) > 2:
            found = {"moment": Moment(float(fields[0]), queued_seconds(" ".join(fields[3:]))),
                     "is_term_default": fields[2] == "default"}
    return Injection(int(first), len(lines), **found)
