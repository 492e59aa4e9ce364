"""Checks the outcome of a run with a fault."""

import signal

from faults.commands import has_reason

SECONDS_TO_END = 2.0


def errors(fault, outcome, usual_seconds=0.0):
    """Returns the errors in the outcome of a run with this fault.

    `usual_seconds` is the time that the program takes to end without a fault, on a slow machine.
    """
    found = [outcome.error] if outcome.error else []
    status = outcome.status
    if status == -signal.SIGABRT and outcome.injection.has_occurred and is_libinput_without_context(fault):
        return []
    if status == -signal.SIGABRT and is_libpulse_assertion(outcome):
        return []
    if status is not None and status < 0:
        is_early = outcome.injection.has_occurred and outcome.injection.is_term_default
        if not (fault.ends and -status == signal.SIGTERM and is_early):
            found.append(f"killed by {signal.Signals(-status).name}")
    elif status not in (0, 1, None):
        found.append(f"ends with status {status}")
    if status == 1 and not has_reason(outcome) and not hides_message(fault):
        found.append("fails without a line with the reason")
    if fault.command.stays and outcome.seconds_to_end > SECONDS_TO_END + usual_seconds:
        found.append(f"takes too long to end: {outcome.seconds_to_end:.1f} s")
    if outcome.leftovers and fault.call != "unlink":
        found.append(f"does not remove {', '.join(outcome.leftovers)}")
    return found


def is_libinput_without_context(fault):
    """Returns whether the call that failed was made by libinput to create its context.

    libinput 1.22 then frees the context twice, and can abort. The panel creates a context only if it
    can create epoll sets and timers. It cannot prevent a shortage that begins after this check.
    """
    return "libinput_udev_create_context" in fault.stack


def is_libpulse_assertion(outcome):
    """Returns whether an assertion of libpulse has ended the program.

    libpulse asserts that fcntl() succeeds on a descriptor that it has just opened. Only `devices` and
    panels with a `pulse` control use libpulse.
    """
    return "pulsecore/" in outcome.stderr and "Assertion" in outcome.stderr


def hides_message(fault):
    """Returns whether the fault is in the write of the message itself."""
    return fault.text.startswith("write(2<")
