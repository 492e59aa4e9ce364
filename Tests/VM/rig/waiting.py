"""Waits for conditions instead of fixed times."""

import time

# The factor by which all limits are multiplied, for slow machines.
patience = 1
# Returns the processor time, in seconds, that the machine has used on the host.
processor_seconds = time.process_time

FIRST_PAUSE_SECONDS = 0.005
# A limit is at most this many times as long as its seconds, because an idle machine uses no processor time.
LIMIT_FACTOR = 5


class Limit:
    """The end of a wait. It is later for a machine that gets little processor time from a busy host."""

    def __init__(self, seconds):
        self.seconds = seconds * patience
        self._began, self._used = time.monotonic(), processor_seconds()

    @property
    def is_over(self):
        elapsed = time.monotonic() - self._began
        if elapsed <= self.seconds:
            return False
        return elapsed > LIMIT_FACTOR * self.seconds or processor_seconds() - self._used > self.seconds / 2


def until(condition, seconds, what, pause_seconds=0.05):
    """Waits until `condition()` returns a true value, and returns this value. Raises TimeoutError after
    `seconds`, which is a limit, not a measurement.

    The pauses between calls increase up to `pause_seconds`."""
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
