"""The editor of the layout's text: errors at their locations, completion, and saves without loss."""

import json
import os
import sys

from browser import CONTROL

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Faults"))
from faults.house import house


def play(stage):
    layout = stage.layout("two-knobs")
    server = stage.serve(layout, "--edit")
    watcher = stage.watch(server)
    page = stage.page(server, 1400, 900)
    page.wait_for("document.getElementById('text').value !== ''")
    stage.check("the editor has the text of the file",
                page.evaluate("document.getElementById('text').value") == stage.read(layout))

    saved(stage, page, watcher, layout)
    faulty(stage, page, layout)
    completed(stage, page, layout)
    followed(stage, page, layout)
    contested(stage, page, layout)
    cut_off(stage, page)
    included(stage)
    named(stage)


def text_of(page):
    return page.evaluate("document.getElementById('text').value")


def replace(page, old, new):
    """Selects a part of the text and types a replacement."""
    page.evaluate(f"""(() => {{
        const text = document.getElementById('text');
        const start = text.value.indexOf({json.dumps(old)});
        if (start < 0) throw new Error('not there');
        text.focus();
        text.setSelectionRange(start, start + {len(old)});
    }})()""")
    if new:
        page.call("Input.insertText", text=new)
    else:
        page.call("Input.dispatchKeyEvent", type="keyDown", key="Delete", code="Delete",
                  windowsVirtualKeyCode=46)


def save(page):
    page.key("s", CONTROL)


def becomes(stage, layout, text, page):
    """Returns whether a file gets this text within ten seconds."""
    for _ in range(100):
        if stage.read(layout) == text:
            return True
        page.browser.pause(0.1)
    return False


def saved(stage, page, watcher, layout):
    before = stage.read(layout)
    replace(page, "center: [210, 230]    # left", "center: [230, 250]    # left")
    stage.check("unsaved changes enable the Save button",
                page.wait_for("!document.getElementById('save').disabled"))
    stage.check("changes are not saved automatically", stage.read(layout) == before)
    save(page)
    expected = before.replace("[210, 230]", "[230, 250]")
    stage.check("Ctrl+S saves exactly the editor's text, with comments",
                becomes(stage, layout, expected, page), stage.read(layout))
    page.wait_for("document.getElementById('save').disabled",
                  what="the Save button is disabled after the save")
    stage.shows("the picture shows the edit", page, layout, watcher=watcher)


def faulty(stage, page, layout):
    before = stage.read(layout)
    replace(page, "diameter: 300", "diametre: 300")
    page.wait_for("document.querySelector('#colors .error')?.textContent === 'diametre'",
                  what="the error is underlined while it is typed")
    problem = page.wait_for("document.getElementById('problems').innerText")
    stage.check("the error is reported with a suggestion",
                "diametre" in problem and "diameter" in problem, problem)
    stage.check("the text is checked without a save", stage.read(layout) == before)
    under, over = page.evaluate("""(() => {
        const mark = document.querySelector('#colors .error').getBoundingClientRect();
        const text = document.getElementById('text').getBoundingClientRect();
        return [[mark.x, mark.y, mark.right, mark.bottom], [text.x, text.y, text.right, text.bottom]];
    })()""")
    stage.check("the underline is within the text",
                over[0] <= under[0] < under[2] <= over[2]
                and over[1] <= under[1] < under[3] <= over[3],
                (under, over))
    aligned(stage, page)
    save(page)
    expected = before.replace("diameter: 300", "diametre: 300", 1)
    stage.check("a text with an error can be saved", becomes(stage, layout, expected, page))
    page.wait_for("!document.getElementById('errors').hidden", what="the panel's error is shown")
    replace(page, "diametre", "diameter")
    save(page)
    page.wait_for("document.getElementById('errors').hidden"
                  " && !document.querySelector('#colors .error')",
                  what="the errors disappear")
    stage.check("the error disappears when it is corrected", becomes(stage, layout, before, page))


