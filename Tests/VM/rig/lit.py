"""Keeps a screen lit that dims, goes off or shows a clock while nobody touches it."""

import time

# Sources/Layout/Model/Panel/ScreenLayout.swift: a touch so soon after the one that lit the screen does nothing.
GUARD_SECONDS = 0.5
# Where the layouts screen-*.yaml have nothing.
EMPTY_PLACE = (700, 240)


def keep_lit(screen):
    """However long the scenario took, the screen is lit after this, and the next touch turns a knob."""
    screen.tap(EMPTY_PLACE)
    time.sleep(GUARD_SECONDS)
