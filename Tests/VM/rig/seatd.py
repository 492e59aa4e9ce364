"""seatd in the guest, which opens the display and the touch screens for members of a group."""

import itertools
import signal

from rig.guest import RESULTS
from rig.waiting import until

SOCKET = "/run/seatd.sock"
numbers = itertools.count()


class Seatd:
    """A seatd for one group. It runs until `drop`."""

    def __init__(self, guest, group):
        self._guest, self._group = guest, group
        self.pid = None

    def start(self):
        self._guest.must("rm", "-f", SOCKET)
        self.pid = self._guest.ask("start", ["seatd", "-l", "debug", "-g", self._group],
                                   f"{RESULTS}/seatd-{next(numbers)}")
        until(lambda: self._guest.ask("exists", SOCKET), 10, "seatd")
        return self

    def send(self, number):
        self._guest.kill(self.pid, number)

    def kill(self):
        """Kills it, so that it cannot notify its clients. Its socket remains."""
        if self.pid:
            self._guest.kill(self.pid, signal.SIGKILL)
            self._guest.ask("wait", self.pid, 10, seconds=40)
            self.pid = None

    def drop(self):
        self.kill()
        self._guest.must("rm", "-f", SOCKET)
