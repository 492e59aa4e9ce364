"""The guest's dummy sound card, changed by amixer, and read as the kernel has it."""

CARD, ELEMENTS, CHANNELS = "Dummy", ("Master", "Synth"), 2
LEAST, MOST = -50, 100  # raw limits of snd-dummy's elements
HALF = 54  # what amixer calls 50 %
# snd-dummy says 0.3 dB a step up to 0 dB; alsamixer's scale for such a range is amplitude ** (1/3).
DECIBELS_PER_STEP, CURVE_DECIBELS = 0.3, 60.0


def level(raw):
    """The fraction 0…1 that alsamixer (and `amixer -M`) shows for a raw value."""
    def norm(steps):
        return 10 ** ((steps - MOST) * DECIBELS_PER_STEP / CURVE_DECIBELS)

    return (norm(raw) - norm(LEAST)) / (1 - norm(LEAST))


def within_a_step(raw, fraction):
    """Whether a knob at this position may have put the element where it is."""
    return level(max(raw - 1, LEAST)) <= fraction <= level(min(raw + 1, MOST))


class Mixer:
    def __init__(self, guest):
        self._guest = guest

    def raw(self, element="Master"):
        """The raw value of each channel."""
        return self._guest.ask("levels", CARD, f"{element} Volume", CHANNELS)

    def set(self, amount, element="Master"):
        """Changes an element from outside, by an amount as amixer takes it: its raw value then."""
        self._guest.must("amixer", "-q", "-M", "-c", CARD, "sset", element, amount)
        return self.raw(element)[0]

    def reset(self):
        """All elements as each scenario finds them."""
        for element in ELEMENTS:
            self._guest.ask("set_levels", CARD, f"{element} Volume", [HALF] * CHANNELS)
