"""Samples the resources of an idle panel in the guest."""

import re
import time

import growth
from rig.guest import PAYLOAD, RESULTS
from rig.waiting import until

HEAP = f"{RESULTS}/live-allocations"
IDLE_SECONDS = 1
QUIET_SECONDS = 2
IDLE_TIMEOUT = 30
TICKS_PER_SECOND = 100


def counting_heap(stage):
    """Returns the environment that counts a panel's heap, or {} without the option --preload."""
    if not stage.options.preload:
        return {}
    return {"LD_PRELOAD": f"{PAYLOAD}/live-allocations.so", "LIVE_ALLOCATIONS": HEAP}


def wakeups(guest, pid):
    """Returns the voluntary context switches of each thread, which is the number of times it slept."""
    texts = guest.ask("texts", f"/proc/{pid}/task/*/status").values()
    return dict(re.search(rb"^Pid:\s+(\d+)$[\s\S]*^voluntary_ctxt_switches:\s+(\d+)", text, re.M).groups()
                for text in texts)


def is_idle(panel, seconds):
    """Returns whether all of its threads sleep, and no timer expires within this time."""
    return panel.becomes_idle() and all(left > seconds for left in panel.timers())


def sleeps(stage, panel, when):
    """Checks that no thread wakes up once the effects of a change, such as a pending echo, are over."""
    # Twice the time, because the check itself takes time.
    until(lambda: is_idle(panel, 2 * QUIET_SECONDS), IDLE_TIMEOUT, f"the panel becomes idle {when}")
    before = wakeups(stage.guest, panel.pid)
    time.sleep(QUIET_SECONDS)
    after = wakeups(stage.guest, panel.pid)
    stage.check(f"no wake-up in {QUIET_SECONDS} s {when}", before == after,
                f"voluntary switches by thread: {before}, then {after}")


def sample(guest, panel, counts_heap):
    """Returns the resources of an idle panel by name. `of size` has the live blocks by size."""
    until(lambda: is_idle(panel, IDLE_SECONDS), IDLE_TIMEOUT, "the panel becomes idle")
    pid = panel.pid
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