def aligned(stage, page):
    """Checks that the coloured layer has the same text, font and position as the editor."""
    same = page.evaluate("""(() => {
        const colors = document.getElementById('colors'), text = document.getElementById('text');
        const [a, b] = [getComputedStyle(colors), getComputedStyle(text)];
        const wrong = ['fontFamily', 'fontSize', 'lineHeight', 'letterSpacing', 'tabSize', 'whiteSpace',
            'paddingLeft', 'paddingTop', 'fontWeight'].filter((each) => a[each] !== b[each]);
        if (colors.textContent.trimEnd() !== text.value.trimEnd()) wrong.push('text');
        return wrong;
    })()""")
    stage.check("the coloured layer matches the text", same == [], same)


def completed(stage, page, layout):
    before = text_of(page)
    replace(page, "name: Kitchen", "name: Kitchen\n    ")
    page.type("def")
    page.wait_for("!document.getElementById('completions').hidden", what="completions are offered")
    offered = page.evaluate("document.getElementById('completions').innerText")
    stage.check("keys of a knob are offered with descriptions",
                "default" in offered and len(offered) > len("default") + 10, offered)
    page.key("Enter")
    text = page.wait_for("document.getElementById('text').value")
    stage.check("Enter inserts the completion", "    default: " in text, text)
    page.type("20")
    stage.check("typing continues after the completion", "    default: 20" in text_of(page), text_of(page))
    stage.check("an existing key is not offered again", "\nname\n" not in offered, offered)

    replace(page, "  size: [800, 480]", "  theme: \n  size: [800, 480]")
    page.evaluate("""(() => {
        const text = document.getElementById('text');
        const end = text.value.indexOf('theme: ') + 7;
        text.setSelectionRange(end, end);
    })()""")
    page.key(" ", CONTROL)
    page.wait_for("!document.getElementById('completions').hidden", what="values are offered")
    offered = page.evaluate("document.getElementById('completions').innerText")
    stage.check("the values of a key are offered", "graphite" in offered and "hifi" in offered, offered)
    page.key("ArrowDown")
    page.key("Escape")
    page.wait_for("document.getElementById('completions').hidden")
    stage.check("Escape closes the list and changes nothing", "theme: \n" in text_of(page))

    for _ in range(80):
        if text_of(page) == before:
            break
        page.key("z", CONTROL)
    stage.check("all changes can be undone", text_of(page) == before, text_of(page))
    page.wait_for("document.getElementById('save').disabled")
    stage.check("the file has not changed", stage.read(layout) == before)


def named(stage):
    """Entities of a Home Assistant are completed by ID, with their names; the token stays here."""
    with house() as port:
        variables = {"HOMEASSISTANT_URL": f"http://127.0.0.1:{port}", "HOMEASSISTANT_TOKEN": "secret-token"}
        server = stage.serve(stage.layout("two-knobs"), "--edit", variables=variables)
    page = stage.page(server, 1400, 900)
    page.wait_for("document.getElementById('text').value !== ''")
    replace(page, "name: Kitchen", "name: Kitchen\n    control: {homeassistant: {entity: ")
    page.type("light")
    page.wait_for("!document.getElementById('completions').hidden", what="entities are offered")
    offered = page.evaluate("document.getElementById('completions').innerText")
    stage.check("entities are offered with their names", "light.table" in offered and "Table" in offered, offered)
    page.key("Enter")
    stage.check("Enter inserts the entity", "{entity: light.table" in text_of(page), text_of(page))
    sent = json.dumps(stage.watch(server).messages)
    stage.check("the token is not sent", "light.table" in sent and "secret-token" not in sent, sent[:1000])


def followed(stage, page, layout):
    """Without unsaved changes, the page follows the file."""
    page.evaluate("document.getElementById('text').setSelectionRange(40, 40)")
    new = stage.read(layout) + "# the end\n"
    stage.write(layout, new)
    page.wait_for(f"document.getElementById('text').value === {json.dumps(new)}",
                  what="the text in the page follows the file")
    stage.check("the cursor does not move",
                page.evaluate("document.getElementById('text').selectionStart") == 40)
    stage.check("there is no conflict", page.evaluate("document.getElementById('conflict').hidden"))


