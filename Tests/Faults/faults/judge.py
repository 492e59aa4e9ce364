"""What must hold after any fault."""

import signal

from faults.commands import says_why
from faults.plan import CATCHES_TERM
from faults.process import TERM

SECONDS_TO_END = 2.0
TOO_LATE = "takes too long to end"


def mistakes(fault, outcome, usual_seconds=0.0):
    """What is wrong with how a run with this fault went.

    `usual_seconds` is what the end takes without a fault on a machine where that is long.
    """
    found = [outcome.mistake] if outcome.mistake else []
    status = outcome.status
    if status == -signal.SIGABRT and is_libinput_without_context(outcome):
        return []
    if status == -signal.SIGABRT and is_libpulse_assertion(outcome):
        return []
    if status is not None and status < 0:
        if not (fault.what == TERM and -status == signal.SIGTERM and not catches_term(outcome)):
            found.append(f"killed by {signal.Signals(-status).name}")
    elif status not in (0, 1, None):
        found.append(f"ends with status {status}")
    if status == 1 and not says_why(outcome) and not hides_message(outcome):
        found.append("fails without a line that says why")
    seconds = seconds_to_end(fault, outcome)
    if fault.command.stays and seconds > SECONDS_TO_END + usual_seconds:
        found.append(f"{TOO_LATE}: {seconds:.1f} s")
    if outcome.leftovers and fault.call != "unlink":
        found.append(f"leaves behind {', '.join(outcome.leftovers)}")
    return found


def is_libinput_without_context(outcome):
    """Whether it was libinput's own call for its context that failed.

    libinput 1.22 then frees the context twice, and aborts or not. The panel asks for a context only
    while epoll and timers can be had; nothing can be done about a shortage that begins in between.
    """
    return any("libinput_udev_create_context" in call.stack
               for call in outcome.calls if call.injected)


def is_libpulse_assertion(outcome):
    """Whether libpulse has ended the program itself.

    It asserts that the kernel does not refuse flags of a descriptor that it has just opened. It is
    used only by `devices`, and by panels with a `pulse` control.
    """
    return "pulsecore/" in outcome.stderr and "Assertion" in outcome.stderr


def catches_term(outcome):
    """Whether the program had begun to catch SIGTERM."""
    return any(call.name == CATCHES_TERM for call in outcome.calls)


def seconds_to_end(fault, outcome):
    """The time from SIGTERM to the end, also from one that was part of the fault."""
    for call in outcome.calls:
        if fault.ends and outcome.ended and fault.met([call]):
            return outcome.ended - call.time
    return outcome.seconds_to_end


def hides_message(outcome):
    """Whether it was the message itself that could not be written."""
    return any(call.injected and call.text.startswith("write(2,") for call in outcome.calls)


def is_about_time(found):
    return len(found) == 1 and found[0].startswith(TOO_LATE)
