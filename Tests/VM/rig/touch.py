"""Fingers: device descriptions, the paths fingers take, and the kernel events these make."""

from dataclasses import dataclass

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT = 0, 2
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39

REPORT_SECONDS = 0.01


@dataclass(frozen=True)
class Sample:
    """One finger at one time: where it is in design pixels, None once lifted."""

    seconds: float
    finger: int
    point: tuple


def turn(knob, start, sweep, finger=0, at=0.0, seconds=0.6, radius=0.8, lands=True, lifts=True):
    """A finger that goes round a knob, degrees clockwise; `lands=False` moves one that is down."""
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
    """A touch device as its evemu description says; of other devices only the name."""

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
        """Lines for evemu-play; fingers that do not lift stay down for the next call."""
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
        """What changed about one finger; for devices without slots only the memory of it."""
        report = [(EV_ABS, ABS_MT_SLOT, sample.finger)] if self.slots else []
        if sample.point is None:
            del self._down[sample.finger]
            return report + [(EV_ABS, ABS_MT_TRACKING_ID, -1)] if self.slots else []
        if self.slots and sample.finger not in self._down:
            self._tracking += 1
            report.append((EV_ABS, ABS_MT_TRACKING_ID, self._tracking))
        x, y = layout.display_fraction(sample.point, display)
        place = (on_axis(x, self._x), on_axis(y, self._y))
        self._down[sample.finger] = place
        if not self.multitouch:
            return [(EV_ABS, ABS_X, place[0]), (EV_ABS, ABS_Y, place[1])]
        return report + position(place)

    def _every_contact(self):
        """Protocol A: each report lists every finger that is down, or nothing at all."""
        report = []
        for place in self._down.values():
            report += position(place) + [(EV_SYN, SYN_MT_REPORT, 0)]
        return report or [(EV_SYN, SYN_MT_REPORT, 0)]


def position(place):
    return [(EV_ABS, ABS_MT_POSITION_X, place[0]), (EV_ABS, ABS_MT_POSITION_Y, place[1])]


def on_axis(fraction, axis):
    """The device's number for a fraction of its range; libinput counts max - min + 1 units."""
    least, most = axis
    return min(most, max(least, least + round(fraction * (most - least + 1))))
