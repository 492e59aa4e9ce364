"""The accessibility tree has each knob of the shown page with its value, each button, and no other items."""


def play(stage):
    layout = stage.layout("pages")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    page.wait_for("document.querySelector('#reach [role=slider]')?.ariaValueText")

    found = sliders(page)
    stage.check("the knobs of the shown page are sliders", set(found) == {"Bath", "Hall"}, found)
    bath, hall = found["Bath"], found["Hall"]
    stage.check("a knob reports its value with its unit", bath["valuetext"] == "20 %", bath)
    stage.check("a knob reports its range", (hall["valuemin"], hall["valuemax"]) == (0, 80), hall)
    stage.check("a knob reports its number", float(hall["value"]) == 70, hall)

    button = named(page, "button", "Quiet")
    stage.check("a button reports that it is off", button and button.get("pressed") == "false", button)
    page.evaluate("document.querySelector('#reach [data-button=quiet]').click()")
    page.wait_for("document.querySelector('#reach [data-button=quiet]').ariaPressed === 'true'")
    stage.check("a screen reader's click presses the button",
                named(page, "button", "Quiet").get("pressed") == "true")
    watcher.until(lambda: watcher.value("hall") == 0, 5, "the button mutes")
    page.wait_for("document.querySelector('#reach [data-knob=hall]').ariaValueNow === '0'")
    stage.check("a changed value is reported", sliders(page)["Hall"]["valuetext"].startswith("0"),
                sliders(page))

    stage.choose(page, "#page", "1")
    watcher.until(lambda: watcher.page == 1, 5, "the other page is shown")
    page.wait_for("!document.querySelector('#reach [data-knob=echo]').hidden")
    stage.check("another page has its own knobs instead", set(sliders(page)) == {"Echo"},
                sliders(page))
    stage.check("a negative value is reported", sliders(page)["Echo"]["valuetext"].endswith("12 dB"),
                sliders(page))
    offline(stage)
    names(stage, page)


def offline(stage):
    """A knob whose control is offline reports it."""
    server = stage.serve(stage.layout("two-knobs"))
    watcher = stage.watch(server)
    page = stage.page(server)
    watcher.socket.send(type="simulate", knob="kitchen", delay=0, steps=0, loss=0, online=False)
    watcher.until(lambda: watcher.values["kitchen"][2] == "offline", 10, "the control is offline")
    page.wait_for("document.querySelector('#reach [data-knob=kitchen]').ariaValueText === 'offline'")
    kitchen = sliders(page)["Kitchen"]
    stage.check("a knob whose control is offline reports it", kitchen["valuetext"] == "offline", kitchen)
    stage.check("a knob whose control is offline is disabled", kitchen.get("disabled") is True, kitchen)


def names(stage, page):
    roles = ("button", "combobox", "textbox", "slider", "checkbox", "spinbutton", "link", "tab", "img")
    nameless = [(role, properties) for role, name, properties in page.accessible()
                if role in roles and not name.strip()]
    stage.check("all interactive elements have names", not nameless, nameless)


def sliders(page):
    """Returns the properties of the knobs over the picture by name, without the sliders beside it.

    DevTools reports an empty text for each value, so the text is read from the attribute.
    """
    texts = page.evaluate("""Object.fromEntries(
        [...document.querySelectorAll('#reach [role=slider]')].map(
            (each) => [each.ariaLabel, each.ariaValueText]))""")
    return {name: {**properties, "valuetext": texts[name]}
            for role, name, properties in page.accessible() if role == "slider" and name in texts}


def named(page, role, name):
    return next((properties for its_role, its_name, properties in page.accessible()
                 if (its_role, its_name) == (role, name)), None)
