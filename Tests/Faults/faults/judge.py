"""What must hold after any fault."""

import signal

from faults.commands import says_why

SECONDS_TO_END = 2.0


def mistakes(fault, outcome, usual_seconds=0.0):
    """What is wrong with how a run with this fault went.

    `usual_seconds` is what the end takes without a fault on a machine where that is long.
    """
    found = [outcome.mistake] if outcome.mistake else []
    status = outcome.status
    if status == -signal.SIGABRT and outcome.injection.is_met and is_libinput_without_context(fault):
        return []
    if status == -signal.SIGABRT and is_libpulse_assertion(outcome):
        return []
    if status is not None and status < 0:
        is_early = outcome.injection.is_met and outcome.injection.is_term_default
        if not (fault.ends and -status == signal.SIGTERM and is_early):
            found.append(f"killed by {signal.Signals(-status).name}")
    elif status not in (0, 1, None):
        found.append(f"ends with status {status}")
    if status == 1 and not says_why(outcome) and not hides_message(fault):
        found.append("fails without a line that says why")
    if fault.command.stays and outcome.seconds_to_end > SECONDS_TO_END + usual_seconds:
        found.append(f"takes too long to end: {outcome.seconds_to_end:.1f} s")
    if outcome.leftovers and fault.call != "unlink":
        found.append(f"leaves behind {', '.join(outcome.leftovers)}")
    return found


def is_libinput_without_context(fault):
    """Whether it was libinput's own call for its context that failed.

    libinput 1.22 then frees the context twice, and aborts or not. The panel asks for a context only
    while epoll and timers can be had; nothing can be done about a shortage that begins in between.
    """
    return "libinput_udev_create_context" in fault.stack


def is_libpulse_assertion(outcome):
    """Whether libpulse has ended the program itself.

    It asserts that the kernel does not refuse flags of a descriptor that it has just opened. It is
    used only by `devices`, and by panels with a `pulse` control.
    """
    return "pulsecore/" in outcome.stderr and "Assertion" in outcome.stderr


def hides_message(fault):
    """Whether it was the message itself that could not be written."""
    return fault.text.startswith("write(2<")
