"""The tools of a scenario: layouts, servers, pages and checks."""

import base64
import json
import math
import os
import shutil
import subprocess
import tempfile
import time

from rig.picture import Picture, decode_png, difference, encode_png

from server import Server
from wire import Watcher

HERE = os.path.dirname(os.path.abspath(__file__))
SHOW_SECONDS = 10


class Stage:
    """One scenario. `close` checks all pages and ends the servers."""

    def __init__(self, name, browser, report, options):
        self.name, self.browser, self.options = name, browser, options
        self.check = report.check
        self.folder = tempfile.mkdtemp(prefix=name + "-", dir=options.keep)
        self.servers, self._pages, self._watchers = [], [], []
        self._pictures = 0

    def close(self):
        """Checks that no page has an error or a request to a machine other than its server."""
        self.browser.take(0)
        problems, others = [], []
        for page, server in self._pages:
            own = tuple(start + server.host + "/" for start in ("http://", "ws://", "blob:http://"))
            problems += page.problems
            others += [url for url in page.requests if not url.startswith((*own, "data:"))]
        self.check("no page has an error", not problems, "\n".join(problems))
        self.check("no page sends a request to another machine", not others, "\n".join(others))
        ends = [server.end() for server in self.servers if server.is_running]
        self.check("the preview ends with status 0", not any(ends), ends)

    def end(self):
        """Ends all processes and connections, also after an error."""
        for watcher in self._watchers:
            watcher.close()
        for server in self.servers:
            if server.is_running:
                server.kill()
        for page, _ in self._pages:
            page.close()

    def failure_details(self):
        """Saves screenshots of all pages. Returns their paths and the messages of the preview."""
        texts = []
        for number, (page, _) in enumerate(self._pages, 1):
            path = os.path.join(self.folder, f"page-{number}.png")
            page.screenshot(path)
            texts.append(f"        screenshot of page {number}: {path}")
        texts += [f"        messages of the preview:\n{server.messages()}" for server in self.servers]
        return "\n".join(texts)

    # Layouts

    def layout(self, name):
        """Copies a test layout or a shipped layout, with the files that it uses. Returns the copy's path."""
        own = os.path.join(HERE, "layouts")
        is_own = os.path.exists(os.path.join(own, name + ".yaml"))
        source = own if is_own else self.options.layouts
        folder = os.path.join(self.folder, name)
        shutil.copytree(source, folder, dirs_exist_ok=True)
        return os.path.join(folder, name + ".yaml")

    @staticmethod
    def read(path):
        with open(path) as file:
            return file.read()

    @staticmethod
    def write(path, text):
        """Saves like an editor, by replacing the file with a new one."""
        with open(path + ".new", "w") as file:
            file.write(text)
        os.replace(path + ".new", path)

    def variant(self, layout, text):
        """Writes a layout with another text into the folder of a layout. Returns its path."""
        path = os.path.join(os.path.dirname(layout), "variant.yaml")
        self.write(path, text)
        return path

    # The preview

    def serve(self, layout, *arguments, variables=None):
        server = Server(self.options.preview, layout, *arguments, variables=variables)
        self.servers.append(server)
        return server

    def watch(self, server):
        watcher = Watcher(server)
        self._watchers.append(watcher)
        return watcher

    def page(self, server, width=1280, height=800):
        """Opens a page and waits until it shows the panel."""
        page = self.browser.page(width, height)
        self._pages.append((page, server))
        page.open(server.url)
        self.settles(page)
        return page

    def settles(self, page):
        page.wait_for("document.querySelector('#canvas')?.dataset.sequence !== undefined &&"
                      " !document.body.classList.contains('lost')", SHOW_SECONDS,
                      "the page shows a picture")

    # Pictures

    def rendered(self, layout, *arguments):
        """Returns the expected picture of the display, drawn by `knobpanel render`."""
        path = os.path.join(self.folder, "rendered.png")
        subprocess.run([self.options.binary, "render", layout, "-o", path, *arguments], check=True,
                       capture_output=True, text=True)
        with open(path, "rb") as file:
            return decode_png(file.read())

    @staticmethod
    def canvas(page):
        """Returns the picture on the canvas."""
        width, height, pixels = page.evaluate("""(() => {
            const canvas = document.getElementById('canvas');
            const {width, height} = canvas;
            const {data} = canvas.getContext('2d').getImageData(0, 0, width, height);
            const parts = [];
            for (let at = 0; at < data.length; at += 32768) {
                parts.push(String.fromCharCode(...data.subarray(at, at + 32768)));
            }
            return [width, height, btoa(parts.join(''))];
        })()""")
        data = base64.b64decode(pixels)
        rgb = bytearray(width * height * 3)
        for channel in range(3):
            rgb[channel::3] = data[channel::4]
        return Picture(width, height, bytes(rgb))

    def shows(self, name, page, layout, *arguments, watcher):
        """Checks that a page's canvas shows, within a time limit, the picture of the server's values."""
        deadline = time.monotonic() + SHOW_SECONDS
        values = None
        while True:
            # Values can change while the picture is compared.
            if values != self.sets(watcher):
                values = self.sets(watcher)
                expected = self.rendered(layout, *arguments, *values)
            seen = self.canvas(page)
            if seen == expected or time.monotonic() > deadline:
                break
            self.browser.pause(0.1)
        detail = ""
        if seen != expected:
            detail = difference(seen, expected)
            self._pictures += 1
            for kind, picture in (("seen", seen), ("expected", expected)):
                path = os.path.join(self.folder, f"{self._pictures}-{kind}.png")
                with open(path, "wb") as file:
                    file.write(encode_png(picture))
                detail += f"\n{kind}: {path}"
        return self.check(name, seen == expected, detail)

    @staticmethod
    def sets(watcher):
        """Returns the arguments of `knobpanel render` for the values that the server reports."""
        return [text for knob in list(watcher.values)
                for text in ("--set", f"{knob}={watcher.value(knob):g}")]

    # Positions

    @staticmethod
    def point(page, watcher, knob, degrees=0, radius=0.0, is_upright=True):
        """Returns the point in the window at an angle of a knob (clockwise from the top) and a fraction of
        its radius.

        It is calculated from the canvas's box and the server's geometry, independently of the page's code.
        """
        panel = watcher.panel
        item = next(each for each in panel["knobs"] if each["id"] == knob)
        left, top, width, height = page.box("#canvas")
        turn = panel["rotation"] if is_upright else 0
        x, y = {0: (item["x"], item["y"]), 90: (item["y"], 1 - item["x"]),
                180: (1 - item["x"], 1 - item["y"]), 270: (1 - item["y"], item["x"])}[turn]
        across = item["radius"] * (height if turn in (90, 270) else width) * radius
        angle = math.radians(degrees)
        return (left + x * width + across * math.sin(angle),
                top + y * height - across * math.cos(angle))

    def turn(self, page, watcher, sweeps, start=0, radius=0.7, steps=40, lifts=True):
        """Turns knobs with several fingers at once. `sweeps` are clockwise degrees, as {"volume": 90}."""
        fingers = dict(zip(("left", "right", "third", "fourth", "fifth"), sweeps.items()))
        for finger, (knob, _) in fingers.items():
            page.down(finger, *self.point(page, watcher, knob, start, radius))
        for step in range(1, steps + 1):
            page.move(**{
                finger: self.point(page, watcher, knob, start + sweep * step / steps, radius)
                for finger, (knob, sweep) in fingers.items()})
        if lifts:
            for finger in fingers:
                page.up(finger)

    @staticmethod
    def choose(page, selector, value):
        """Chooses a value of a list or a field, with the events of a user's choice."""
        page.evaluate(f"""(() => {{
            const field = document.querySelector({json.dumps(selector)});
            field.value = {json.dumps(value)};
            field.dispatchEvent(new Event('input', {{bubbles: true}}));
            field.dispatchEvent(new Event('change', {{bubbles: true}}));
        }})()""")
