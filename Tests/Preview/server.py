"""Runs the preview's server as a process."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import urllib.parse

from rig.waiting import until

START_SECONDS = 20


class Server:
    """A `knobpanel-preview` of a layout. It can be killed and started again at the same port."""

    def __init__(self, program, layout, *arguments, variables=None):
        self.layout = layout
        self._environment = {**os.environ, **(variables or {})}
        self._command = [program, *arguments, layout]
        self._messages = tempfile.TemporaryFile()
        self._process = None
        self.port = 0
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            [*self._command, "--port", str(self.port)], text=True,
            stdout=subprocess.PIPE, stderr=self._messages, env=self._environment)
        try:
            self.url = self._address()
        except BaseException:
            self.kill()
            raise
        parts = urllib.parse.urlsplit(self.url)
        self.address, self.port, self.host = parts.hostname, parts.port, parts.netloc
        self.query = f"?{parts.query}" if parts.query else ""

    def _address(self):
        """Returns the URL that the preview prints."""
        lines = []
        threading.Thread(
            target=lambda: lines.append(self._process.stdout.readline()), daemon=True).start()
        until(lambda: lines, START_SECONDS, "the preview prints its address")
        url = lines[0].strip()
        if not re.fullmatch(r"http://127\.0\.0\.1:\d+/(\?token=\S+)?", url):
            raise RuntimeError(f"the preview has printed {url!r}\n{self.messages()}")
        return url

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """Ends it like a crash."""
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def end(self):
        """Sends SIGTERM and returns the exit status, None if it does not end."""
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def messages(self):
        self._messages.seek(0)
        return self._messages.read().decode(errors="replace")
