"""The commit under test. Tests choose their random samples by its hash, so that a sample can be repeated."""

import hashlib
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
# Used where there is no git repository, such as in an unpacked tarball.
NO_HASH = "0" * 40


def head():
    """Returns the hash of HEAD, or `NO_HASH` if there is none."""
    try:
        # Accepts a clone that another user owns, as in containers.
        result = subprocess.run(["git", "-c", "safe.directory=*", "-C", HERE, "rev-parse", "HEAD"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return NO_HASH
    return result.stdout.strip() if result.returncode == 0 else NO_HASH


def number(hash, *words):
    """Returns a pseudo-random number that a commit's hash and some words determine."""
    text = " ".join([hash, *words])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
