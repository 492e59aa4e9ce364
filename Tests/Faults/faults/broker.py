"""Runs an MQTT broker on this machine with a retained message for the panel."""

import contextlib
import os
import socket
import subprocess
import time


@contextlib.contextmanager
def broker(folder):
    """Runs mosquitto for the duration of the `with` block, which gets its port."""
    port = free_port()
    config = os.path.join(folder, "mosquitto.conf")
    with open(config, "w") as file:
        file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    server = subprocess.Popen([program(), "-c", config], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        # Retained, so that each panel receives it as soon as it subscribes.
        while subprocess.run(["mosquitto_pub", "-p", str(port), "-t", "a", "-m", "40", "-r"],
                             stderr=subprocess.DEVNULL).returncode:
            if server.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("mosquitto does not run")
            time.sleep(0.05)
        yield port
    finally:
        server.kill()
        server.wait()


def program():
    # Debian installs it in /usr/sbin, which is not in the PATH of users.
    return next(path for path in ("/usr/sbin/mosquitto", "mosquitto")
                if os.path.exists(path) or path == "mosquitto")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
