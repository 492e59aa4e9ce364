#!/usr/bin/env python3
"""Draws the pictures of skinned.yaml: a bakelite knob on a brass scale, and a lamp as a filmstrip; and
four posters in the style of a decade each, for a recipe.

This file is their only source. Run it in its folder to draw them again, for instance after a change of a
number. Needs only Python 3.
"""

import math
import struct
import zlib

SUB = 4  # samples per pixel in each direction


def write(name, width, height, color, step=1):
    """Writes a picture. `color(x, y)` returns (red, green, blue, alpha), each 0…1, at a position in pixels.

    With a `step` of 3, colours are multiples of 3 of 255. This reduces the file to a third and is hardly
    visible.
    """
    rows = bytearray()
    above = bytes(width * 4)
    for py in range(height):
        rows.append(0)
        line = bytearray()
        for px in range(width):
            r = g = b = a = 0.0
            for sy in range(SUB):
                for sx in range(SUB):
                    c = color(px + (sx + 0.5) / SUB, py + (sy + 0.5) / SUB)
                    r += c[0] * c[3]
                    g += c[1] * c[3]
                    b += c[2] * c[3]
                    a += c[3]
            n = SUB * SUB
            if a > 0:
                line += bytes(clamp(v / a, step) for v in (r, g, b)) + bytes([clamp(a / n)])
            else:
                line += b"\0\0\0\0"
        # Chooses the filter (none, difference from the left, or from above) with the smallest sum of
        # absolute values, which usually compresses best.
        left = bytes((line[i] - (line[i - 4] if i >= 4 else 0)) & 255 for i in range(len(line)))
        up = bytes((a - b) & 255 for a, b in zip(line, above))
        kind, best = min(enumerate((line, left, up)),
                         key=lambda row: sum(min(v, 256 - v) for v in row[1]))
        rows[-1] = kind
        rows += best
        above = line
    data = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", data)
                   + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))


def clamp(value, step=1):
    return max(0, min(255, int(value * 255 / step + 0.5) * step))


