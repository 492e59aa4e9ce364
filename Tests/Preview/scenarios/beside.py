"""The parts of the page beside the panel: values, simulated changes of a control, events, and the picture."""

import json
import time

from rig.picture import decode_png, difference

from wire import request

FIELDS = "#values details label.{} input"


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    page.evaluate("document.querySelector('#values details').open = true")

    outside(stage, page, watcher, layout)
    slow(stage, page, watcher)
    coarse(stage, page, watcher)
    unreachable(stage, page, watcher)
    events(stage, page, watcher)
    href = page.evaluate("document.getElementById('download').href")
    stage.check("the page links to the picture", href == f"http://{server.host}/picture.png", href)
    differs = difference(decode_png(request(server, "/picture.png")[1]),
                         stage.rendered(layout, *stage.sets(watcher)))
    stage.check("the linked picture is that of the panel", not differs, differs)
    for_real(stage, layout)


def listed(page):
    """Returns the text of the first knob's row."""
    return page.evaluate("document.querySelector('#values li').innerText")


def outside(stage, page, watcher, layout):
    stage.choose(page, FIELDS.format("level"), "0.8")
    watcher.until(lambda: watcher.value("kitchen") == 80, 5, "the knob follows another user")
    page.wait_for("document.querySelector('#values li').innerText.includes('80 %')",
                  what="the list shows it")
    stage.shows("the knob follows a change by another user", page, layout, watcher=watcher)
    remote = [event for event in watcher.events if event.get("event") == "remote"]
    stage.check("the change is reported as remote", remote and remote[-1]["value"] == 80, remote)


def slow(stage, page, watcher):
    """A slow control: the knob turns immediately, the control follows later."""
    stage.choose(page, FIELDS.format("delay"), "800")
    page.wait_for("document.querySelector('#values label.delay input').value === '800'")
    since = len(watcher.messages)
    watcher.socket.send(type="turn", knob="kitchen", notches=-6)
    began = time.monotonic()
    watcher.until(lambda: watcher.value("kitchen") < 70, 5, "the knob turns at once")
    turned = time.monotonic() - began

    def level():
        levels = [knob["level"] for message in watcher.received("simulation", since)
                  for knob in message["knobs"] if knob["knob"] == "kitchen"]
        return levels and abs(levels[-1] * 100 - watcher.value("kitchen")) < 1

    watcher.until(level, 10, "the control follows")
    followed = time.monotonic() - began
    stage.check("the knob does not wait for a slow control", turned < 0.8, f"{turned:.2f} s")
    stage.check("a slow control follows after its delay", followed >= 0.75, f"{followed:.2f} s")
    stage.choose(page, FIELDS.format("delay"), "0")


def coarse(stage, page, watcher):
    """A control with five levels: after its release the knob shows the actual level."""
    stage.choose(page, FIELDS.format("steps"), "5")
    stage.turn(page, watcher, {"kitchen": -54})
    watcher.until(lambda: not watcher.is_held("kitchen"), 5, "the finger is lifted")
    watcher.until(lambda: watcher.value("kitchen") in (0, 25, 50, 75, 100), 10,
                  "the knob shows a level of the control")
    stage.check("the knob shows the actual level of a coarse control", True)
    stage.choose(page, FIELDS.format("steps"), "0")


def unreachable(stage, page, watcher):
    page.click(FIELDS.format("online"))
    watcher.until(lambda: watcher.values["kitchen"][2] == "offline", 10, "the control is offline")
    page.wait_for("document.querySelector('#values li').innerText.includes('offline')",
                  what="the list shows that it is offline")
    page.click(FIELDS.format("online"))
    watcher.until(lambda: watcher.values["kitchen"][2] == "normal", 20, "the control is online")
    page.wait_for("!document.querySelector('#values li').innerText.includes('offline')")
    stage.check("the list shows when a control is offline and online", "%" in listed(page), listed(page))


def events(stage, page, watcher):
    stage.turn(page, watcher, {"terrace": 27})
    watcher.until(lambda: not watcher.is_held("terrace"), 5, "the finger is lifted")
    page.wait_for("document.getElementById('events').innerText.includes('\"ended\"')",
                  what="events are listed")
    lines = page.evaluate(
        "[...document.querySelectorAll('#events li')].map((each) => each.textContent)")
    stage.check("each event is a line of JSON",
                all("event" in json.loads(line) for line in lines), lines[:3])
    for step in range(300):
        watcher.socket.send(type="outside", knob="kitchen", level=step % 90 / 100)
    page.wait_for("document.querySelectorAll('#events li').length === 200",
                  what="200 events are listed")
    page.browser.pause(1)
    count = page.evaluate("document.querySelectorAll('#events li').length")
    stage.check("at most 200 events are kept", count == 200, count)
    page.click("#pause")
    last = page.evaluate("document.querySelector('#events li:last-child').textContent")
    watcher.socket.send(type="outside", knob="kitchen", level=0.99)
    watcher.until(lambda: watcher.value("kitchen") == 99, 5, "the knob follows")
    page.browser.pause(0.5)
    stage.check("the list of events can be paused",
                page.evaluate("document.querySelector('#events li:last-child').textContent") == last)
    page.click("#pause")


def for_real(stage, layout):
    """With --live nothing is simulated. A knob of a missing sound card is offline."""
    text = stage.read(layout).replace("card: default", "card: absent")
    server = stage.serve(stage.variant(layout, text), "--live")
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.check("with --live nothing is simulated",
                not any(knob["simulated"] for knob in watcher.panel["knobs"])
                and not watcher.received("simulation"))
    watcher.until(lambda: watcher.values["kitchen"][2] == "offline", 10,
                  "the knob of the missing card is offline")
    page.wait_for("document.querySelector('#values li').innerText.includes('offline')")
    stage.check("with --live there are no sliders for simulation", page.evaluate(
        "document.querySelector('#values details') === null"), listed(page))
