"""The blocks of Straat: their codes, how they look, and what lies behind them."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from livestone.boards import Piece

EMPTY = 0
# A block's code is 1 + 8 * owner + 4 * its face that is up + the side of its black half.
FULL, HALF = 0, 1
FACES, SIDES = "FH", "NESW"
WAYS = len(FACES) * len(SIDES)
# What is added to a block's code for its look where only the front is told; no block has such a
# code itself.
FRONT_ONLY = 2 * WAYS
# One with its full face up is UNSEEN + its owner where its back may not be seen.
UNSEEN = 1 + 4 * WAYS
COMPASS = {"N": "top", "E": "right", "S": "bottom", "W": "left"}


def has_full_face_up(code: int) -> Any:
    """Whether a code is that of a block whose full face is up and whose back is known."""
    return (code > EMPTY) & (code <= 2 * WAYS) & ((code - 1) // len(SIDES) % 2 == FULL)


def behind(code: int) -> Any:
    """The code of a block as it looks from behind: its other face, left and right exchanged."""
    block = code - 1
    owner, face, side = block // WAYS, block // len(SIDES) % 2, block % len(SIDES)
    return 1 + owner * WAYS + (1 - face) * len(SIDES) + (len(SIDES) - side) % len(SIDES)


@lru_cache
def looks() -> tuple[Piece, ...]:
    """A piece for each code less 1: its look.

    First of each block with what lies behind it, then of each as only its front is told, then one
    with its full face up for each owner.
    """
    unseen = (Piece("white block", "X", "tile"), Piece("black block", "x", "tile", "black"))
    return _blocks(tell=True) + _blocks(tell=False) + unseen


def _blocks(tell: bool) -> tuple[Piece, ...]:
    """Both players' blocks; ``tell``: whether the name says what lies behind."""
    found = []
    for owner, colour in enumerate(("white", "black")):
        for face, side in product(range(2), range(4)):
            near, far = COMPASS[SIDES[side]], COMPASS[SIDES[-side % 4]]
            name = f"half block, black {near}" if face == HALF else f"{colour} block"
            back = colour if face == HALF else f"half, black {far}"
            found.append(
                Piece(
                    f"{name} ({back} behind)" if tell else name,
                    "ABCDEFGHabcdefgh"[owner * WAYS + face * 4 + side],
                    f"half_{near}" if face == HALF else "tile",
                    "white" if face == HALF else colour,
                )
            )
    return tuple(found)
