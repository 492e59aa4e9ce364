"""Measures the time from a finger's movement to the picture on the canvas, at 60 movements a second."""

import time

MOVES = 300
# Measures from the browser's time of a move to the next picture on the canvas.
MEASURE = """(() => {
    const canvas = document.getElementById('canvas');
    window.latencies = [];
    let moved = null;
    // The same events that the page uses.
    const frame = document.getElementById('frame');
    const moves = 'onpointerrawupdate' in frame ? 'pointerrawupdate' : 'pointermove';
    frame.addEventListener(moves, (event) => {
        moved ??= event.timeStamp;
    });
    new MutationObserver(() => {
        if (moved === null) return;
        window.latencies.push(performance.now() - moved);
        moved = null;
    }).observe(canvas, {attributes: true, attributeFilter: ['data-sequence']});
})()"""


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    page.evaluate(MEASURE)
    points = [stage.point(page, watcher, "kitchen", 2 * step - 90, 0.7) for step in range(61)]
    page.down("left", *points[0])
    began = time.monotonic()
    for step in range(1, MOVES + 1):
        # Up and down, by two degrees a movement.
        page.move(left=points[60 - abs(step % 120 - 60)])
        page.browser.take(max(0, began + step / 60 - time.monotonic()))
    page.up("left")
    latencies = sorted(page.evaluate("window.latencies"))
    stage.check("at least a quarter of the movements are shown", len(latencies) > MOVES / 4, len(latencies))
    median, late = (latencies[len(latencies) * part // 100] for part in (50, 99))
    print(f"        movement to canvas: median {median:.0f} ms, 99th percentile {late:.0f} ms,"
          f" {len(latencies)} pictures", flush=True)
    stage.check("the canvas follows the finger", late < 1000, late)
