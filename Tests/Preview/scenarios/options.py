"""The view options: size, rotation, theme, shape, page, zoom, true size, and the dark room."""

from rig.picture import decode_png, difference

from wire import request


def play(stage):
    sizes(stage)
    turned(stage)
    pages(stage)
    zooms(stage)


def sizes(stage):
    layout = stage.layout("two-knobs")
    text = stage.read(layout)
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    for size in ("1024x600", "480x320", "1920x1080", ""):
        stage.choose(page, "#size", size)
        arguments = ["--size", size] if size else []
        stage.shows(f"the size {size or 'from layout'}", page, layout, *arguments, watcher=watcher)
    for degrees in ("90", "180", "270", ""):
        stage.choose(page, "#rotation", degrees)
        rotated(stage, page, watcher, layout, degrees)
    for theme in page.evaluate(
            "[...document.getElementById('theme').options].map((each) => each.value)"):
        stage.choose(page, "#theme", theme)
        variant = stage.variant(layout, text.replace(
            "panel:\n", f"panel:\n  theme: {theme}\n" if theme else "panel:\n"))
        stage.shows(f"the theme {theme or 'from layout'}", page, variant, watcher=watcher)
    stage.choose(page, "#theme", "")
    stage.choose(page, "#shape", "round")
    variant = stage.variant(layout, text.replace("panel:\n", "panel:\n  shape: round\n"))
    page.wait_for("getComputedStyle(document.getElementById('canvas')).clipPath.includes('ellipse')")
    stage.check("a round display has no corners", True)
    # The server draws the corners, but removes them from the downloaded picture.
    _, data = request(server, "/picture.png")
    differs = difference(decode_png(data), stage.rendered(variant, *stage.sets(watcher)))
    stage.check("the downloaded picture of a round display has no corners", not differs, differs)
    other = stage.page(server)
    stage.check("a page that is opened later has the chosen options",
                other.wait_for("document.getElementById('shape').value") == "round")
    stage.choose(page, "#shape", "")
    stage.check("options do not change the file", stage.read(layout) == text)


def rotated(stage, page, watcher, layout, degrees):
    """Checks the picture with a rotation. The server reports the display's size."""
    watcher.until(lambda: watcher.panel["rotationOverride"] == (int(degrees) if degrees else None), 5,
                  "the rotation is reported")
    size = f"{watcher.panel['width']}x{watcher.panel['height']}"
    arguments = [*("--rotate", degrees)] if degrees else []
    stage.shows(f"the rotation {degrees or 'from layout'}, {size}", page, layout, "--size", size,
                *arguments, watcher=watcher)


def turned(stage):
    """A rotated display is shown upright, and touches are mapped accordingly."""
    layout = stage.layout("turned")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.shows("the picture of a rotated display", page, layout, watcher=watcher)
    _, _, width, height = page.box("#canvas")
    stage.check("a rotated display is shown upright", width < height, (width, height))
    touched(stage, page, watcher, "upright", is_upright=True)
    page.click("#turned")
    page.wait_for("(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                  " return box.width > box.height; })()")
    stage.check("a rotated display can be shown as mounted", True)
    touched(stage, page, watcher, "as mounted", is_upright=False)


def touched(stage, page, watcher, name, is_upright):
    for knob in ("upper", "lower"):
        before = watcher.values
        value = watcher.value(knob)
        page.down("left", *stage.point(page, watcher, knob, 0, 0.7, is_upright))
        for degrees in range(3, 55, 3):
            page.move(left=stage.point(page, watcher, knob, degrees, 0.7, is_upright))
        page.up("left")
        watcher.until(lambda: abs(watcher.value(knob) - value - 20) <= 2, 5,
                      f"{knob} is turned {name} by 20 from {value}; values {before}")
    stage.check(f"touches are mapped to the knobs, {name}", True)


def pages(stage):
    layout = stage.layout("pages")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.choose(page, "#page", "1")
    stage.shows("another page", page, layout, "--page", "effects", watcher=watcher)
    stage.choose(page, "#page", "0")
    stage.shows("the first page again", page, layout, watcher=watcher)


def zooms(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.choose(page, "#zoom", "pixels")
    _, _, width, height = page.box("#canvas")
    stage.check("1:1 shows each pixel as one pixel", (round(width), round(height)) == (800, 480),
                (width, height))
    page.viewport(1280, 800, scale=2)
    # A headless browser draws only for a screenshot, and only then reports the changed scale.
    page.draw()
    page.wait_for("document.getElementById('canvas').getBoundingClientRect().width < 401")
    stage.check("1:1 works on a high-resolution screen", True)
    page.viewport(1280, 800)

    stage.choose(page, "#zoom", "true")
    stage.choose(page, "#diagonal", "5")
    stage.choose(page, "#card-width", "428")
    # A card of 85.6 mm has 428 pixels here, which is 5 pixels per millimetre.
    expected = 5 * 25.4 * 5 * 800 / (800 ** 2 + 480 ** 2) ** 0.5
    page.wait_for(f"Math.abs(document.getElementById('canvas').getBoundingClientRect().width"
                  f" - {expected}) < 1", what=f"the true size is {expected} pixels wide")
    stage.check("the true size is calculated from the width of a bank card", True)
    watcher.until(lambda: watcher.panel["diagonalInches"] == 5, 5, "the server knows the diagonal")
    page.open(server.url)
    stage.settles(page)
    stage.check("the card's width is remembered",
                page.evaluate("document.getElementById('card-width').value") == "428")

    page.click("#dark")
    page.wait_for("document.body.classList.contains('dark-room')")
    stage.check("the dark room has a black background", page.evaluate(
        "getComputedStyle(document.body).backgroundColor") in ("rgb(0, 0, 0)", "rgb(2, 2, 2)"),
        page.evaluate("getComputedStyle(document.body).backgroundColor"))
    page.key("Escape")
    page.wait_for("!document.body.classList.contains('dark-room')")
    stage.check("Escape leaves the dark room", True)
