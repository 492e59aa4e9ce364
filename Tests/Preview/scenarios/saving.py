"""A save on disk is shown immediately. Errors of a save appear beside the last valid picture."""

import os
import statistics
import time

LIMIT_MILLISECONDS = 2000

# Records the time of each drawn frame.
RECORD = """(() => {
    window.drawn = [];
    new MutationObserver(() => drawn.push(Date.now())).observe(
        document.getElementById('canvas'), {attributeFilter: ['data-sequence']});
})()"""


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    good = stage.read(layout)
    page.evaluate(RECORD)

    durations = []
    for position in range(200, 260, 10):
        page.evaluate("drawn.length = 0")
        saved = time.time() * 1000
        stage.write(layout, good.replace("[210, 230]", f"[{position}, 230]"))
        durations.append(page.wait_for("drawn[0]", 10, "a save is shown") - saved)
        page.browser.pause(0.3)
    stage.shows("the picture is that of the last save", page, layout, watcher=watcher)
    print(f"        a save is shown after {statistics.median(durations):.0f} ms, "
          f"at most {max(durations):.0f} ms", flush=True)
    stage.check(f"a save is shown within {LIMIT_MILLISECONDS} ms",
                max(durations) < LIMIT_MILLISECONDS, durations)

    faulty(stage, page, watcher, layout)
    warned(stage, page, layout)
    gone(stage, page, layout)


def faulty(stage, page, watcher, layout):
    good = stage.read(layout)
    before = stage.canvas(page)
    stage.write(layout, good.replace("diameter: 300", "diameter: huge", 1))
    text = page.wait_for("!document.getElementById('errors').hidden &&"
                         " document.getElementById('errors').innerText")
    line = good[:good.index("diameter")].count("\n") + 1
    stage.check("an error is reported with line and column", f"two-knobs.yaml:{line}:15" in text, text)
    stage.check("the error quotes the line", "diameter: huge" in text, text)
    stage.check("the error does not disclose the path of the folder", "/tmp" not in text, text)
    # Except for a badge in a corner, which reports the error.
    stage.check("the last valid picture stays", mostly_equal(stage.canvas(page), before))
    stage.turn(page, watcher, {"terrace": 27})
    watcher.until(lambda: not watcher.is_held("terrace"), 5, "the finger is lifted")
    stage.check("the knobs can still be turned", watcher.value("terrace") != 40, watcher.values)
    other = stage.page(stage.servers[0])
    text = other.wait_for("!document.getElementById('errors').hidden &&"
                          " document.getElementById('errors').innerText")
    stage.check("a page that is opened later shows the error", "diameter: huge" in text, text)
    stage.write(layout, good)
    for each in (page, other):
        each.wait_for("document.getElementById('errors').hidden")
    stage.check("the next valid save removes the message", True)
    stage.shows("the picture shows the next valid save", page, layout, watcher=watcher)


def mostly_equal(seen, expected):
    rows = seen.width * 3 * (seen.height - 100)
    return (seen.width, seen.height) == (expected.width, expected.height) and (
        seen.rgb[:rows] == expected.rgb[:rows] or seen.rgb[-rows:] == expected.rgb[-rows:])


def warned(stage, page, layout):
    good = stage.read(layout)
    stage.write(layout, good.replace("center: [590, 230]", "center: [790, 230]"))
    text = page.wait_for("!document.getElementById('errors').hidden &&"
                         " document.getElementById('errors').innerText")
    stage.check("a warning is reported", "warning" in text, text)
    stage.check("a warning does not look like an error",
                not page.evaluate("document.getElementById('errors').classList.contains('blocking')"))
    stage.write(layout, good)
    page.wait_for("document.getElementById('errors').hidden")


def gone(stage, page, layout):
    """Some editors remove a file before they write a new one."""
    good = stage.read(layout)
    os.remove(layout)
    page.browser.pause(0.5)
    stage.write(layout, good.replace("[590, 230]", "[580, 230]"))
    page.wait_for("document.getElementById('errors').hidden")
    page.wait_for("document.getElementById('canvas').width === 800")
    stage.check("a layout that is removed and written again is shown", True)
