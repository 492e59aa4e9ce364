"""A knob is dragged to another position. Its centre in the file changes, and nothing else."""

from browser import ALT


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout, "--edit")
    watcher = stage.watch(server)
    page = stage.page(server, 1400, 900)
    before = stage.read(layout)
    scale = page.box("#canvas")[2] / 800

    start = stage.point(page, watcher, "kitchen", 200, 0.4)
    end = (start[0] + 40 * scale, start[1] + 20 * scale)
    page.drag(start, end, ALT, releases=False)
    stage.check("an outline follows the mouse",
                not page.evaluate("document.getElementById('outline').hidden"))
    stage.check("the drag does not turn the knob", not watcher.is_held("kitchen"))
    page.mouse("Released", *end, modifiers=ALT)
    watcher.until(lambda: abs(watcher.panel["knobs"][0]["x"] * 800 - 250) < 1.5, 10,
                  "the knob is moved")
    x, y = center(stage, layout)
    stage.check("the file has the new centre",
                abs(x - 250) <= 1.5 and abs(y - 250) <= 1.5, (x, y))
    stage.check("nothing else in the file has changed",
                stage.read(layout) == before.replace("[210, 230]", written(stage, layout)),
                stage.read(layout))
    page.wait_for(f"document.getElementById('text').value.includes('{written(stage, layout)}')",
                  what="the text in the page follows")
    stage.shows("the picture shows the knob at its new position", page, layout, watcher=watcher)

    dropped(stage, page, watcher, layout)
    shown(stage, page, watcher, layout)
    by_touch(stage, page, watcher, layout, scale)


def written(stage, layout):
    """Returns the text of the first knob's centre in the file."""
    return stage.read(layout).split("center: ")[1].split("]")[0] + "]"


def center(stage, layout):
    return [float(number) for number in written(stage, layout).strip("[]").split(",")]


def dropped(stage, page, watcher, layout):
    before = stage.read(layout)
    start = stage.point(page, watcher, "terrace", 0, 0.4)
    page.drag(start, (start[0] - 60, start[1] - 30), ALT, releases=False)
    page.key("Escape")
    stage.check("Escape cancels the drag", page.evaluate("document.getElementById('outline').hidden"))
    page.mouse("Released", start[0] - 60, start[1] - 30, modifiers=ALT)
    page.browser.pause(0.5)
    stage.check("a cancelled drag does not change the file", stage.read(layout) == before)


def shown(stage, page, watcher, layout):
    start = stage.point(page, watcher, "terrace", 0, 0.4)
    before = watcher.value("terrace")
    page.drag(start, start, ALT, steps=1)
    line = stage.read(layout).split("terrace:")[0].count("\n")
    page.wait_for("""(() => {
        const text = document.getElementById('text');
        return document.activeElement === text
            && text.value.slice(0, text.selectionStart).split('\\n').length - 1 === %d;
    })()""" % line, what=f"a click goes to line {line + 1}")
    stage.check("a click with Alt goes to the knob's line", watcher.value("terrace") == before)


def by_touch(stage, page, watcher, layout, scale):
    """Without a keyboard, the button "Arrange" starts moving."""
    page.click("#arrange")
    start = stage.point(page, watcher, "terrace", 180, 0.4)
    page.down("left", *start)
    for step in range(1, 11):
        page.move(left=(start[0] - 4 * scale * step, start[1]))
    page.up("left")
    watcher.until(lambda: abs(watcher.panel["knobs"][1]["x"] * 800 - 550) < 1.5, 10,
                  "a finger moves the knob")
    stage.check("a finger moves a knob while Arrange is on", "# right" in stage.read(layout))
    page.click("#arrange")
    before = watcher.value("terrace")
    stage.turn(page, watcher, {"terrace": 54})
    watcher.until(lambda: abs(watcher.value("terrace") - before - 20) <= 2, 5,
                  "fingers turn knobs afterwards")
    stage.check("fingers turn knobs afterwards", True)
    stage.shows("the picture shows all changes", page, layout, watcher=watcher)
