"""A scripted Home Assistant on this machine, with a light and a long registry of entities."""

import base64
import contextlib
import hashlib
import json
import socketserver
import struct
import threading

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
STATE = {"light.a": {"s": "on", "a": {"brightness": 102, "supported_color_modes": ["brightness"]}}}
STATES = [{"entity_id": "light.table", "state": "on", "attributes": {"friendly_name": "Table"}}]
# Longer than what the panel reads on its loop.
REGISTRY = {"entities": [{"ei": f"sensor.number_{number}", "pl": "demo"} for number in range(500)]}


class Connection(socketserver.StreamRequestHandler):
    def handle(self):
        with contextlib.suppress(OSError, struct.error, ValueError):
            self.shake_hands()
            self.send({"type": "auth_required"})
            while text := self.receive():
                self.answer(json.loads(text))

    def shake_hands(self):
        key = b""
        while (line := self.rfile.readline().strip()):
            name, _, value = line.partition(b": ")
            if name.lower() == b"sec-websocket-key":
                key = value
        accept = base64.b64encode(hashlib.sha1(key + GUID.encode()).digest()).decode()
        self.wfile.write(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())

    def receive(self):
        """Returns the next text; an empty one at the end."""
        kind, length = struct.unpack("BB", self.rfile.read(2))
        length &= 127
        if length > 125:
            length, = struct.unpack(">H" if length == 126 else ">Q", self.rfile.read(2 if length == 126 else 8))
        mask = self.rfile.read(4)
        text = bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.rfile.read(length)))
        return text if kind & 15 == 1 else b""

    def send(self, message):
        text = json.dumps(message).encode()
        head = bytes([0x81, len(text)]) if len(text) < 126 else struct.pack(">BBH", 0x81, 126, len(text))
        self.wfile.write(head + text)

    def answer(self, message):
        match message["type"]:
            case "auth":
                self.send({"type": "auth_ok"})
            case "ping":
                self.send({"id": message["id"], "type": "pong"})
            case kind:
                result = {"config/entity_registry/list_for_display": REGISTRY, "get_states": STATES}.get(kind)
                self.send({"id": message["id"], "type": "result", "success": True, "result": result})
                if kind == "subscribe_entities":
                    self.send({"id": message["id"], "type": "event", "event": {"a": STATE}})


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        """A panel that ends in the middle of a message is no error."""


@contextlib.contextmanager
def house():
    """Serves for the duration of the `with` block, which gets the port."""
    with Server(("127.0.0.1", 0), Connection) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
