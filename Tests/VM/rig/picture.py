"""Pictures: reads PNG and PPM, writes PNG, and compares two pictures."""

import struct
import zlib
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Picture:
    """8-bit RGB, rows from the top without padding."""

    width: int
    height: int
    rgb: bytes

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return tuple(self.rgb[at:at + 3])


def decode_ppm(data):
    """Returns the picture of a binary PPM as QEMU writes it (no comments, 255 levels)."""
    magic, size, levels, rgb = data.split(b"\n", 3)
    width, height = map(int, size.split())
    if magic != b"P6" or levels != b"255" or len(rgb) != width * height * 3:
        raise ValueError("not a complete 8-bit binary PPM")
    return Picture(width, height, rgb)


def decode_png(data):
    """Returns the picture of a non-interlaced 8-bit RGB or RGBA PNG. All pixels must be opaque."""
    if not data.startswith(SIGNATURE):
        raise ValueError("not a PNG")
    at, header, packed = len(SIGNATURE), None, []
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            header = struct.unpack_from(">IIBBBBB", data, at + 8)
        elif kind == b"IDAT":
            packed.append(data[at + 8:at + 8 + length])
        at += length + 12
    width, height, depth, color, _, _, interlace = header
    if depth != 8 or color not in (2, 6) or interlace:
        raise ValueError(f"PNG of depth {depth}, colour type {color}, interlace {interlace}")
    channels = 3 if color == 2 else 4
    pixels = unfilter(zlib.decompress(b"".join(packed)), width * channels, channels)
    if channels == 4:
        if pixels[3::4].count(255) != width * height:
            raise ValueError("PNG with transparent pixels")
        rgb = bytearray(width * height * 3)
        for channel in range(3):
            rgb[channel::3] = pixels[channel::4]
        pixels = rgb
    return Picture(width, height, bytes(pixels))


def unfilter(data, stride, channels):
    """Returns the rows without their filters (PNG specification, section 9)."""
    out = bytearray()
    above = bytearray(stride)
    for start in range(0, len(data), stride + 1):
        kind = data[start]
        row = bytearray(data[start + 1:start + 1 + stride])
        if kind == 1:
            for i in range(channels, stride):
                row[i] = (row[i] + row[i - channels]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif kind == 3:
            for i in range(stride):
                left = row[i - channels] if i >= channels else 0
                row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
                row[i] = (row[i] + paeth(left, above[i], corner)) & 255
        out += row
        above = row
    return out


def paeth(left, above, corner):
    estimate = left + above - corner
    a, b, c = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
    return left if a <= b and a <= c else above if b <= c else corner


def encode_png(picture):
    stride = picture.width * 3
    rows = b"".join(
        b"\0" + picture.rgb[at:at + stride] for at in range(0, len(picture.rgb), stride))

    def chunk(kind, body):
        sum = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", sum)

    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    chunks = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return SIGNATURE + b"".join(chunks)


def difference(actual, expected):
    """Returns None if the pictures are equal, otherwise a description of the difference."""
    if (actual.width, actual.height) != (expected.width, expected.height):
        return (f"size is {actual.width}x{actual.height}, "
                f"expected {expected.width}x{expected.height}")
    if actual.rgb == expected.rgb:
        return None
    points = [(i // 3 % actual.width, i // 3 // actual.width)
              for i, (a, b) in enumerate(zip(actual.rgb, expected.rgb)) if a != b]
    largest = max(abs(a - b) for a, b in zip(actual.rgb, expected.rgb))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = points[0]
    return (f"{len(set(points))} pixels differ, by up to {largest} levels, "
            f"within x {min(xs)}-{max(xs)}, y {min(ys)}-{max(ys)}; "
            f"at ({x},{y}) it is {actual.pixel(x, y)}, expected {expected.pixel(x, y)}")


def marked(actual, expected):
    """Returns a dimmed copy of the expected picture with differing pixels in white. Sizes must be equal."""
    rgb = bytearray(level // 4 for level in expected.rgb)
    for i, (a, b) in enumerate(zip(actual.rgb, expected.rgb)):
        if a != b:
            at = i - i % 3
            rgb[at:at + 3] = b"\xff\xff\xff"
    return Picture(expected.width, expected.height, bytes(rgb))
