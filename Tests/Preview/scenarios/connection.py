"""The page reconnects to a restarted server. Fingers that were down before are ignored."""

import os


def play(stage):
    layout = stage.layout("two-knobs")
    token = os.path.join(stage.folder, "token")
    stage.write(token, "0123456789abcdef0123456789abcdef\n")
    os.chmod(token, 0o600)
    server = stage.serve(layout, "--token-file", token)
    watcher = stage.watch(server)
    page = stage.page(server)

    page.down("left", *stage.point(page, watcher, "kitchen", 0, 0.7))
    server.kill()
    page.wait_for("document.body.classList.contains('lost')")
    stage.check("the page reports the lost connection",
                page.evaluate("document.getElementById('connection').innerText")
                == "connection lost; reconnecting")
    # Longer than one attempt to connect.
    page.browser.pause(1)
    sequence = page.evaluate("delete document.getElementById('canvas').dataset.sequence")
    server.start()
    stage.settles(page)
    stage.check("the page reconnects by itself", sequence)
    watcher = stage.watch(server)
    stage.shows("the picture is shown again", page, layout, watcher=watcher)
    page.move(left=stage.point(page, watcher, "kitchen", 90, 0.7))
    page.up("left")
    before = watcher.value("kitchen")
    page.browser.pause(0.5)
    stage.check("a finger that was down before the loss turns nothing",
                watcher.value("kitchen") == before and not watcher.is_held("kitchen"), watcher.values)
    stage.turn(page, watcher, {"kitchen": 54})
    watcher.until(lambda: watcher.value("kitchen") > before + 15, 5, "a new touch turns it")
    stage.check("a new touch turns the knob", True)
    page.ignore_problems("WebSocket connection to", "Failed to load resource")
