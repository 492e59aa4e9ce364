"""Headless Chromium, controlled by its DevTools protocol through two pipes."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

START_SECONDS = 60
CALL_SECONDS = 60
# The protocol's codes of keys other than letters, by name.
KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "PageUp": 33,
        "PageDown": 34, "End": 35, "Home": 36, "Enter": 13, "Escape": 27, "Tab": 9, " ": 32}
ALT, CONTROL = 1, 2


class BrowserError(Exception):
    pass


class Browser:
    """A Chromium with its own profile, which runs for the duration of a `with` block."""

    def __init__(self, program="chromium"):
        self._profile = tempfile.mkdtemp(prefix="knobpanel-chromium-")
        # Not 3 and 4, which Chromium uses for its ends of the pipes.
        theirs_in, self._out = high_pipe()
        self._in, theirs_out = high_pipe()
        command = [
            program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self._profile}",
            "--no-first-run", "--disable-gpu", "--disable-extensions", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", "--mute-audio",
            "--force-color-profile=srgb", "--hide-scrollbars", "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", *command],
            pass_fds=(theirs_in, theirs_out), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self._number = 0
        self._received = b""
        self._answers = {}
        self._pages = {}
        try:
            self.version = self.call("Browser.getVersion", limit_seconds=START_SECONDS)["product"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._profile, ignore_errors=True)

    def page(self, width=1280, height=800):
        """Opens an empty page with its own storage."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context,
                           width=width, height=height)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target)
        self._pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(domain + ".enable")
        page.viewport(width, height)
        page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        # Otherwise only one page at a time would have the focus and be drawn.
        page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        return page

    def call(self, method, session=None, limit_seconds=CALL_SECONDS, **parameters):
        """Sends a command of the protocol and returns its result."""
        number = self.post(method, session, parameters)
        deadline = time.monotonic() + limit_seconds
        while number not in self._answers:
            if not self.take(deadline - time.monotonic()):
                raise BrowserError(f"{method}: no answer within {limit_seconds} s")
        answer = self._answers.pop(number)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def post(self, method, session, parameters):
        """Sends a command without waiting for its result; returns its number."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        return self._number

    def take(self, seconds):
        """Receives messages from Chromium. Returns false if there are none within the time."""
        if not select.select([self._in], [], [], max(0, seconds))[0]:
            return False
        data = os.read(self._in, 1 << 20)
        if not data:
            raise BrowserError("Chromium has ended")
        *messages, self._received = (self._received + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self._answers[message["id"]] = message
            elif message.get("sessionId") in self._pages:
                self._pages[message["sessionId"]].receive(message["method"], message["params"])
        return True

    def pause(self, seconds):
        """Handles messages for this time, for checks that something does not happen."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.take(left)

    def forget(self, page):
        self.call("Target.closeTarget", targetId=page.target)
        del self._pages[page.session]


