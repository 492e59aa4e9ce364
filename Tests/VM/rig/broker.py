"""An MQTT broker in the guest, with two devices, a lamp and a hall, that confirm the values they are sent."""

import itertools
import signal

from rig.guest import RESULTS
from rig.waiting import until

DEVICES = ("lamp", "hall")
numbers = itertools.count()


class Broker:
    """A mosquitto that keeps its retained messages across restarts, which is the usual configuration."""

    def __init__(self, guest, port=1883):
        self._guest, self._port = guest, port
        self._folder = f"{RESULTS}/broker-{next(numbers)}"
        self._pids = []
        guest.write(f"{self._folder}/mosquitto.conf",
                    f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n"
                    f"persistence true\npersistence_location {self._folder}/\n")

    def start(self):
        self._start("mosquitto", "-c", f"{self._folder}/mosquitto.conf")
        port = f"{self._port:04X} "
        until(lambda: f"0100007F:{port}00000000:0000 0A" in self._guest.text("/proc/net/tcp"), 20,
              "mosquitto listens")
        for device in DEVICES:
            topic = f"-h 127.0.0.1 -p {self._port} -t {device}"
            self._start("sh", "-c", f"mosquitto_sub {topic}/set | mosquitto_pub {topic} -l -r")
        return self

    def _start(self, *argv):
        self._pids.append(self._guest.ask("start", argv, f"{self._folder}/{len(self._pids)}"))

    def publish(self, topic, payloads, is_retained=False):
        """Publishes the payloads in order, without pauses."""
        self._guest.ask("publish", self._port, topic, [b"%d" % payload for payload in payloads],
                        is_retained)

    def end(self, number=signal.SIGTERM):
        """Ends the clients first. Each is the leader of a session of processes."""
        for pid in reversed(self._pids):
            self._guest.kill(-pid, number)
            if self._guest.ask("wait", pid, 10, seconds=40) is None:
                self._guest.kill(pid, signal.SIGKILL)
                self._guest.ask("wait", pid, 10, seconds=40)
        self._pids = []

    def drop(self):
        self.end(signal.SIGKILL)
