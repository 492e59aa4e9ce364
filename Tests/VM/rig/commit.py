"""The commit that is tested, by which tests choose what they try: each has its own sample, and repeats it."""

import hashlib
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# What is taken where there is no git, such as in an unpacked tarball.
NO_HASH = "0" * 40


def head():
    """The hash of HEAD; `NO_HASH` if it cannot be had."""
    try:
        # Also where the clone is somebody else's, as in containers.
        told = subprocess.run(["git", "-c", "safe.directory=*", "-C", HERE, "rev-parse", "HEAD"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return NO_HASH
    return told.stdout.strip() if told.returncode == 0 else NO_HASH


def number(hash, *words):
    """A number for a commit and some words, which is as good as any other."""
    text = " ".join([hash, *words])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
