"""A mouse turns a knob like a finger, and its wheel turns a knob by notches."""

DEGREES_PER_NOTCH = 7.5
SWEEP_DEGREES = 270


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)

    before = watcher.value("kitchen")
    points = [stage.point(page, watcher, "kitchen", degrees, 0.7) for degrees in range(0, 82, 3)]
    page.mouse("Moved", *points[0])
    page.mouse("Pressed", *points[0])
    for point in points[1:]:
        page.mouse("Moved", *point, button="left", buttons=1)
    watcher.until(lambda: watcher.is_held("kitchen"), 5, "the mouse holds the knob")
    page.mouse("Released", *points[-1])
    watcher.until(lambda: not watcher.is_held("kitchen"), 5, "the mouse releases the knob")
    expected = before + 81 / SWEEP_DEGREES * 100
    stage.check("the mouse turned the knob", abs(watcher.value("kitchen") - expected) <= 2,
                f"{watcher.value('kitchen')}, expected {expected}")

    value = watcher.value("kitchen")
    for point in points:
        page.mouse("Moved", *point)
    stage.check("a mouse without a pressed button turns nothing", watcher.value("kitchen") == value)

    wheel(stage, page, watcher)
    stage.shows("the picture shows it", page, layout, watcher=watcher)


def wheel(stage, page, watcher):
    x, y = stage.point(page, watcher, "terrace", 30, 0.5)
    for delta, notches in ((-100, 1), (300, -3), (-25, 0.25)):
        before = watcher.value("terrace")
        # A high-resolution wheel reports fractions of a notch.
        for _ in range(4 if notches == 0.25 else 1):
            page.mouse("Wheel", x, y, deltaX=0, deltaY=delta)
        turned = notches * (4 if notches == 0.25 else 1)
        expected = before + turned * DEGREES_PER_NOTCH / SWEEP_DEGREES * 100
        watcher.until(lambda: abs(watcher.value("terrace") - expected) <= 1, 5,
                      f"the wheel turns {turned} notches, from {before} to {expected:.1f}")
        stage.check(f"a wheel by {delta} pixels turns {turned} notches", True)
    stage.check("the wheel does not scroll the page", page.evaluate("scrollY") == 0)
