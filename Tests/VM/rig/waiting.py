"""Waiting for a state instead of for a time."""

import time

# How many times as long as asked for a limit is: some machines are slower than others.
patience = 1


FIRST_PAUSE_SECONDS = 0.005


def until(condition, seconds, what, pause_seconds=0.05):
    """Waits until `condition()` gives something true and returns it; a limit, not a measurement.

    Looks often at first, and every `pause_seconds` at last."""
    seconds *= patience
    deadline = time.monotonic() + seconds
    pause = min(FIRST_PAUSE_SECONDS, pause_seconds)
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(pause)
        pause = min(2 * pause, pause_seconds)
