"""Keys can do everything that fingers can do. Tab reaches each knob and each button."""


def play(stage):
    layout = stage.layout("pages")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)

    reached = tab_order(page)
    stage.check("Tab reaches the knobs of the shown page, in reading order",
                [name for name in reached if name in ("Bath", "Hall", "Echo")] == ["Bath", "Hall"],
                reached)
    stage.check("Tab reaches the button", "Quiet" in reached, reached)

    focus(page, "knob", "bath")
    stage.check("the focus is visible", page.evaluate("""(() => {
        const style = getComputedStyle(document.activeElement);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
            || style.boxShadow !== 'none';
    })()"""))
    turns(stage, page, watcher)

    page.evaluate("document.querySelector('#reach [data-button=quiet]').focus()")
    for key in ("Enter", " "):
        was = watcher.buttons["quiet"][0]
        page.key(key)
        watcher.until(lambda: watcher.buttons["quiet"][0] != was, 5, f"{key!r} presses the button")
    stage.check("Enter and the space bar press a button", True)
    stage.shows("the picture shows it", page, layout, watcher=watcher)


def turns(stage, page, watcher):
    focus(page, "knob", "bath")
    for key, sign in (("ArrowUp", 1), ("ArrowRight", 1), ("ArrowDown", -1), ("ArrowLeft", -1)):
        before = watcher.value("bath")
        page.key(key)
        watcher.until(lambda: (watcher.value("bath") - before) * sign > 0, 5, f"{key} turns")
        stage.check(f"{key} turns by a notch", abs(watcher.value("bath") - before) <= 4,
                    (before, watcher.value("bath")))
    before = watcher.value("bath")
    page.key("PageUp")
    watcher.until(lambda: 12 < watcher.value("bath") - before < 22, 5, "PageUp turns by six notches")
    page.key("PageDown")
    watcher.until(lambda: abs(watcher.value("bath") - before) <= 1, 5, "PageDown turns back")
    page.key("End")
    watcher.until(lambda: watcher.value("bath") == 100, 5, "End goes to the end")
    page.key("Home")
    watcher.until(lambda: watcher.value("bath") == 0, 5, "Home goes to the start")
    stage.check("PageUp, PageDown, Home and End turn by more", True)
    stage.check("other knobs do not change", watcher.value("hall") == 70, watcher.values)
    stage.check("keys do not scroll the page", page.evaluate("scrollY") == 0)


def focus(page, kind, name):
    """Moves the focus by keys, so that the browser shows it."""
    for _ in range(60):
        page.key("Tab")
        if page.evaluate(f"document.activeElement.dataset.{kind}") == name:
            return
    raise TimeoutError(f"Tab does not reach {name}")


def tab_order(page):
    """Returns the names of all elements that Tab reaches."""
    names = []
    for _ in range(60):
        page.key("Tab")
        name = page.evaluate("""(() => {
            const element = document.activeElement;
            if (element === document.body) return null;
            return element.ariaLabel || element.id || element.tagName;
        })()""")
        if name in names:
            break
        names.append(name)
    return names
