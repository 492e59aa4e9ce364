"""Identifies a call in another run by its path, the files of its descriptors, and its constants.

The number of the call differs between runs because threads are scheduled differently. They also share
work: ALSA's configuration, for instance, is read by the first thread that needs it.
"""

import re

DESCRIPTOR = re.compile(r"(?P<number>\d+)<(?P<file>[^>]*)>(?P<deleted>\(deleted\))?")
CONSTANT = re.compile(r"(?P<value>-?(?:0x[0-9a-f]+|\d+)) /\* [^*]* \*/(?:<[^>]*>)?")
STRING = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"(?:\.\.\.)?')
# Calls whose first string is a path, not a result.
WITH_PATH = {"open", "openat", "access", "faccessat2", "stat", "lstat", "newfstatat", "statx", "statfs",
             "readlink", "readlinkat", "rename", "unlink", "link", "chmod", "mkdir",
             "inotify_add_watch", "memfd_create"}
# The number of leading arguments that strace prints without a gap; of futex(2) it omits the fifth.
ARGUMENT_LIMIT, ARGUMENT_LIMITS = 6, {"futex": 4}
# A larger number is an address, which strace also annotates.
CONSTANT_LIMIT = 0xFFFF_FFFF
ANYTHING = "-"


def pattern(call):
    """Returns fail-call.c's pattern for each argument of a recorded call."""
    found, awaits_path = [], call.name in WITH_PATH
    for text in arguments(call.raw)[:ARGUMENT_LIMITS.get(call.name, ARGUMENT_LIMIT)]:
        if match := DESCRIPTOR.fullmatch(text):
            found.append(masked("f", match["file"] + (" (deleted)" if match["deleted"] else "")))
        elif (match := CONSTANT.fullmatch(text)) and int(match["value"], 0) <= CONSTANT_LIMIT:
            found.append(f"v{int(match['value'], 0)}")
        elif awaits_path and (match := STRING.fullmatch(text)):
            found.append(masked("p", match["text"]))
            awaits_path = False
        else:
            found.append(ANYTHING)
    return tuple(found)


def masked(kind, text):
    """Returns the pattern of a text, in which # replaces each number.

    The numbers of processes, sockets and temporary folders differ between runs.
    """
    if not text.isascii() or "#" in text or "\\" in text:
        return ANYTHING
    return kind + re.sub(r"\d+", "#", text)


def arguments(raw):
    """Returns the texts of a call's arguments."""
    found, begin, depth = [], raw.index("(") + 1, 0
    at = begin
    while at < len(raw):
        if match := STRING.match(raw, at) or DESCRIPTOR.match(raw, at):
            at = match.end()
            continue
        character = raw[at]
        if character in "([{":
            depth += 1
        elif character in ")]}" and depth:
            depth -= 1
        elif character in ",)" and not depth:
            found.append(raw[begin:at].strip())
            begin = at + 1
            if character == ")":
                break
        at += 1
    return found
