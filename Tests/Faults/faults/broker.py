"""A broker on this machine, with a state for the panel to read."""

import contextlib
import os
import socket
import subprocess
import time


@contextlib.contextmanager
def broker(folder):
    """Runs mosquitto while the block runs: its port."""
    port = free_port()
    config = os.path.join(folder, "mosquitto.conf")
    with open(config, "w") as file:
        file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    server = subprocess.Popen([program(), "-c", config], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        # Retained, so that each panel is told at once.
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
    # Debian keeps it where only root looks.
    return next(path for path in ("/usr/sbin/mosquitto", "mosquitto")
                if os.path.exists(path) or path == "mosquitto")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
