from __future__ import annotations

import struct
import zlib

import pytest
from tests.scenes import BLACK, BOARDS, WHITE

from livestone.boards import Board, square
from livestone.draw import png, style
from livestone.draw.scene import Scene
from livestone.errors import BadRequest


def pixels(data: bytes) -> list[list[tuple[int, ...]]]:
    """The pixels of an 8-bit RGBA PNG, row by row; a reader written from the PNG specification."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    width = height = 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 6, 0, 0, 0]
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride = zlib.decompress(packed), 4 * width
    rows, before = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before)
        rows.append([tuple(row[x : x + 4]) for x in range(0, stride, 4)])
        before = row
    return rows


def unfilter(kind: int, row: bytearray, above: bytearray) -> bytearray:
    for at in range(len(row)):
        left = row[at - 4] if at >= 4 else 0
        up, corner = above[at], above[at - 4] if at >= 4 else 0
        if kind == 4:
            guess = left + up - corner
            add = min((left, up, corner), key=lambda near: abs(guess - near))
        else:
            add = (0, left, up, (left + up) // 2)[kind]
        row[at] = (row[at] + add) % 256
    return row


def rgba(colour: str) -> tuple[int, ...]:
    return (*(int(colour[at : at + 2], 16) for at in (1, 3, 5)), 255)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_and_cells_have_their_colours(theme: str) -> None:
    scene = Scene(square(4), {0: WHITE, 3: BLACK})
    image = pixels(png.draw(scene, width=400, theme=theme, coordinates=False))  # type: ignore[arg-type]
    assert (len(image), len(image[0])) == (400, 400)
    unit = 400 / 472  # a field of 400 with a margin of 36 all around
    colours = style.palette(theme)

    def at(column: int, row: int) -> tuple[int, ...]:
        return image[round((86 + 100 * (3 - row)) * unit)][round((86 + 100 * column) * unit)]

    assert at(0, 0) == rgba(colours["white"])
    assert at(3, 0) == rgba(colours["black"])
    assert at(1, 2) == rgba(colours["cell"])
    assert image[10][200] == rgba(colours["frame"])


def test_numbers_are_written_in_the_shipped_font() -> None:
    pieces = {0: WHITE}
    plain = png.draw(Scene(square(4), pieces), width=200)
    assert plain != png.draw(Scene(square(4), pieces, numbers={0: 8}), width=200)
    assert plain != png.draw(Scene(square(4), pieces), width=200, coordinates=False)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.kind}-{len(board)}")
def test_every_board_keeps_its_proportions(board: Board) -> None:
    image = pixels(png.draw(Scene(board), width=120))
    assert len(image[0]) == 120
    assert len({pixel for row in image for pixel in row}) > 3


@pytest.mark.parametrize("width", [0, 8193])
def test_impossible_widths_are_refused(width: int) -> None:
    words = f"width must be a whole number from 1 to 8192, not {width}"
    with pytest.raises(BadRequest, match=words):
        png.draw(Scene(square(4)), width=width)
