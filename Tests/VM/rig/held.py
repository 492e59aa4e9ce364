"""What a panel in the guest holds, sampled at rest."""

import re
import time

import growth
from rig.guest import PAYLOAD, RESULTS
from rig.waiting import until

HEAP = f"{RESULTS}/live-allocations"
REST_SECONDS = 1
QUIET_SECONDS = 2
REST_PATIENCE = 30
TICKS_PER_SECOND = 100


def counting_heap(stage):
    """The environment of a panel whose heap is counted, if the counter was given."""
    if not stage.options.preload:
        return {}
    return {"LD_PRELOAD": f"{PAYLOAD}/live-allocations.so", "LIVE_ALLOCATIONS": HEAP}


def wakeups(guest, pid):
    """Voluntary context switches of each thread: how often it went to sleep."""
    texts = guest.ask("texts", f"/proc/{pid}/task/*/status").values()
    return dict(re.search(rb"^Pid:\s+(\d+)$[\s\S]*^voluntary_ctxt_switches:\s+(\d+)", text, re.M).groups()
                for text in texts)


def is_at_rest(panel, seconds):
    """Whether all of its threads sleep, and nothing is due within so many seconds."""
    return panel.rests() and all(left > seconds for left in panel.timers())


def sleeps(stage, panel, when):
    """A test: once what follows a change (an echo awaited, say) is over, nothing runs any more."""
    # Looking takes time, too.
    until(lambda: is_at_rest(panel, 2 * QUIET_SECONDS), REST_PATIENCE, f"the panel comes to rest {when}")
    before = wakeups(stage.guest, panel.pid)
    time.sleep(QUIET_SECONDS)
    after = wakeups(stage.guest, panel.pid)
    stage.check(f"no wake-up in {QUIET_SECONDS} s {when}", before == after,
                f"voluntary switches by thread: {before}, then {after}")


def sample(guest, panel, counts_heap):
    """What it holds at rest, by name; `of size` are the live blocks by size."""
    until(lambda: is_at_rest(panel, REST_SECONDS), REST_PATIENCE, "the panel comes to rest")
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
