"""Reads traces that strace has written with the options `RECORD`."""

import re
from dataclasses import dataclass

# All calls of all threads, with the numbers of the calls, the files of descriptors, and constants both
# as numbers and by name.
RECORD = ["-f", "-y", "-n", "-X", "verbose", "-ttt"]
# Calls that libinput makes as well. Only these are recorded with stacks, because stacks are slow.
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
    raw: str  # as strace prints it, with unfinished and resumed parts joined
    result: str = "?"
    errno: str = ""
    stack: str = ""  # as `-k` prints it

    @property
    def text(self):
        """The call with constants by name only."""
        return CONSTANT.sub(r"\1", self.raw)


def read(path):
    """Returns the calls of a trace, in the order in which they began."""
    calls, threads, pending = [], {}, {}
    with open(path, errors="replace") as file:
        for line in file:
            match = LINE.match(line)
            if not match:
                if line.startswith(" > ") and calls:
                    calls[-1].stack += line
                continue  # A signal or an exit.
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
    """Returns the calls without those of the dynamic loader, whose failures the program cannot handle.

    The loader's last call unmaps /etc/ld.so.cache, which it has mapped to find the libraries. All calls
    before it are the loader's.
    """
    address = None
    for index, call in enumerate(calls):
        if call.name == "mmap" and "</etc/ld.so.cache>, 0)" in call.text:
            address = call.result
        elif call.name == "munmap" and address and call.text.startswith(f"munmap({address},"):
            return calls[index + 1:]
    raise ValueError("the trace does not show where the dynamic loader ends")
