"""What a panel in the guest holds, sampled at rest."""

import re
import time

import growth
from rig.guest import PAYLOAD, RESULTS
from rig.waiting import until

HEAP = f"{RESULTS}/live-allocations"
REST_SECONDS = 1
QUIET_SECONDS = 3
TICKS_PER_SECOND = 100


def counting_heap(stage):
    """The environment of a panel whose heap is counted, if the counter was given."""
    if not stage.options.preload:
        return {}
    return {"LD_PRELOAD": f"{PAYLOAD}/live-allocations.so", "LIVE_ALLOCATIONS": HEAP}


def wakeups(guest, pid):
    """Voluntary context switches of each thread: how often it went to sleep."""
    # A thread may end while its file is read.
    _, text, _ = guest.run("sh", "-c", f"cat /proc/{pid}/task/*/status")
    return dict(zip(re.findall(r"^Pid:\s+(\d+)", text, re.M),
                    re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)))


def sleeps(stage, panel, when):
    """A test: once what follows a change (an echo awaited, say) is over, nothing runs any more."""
    time.sleep(QUIET_SECONDS)
    before = wakeups(stage.guest, panel.pid)
    time.sleep(QUIET_SECONDS)
    after = wakeups(stage.guest, panel.pid)
    stage.check(f"no wake-up in {QUIET_SECONDS} s {when}", before == after,
                f"voluntary switches by thread: {before}, then {after}")


def rest(guest, pid, seconds=30):
    """Waits until no thread of it wakes up for a second."""
    def is_at_rest():
        before = wakeups(guest, pid)
        time.sleep(REST_SECONDS)
        return before == wakeups(guest, pid)

    until(is_at_rest, seconds, "the panel comes to rest: no thread of it wakes up for a second")


def sample(guest, pid, counts_heap):
    """What it holds at rest, by name; `of size` are the live blocks by size."""
    rest(guest, pid)
    held = growth.parsed_status(guest.text(f"/proc/{pid}/status"))
    held["descriptors"] = len(guest.ask("links", f"/proc/{pid}/fd/*"))
    held["switches"] = sum(int(n) for n in wakeups(guest, pid).values())
    fields = guest.text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    held["CPU seconds"] = (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND
    for name, kilobytes in re.findall(r"^(\w+):\s+(\d+) kB", guest.text(
            f"/proc/{pid}/smaps_rollup"), re.M):
        if name in ("Pss", "Private_Dirty", "Shared_Dirty", "Private_Clean"):
            held[name] = int(kilobytes) << 10
    held["of size"] = {}
    if counts_heap:
        heap, held["of size"] = growth.parsed_heap(guest.read(HEAP))
        held.update(heap)
    return held
