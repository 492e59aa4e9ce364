"""The page loads and shows the panel, the name of the layout and the values."""


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    stage.check("the title names the layout", "two-knobs" in page.evaluate("document.title"))
    stage.check("the page reports the connection",
                page.evaluate("document.getElementById('connection').textContent") == "connected")
    stage.check("there is no editor without --edit",
                page.evaluate("document.getElementById('editor').hidden"))
    stage.check("no errors are shown", page.evaluate("document.getElementById('errors').hidden"))
    values = page.wait_for("document.getElementById('values').innerText", what="values are shown")
    for knob in watcher.panel["knobs"]:
        stage.check(f"{knob['id']} and its value are listed",
                    knob["name"] in values and watcher.values[knob["id"]][1] in values, values)
    stage.shows("the picture is that of the display", page, layout, watcher=watcher)
    fits_all_windows(stage, page)
    suits_its_user(stage, page)


def fits_all_windows(stage, page):
    for width, height in ((1280, 800), (1920, 1080), (768, 1024), (360, 640)):
        page.viewport(width, height)
        page.wait_for(f"innerWidth === {width}")
        page.wait_for("document.documentElement.scrollWidth <= innerWidth", 5,
                      f"nothing is wider than the window at {width} pixels")
        page.wait_for("""(() => {
            const box = document.getElementById('canvas').getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth && box.height <= innerHeight;
        })()""", 5, f"the whole panel is visible at {width}x{height}")
    stage.check("the page fits windows from 360 to 1920 pixels", True)


def suits_its_user(stage, page):
    """The page is dark or light like the user's system, and works with forced colours."""
    background = "getComputedStyle(document.body).backgroundColor"
    page.media(prefers_color_scheme="light")
    light = page.evaluate(background)
    page.media(prefers_color_scheme="dark")
    stage.check("the page is dark if the system is dark", page.evaluate(background) != light, light)
    page.media(forced_colors="active")
    stage.check("the panel is visible with forced colours",
                page.evaluate("document.getElementById('canvas').checkVisibility()"))
    page.media()
