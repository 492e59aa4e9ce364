"""What a screen reader is told: each knob of the shown page with its value, each button, no others."""


def play(stage):
    layout = stage.layout("pages")
    server = stage.serve(layout)
    watcher = stage.watch(server)
    page = stage.page(server)
    page.wait_for("document.querySelector('#reach [role=slider]')?.ariaValueText")

    found = sliders(page)
    stage.check("the knobs of the shown page are sliders", set(found) == {"Bath", "Hall"}, found)
    bath, hall = found["Bath"], found["Hall"]
    stage.check("a knob tells its value with its unit", bath["valuetext"] == "20 %", bath)
    stage.check("a knob tells its range", (hall["valuemin"], hall["valuemax"]) == (0, 80), hall)
    stage.check("a knob tells its number", float(hall["value"]) == 70, hall)

    button = named(page, "button", "Quiet")
    stage.check("a button tells that it is not on", button and button.get("pressed") == "false", button)
    page.evaluate("document.querySelector('#reach [data-button=quiet]').click()")
    page.wait_for("document.querySelector('#reach [data-button=quiet]').ariaPressed === 'true'")
    stage.check("a screen reader's click presses it",
                named(page, "button", "Quiet").get("pressed") == "true")
    watcher.until(lambda: watcher.value("hall") == 0, 5, "the button mutes")
    page.wait_for("document.querySelector('#reach [data-knob=hall]').ariaValueNow === '0'")
    stage.check("a value that changes is told", sliders(page)["Hall"]["valuetext"].startswith("0"),
                sliders(page))

    stage.choose(page, "#page", "1")
    watcher.until(lambda: watcher.page == 1, 5, "the other page is shown")
    page.wait_for("!document.querySelector('#reach [data-knob=echo]').hidden")
    stage.check("on another page its knobs are told instead", set(sliders(page)) == {"Echo"},
                sliders(page))
    stage.check("a negative value is told", sliders(page)["Echo"]["valuetext"].endswith("12 dB"),
                sliders(page))
    offline(stage)
    names(stage, page)


def offline(stage):
    """What cannot be reached says so."""
    server = stage.serve(stage.layout("two-knobs"))
    watcher = stage.watch(server)
    page = stage.page(server)
    watcher.socket.send(type="simulate", knob="kitchen", delay=0, steps=0, loss=0, online=False)
    watcher.until(lambda: watcher.values["kitchen"][2] == "offline", 10, "the control is offline")
    page.wait_for("document.querySelector('#reach [data-knob=kitchen]').ariaValueText === 'offline'")
    told = sliders(page)["Kitchen"]
    stage.check("a knob whose control is offline says so", told["valuetext"] == "offline", told)
    stage.check("and that it cannot be turned", told.get("disabled") is True, told)


def names(stage, page):
    roles = ("button", "combobox", "textbox", "slider", "checkbox", "spinbutton", "link", "tab", "img")
    nameless = [(role, properties) for role, name, properties in page.accessible()
                if role in roles and not name.strip()]
    stage.check("everything that can be used has a name", not nameless, nameless)


def sliders(page):
    """The knobs over the picture, without the sliders beside it.

    DevTools tells an empty text for every value, so the text is that of the attribute.
    """
    texts = page.evaluate("""Object.fromEntries(
        [...document.querySelectorAll('#reach [role=slider]')].map(
            (each) => [each.ariaLabel, each.ariaValueText]))""")
    return {name: {**properties, "valuetext": texts[name]}
            for role, name, properties in page.accessible() if role == "slider" and name in texts}


def named(page, role, name):
    return next((properties for its_role, its_name, properties in page.accessible()
                 if (its_role, its_name) == (role, name)), None)
