"""What can be chosen: size, rotation, theme, shape, page; zoom, true size, and the dark room."""

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
    # What is drawn has corners; who downloads it gets what a person would see.
    _, data = request(server, "/picture.png")
    differs = difference(decode_png(data), stage.rendered(variant, *stage.sets(watcher)))
    stage.check("nor has its picture when it is downloaded", not differs, differs)
    other = stage.page(server)
    stage.check("who comes later sees what was chosen",
                other.wait_for("document.getElementById('shape').value") == "round")
    stage.choose(page, "#shape", "")
    stage.check("the file stays as it was", stage.read(layout) == text)


def rotated(stage, page, watcher, layout, degrees):
    """The size of a display that hangs upright is its own, or the design's."""
    watcher.until(lambda: watcher.panel["rotationOverride"] == (int(degrees) if degrees else None), 5,
                  "the rotation is told")
    size = f"{watcher.panel['width']}x{watcher.panel['height']}"
    arguments = [*("--rotate", degrees)] if degrees else []
    stage.shows(f"the rotation {degrees or 'from layout'}, {size}", page, layout, "--size", size,
                *arguments, watcher=watcher)


def turned(stage):
    """A display that hangs turned is shown upright, and touched there."""
    layout = stage.layout("turned")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.shows("a turned display's picture", page, layout, watcher=watcher)
    _, _, width, height = page.box("#canvas")
    stage.check("it is shown upright", width < height, (width, height))
    touched(stage, page, watcher, "upright", is_upright=True)
    page.click("#turned")
    page.wait_for("(() => { const box = document.getElementById('canvas').getBoundingClientRect();"
                  " return box.width > box.height; })()")
    stage.check("it can be shown as it hangs", True)
    touched(stage, page, watcher, "as it hangs", is_upright=False)


def touched(stage, page, watcher, name, is_upright):
    for knob in ("upper", "lower"):
        before = watcher.values
        value = watcher.value(knob)
        page.down("left", *stage.place(page, watcher, knob, 0, 0.7, is_upright))
        for degrees in range(3, 55, 3):
            page.move(left=stage.place(page, watcher, knob, degrees, 0.7, is_upright))
        page.up("left")
        watcher.until(lambda: abs(watcher.value(knob) - value - 20) <= 2, 5,
                      f"{knob} is turned {name} by 20 from {value}; values {before}")
    stage.check(f"fingers meet the knobs {name}", True)


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
    stage.check("1:1 shows a pixel as a pixel", (round(width), round(height)) == (800, 480),
                (width, height))
    page.viewport(1280, 800, scale=2)
    # A headless browser draws when somebody looks, and only then tells of the change.
    page.draw()
    page.wait_for("document.getElementById('canvas').getBoundingClientRect().width < 401")
    stage.check("also on a screen of fine pixels", True)
    page.viewport(1280, 800)

    stage.choose(page, "#zoom", "true")
    stage.choose(page, "#diagonal", "5")
    stage.choose(page, "#card-width", "428")
    # A card of 85.6 mm has 428 pixels here: 5 pixels for a millimetre.
    expected = 5 * 25.4 * 5 * 800 / (800 ** 2 + 480 ** 2) ** 0.5
    page.wait_for(f"Math.abs(document.getElementById('canvas').getBoundingClientRect().width"
                  f" - {expected}) < 1", what=f"the true size is {expected} pixels wide")
    stage.check("true size is that of the display by a bank card", True)
    watcher.until(lambda: watcher.panel["diagonalInches"] == 5, 5, "the server knows the diagonal")
    page.open(server.url)
    stage.settles(page)
    stage.check("the card's width is remembered",
                page.evaluate("document.getElementById('card-width').value") == "428")

    page.click("#dark")
    page.wait_for("document.body.classList.contains('dark-room')")
    stage.check("the dark room shows nothing but the panel", page.evaluate(
        "getComputedStyle(document.body).backgroundColor") in ("rgb(0, 0, 0)", "rgb(2, 2, 2)"),
        page.evaluate("getComputedStyle(document.body).backgroundColor"))
    page.key("Escape")
    page.wait_for("!document.body.classList.contains('dark-room')")
    stage.check("Escape leaves it", True)
