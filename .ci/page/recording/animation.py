"""Writes screenshots as an animated PNG with one palette, in which each frame has only the pixels that changed."""

import itertools
import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The first entry of the palette is transparent: the pixel of the frame before stays.
SAME = 0


def decoded(png):
    """Returns the rows of a screenshot, three bytes per pixel."""
    at, packed = len(SIGNATURE), b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours, *_ = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    if (depth, colours) != (8, 2):
        raise ValueError(f"A screenshot has colour type {colours} with {depth} bits. Only 2 with 8 bits is supported.")
    data, size = zlib.decompress(packed), 3 * width
    low, high = int.from_bytes(b"\x7f" * size), int.from_bytes(b"\x80" * size)
    rows, above = [], 0
    for begin in range(0, height * (size + 1), size + 1):
        row = int.from_bytes(data[begin + 1:begin + 1 + size])
        if data[begin] == 2:
            # Adds the bytes of the row above, each modulo 256.
            row = ((row & low) + (above & low)) ^ ((row ^ above) & high)
        elif data[begin] != 0:
            raise ValueError(f"A screenshot has rows with filter {data[begin]}. Only 0 and 2 are supported.")
        above = row
        rows.append(row.to_bytes(size))
    return rows


def colours_of(row):
    return zip(row[0::3], row[1::3], row[2::3])


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def palette(frames):
    """Returns at most 255 colours, and the index of each colour in the frames."""
    counts, before = Counter(), itertools.repeat(None)
    for rows in frames:
        for row, old in zip(rows, before):
            if row != old:
                counts.update(colours_of(row))
        before = rows
    ordered = [colour for colour, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
    # The frequent colours stay as they are. The others stand for the colours around them.
    frequent, rare = ordered[:128], ordered[128:]
    for apart in itertools.count(1):
        chosen = list(frequent)
        for colour in rare:
            if all(distance(colour, one) >= apart * apart for one in chosen):
                chosen.append(colour)
            if len(chosen) > 255:
                break
        else:
            break
    return chosen, {colour: 1 + min(range(len(chosen)), key=lambda at: distance(colour, chosen[at])) for colour in ordered}


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def changes(rows, before):
    """Returns the place of the rectangle that changed and its rows, in which equal pixels are transparent."""
    changed = [at for at, (new, old) in enumerate(zip(rows, before)) if new != old]
    columns = [at for row in changed for at, (new, old) in enumerate(zip(rows[row], before[row])) if new != old]
    top, bottom, left, right = changed[0], changed[-1] + 1, min(columns), max(columns) + 1
    part = [bytes(new if new != old else SAME for new, old in zip(rows[at][left:right], before[at][left:right])) for at in range(top, bottom)]
    return left, top, part


def write(path, frames):
    """Writes an endless animation. A frame is a screenshot's rows and its time in ms."""
    chosen, index = palette([rows for rows, _ in frames])
    width, height = len(frames[0][0][0]) // 3, len(frames[0][0])
    drawn, known = [], {}
    for rows, ms in frames:
        for row in rows:
            if row not in known:
                known[row] = bytes(map(index.__getitem__, colours_of(row)))
        indexed = [known[row] for row in rows]
        if drawn and indexed == drawn[-1][0]:
            drawn[-1][1] += ms
        else:
            drawn.append([indexed, ms])
    parts, number, before = [], 0, None
    for indexed, ms in drawn:
        left, top, part = changes(indexed, before) if before else (0, 0, indexed)
        packed = zlib.compress(b"".join(b"\0" + row for row in part), 9)
        if len(drawn) > 1:
            parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, len(part[0]), len(part), left, top, ms, 1000, 0, 1 if before else 0)))
            number += 1
        parts.append(chunk(b"fdAT", struct.pack(">I", number) + packed) if before else chunk(b"IDAT", packed))
        number += 1 if before else 0
        before = indexed
    animation = chunk(b"acTL", struct.pack(">II", len(drawn), 0)) if len(drawn) > 1 else b""
    path.write_bytes(
        SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + animation
        + chunk(b"PLTE", bytes(3) + b"".join(map(bytes, chosen))) + chunk(b"tRNS", b"\0") + b"".join(parts) + chunk(b"IEND", b""))
