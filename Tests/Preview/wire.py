"""Raw HTTP requests and WebSockets, without the restrictions of a browser."""

import base64
import json
import os
import select
import socket
import struct
import threading
import time


def request(server, path, method="GET", headers=(), limit_seconds=10):
    """Sends a request. Returns (status, body), or (None, b"") if the connection was closed.

    `headers` replace those of the same name. Headers with the value None are omitted.
    """
    all_headers = {"Host": server.host, "Connection": "close", **dict(headers)}
    head = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items() if value is not None)
    with socket.create_connection((server.address, server.port), limit_seconds) as connection:
        answer = b""
        try:
            connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
            while part := connection.recv(65536):
                answer += part
        except (ConnectionResetError, BrokenPipeError):
            pass
    head, _, body = answer.partition(b"\r\n\r\n")
    return (int(head.split(b" ", 2)[1]) if head else None), body


class Socket:
    """A WebSocket client."""

    def __init__(self, server, origin="http://{host}", path=None, limit_seconds=10):
        self._connection = socket.create_connection((server.address, server.port), limit_seconds)
        key = base64.b64encode(os.urandom(16)).decode()
        origin = origin and f"Origin: {origin.format(host=server.host)}\r\n"
        self._connection.sendall((
            f"GET {path or '/socket' + server.query} HTTP/1.1\r\nHost: {server.host}\r\n"
            f"{origin or ''}Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            part = self._connection.recv(65536)
            if not part:
                break
            self._buffer += part
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ", 2)[1]) if head else None
        self._lock = threading.Lock()

    def close(self):
        self._connection.close()

    def send(self, **message):
        self.send_frame(1, json.dumps(message).encode())

    def send_frame(self, kind, body):
        mask = os.urandom(4)
        length = bytes([0x80 | len(body)]) if len(body) < 126 else (
            b"\xfe" + struct.pack(">H", len(body)) if len(body) < 65536
            else b"\xff" + struct.pack(">Q", len(body)))
        masked = bytes(a ^ b for a, b in zip(body, mask * (len(body) // 4 + 1)))
        with self._lock:
            self._connection.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def take(self, seconds):
        """Returns the next message as a dictionary or as bytes, None if there is none within the time."""
        deadline = time.monotonic() + seconds
        while True:
            kind, body = self._frame(deadline)
            if kind == 9:
                self.send_frame(10, body)
            elif kind == 1:
                return json.loads(body)
            elif kind == 2:
                return body
            elif kind is None:
                return None
            elif kind == 8:
                raise ConnectionError(f"the server closed the connection: {body!r}")

    def _frame(self, deadline):
        """Returns the kind and the body of a complete frame. The server does not fragment messages."""
        while True:
            frame = self._whole_frame()
            if frame:
                return frame
            left = deadline - time.monotonic()
            if not select.select([self._connection], [], [], max(0, left))[0]:
                return None, b""
            part = self._connection.recv(1 << 18)
            if not part:
                raise ConnectionError("the server closed the connection")
            self._buffer += part

    def _whole_frame(self):
        data = self._buffer
        if len(data) < 2:
            return None
        length, at = data[1] & 127, 2
        if length > 125:
            at = 4 if length == 126 else 10
            if len(data) < at:
                return None
            length = int.from_bytes(data[2:at], "big")
        if len(data) < at + length:
            return None
        self._buffer = data[at + length:]
        return data[0] & 15, data[at:at + length]


class Watcher:
    """A client that receives all messages without drawing. It has the last state that the server reported."""

    def __init__(self, server):
        self.socket = Socket(server)
        if self.socket.status != 101:
            raise ConnectionError(f"the WebSocket is refused with {self.socket.status}")
        self._changed = threading.Condition()
        # A new panel is used once its values arrive, which the server sends after it.
        self._described = None
        self.panel = None
        self.values = {}
        self.buttons = {}
        self.page = 0
        self.events = []
        self.messages = []
        self.frame_times = []
        self._is_closed = False
        threading.Thread(target=self._listen, daemon=True).start()
        self.until(lambda: self.panel and len(self.values) == len(self.panel["knobs"]), 10,
                   "the server describes its panel")

    def _listen(self):
        while not self._is_closed:
            try:
                message = self.socket.take(0.5)
            except (OSError, ValueError):
                return
            if message is not None:
                with self._changed:
                    self._receive(message)
                    self._changed.notify_all()

    def _receive(self, message):
        if isinstance(message, bytes):
            self.frame_times.append(time.monotonic())
            self.socket.send(type="drawn", sequence=struct.unpack_from("<I", message)[0])
            return
        self.messages.append(message)
        if message["type"] == "panel":
            self._described = message
        elif message["type"] == "values":
            if self._described:
                self.panel, self.values, self.buttons = self._described, {}, {}
                self._described = None
            self.page = message["page"]
            for index, value, text, _, state, is_held, _ in message["knobs"]:
                self.values[self.panel["knobs"][index]["id"]] = (value, text, state, is_held == 1)
            for index, is_on, is_enabled, _ in message["buttons"]:
                self.buttons[self.panel["buttons"][index]["id"]] = (is_on == 1, is_enabled == 1)
        elif message["type"] == "events":
            self.events += [json.loads(line) for line in message["lines"]]

    def close(self):
        self._is_closed = True
        self.socket.close()

    def until(self, condition, seconds, what):
        """Waits until `condition()` returns a true value, and returns this value."""
        with self._changed:
            if not self._changed.wait_for(condition, seconds):
                raise TimeoutError(f"{what}: not within {seconds} s")
            return condition()

    def value(self, knob):
        return self.values[knob][0]

    def is_held(self, knob):
        return self.values[knob][3]

    def received(self, kind, since=0):
        """Returns the messages of a type, without the first `since` messages."""
        return [message for message in self.messages[since:] if message["type"] == kind]
