"""Reads what `strace -f -y -ttt -o FILE` writes."""

import re
from dataclasses import dataclass

LINE = re.compile(r"^(?:(?P<thread>\d+) +)?(?P<time>\d+\.\d+) (?P<rest>.*)$")
CALL = re.compile(r"^(\w+)\(")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
UNFINISHED = re.compile(r" *<unfinished \.\.\.>$")
RESULT = re.compile(r"\) += (?P<result>-?\w+|\?)(?: (?P<errno>E[A-Z0-9]+))?")


@dataclass
class Call:
    thread: int  # 0 is the first thread, the others in the order in which they made their first call
    name: str
    number: int  # among the calls of this name of its thread, from 1, as `when=` of strace counts
    time: float
    text: str
    result: str = "?"
    errno: str = ""
    stack: str = ""  # what `-k` says of who made it

    @property
    def injected(self):
        return "(INJECTED)" in self.text


def read(path):
    """The calls of a trace, in the order of their beginnings."""
    calls, threads, pending, counts = [], {}, {}, {}
    with open(path, errors="replace") as file:
        for line in file:
            match = LINE.match(line)
            if not match:
                if line.startswith(" > ") and calls:
                    calls[-1].stack += line
                continue
            number, rest = match["thread"], match["rest"]
            if resumed := RESUMED.match(rest):
                call = pending.pop(number, None)
                if call:
                    call.text = UNFINISHED.sub("", call.text) + resumed[2]
            elif name := CALL.match(rest):
                thread = threads.setdefault(number, len(threads))
                counts[thread, name[1]] = counts.get((thread, name[1]), 0) + 1
                call = Call(thread, name[1], counts[thread, name[1]], float(match["time"]), rest)
                calls.append(call)
                if UNFINISHED.search(rest):
                    pending[number] = call
                    continue
            else:
                continue  # A signal or an end.
            for result in RESULT.finditer(call.text if call else ""):
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
