"""Wakes a screen that dims, goes off or shows a clock without touches."""

import time

# Sources/Layout/Model/Panel/ScreenLayout.swift: touches within this time after waking the screen are ignored.
GUARD_SECONDS = 0.5
# A point without items in the layouts screen-*.yaml.
EMPTY_POINT = (700, 240)


def keep_lit(screen):
    """Makes sure that the screen is lit and that the next touch turns a knob."""
    screen.tap(EMPTY_POINT)
    time.sleep(GUARD_SECONDS)