class Page:
    """A page, with its errors and its network requests."""

    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.problems = []
        self.requests = []
        self._fingers = {}

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def receive(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(
                details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.problems.append(" ".join(
                str(each.get("value", each.get("description"))) for each in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            entry = parameters["entry"]
            self.problems.append(entry["text"] + " " + entry.get("url", ""))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(parameters["url"])
        elif method == "Page.javascriptDialogOpening":
            self.browser.post("Page.handleJavaScriptDialog", self.session, {"accept": True})

    def ignore_problems(self, *prefixes):
        """Removes problems that a scenario has caused on purpose."""
        self.browser.take(0)
        self.problems = [each for each in self.problems if not each.startswith(prefixes)]

    def close(self):
        self.browser.forget(self)

    def open(self, url):
        result = self.call("Page.navigate", url=url)
        if result.get("errorText"):
            raise BrowserError(f"{url}: {result['errorText']}")
        self.wait_for("document.readyState === 'complete'", what=f"{url} is loaded")

    def viewport(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=False)

    def media(self, **features):
        """Sets preferences of the user, such as prefers_color_scheme="dark"."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def evaluate(self, expression):
        """Returns the value of an expression, converted to JSON. Waits for the value of a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait_for(self, condition, seconds=10, what=None):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + seconds
        while True:
            result = self.evaluate(condition)
            if result:
                return result
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what or condition}: not within {seconds} s")
            self.browser.pause(0.03)

    def draw(self):
        """Makes the browser draw the page now."""
        self.call("Page.captureScreenshot", format="png")

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def accessible(self):
        """Returns (role, name, properties) of each element in the accessibility tree."""
        found = []
        for node in self.call("Accessibility.getFullAXTree")["nodes"]:
            if node["ignored"]:
                continue
            properties = {each["name"]: each["value"].get("value")
                          for each in node.get("properties", [])}
            properties["value"] = node.get("value", {}).get("value")
            found.append((node["role"]["value"], node.get("name", {}).get("value", ""), properties))
        return found

    # Fingers, mouse and keys. Positions are in CSS pixels of the window.

    def down(self, finger, x, y):
        self._fingers[finger] = (x, y)
        self._touch("touchStart")

    def move(self, **fingers):
        """Moves several fingers at once, for instance move(left=(10, 20), right=(30, 40))."""
        self._fingers.update(fingers)
        self._touch("touchMove")

    def up(self, finger):
        del self._fingers[finger]
        self._touch("touchMove" if self._fingers else "touchEnd")

    def _touch(self, kind):
        numbers = {"left": 0, "right": 1, "third": 2, "fourth": 3, "fifth": 4}
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x, "y": y, "id": numbers[finger]} for finger, (x, y) in self._fingers.items()])

    def mouse(self, kind, x, y, modifiers=0, **more):
        """`kind` is Pressed, Moved, Released or Wheel (with deltaX, deltaY)."""
        button = {"button": "left", "clickCount": 1} if kind in ("Pressed", "Released") else {}
        if kind == "Moved":
            button = {"button": more.pop("button", "none"), "buttons": more.pop("buttons", 0)}
        self.call("Input.dispatchMouseEvent", type="mouse" + kind, x=x, y=y, modifiers=modifiers,
                  **button, **more)

    def drag(self, start, end, modifiers=0, steps=12, releases=True):
        """Presses the mouse at one position and moves it to another."""
        self.mouse("Pressed", *start, modifiers=modifiers)
        for step in range(1, steps + 1):
            position = [a + (b - a) * step / steps for a, b in zip(start, end)]
            self.mouse("Moved", *position, modifiers=modifiers, button="left", buttons=1)
        if releases:
            self.mouse("Released", *end, modifiers=modifiers)

    def click(self, selector):
        """Clicks the centre of an element with the mouse."""
        x, y, width, height = self.box(selector)
        self.drag((x + width / 2, y + height / 2), (x + width / 2, y + height / 2), steps=1)

    def box(self, selector):
        """Scrolls to an element and returns its box in the window: x, y, width, height."""
        box = self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) return null;
            element.scrollIntoView({{block: 'nearest', behavior: 'instant'}});
            const box = element.getBoundingClientRect();
            return [box.x, box.y, box.width, box.height];
        }})()""")
        if box is None:
            raise BrowserError(f"there is no {selector}")
        return box

    def key(self, key, modifiers=0):
        """Presses and releases a key: one of `KEYS`, or a letter."""
        code = KEYS.get(key) or ord(key.upper())
        more = {"text": {"Enter": "\r"}.get(key, key)} if key in (" ", "Enter") else {}
        for kind in ("keyDown" if more else "rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers,
                      windowsVirtualKeyCode=code, code={" ": "Space"}.get(key, key) if len(key) > 1
                      or key == " " else "Key" + key.upper(), **more)

    def type(self, text):
        """Types single characters, which completion reacts to."""
        for letter in text:
            if letter == "\n":
                self.key("Enter")
            else:
                self.call("Input.dispatchKeyEvent", type="char", text=letter)


def high_pipe():
    """Returns a pipe whose descriptors have high numbers, which do not conflict with those of a child."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved
