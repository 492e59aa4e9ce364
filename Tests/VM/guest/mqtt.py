"""MQTT 3.1.1 packets, and a publisher.

`mosquitto_pub -l` is not used, because it sometimes hangs: its main thread may wait for an
acknowledgement that the other thread has already handled (mosquitto's issues 1448 and 2739).
"""

import socket

CONNECT, CONNACK, PUBLISH, SUBSCRIBE, SUBACK, PINGREQ, PINGRESP, DISCONNECT = 1, 2, 3, 8, 9, 12, 13, 14
RETAIN = 1
CLEAN_SESSION = 2
TIMEOUT_SECONDS = 20


def packet(kind, body=b"", flags=0):
    length, size = b"", len(body)
    while True:
        size, digit = divmod(size, 128)
        length += bytes([digit | (128 if size else 0)])
        if not size:
            return bytes([kind << 4 | flags]) + length + body


def text(value):
    return len(value).to_bytes(2, "big") + value


def message(topic, payload, flags=0):
    return packet(PUBLISH, text(topic) + payload, flags)


def publish(port, topic, payloads, is_retained=False):
    """Publishes the messages in order, without pauses. Returns when the broker has received all of them."""
    flags = RETAIN if is_retained else 0
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS) as link:
        greeting = text(b"MQTT") + bytes([4, CLEAN_SESSION, 0, 60]) + text(b"")
        link.sendall(packet(CONNECT, greeting))
        answer = link.makefile("rb")
        if answer.read(4) != packet(CONNACK, b"\0\0"):
            raise ConnectionError(f"the broker at port {port} refuses the connection")
        link.sendall(b"".join(message(topic.encode(), payload, flags) for payload in payloads)
                     + packet(PINGREQ))
        if answer.read(2) != packet(PINGRESP):
            raise ConnectionError(f"the broker at port {port} closed the connection")
        link.sendall(packet(DISCONNECT))

