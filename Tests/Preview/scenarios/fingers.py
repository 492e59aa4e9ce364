"""Fingers on the page turn the knobs that they touch: one, two and four at once."""

SWEEP_DEGREES = 270


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    before = {knob: watcher.value(knob) for knob in ("kitchen", "terrace")}

    stage.turn(page, watcher, {"kitchen": 81}, lifts=False)
    watcher.until(lambda: watcher.is_held("kitchen"), 5, "the knob is held")
    stage.check("only the knob under the finger is held", not watcher.is_held("terrace"))
    page.up("left")
    watcher.until(lambda: not watcher.is_held("kitchen"), 5, "the knob is released")
    turned(stage, watcher, "kitchen", before["kitchen"], 81)
    stage.check("the other knob does not change", watcher.value("terrace") == before["terrace"])
    stage.shows("the picture shows it", page, layout, watcher=watcher)

    before = {knob: watcher.value(knob) for knob in before}
    stage.turn(page, watcher, {"kitchen": -54, "terrace": 108}, lifts=False)
    watcher.until(lambda: watcher.is_held("kitchen") and watcher.is_held("terrace"), 5,
                  "both knobs are held at once")
    page.up("left")
    page.up("right")
    watcher.until(lambda: not watcher.is_held("kitchen") and not watcher.is_held("terrace"), 5,
                  "both knobs are released")
    turned(stage, watcher, "kitchen", before["kitchen"], -54)
    turned(stage, watcher, "terrace", before["terrace"], 108)
    stage.shows("the picture shows both", page, layout, watcher=watcher)
    cancelled(stage, server, watcher, page)
    four(stage)


def turned(stage, watcher, knob, before, sweep):
    expected = min(100, max(0, before + sweep / SWEEP_DEGREES * 100))
    stage.check(f"{knob} has the value of a turn by {sweep}°",
                abs(watcher.value(knob) - expected) <= 2,
                f"from {before} to {watcher.value(knob)}, expected {expected:.1f}")


def cancelled(stage, server, watcher, page):
    """A page that is closed releases the knobs that its fingers hold."""
    stage.turn(page, watcher, {"kitchen": 20}, lifts=False)
    watcher.until(lambda: watcher.is_held("kitchen"), 5, "the knob is held again")
    page.open("about:blank")
    watcher.until(lambda: not watcher.is_held("kitchen"), 5, "the knob is released")
    stage.check("leaving a page lifts its fingers", True)
    page.open(server.url)
    stage.settles(page)


def four(stage):
    layout = stage.layout("bar")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    knobs = [knob["id"] for knob in watcher.panel["knobs"] if knob["page"] in (None, 0)][:4]
    stage.turn(page, watcher, {knob: 40 for knob in knobs}, lifts=False)
    watcher.until(lambda: all(map(watcher.is_held, knobs)), 5, f"{knobs} are held at once")
    for finger in ("right", "left", "fourth", "third"):
        page.up(finger)
    watcher.until(lambda: not any(map(watcher.is_held, knobs)), 5, "all are released")
    stage.check("four fingers turn four knobs at once", len(knobs) == 4, knobs)
    stage.shows("the picture shows all four", page, layout, watcher=watcher)
