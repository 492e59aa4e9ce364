"""Reads the geometry of the test layouts, and maps design points to the display.

Parses only the plain lines of the files in `layouts/`, not YAML in general.
"""

import math
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Knob:
    id: str
    center: tuple
    diameter: float
    range: tuple = (0.0, 100.0)
    sweep: tuple = (-135.0, 135.0)
    driven: bool = False  # whether it controls an element of the mixer

    def point(self, degrees, radius=0.8):
        """Returns the design point at an angle (clockwise from 12 o'clock) and a fraction of the radius."""
        angle, r = math.radians(degrees), self.diameter / 2 * radius
        return (self.center[0] + r * math.sin(angle), self.center[1] - r * math.cos(angle))

    @property
    def span(self):
        return self.range[1] - self.range[0]

    def fraction(self, value):
        return (value - self.range[0]) / self.span

    def value_of_turn(self, degrees):
        """Returns the change of the value when the pointer moves by this angle, with a linear taper."""
        return degrees / (self.sweep[1] - self.sweep[0]) * self.span


class Layout:
    def __init__(self, path):
        self.size, self.rotate, self.knobs = (800.0, 480.0), 0, {}
        name, knob = None, {}
        with open(path) as file:
            for line in file:
                key, _, text = line.split("#")[0].strip().partition(":")
                indent = len(line) - len(line.lstrip())
                numbers = tuple(float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text))
                if key == "size":
                    self.size = numbers
                elif key == "rotate":
                    self.rotate = int(numbers[0])
                elif key in ("center", "range", "sweep"):
                    knob[key] = numbers
                elif key == "diameter":
                    knob[key] = numbers[0]
                elif key == "control":
                    knob["driven"] = "alsa" in text
                elif indent == 2 and not text.strip():
                    if name:
                        self.knobs[name] = Knob(name, **knob)
                    name, knob = key, {}
        if name:
            self.knobs[name] = Knob(name, **knob)

    def display_fraction(self, point, display):
        """Returns the display fraction (0…1 from the top left) of a design point, with `fit: contain`."""
        turned = self.rotate in (90, 270)
        width, height = reversed(display) if turned else display
        scale = min(width / self.size[0], height / self.size[1])
        x = (point[0] * scale + (width - self.size[0] * scale) / 2) / width
        y = (point[1] * scale + (height - self.size[1] * scale) / 2) / height
        return {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[self.rotate]
