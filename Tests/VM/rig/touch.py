"""Fingers: device descriptions, the paths of fingers, and the kernel events of these paths."""

from dataclasses import dataclass

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT = 0, 2
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39

REPORT_SECONDS = 0.01


@dataclass(frozen=True)
class Sample:
    """One finger at one time. `point` is in design pixels, None once the finger is lifted."""

    seconds: float
    finger: int
    point: tuple


def turn(knob, start, sweep, finger=0, at=0.0, seconds=0.6, radius=0.8, lands=True, lifts=True):
    """Returns the samples of a finger that turns a knob. `start` and `sweep` are in degrees clockwise. With
    `lands=False` the finger is down already."""
    steps = max(1, round(seconds / REPORT_SECONDS))
    first = 0 if lands else 1
    samples = [
        Sample(at + i * REPORT_SECONDS, finger, knob.point(start + sweep * i / steps, radius))
        for i in range(first, steps + 1)]
    if lifts:
        samples.append(lift(finger, at + (steps + 1) * REPORT_SECONDS))
    return samples


def lift(finger=0, at=0.0):
    return Sample(at, finger, None)


class TouchScreen:
    """A touch device as its evemu description defines it. Of other devices only the name is used."""

    def __init__(self, description):
        axes = {}
        for line in description.splitlines():
            if line.startswith("N:"):
                self.name = line[2:].strip()
            elif line.startswith("A:"):
                code, least, most = line[2:].split()[:3]
                axes[int(code, 16)] = (int(least), int(most))
        self.slots = ABS_MT_SLOT in axes
        self.multitouch = ABS_MT_POSITION_X in axes
        self._x = axes.get(ABS_MT_POSITION_X if self.multitouch else ABS_X)
        self._y = axes.get(ABS_MT_POSITION_Y if self.multitouch else ABS_Y)
        self._down = {}
        self._tracking = 0

    def events(self, samples, layout, display):
        """Returns lines for evemu-play. Fingers that are not lifted stay down for the next call."""
        lines = []
        for at in sorted({round(sample.seconds, 6) for sample in samples}):
            now = [s for s in samples if round(s.seconds, 6) == at]
            was_touched = bool(self._down)
            report = []
            for sample in now:
                report += self._contact(sample, layout, display)
            if self.multitouch and not self.slots:
                report = self._every_contact()
            if bool(self._down) != was_touched:
                report.append((EV_KEY, BTN_TOUCH, int(not was_touched)))
            report.append((EV_SYN, SYN_REPORT, 0))
            lines += [f"E: {at:.6f} {t:04x} {c:04x} {v}" for t, c, v in report]
        return "\n".join(lines) + "\n"

    def _contact(self, sample, layout, display):
        """Returns the events of a change of one finger. For devices without slots, which report all fingers
        together, it only stores the position."""
        report = [(EV_ABS, ABS_MT_SLOT, sample.finger)] if self.slots else []
        if sample.point is None:
            del self._down[sample.finger]
            return report + [(EV_ABS, ABS_MT_TRACKING_ID, -1)] if self.slots else []
        if self.slots and sample.finger not in self._down:
            self._tracking += 1
            report.append((EV_ABS, ABS_MT_TRACKING_ID, self._tracking))
        x, y = layout.display_fraction(sample.point, display)
        position = (on_axis(x, self._x), on_axis(y, self._y))
        self._down[sample.finger] = position
        if not self.multitouch:
            return [(EV_ABS, ABS_X, position[0]), (EV_ABS, ABS_Y, position[1])]
        return report + position_events(position)

    def _every_contact(self):
        """Returns a report of protocol A, which lists all fingers that are down, or is empty."""
        report = []
        for position in self._down.values():
            report += position_events(position) + [(EV_SYN, SYN_MT_REPORT, 0)]
        return report or [(EV_SYN, SYN_MT_REPORT, 0)]


def position_events(position):
    return [(EV_ABS, ABS_MT_POSITION_X, position[0]), (EV_ABS, ABS_MT_POSITION_Y, position[1])]


def on_axis(fraction, axis):
    """Returns the device's value for a fraction of its range, which libinput takes as max - min + 1 units."""
    least, most = axis
    return min(most, max(least, least + round(fraction * (most - least + 1))))
