"""A misbehaving process in the guest; see guest/neighbour.py."""

import itertools
import signal

from rig.guest import PAYLOAD, RESULTS
from rig.mixer import CARD
from rig.waiting import until

BROKER_PORT = 1883
LISTENING = f"0100007F:{BROKER_PORT:04X} 00000000:0000 0A"
numbers = itertools.count()


class Neighbour:
    def __init__(self, guest, kind):
        self._guest = guest
        arguments = [kind, CARD if kind == "mixer" else str(BROKER_PORT)]
        self._pid = guest.ask("start", ["python3", f"{PAYLOAD}/neighbour.py", *arguments],
                              f"{RESULTS}/neighbour-{next(numbers)}")
        if kind != "mixer":
            until(lambda: LISTENING in guest.text("/proc/net/tcp"), 20, f"{kind} listens")

    def finish(self):
        """Makes a flood send its last value and stop. Closing the connection could lose this value."""
        self._guest.kill(self._pid, signal.SIGUSR1)

    def end(self, number=signal.SIGTERM):
        """Ends it and its child processes."""
        if self._pid:
            self._guest.kill(-self._pid, number)
            if self._guest.ask("wait", self._pid, 60, seconds=90) is None:
                self._guest.kill(-self._pid, signal.SIGKILL)
                self._guest.ask("wait", self._pid, 10, seconds=40)
            self._pid = None

    def drop(self):
        self.end(signal.SIGKILL)
