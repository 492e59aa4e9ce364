"""Waiting for a state instead of for a time."""

import time


def until(condition, seconds, what, pause_seconds=0.05):
    """Waits until `condition()` gives something true and returns it; a limit, not a measurement."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(pause_seconds)
