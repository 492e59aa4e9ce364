"""What a call is known by in another run: its path, the files of its descriptors, its constants.

Not its number: threads take turns differently in each run, and share work such as reading ALSA's
configuration, which the first one that comes does for all.
"""

import re

DESCRIPTOR = re.compile(r"(?P<number>\d+)<(?P<file>[^>]*)>(?P<deleted>\(deleted\))?")
CONSTANT = re.compile(r"(?P<value>-?(?:0x[0-9a-f]+|\d+)) /\* [^*]* \*/(?:<[^>]*>)?")
STRING = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"(?:\.\.\.)?')
# Whose first text is a path, and none that the call returns.
WITH_PATH = {"open", "openat", "access", "faccessat2", "stat", "lstat", "newfstatat", "statx", "statfs",
             "readlink", "readlinkat", "rename", "unlink", "link", "chmod", "mkdir",
             "inotify_add_watch", "memfd_create"}
# Arguments that strace tells one after the other; of futex(2) it leaves out one in between.
MOST_ARGUMENTS, MOST_OF = 6, {"futex": 4}
# More is an address, which strace tells something of, too.
MOST_CONSTANT = 0xFFFF_FFFF
ANYTHING = "-"


def pattern(call):
    """For each argument of a recorded call what fail-call.c compares with."""
    found, awaits_path = [], call.name in WITH_PATH
    for text in arguments(call.raw)[:MOST_OF.get(call.name, MOST_ARGUMENTS)]:
        if match := DESCRIPTOR.fullmatch(text):
            found.append(told("f", match["file"] + (" (deleted)" if match["deleted"] else "")))
        elif (match := CONSTANT.fullmatch(text)) and int(match["value"], 0) <= MOST_CONSTANT:
            found.append(f"v{int(match['value'], 0)}")
        elif awaits_path and (match := STRING.fullmatch(text)):
            found.append(told("p", match["text"]))
            awaits_path = False
        else:
            found.append(ANYTHING)
    return tuple(found)


def told(kind, text):
    """Numbers are others in each run: those of processes, sockets and temporary folders."""
    if not text.isascii() or "#" in text or "\\" in text:
        return ANYTHING
    return kind + re.sub(r"\d+", "#", text)


def arguments(raw):
    """The texts between the commas of a call's parentheses."""
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