def mix(a, b, t):
    t = max(0.0, min(1.0, t))
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def smooth(low, high, value):
    """Returns 0 at `low`, 1 at `high`, and a smooth transition between them. `low` can be the larger one."""
    t = max(0.0, min(1.0, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)


def over(top, ground):
    """Returns a colour blended over another. Both have straight alpha (not premultiplied)."""
    alpha = top[3] + ground[3] * (1 - top[3])
    if alpha == 0:
        return (0, 0, 0, 0)
    return tuple((top[i] * top[3] + ground[i] * ground[3] * (1 - top[3])) / alpha
                 for i in range(3)) + (alpha,)


BRASS = [(0.36, 0.27, 0.13), (0.86, 0.70, 0.42), (1.0, 0.93, 0.75)]


def plate(size, ticks=31):
    """A brass plate with engraved ticks, and the shadow of the knob on it."""
    middle = size / 2

    def color(x, y):
        dx, dy = x - middle, y - middle
        r = math.hypot(dx, dy) / middle
        if r > 1:
            return (0, 0, 0, 0)
        angle = math.degrees(math.atan2(dx, -dy))
        # Concentric grooves spread the light of a window into two wedges.
        shine = math.cos(math.radians(angle + 38)) ** 2
        grain = 0.03 * math.sin(r * 211) + 0.02 * math.sin(r * 389 + 1)
        base = mix(BRASS[0], BRASS[1], 0.42 + 0.5 * shine ** 3 + grain)
        base = mix(base, BRASS[2], 0.35 * shine ** 8)
        result = base + (1.0,)
        # The bevelled edge catches light above and shade below.
        edge = smooth(0.955, 0.985, r)
        height = -dy / middle
        result = over((1, 0.95, 0.8, 0.55 * edge * smooth(-0.1, 0.6, height)), result)
        result = over((0.08, 0.05, 0, 0.5 * edge * smooth(0.1, -0.6, height)), result)
        # Engraved ticks, every fifth one long.
        step = 270 / (ticks - 1)
        nearest = round((angle + 135) / step)
        if 0 <= nearest < ticks:
            off = abs(angle + 135 - nearest * step) / 180 * math.pi * r * middle
            long = nearest % 5 == 0
            inner, width = (0.80, size / 150) if long else (0.845, size / 230)
            if inner < r < 0.925 and off < width:
                result = over((0.10, 0.07, 0.03, 0.92), result)
        # The knob's soft shadow, down and to the right.
        shadow = math.hypot(dx - size * 0.012, dy - size * 0.03) / middle
        return over((0.03, 0.02, 0.0, 0.75 * (1 - smooth(0.66, 0.86, shadow))), result)

    return color


def cap(size, held=False):
    """A fluted bakelite knob with an ivory pointer, in the diffuse light of a room."""
    middle = size / 2
    dark, rim = (0.075, 0.05, 0.045), (0.25, 0.165, 0.135)

    def color(x, y):
        dx, dy = x - middle, y - middle
        r = math.hypot(dx, dy) / middle
        angle = math.atan2(dx, -dy)
        flute = math.cos(angle * 24)
        edge = 0.955 + 0.022 * flute
        if r > edge:
            return (0, 0, 0, 0)
        side = smooth(0.70, 0.76, r)
        top = mix(rim, dark, smooth(0.0, 0.72, r) * 0.85)
        flank = mix(dark, rim, 0.45 + 0.55 * flute)
        base = mix(top, flank, side)
        # A turned groove between top and flank.
        base = mix(base, (0.02, 0.012, 0.01), 0.9 * math.exp(-((r - 0.735) / 0.014) ** 2))
        base = mix(base, (0.52, 0.38, 0.31), 0.55 * math.exp(-((r - 0.705) / 0.010) ** 2))
        result = base + (1.0,)
        # The inlaid pointer, from the centre outward, with a dark joint around it.
        along = -dy / middle
        aside = abs(dx) / middle
        if 0.26 < along < 0.93:
            if aside < 0.044:
                result = over((0.02, 0.012, 0.01, 0.8), result)
            if aside < 0.031 and 0.275 < along < 0.915:
                ivory = (1.0, 0.78, 0.36) if held else (0.95, 0.91, 0.80)
                result = over(ivory + (1.0,), result)
        return result

    return color


def gloss(size):
    """The reflections of the room on the knob's top, which do not turn with the knob."""
    middle = size / 2

    def color(x, y):
        dx, dy = (x - middle) / middle, (y - middle) / middle
        r = math.hypot(dx, dy)
        if r > 0.97:
            return (1, 1, 1, 0)
        inside = 1 - smooth(0.66, 0.70, r)
        window = math.exp(-((dx + 0.22) / 0.34) ** 2 - ((dy + 0.36) / 0.20) ** 2)
        sky = 0.20 * (1 - smooth(-0.75, 0.05, dy))
        bottom = 0.30 * smooth(0.1, 0.97, dy) * (1 - inside)
        light = inside * (0.26 * window + sky) + 0.10 * (1 - inside) * smooth(0.1, -0.95, dy)
        if bottom > light:
            return (0, 0, 0, bottom)
        return (1, 0.96, 0.90, light)

    return color


def lamp(size, frames):
    """A ring of lamps that light up in order, as a strip of frames."""
    middle = size / 2
    count = 15

    def color(x, y):
        frame, row = divmod(y, size)
        lit = frame / (frames - 1) * count
        dx, dy = x - middle, row - middle
        r = math.hypot(dx, dy) / middle
        result = (0, 0, 0, 0)
        if r < 0.66:
            shade = mix((0.24, 0.25, 0.27), (0.09, 0.095, 0.105), (dy / middle + 0.66) / 1.32)
            result = shade + (1.0,)
            result = over((1, 1, 1, 0.22 * smooth(0.60, 0.65, r) * smooth(0.1, -0.3, dy / middle)), result)
        for index in range(count):
            angle = math.radians(-135 + 270 * index / (count - 1))
            lx, ly = math.sin(angle) * 0.83 * middle, -math.cos(angle) * 0.83 * middle
            d = math.hypot(dx - lx, dy - ly) / middle
            on = max(0.0, min(1.0, lit - index))
            if d < 0.16:
                warm = mix((0.35, 0.95, 0.62), (1.0, 0.45, 0.25), smooth(8, 14, index))
                result = over(warm + (0.55 * on * (1 - smooth(0.03, 0.16, d)),), result)
                if d < 0.052:
                    glass = mix((0.13, 0.15, 0.15), mix(warm, (1, 1, 1), 0.35), on)
                    result = over(glass + (1.0,), result)
        return result

    return color


def wood(width, height):
    """A seamless tile of walnut for the background."""
    def color(x, y):
        u, v = x / width * 2 * math.pi, y / height * 2 * math.pi
        bend = 0.9 * math.sin(u) + 0.5 * math.sin(2 * u + 1.3) + 0.25 * math.sin(v)
        grain = 0.5 + 0.5 * math.sin(6 * v + bend)
        fine = 0.5 + 0.5 * math.sin(37 * v + 3 * bend + 0.6 * math.sin(3 * u))
        pore = 0.5 + 0.5 * math.sin(91 * v + 5 * bend + math.sin(5 * u + 2))
        t = 0.55 * grain + 0.3 * fine + 0.15 * pore
        return mix((0.105, 0.062, 0.040), (0.215, 0.135, 0.085), t) + (1.0,)

    return color


def tone(text):
    """A colour as in CSS, such as "2a7f80"."""
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


def fifties(size):
    """A starburst of the atomic age."""
    ground, cream, orange, dark = tone("2b7d7e"), tone("f5e9cf"), tone("e8743b"), tone("16494b")

    def color(x, y):
        dx, dy = x / size - 0.5, y / size - 0.44
        r, angle = math.hypot(dx, dy), math.atan2(dy, dx)
        ray = angle / math.pi * 8
        turn = round(ray)
        reach = 0.40 if turn % 2 == 0 else 0.26
        across = abs(ray - turn) * math.pi / 8 * r
        if r < 0.085:
            return orange + (1,)
        if r < reach and across < 0.011 * (1 - r / reach) + 0.003:
            return cream + (1,)
        if abs(r - reach) < 0.022 and across < 0.03 and math.hypot(r - reach, across) < 0.022:
            return (orange if turn % 2 else cream) + (1,)
        # A boomerang below.
        u, v = x / size - 0.5, y / size - 0.90
        bow = v - 0.9 * u * u
        return (dark if abs(bow) < 0.030 * (1 - (u / 0.44) ** 2) else ground) + (1,)

    return color


def sixties(size):
    """Overlapping discs of pop art."""
    rings = [tone(t) for t in ("f7c948", "e4572e", "f7f0e0", "e4572e", "f7c948", "d81e5b")]

    def color(x, y):
        u, v = x / size, y / size
        column, row = math.floor(u * 2), math.floor(v * 2)
        r = math.hypot(u * 2 - column - 0.5, v * 2 - row - 0.5)
        band = min(int(r / 0.5 * 5), 5)
        return rings[(band + (column + row) % 2 * 2) % 6] + (1,)

    return color


def seventies(size):
    """Stripes that bend around a corner."""
    ground = tone("f3e3c3")
    stripes = [tone(t) for t in ("5b2e1d", "8f3b1b", "d5602a", "eda63a", "f4d27a")]

    def color(x, y):
        u, v = x / size, y / size
        # Straight from the left, around a quarter of a circle, and straight down.
        if u < 0.35:
            d = 0.80 - v
        elif v > 0.80:
            d = u - 0.35
        else:
            d = math.hypot(u - 0.35, 0.80 - v)
        band = (d - 0.12) / 0.095
        return (stripes[int(band)] if 0 <= band < 5 else ground) + (1,)

    return color


def eighties(size):
    """A sun of bars above a grid."""
    def color(x, y):
        u, v = x / size - 0.5, y / size
        horizon = 0.62
        if v < horizon:
            sky = mix(tone("1b1040"), tone("7b1e7a"), v / horizon)
            r = math.hypot(u, v - 0.42)
            if r < 0.27:
                down = (v - 0.15) / 0.54
                gap = v > 0.40 and (v * 22) % 1 < (v - 0.40) * 1.9
                return (sky if gap else mix(tone("ffd319"), tone("ff2975"), down)) + (1,)
            return sky + (1,)
        depth = (v - horizon) / (1 - horizon)
        across, away = u / (0.12 + depth), 1 / (0.08 + depth)
        line = min(abs((across * 5) % 1 - 0.5) * (0.12 + depth) / 5,
                   abs((away * 1.1) % 1 - 0.5) * (0.08 + depth) ** 2 / 1.1)
        return (tone("25e5e8") if line < 0.0045 else tone("140a30")) + (1,)

    return color


if __name__ == "__main__":
    write("plate.png", 280, 280, plate(280), step=5)
    write("cap.png", 210, 210, cap(210), step=3)
    write("cap-held.png", 210, 210, cap(210, held=True), step=3)
    write("gloss.png", 210, 210, gloss(210), step=5)
    write("lamps.png", 80, 80 * 31, lamp(80, 31), step=3)
    write("wood.png", 160, 160, wood(160, 160), step=2)
    for draw, step in ((fifties, 15), (sixties, 15), (seventies, 15), (eighties, 5)):
        write(draw.__name__ + ".png", 360, 360, draw(360), step=step)