def contested(stage, page, layout):
    before = stage.read(layout)
    theirs = before.replace("name: Kitchen", "name: Cellar")
    for choice, expected in (("Take theirs", theirs), ("Keep mine", None)):
        stage.write(layout, before)
        page.wait_for(f"document.getElementById('text').value === {json.dumps(before)}")
        replace(page, "# the end", "# mine")
        mine = text_of(page)
        stage.write(layout, theirs)
        page.wait_for("!document.getElementById('conflict').hidden", what="the conflict is reported")
        stage.check("the editor keeps the typed text", text_of(page) == mine, text_of(page))
        save(page)
        page.browser.pause(0.7)
        stage.check("a save by another user is not overwritten", stage.read(layout) == theirs,
                    stage.read(layout))
        press(page, "difference")
        difference = page.wait_for("document.getElementById('conflict').innerText.includes('Cellar')"
                                   " && document.getElementById('conflict').innerText")
        stage.check("the difference is shown", "mine" in difference and "Cellar" in difference,
                    difference)
        press(page, choice)
        page.wait_for("document.getElementById('conflict').hidden")
        stage.check(f"“{choice}” keeps the chosen text",
                    becomes(stage, layout, expected or mine, page)
                    and text_of(page) == (expected or mine), text_of(page))
        page.wait_for("document.getElementById('save').disabled")
    stage.write(layout, before)
    page.wait_for(f"document.getElementById('text').value === {json.dumps(before)}")


def press(page, text):
    """Clicks a button of the message about a conflict."""
    page.evaluate(f"""(() => {{
        const button = [...document.querySelectorAll('#conflict button')].find(
            (each) => each.innerText.toLowerCase().includes({json.dumps(text.lower())}));
        if (!button) throw new Error('no button ' + {json.dumps(text)});
        button.click();
    }})()""")


def cut_off(stage, page):
    """Tab indents. After Escape it moves the focus, so that keyboard users can leave the text."""
    before = text_of(page)
    page.evaluate("""(() => {
        const text = document.getElementById('text');
        text.focus();
        text.setSelectionRange(0, 0);
    })()""")
    page.key("Tab")
    stage.check("Tab indents", text_of(page) == "  " + before, text_of(page)[:20])
    page.key("z", CONTROL)
    page.key("Escape")
    page.key("Tab")
    stage.check("Tab after Escape leaves the text",
                page.evaluate("document.activeElement.id") != "text" and text_of(page) == before)


def included(stage):
    layout = stage.layout("parts")
    other = layout.replace("parts.yaml", "knobs.yaml")
    server = stage.serve(layout, "--edit")
    watcher = stage.watch(server)
    page = stage.page(server)
    page.wait_for("document.querySelectorAll('#files [role=tab]').length === 2",
                  what="each file of the layout has a tab")
    page.evaluate("document.querySelectorAll('#files [role=tab]')[1].click()")
    page.wait_for("document.getElementById('text').value.startsWith('# What parts.yaml includes')")
    before, own = stage.read(other), stage.read(layout)
    replace(page, "name: Included", "name: From there")
    page.evaluate("document.querySelectorAll('#files [role=tab]')[0].click()")
    page.wait_for("document.getElementById('text').value.startsWith('# Knobs of two files')")
    page.evaluate("document.querySelectorAll('#files [role=tab]')[1].click()")
    stage.check("typed text is kept while another file is shown", "From there" in text_of(page))
    save(page)
    stage.check("the edited file is saved",
                becomes(stage, other, before.replace("Included,", "From there,"), page),
                stage.read(other))
    stage.check("the other file is not saved", stage.read(layout) == own)
    watcher.until(lambda: any(each["name"] == "From there" for each in watcher.panel["knobs"]), 5,
                  "the panel shows the edit")
    stage.shows("the picture shows the edit of the included file", page, layout, watcher=watcher)
