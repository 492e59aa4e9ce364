"""Reads what strace writes with the options `RECORD`."""

import re
from dataclasses import dataclass

# All calls of all threads, with their numbers, what their descriptors are, and constants as numbers too.
RECORD = ["-f", "-y", "-n", "-X", "verbose", "-ttt"]
# Calls that libinput makes, too. With these options it is recorded who makes them, which takes long for all.
STACKED = ("epoll_create1", "timerfd_create", "epoll_ctl")
RECORD_STACKS = [*RECORD, "-k", "-e", "trace=" + ",".join(STACKED)]

LINE = re.compile(r"^(?P<thread>\d+) +(?P<time>\d+\.\d+) \[ *(?P<number>\d+)\] (?P<rest>.*)$")
CALL = re.compile(r"^(\w+)\(")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
UNFINISHED = re.compile(r" *<unfinished \.\.\.>$")
RESULT = re.compile(r"\) += (?P<result>-?\w+|\?)(?: (?P<errno>E[A-Z0-9]+))?")
CONSTANT = re.compile(r"-?\w+ /\* ([^*]*) \*/")


@dataclass
class Call:
    thread: int  # 0 is the first thread, the others in the order in which they made their first call
    name: str
    number: int  # of the system call
    time: float
    raw: str  # as strace shows it, but in one piece
    result: str = "?"
    errno: str = ""
    stack: str = ""  # what `-k` says of who made it

    @property
    def text(self):
        """The call with the names of constants only."""
        return CONSTANT.sub(r"\1", self.raw)


def read(path):
    """The calls of a trace, in the order of their beginnings."""
    calls, threads, pending = [], {}, {}
    with open(path, errors="replace") as file:
        for line in file:
            match = LINE.match(line)
            if not match:
                if line.startswith(" > ") and calls:
                    calls[-1].stack += line
                continue  # A signal or an end.
            id, rest = match["thread"], match["rest"]
            if resumed := RESUMED.match(rest):
                call = pending.pop(id, None)
                if call:
                    call.raw = UNFINISHED.sub("", call.raw) + resumed[2]
            elif name := CALL.match(rest):
                thread = threads.setdefault(id, len(threads))
                call = Call(thread, name[1], int(match["number"]), float(match["time"]), rest)
                calls.append(call)
                if UNFINISHED.search(rest):
                    pending[id] = call
                    continue
            else:
                continue
            for result in RESULT.finditer(call.raw if call else ""):
                call.result, call.errno = result["result"], result["errno"] or ""
    return calls


def after_loader(calls):
    """The calls without those of the dynamic loader, which are not the program's to survive.

    The loader's last call unmaps /etc/ld.so.cache, which it had mapped to find the libraries; what
    the first thread did until then, the loader did.
    """
    address = None
    for index, call in enumerate(calls):
        if call.name == "mmap" and "</etc/ld.so.cache>, 0)" in call.text:
            address = call.result
        elif call.name == "munmap" and address and call.text.startswith(f"munmap({address},"):
            return calls[index + 1:]
    raise ValueError("the trace does not show where the dynamic loader ends")
