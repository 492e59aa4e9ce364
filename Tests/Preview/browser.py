"""A headless Chromium, driven over the DevTools protocol through a pair of pipes.

https://chromedevtools.github.io/devtools-protocol/; with --remote-debugging-pipe the browser reads
messages of JSON from descriptor 3 and writes them to descriptor 4, each ended by a zero byte.
"""

import base64
import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAM = "chromium"


class BrowserError(Exception):
    """The browser did not do its part."""


class Browser:
    """One browser process, from `with` to its end."""

    def __enter__(self):
        self._folder = tempfile.mkdtemp(prefix="knobpanel-chromium-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        def prepare():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
            # Both may be 3 or 4 already: out of the way first.
            ends = [os.dup(to_browser), os.dup(from_browser)]
            while min(ends) < 5:
                ends = [os.dup(end) for end in ends]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        arguments = [
            PROGRAM, "--headless=new", "--remote-debugging-pipe", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb",
            "--hide-scrollbars", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--password-store=basic", "--mute-audio",
            f"--user-data-dir={self._folder}", "about:blank"]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")
        try:
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, preexec_fn=prepare, close_fds=False)
        except FileNotFoundError:
            raise BrowserError(f"{PROGRAM} is not installed (apt-get install chromium)") from None
        finally:
            os.close(to_browser)
            os.close(from_browser)
        self._buffer = b""
        self._next = 0
        self._answers = {}
        self._listeners = {}
        self.call("Target.setDiscoverTargets", discover=True)
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._folder, ignore_errors=True)

    def page(self, url, **viewport):
        """A page of a browser window of its own."""
        target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session, url, **viewport)

    def call(self, method, session=None, **parameters):
        """What the browser answers."""
        self._next += 1
        number = self._next
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 60
        while number not in self._answers:
            if not self.receive(deadline - time.monotonic()):
                raise BrowserError(f"{method}: no answer")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def listen(self, session, listener):
        self._listeners[session] = listener

    def receive(self, seconds):
        """Takes what the browser says, for at most so long; false if that is nothing."""
        ready, _, _ = select.select([self._in], [], [], max(0, seconds))
        if not ready:
            return False
        data = os.read(self._in, 1 << 20)
        if not data:
            raise BrowserError("the browser is gone")
        *messages, self._buffer = (self._buffer + data).split(b"\0")
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            elif message.get("sessionId") in self._listeners:
                self._listeners[message["sessionId"]](message["method"], message["params"])
        return True


class Page:
    """One page: what it shows, and fingers, a mouse and keys for it."""

    def __init__(self, browser, session, url, width=1280, height=800, scheme="light", touch=True):
        self._browser = browser
        self._session = session
        # What the page complained of, and what it asked for.
        self.errors = []
        self.requests = []
        browser.listen(session, self._hear)
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=10)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Page.navigate", url=url)

    def _hear(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", "")
            self.errors.append(f"{details['text']} {thrown}")
        elif method == "Runtime.consoleAPICalled" and parameters["type"] == "error":
            self.errors.append(str([value.get("value", value.get("description"))
                                    for value in parameters["args"]]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(parameters["url"])

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def evaluate(self, expression):
        """The value of an expression of JavaScript, awaited if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def until(self, expression, seconds=20):
        """Waits until an expression is true; returns its value, or None if it did not become so."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                value = self.evaluate(expression)
            except BrowserError:
                value = None  # While the page is loaded, there is nothing to ask.
            if value:
                return value
            self._browser.receive(0.02)
        return None

    def touch(self, kind, points):
        """`kind` is Start, Move, End or Cancel; `points` are those that are down: (id, x, y)."""
        self.call("Input.dispatchTouchEvent", type="touch" + kind,
                  touchPoints=[{"id": number, "x": x, "y": y} for number, x, y in points])

    def mouse(self, kind, x, y, **more):
        """`kind` is Pressed, Moved, Released or Wheel."""
        self.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, **more)

    def key(self, key, code=None, modifiers=0, text=None):
        """Presses a key; modifiers: 1 Alt, 2 Ctrl, 8 Shift."""
        names = {"key": key, "code": code or key, "modifiers": modifiers,
                 "windowsVirtualKeyCode": KEY_CODES.get(key, ord(key[0].upper()))}
        down = {**names, "type": "keyDown" if text else "rawKeyDown"}
        if text:
            down["text"] = text
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **names)

    def insert(self, text):
        """Types a text at the cursor."""
        self.call("Input.insertText", text=text)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def accessible(self, role):
        """The elements of a role, as screen readers see them: their name, value and value text."""
        found = []
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if node.get("role", {}).get("value") != role or node.get("ignored"):
                continue
            properties = {entry["name"]: entry["value"].get("value")
                          for entry in node.get("properties", [])}
            found.append({"name": node.get("name", {}).get("value"),
                          "value": node.get("value", {}).get("value"), **properties})
        return found


KEY_CODES = {"ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36,
             "End": 35, "PageUp": 33, "PageDown": 34, "Enter": 13, "Escape": 27, "Tab": 9, " ": 32}
