"""Misbehaves until it is killed, as an MQTT broker or as a program that changes the mixer.

usage: neighbour.py KIND PORT, or neighbour.py mixer CARD

Brokers:
  flood    publishes 10,000 values a second to each topic, and LAST after SIGUSR1
  silent   accepts connections and sends nothing
  closes   closes connections immediately
  wrong    uses another protocol
  refuses  refuses the login
  late     answers after seconds
  again    accepts the session twice
  twice    sends all other answers twice
  endless  sends a message of 200 MB, and continues after that
`mixer` changes an element 1,000 times a second.
"""

import signal
import socket
import subprocess
import sys
import threading
import time

from mqtt import (
    CONNACK, CONNECT, PINGREQ, PINGRESP, SUBACK, SUBSCRIBE, message, packet)

MESSAGES_PER_SECOND, CHANGES_PER_SECOND = 10_000, 1_000
BATCH_SECONDS = 0.01
LATE_SECONDS = 4
SEND_BUFFER_BYTES = 1 << 15
LAST = b"33"

is_over = threading.Event()


class Session:
    """The connection of one panel to the broker."""

    def __init__(self, link, kind):
        self._link, self._kind = link, kind
        self._file = link.makefile("rb")

    def run(self):
        if self._kind == "closes":
            return self._link.close()
        if self._kind == "wrong":
            self._link.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 100)
            return self._link.close()
        if self._kind == "silent":
            return time.sleep(1e6)
        try:
            while self._answer():
                pass
        except OSError:
            pass  # The panel closed the connection.

    def _answer(self):
        """Reads one packet and answers it. Returns false at the end of the connection."""
        head = self._file.read(1)
        if not head:
            return False
        size, shift = 0, 0
        while True:
            digit = self._file.read(1)[0]
            size |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                break
        body = self._file.read(size)
        kind = head[0] >> 4
        if kind == CONNECT:
            if self._kind == "late":
                time.sleep(LATE_SECONDS)
            answer = packet(CONNACK, bytes([0, 5 if self._kind == "refuses" else 0]))
            self._link.sendall(answer * 2 if self._kind == "again" else answer)
            if self._kind == "endless":
                self._link.sendall(b"\x30\xff\xff\xff\x5f\x00\x04lamp")
                while True:
                    self._link.sendall(b"1" * 65536)
        elif kind == SUBSCRIBE:
            self._send(packet(SUBACK, body[:2] + b"\0"))
            size = int.from_bytes(body[2:4], "big")
            topic = body[4:4 + size]
            self._send(message(topic, b"50"))
            if self._kind == "flood":
                threading.Thread(target=self._flood, args=(topic,), daemon=True).start()
        elif kind == PINGREQ:
            self._send(packet(PINGRESP))
        return True

    def _send(self, data):
        self._link.sendall(data * 2 if self._kind == "twice" else data)

    def _flood(self, topic):
        count = int(MESSAGES_PER_SECOND * BATCH_SECONDS)
        batch = b"".join(message(topic, b"%d" % (i * 7 % 100)) for i in range(count))
        try:
            for _ in paced():
                if is_over.is_set():
                    return self._link.sendall(message(topic, LAST))
                self._link.sendall(batch)
        except OSError:
            pass  # The panel closed the connection.


def paced():
    """Yields without end, once for each BATCH_SECONDS that have passed."""
    due = time.monotonic()
    while True:
        yield
        due += BATCH_SECONDS
        time.sleep(max(0, due - time.monotonic()))


def broker(kind, port):
    server = socket.create_server(("127.0.0.1", port))
    while True:
        link, _ = server.accept()
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # A small buffer, because the last message of a flood arrives only after all that it contains.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        threading.Thread(target=Session(link, kind).run, daemon=True).start()


def mixer(card):
    process = subprocess.Popen(["amixer", "-q", "-c", card, "-s"], stdin=subprocess.PIPE)
    count = int(CHANGES_PER_SECOND * BATCH_SECONDS)
    number = 0
    for _ in paced():
        lines = "".join(f"sset Synth {(number + i) * 7 % 100}%\n" for i in range(count))
        process.stdin.write(lines.encode())
        process.stdin.flush()
        number += count


signal.signal(signal.SIGUSR1, lambda *_: is_over.set())
if sys.argv[1] == "mixer":
    mixer(sys.argv[2])
else:
    broker(sys.argv[1], int(sys.argv[2]))
