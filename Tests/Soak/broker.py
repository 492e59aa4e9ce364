"""A real mosquitto, a publisher, and misbehaving brokers."""

import os
import signal
import socket
import subprocess
import sys

from guest import mqtt
from rig.waiting import until


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Broker:
    """A mosquitto that keeps its retained messages across restarts, which is the usual configuration."""

    def __init__(self, folder):
        self.port = free_port()
        self._process = None
        self._config = os.path.join(folder, "mosquitto.conf")
        self._log = os.path.join(folder, "mosquitto.log")
        with open(self._config, "w") as file:
            file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n"
                       f"persistence true\npersistence_location {folder}/\n")
        self.start()

    def start(self):
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                ["mosquitto", "-c", self._config], stdout=log, stderr=log)
        until(lambda: listens(self.port), 10, "mosquitto listens")

    def stop(self, number=signal.SIGTERM):
        if self._process:
            self._process.send_signal(number)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                raise TimeoutError("mosquitto: not ended within 20 s") from None
            finally:
                self._process = None

    def publish(self, topic, payloads, *, is_retained=False):
        """Publishes the payloads in order, without pauses."""
        mqtt.publish(self.port, topic, [b"%d" % payload for payload in payloads], is_retained)


class HostileBrokers:
    """One of each kind of Tests/VM/guest/neighbour.py."""

    KINDS = ("silent", "closes", "wrong", "refuses", "late", "twice", "again", "endless",
             "flood")
    PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "VM", "guest",
                           "neighbour.py")

    def __init__(self):
        self._processes = {}

    def ports(self):
        """Returns the ports of the brokers, which are started at the first call."""
        for kind in () if self._processes else self.KINDS:
            port = free_port()
            self._processes[port] = subprocess.Popen(
                [sys.executable, self.PROGRAM, kind, str(port)])
            until(lambda: listens(port), 10, f"{kind} listens")
        return list(self._processes)

    def stop(self):
        for process in self._processes.values():
            process.kill()
            process.wait()
