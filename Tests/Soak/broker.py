"""A real mosquitto, and clients of it."""

import os
import signal
import socket
import subprocess

from soaked import until


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """Keeps its retained messages over a restart, as brokers are usually set up."""

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
        until(self._listens, 10, "mosquitto listens")

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self, number=signal.SIGTERM):
        if self._process:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None

    def publish(self, topic, payloads, *options):
        """Publishes one message after the other, as fast as they go."""
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), "-t", topic, "-l", *options],
            input="".join(f"{payload}\n" for payload in payloads), text=True, check=True)
