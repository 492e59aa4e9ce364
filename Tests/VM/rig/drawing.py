"""Renders pictures with `knobpanel render`: on the host, which is ten times as fast, if host and guest draw
the same picture, otherwise in the guest."""

import os
import subprocess

from rig.guest import BINARY, PAYLOAD, RESULTS
from rig.picture import decode_png

# The picture that is compared between host and guest.
LAYOUT, SIZE = f"{PAYLOAD}/layouts/two-knobs.yaml", (1024, 768)
VALUES = {"master": 34.5, "synth": 78}


class Drawing:
    """`binary` is the host's path of knobpanel, or None to draw only in the guest. `folder` is for files."""

    def __init__(self, guest, binary=None, folder=None):
        self._guest, self._binary, self._folder = guest, binary, folder
        self.is_on_host = bool(binary) and self._are_alike()

    def _are_alike(self):
        settings = arguments(SIZE, 0, VALUES)
        try:
            return self._by_host(LAYOUT, settings) == self._by_guest(LAYOUT, settings)
        except (OSError, subprocess.CalledProcessError):
            return False  # The binary is for another architecture.

    def picture(self, path, size, rotate, values, *options, in_guest=False):
        """Returns the picture of a layout in the guest. `in_guest` draws it there, for example because it
        depends on the guest's clock."""
        settings = [*arguments(size, rotate, values), *options]
        draw = self._by_guest if in_guest or not self.is_on_host else self._by_host
        return draw(path, settings)

    def _by_guest(self, path, settings):
        out = f"{RESULTS}/rendered.png"
        self._guest.must(BINARY, "render", path, "-o", out, *settings, seconds=60)
        return decode_png(self._guest.read(out))

    def _by_host(self, path, settings):
        layout, out = (os.path.join(self._folder, name) for name in ("rendered.yaml", "rendered.png"))
        with open(layout, "wb") as file:
            file.write(self._guest.read(path))
        subprocess.run([self._binary, "render", layout, "-o", out, *settings], check=True,
                       stdout=subprocess.DEVNULL)
        with open(out, "rb") as file:
            return decode_png(file.read())


def arguments(size, rotate, values):
    width, height = size
    settings = [part for knob, value in values.items() for part in ("--set", f"{knob}={value}")]
    return ["--size", f"{width}x{height}", "--rotate", str(rotate), *settings]
