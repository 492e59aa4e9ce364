"""Waiting for a state instead of for a time."""

import time

# How many times as long as asked for a limit is: some machines are slower than others.
patience = 1
# The seconds of the host's processors that the machine has used.
processor_seconds = time.process_time

FIRST_PAUSE_SECONDS = 0.005
# A machine that waits uses no processor, so its time is limited, too.
LONGEST = 5


class Limit:
    """The end of a wait. A machine that gets little of a busy host's processors has more time."""

    def __init__(self, seconds):
        self.seconds = seconds * patience
        self._began, self._used = time.monotonic(), processor_seconds()

    @property
    def is_over(self):
        elapsed = time.monotonic() - self._began
        if elapsed <= self.seconds:
            return False
        return elapsed > LONGEST * self.seconds or processor_seconds() - self._used > self.seconds / 2


def until(condition, seconds, what, pause_seconds=0.05):
    """Waits until `condition()` gives something true and returns it; a limit, not a measurement.

    Looks often at first, and every `pause_seconds` at last."""
    limit = Limit(seconds)
    pause = min(FIRST_PAUSE_SECONDS, pause_seconds)
    while True:
        result = condition()
        if result:
            return result
        if limit.is_over:
            raise TimeoutError(f"{what}: not within {limit.seconds} s")
        time.sleep(pause)
        pause = min(2 * pause, pause_seconds)
