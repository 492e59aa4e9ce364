"""Reads the pixels of PNG files."""

import pathlib
import zlib


def pixels(path):
    """Returns the header and the filtered rows of a PNG."""
    data = pathlib.Path(path).read_bytes()
    offset, rows, header = 8, b"", b""
    while offset < len(data):
        size = int.from_bytes(data[offset:offset + 4], "big")
        kind, body = data[offset + 4:offset + 8], data[offset + 8:offset + 8 + size]
        if kind == b"IHDR":
            header = body
        if kind == b"IDAT":
            rows += body
        offset += 12 + size
    return header, zlib.decompress(rows)
