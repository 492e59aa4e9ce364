"""A server that goes away is waited for; fingers that were down meanwhile are lifted."""

import os


def play(stage):
    layout = stage.layout("two-knobs")
    token = os.path.join(stage.folder, "token")
    stage.write(token, "0123456789abcdef0123456789abcdef\n")
    os.chmod(token, 0o600)
    server = stage.serve(layout, "--token-file", token)
    watcher = stage.watch(server)
    page = stage.page(server)

    place = stage.place(page, watcher, "kitchen", 0, 0.7)
    page.down("left", *place)
    server.kill()
    page.wait_for("document.body.classList.contains('lost')")
    stage.check("it says that the connection is lost",
                page.evaluate("document.getElementById('connection').innerText")
                == "connection lost; reconnecting")
    # Longer than one try.
    page.browser.pause(1)
    sequence = page.evaluate("delete document.getElementById('canvas').dataset.sequence")
    server.start()
    stage.settles(page)
    stage.check("the connection comes back by itself", sequence)
    watcher = stage.watch(server)
    stage.shows("the picture is there again", page, layout, watcher=watcher)
    page.move(left=stage.place(page, watcher, "kitchen", 90, 0.7))
    page.up("left")
    before = watcher.value("kitchen")
    page.browser.pause(0.5)
    stage.check("a finger that was down before turns nothing",
                watcher.value("kitchen") == before and not watcher.is_held("kitchen"), watcher.values)
    stage.turn(page, watcher, {"kitchen": 54})
    watcher.until(lambda: watcher.value("kitchen") > before + 15, 5, "a new one turns it")
    stage.check("a finger that comes down again turns it", True)
    page.forgive("WebSocket connection to", "Failed to load resource")
