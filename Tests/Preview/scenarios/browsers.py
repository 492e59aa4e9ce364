"""Several browsers show the same panel. A slow one does not delay the others, and many can connect."""

import statistics
import time

from wire import Socket, Watcher

CLIENTS = 100


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    first, second = stage.page(server), stage.page(server, 390, 844)
    stage.turn(first, watcher, {"kitchen": 54})
    watcher.until(lambda: not watcher.is_held("kitchen"), 5, "the finger is lifted")
    stage.turn(second, watcher, {"terrace": -27})
    watcher.until(lambda: not watcher.is_held("terrace"), 5, "the other finger is lifted")
    for name, page in (("the first", first), ("the second", second)):
        stage.shows(f"{name} browser shows both turns", page, layout, watcher=watcher)
        stage.check(f"{name} browser has the values for screen readers", all(
            page.evaluate(f"document.querySelector('#reach [data-knob={knob}]').ariaValueNow")
            == f"{watcher.value(knob):g}" for knob in ("kitchen", "terrace")))
    at_once(stage, first, second, watcher)
    stalled(stage, server, watcher, first, layout)
    many(stage, server, first, watcher, layout)


def at_once(stage, first, second, watcher):
    """Fingers in two browsers turn knobs at the same time."""
    before = dict(watcher.values)
    pages = ((first, "kitchen"), (second, "terrace"))
    for page, knob in pages:
        page.down("left", *stage.point(page, watcher, knob, 0, 0.7))
    for degrees in range(3, 28, 3):
        for page, knob in pages:
            page.move(left=stage.point(page, watcher, knob, degrees, 0.7))
    watcher.until(lambda: watcher.is_held("kitchen") and watcher.is_held("terrace"), 5, "both are held")
    for page, _ in pages:
        page.up("left")
    watcher.until(lambda: not watcher.is_held("kitchen") and not watcher.is_held("terrace"), 5,
                  "both are released")
    stage.check("fingers in two browsers turn two knobs at once",
                all(abs(watcher.value(knob) - before[knob][0] - 10) <= 2 for _, knob in pages),
                (before, watcher.values))


def reaction(watcher, level):
    """Returns the seconds until a change of a control is reported."""
    began = time.monotonic()
    watcher.socket.send(type="outside", knob="kitchen", level=level)
    watcher.until(lambda: abs(watcher.value("kitchen") - level * 100) < 0.5, 10, "the change is reported")
    return time.monotonic() - began


def stalled(stage, server, watcher, page, layout):
    stopped = [Socket(server) for _ in range(5)]
    stage.check("clients that never read are connected", all(each.status == 101 for each in stopped))
    taken = [reaction(watcher, (30 + step % 40) / 100) for step in range(60)]
    stage.check("clients that never read do not delay others", max(taken) < 2, f"{max(taken):.2f} s")
    print(f"        with clients that never read, a change is reported after "
          f"{statistics.median(taken) * 1000:.0f} ms, at most {max(taken) * 1000:.0f} ms",
          flush=True)
    stage.shows("the picture follows", page, layout, watcher=watcher)
    for each in stopped:
        each.close()


def many(stage, server, page, watcher, layout):
    began = time.monotonic()
    clients = [Watcher(server) for _ in range(CLIENTS)]
    print(f"        {CLIENTS} clients are connected after {time.monotonic() - began:.1f} s", flush=True)
    try:
        reaction(watcher, 0.77)
        for each in clients:
            each.until(lambda: abs(each.value("kitchen") - 77) <= 1, 20, "each client gets the value")
        stage.check(f"{CLIENTS} clients get the changed value", True)
        stage.check("each client gets a picture", all(each.frame_times for each in clients))
        stage.turn(page, watcher, {"terrace": 27})
        watcher.until(lambda: not watcher.is_held("terrace"), 20, "the finger is lifted")
        stage.shows(f"with {CLIENTS} clients a browser shows the picture", page, layout, watcher=watcher)
    finally:
        for each in clients:
            each.close()
    stage.check("the preview keeps working when they disconnect", reaction(watcher, 0.33) < 10)
