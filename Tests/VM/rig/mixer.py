"""The guest's dummy sound card, changed with amixer and read from the kernel."""

CARD, ELEMENTS, CHANNELS = "Dummy", ("Master", "Synth"), 2
LEAST, MOST = -50, 100  # raw limits of snd-dummy's elements
HALF = 54  # 50 % of amixer
# snd-dummy has steps of 0.3 dB up to 0 dB; alsamixer's scale for such a range is amplitude ** (1/3).
DECIBELS_PER_STEP, CURVE_DECIBELS = 0.3, 60.0


def level(raw):
    """Returns the fraction 0…1 that alsamixer (and `amixer -M`) shows for a raw value."""
    def norm(steps):
        return 10 ** ((steps - MOST) * DECIBELS_PER_STEP / CURVE_DECIBELS)

    return (norm(raw) - norm(LEAST)) / (1 - norm(LEAST))


def within_a_step(raw, fraction):
    """Returns whether a raw value is within one step of a knob's level."""
    return level(max(raw - 1, LEAST)) <= fraction <= level(min(raw + 1, MOST))


class Mixer:
    def __init__(self, guest):
        self._guest = guest

    def raw(self, element="Master"):
        """Returns the raw value of each channel."""
        return self._guest.ask("levels", CARD, f"{element} Volume", CHANNELS)

    def set(self, amount, element="Master"):
        """Sets an element with amixer, and returns its new raw value. `amount` is in amixer's syntax."""
        self._guest.must("amixer", "-q", "-M", "-c", CARD, "sset", element, amount)
        return self.raw(element)[0]

    def reset(self):
        """Sets all elements to their initial values of a scenario."""
        for element in ELEMENTS:
            self._guest.ask("set_levels", CARD, f"{element} Volume", [HALF] * CHANNELS)
