"""The image of a guest: its kernel, its initramfs and its disk."""

import os
import subprocess

from rig.vm import VMError

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Debian 12 and 13.
RELEASES = ["bookworm", "trixie"]


def built(kernel="amd64", release=RELEASES[0], recipe=os.path.join(FOLDER, "image")):
    """Returns the folder of an image, which is built on first use."""
    made = subprocess.run([os.path.join(FOLDER, "build-image"), recipe, kernel, release],
                          stdout=subprocess.PIPE, text=True)
    if made.returncode != 0:
        raise VMError("cannot build the guest's image")
    return made.stdout.strip()
