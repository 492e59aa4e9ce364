"""Access control of the server: host names, origins, the token, paths, and changes of files."""

import json

from wire import Socket, request


def play(stage):
    layout = stage.layout("two-knobs")
    open_to_this_machine(stage, stage.serve(layout))
    with_token(stage, stage.serve(layout, "--edit"), layout)


def status(server, path, **headers):
    return request(server, path, headers={
        name.replace("_", "-").title(): value for name, value in headers.items()})[0]


def open_to_this_machine(stage, server):
    stage.check("the page is answered", status(server, "/") == 200)
    for name in (f"localhost:{server.port}", f"LOCALHOST:{server.port}"):
        stage.check(f"the name {name.split(':')[0]} is this machine's",
                    status(server, "/", host=name) == 200)
    for name in ("example.com", f"example.com:{server.port}", f"127.0.0.1:{server.port + 1}",
                 f"127.0.0.1.example.com:{server.port}", "127.0.0.1", "", None):
        answer = status(server, "/", host=name)
        stage.check(f"the name {name!r} is refused", answer in (400, 403, 421), answer)
        answer = status(server, "/picture.png", host=name)
        stage.check(f"the picture is refused by the name {name!r}", answer in (400, 403, 421), answer)
    answer = status(server, "/picture.png", origin="http://example.com")
    stage.check("the picture is refused to another origin", answer == 403, answer)

    for origin in ("http://example.com", f"https://{server.host}", "null", None,
                   f"http://{server.host}.example.com", f"http://localhost:{server.port}"):
        answer = opened(server, origin=origin)
        # A client without an origin is not a browser. Either status is acceptable.
        refused = (403,) if origin else (403, 426)
        stage.check(f"the WebSocket is refused to the origin {origin}", answer in refused, answer)
    stage.check("the WebSocket accepts its own origin", opened(server) == 101)
    paths(stage, server)
    methods(stage, server)
    nonsense(stage, server)
    without_edit(stage, server)


def opened(server, **arguments):
    socket = Socket(server, **arguments)
    socket.close()
    return socket.status


def paths(stage, server):
    for path in ("/nothing", "/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                 "/..%2f..%2fetc%2fpasswd", "/two-knobs.yaml", "/Page/index.html", "/index.html/",
                 "/preview.css/../main.js", "/./main.js", "/main.js%00", "/%"):
        answer, body = request(server, path)
        stage.check(f"{path} is not found", answer in (400, 404), answer)
        stage.check(f"{path} discloses no files", b"root:" not in body and b"knobs:" not in body, body)
    answer = request(server, "http://example.com/")[0]
    stage.check("the server is not a proxy", answer in (400, 403, 404, 421), answer)


def methods(stage, server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE"):
        answer = request(server, "/", method)[0]
        stage.check(f"{method} is refused", answer in (400, 405, 501), answer)
    answer, body = request(server, "/", "HEAD")
    stage.check("HEAD has no body", answer in (200, 405) and (answer == 405 or body == b""), answer)
    answer = request(server, "/" + "x" * 200_000)[0]
    stage.check("a very long path is refused", answer in (400, 404, 413, 414, 431, None), answer)
    answer = request(server, "/", headers={f"X-{n}": "y" * 50_000 for n in range(400)})[0]
    stage.check("very long headers are refused", answer in (400, 413, 431, None), answer)
    stage.check("the page is still answered", request(server, "/")[0] == 200)


def nonsense(stage, server):
    watcher = stage.watch(server)
    for text in ("", "{", "[]", "null", '{"type": 3}', '{"type": "nothing"}', "[" * 20_000,
                 '{"type": "turn", "knob": "absent", "notches": 1}',
                 '{"type": "turn", "knob": "kitchen", "notches": "many"}',
                 '{"type": "touch", "frames": [{"age": 0, "changes": [["down", -1, 1e99, null]]}]}',
                 '{"type": "view", "size": [100000, 100000], "rotation": 45}',
                 '{"type": "page", "page": -7}', '{"type": "drawn", "sequence": -1}'):
        watcher.socket.send_frame(1, text.encode())
    watcher.socket.send_frame(1, b'{"type": "\xff\xfe"}')
    fingers = [["down", finger, 0.5, 0.5] for finger in range(2000)]
    watcher.socket.send(type="touch", frames=[{"age": 0, "changes": fingers}])
    stage.check("the page works after invalid messages", request(server, "/")[0] == 200)
    other = stage.watch(server)
    stage.check("the panel works after invalid messages", other.value("kitchen") == 30, other.values)
    huge = Socket(server)
    try:
        huge.send_frame(1, b" " * (3 << 20))
        while huge.take(5) is not None:
            pass
        stage.check("a message that is too long ends the connection", False)
    except OSError:
        stage.check("a message that is too long ends the connection", True)
    huge.close()
    stage.check("other clients stay connected", request(server, "/")[0] == 200 and server.is_running)


def refusals(watcher, **message):
    """Sends a message and returns the text of its refusal."""
    since = len(watcher.messages)
    watcher.socket.send(**message)
    watcher.until(lambda: watcher.received("refused", since), 5, f"{message['type']} is refused")
    return watcher.received("refused", since)[0]["message"]


def without_edit(stage, server):
    before = stage.read(server.layout)
    watcher = stage.watch(server)
    stage.check("no text of files is sent without --edit", not watcher.received("files"))
    save = {"type": "save", "name": "two-knobs.yaml", "version": None, "text": "version: 1\n"}
    for message in (save,
                    {"type": "move", "knob": "kitchen", "x": 0.5, "y": 0.5}):
        text = refusals(watcher, **message)
        stage.check(f"{message['type']} is refused without --edit", "edit" in text, text)
    stage.check("the file does not change", stage.read(server.layout) == before)


def with_token(stage, server, layout):
    stage.check("with --edit the address has a token", server.query.startswith("?token="))
    wrong = server.query[:-1] + ("0" if server.query[-1] != "0" else "1")
    for query in ("", "?token=", wrong, server.query + "0", "?token"):
        for path in ("/picture.png", "/"):
            answer, body = request(server, path + query)
            stage.check(f"{path} shows nothing with {query[:10] or 'no token'}",
                        answer in (401, 403) or (path == "/" and b"knobs:" not in body), answer)
        answer = opened(server, path="/socket" + query)
        stage.check(f"the WebSocket is refused with {query[:10] or 'no token'}",
                    answer in (401, 403), answer)
    answer = request(server, "/picture.png" + server.query)[0]
    stage.check("the picture is sent with the token", answer == 200, answer)

    watcher = stage.watch(server)
    before = stage.read(layout)
    for name in ("/etc/passwd", "../two-knobs.yaml", "other.yaml", "", "two-knobs.yaml\0",
                 "./two-knobs.yaml"):
        text = refusals(watcher, type="save", name=name, version=None, text="version: 1\n")
        stage.check(f"{json.dumps(name)} cannot be saved", text != "")
    stage.check("the layout does not change", stage.read(layout) == before)
