"""What `knobpanel render` draws: on the host, which is ten times as fast, where it draws the same there."""

import os
import subprocess

from rig.guest import BINARY, PAYLOAD, RESULTS
from rig.picture import decode_png

# Of which it is looked at whether both draw the same.
LAYOUT, SIZE = f"{PAYLOAD}/layouts/two-knobs.yaml", (1024, 768)
VALUES = {"master": 34.5, "synth": 78}


class Drawing:
    """`binary` is on the host, None if only the guest's is to draw; `folder` is for files."""

    def __init__(self, guest, binary=None, folder=None):
        self._guest, self._binary, self._folder = guest, binary, folder
        self.is_on_host = bool(binary) and self._are_alike()

    def _are_alike(self):
        settings = arguments(SIZE, 0, VALUES)
        try:
            return self._by_host(LAYOUT, settings) == self._by_guest(LAYOUT, settings)
        except (OSError, subprocess.CalledProcessError):
            return False  # A binary for another machine.

    def picture(self, path, size, rotate, values, *options, in_guest=False):
        """Of a layout of the guest. `in_guest`: what is drawn depends on the guest's clock, say."""
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
