"""Describes an analysis in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.odds import Chances
    from livestone.play.analysis import Variation

# How many moves of a variation are written out.
SHOWN = 8


def worth(line: Variation, game: Game) -> str:
    """What a variation is worth in words: ``White +2.3, won 62 %, drawn 20 %, proved``."""
    first = game.seats[0].name
    lead = line.lead(0) if game.players == 2 else None
    if lead is not None:
        parts = [f"{first} {round(lead, 1) + 0:+.1f}"]
    elif line.book is not None and game.points:
        parts = [f"{first} {round(line.book, 1) + 0:+.1f}"]
    else:
        shares = zip(game.seats, line.value, strict=True)
        parts = [" ".join(f"{seat.name} {value:.0%}" for seat, value in shares)]
    if line.chances is not None:
        parts.append(odds(line.chances))
    return ", ".join([*parts, line.source])


def odds(chances: Chances) -> str:
    """Chances in words: ``won 62%, drawn 20%, lost 18%``."""
    return f"won {chances.win:.0%}, drawn {chances.draw:.0%}, lost {chances.loss:.0%}"


def variation(line: Variation, game: Game) -> str:
    """The moves of a variation, the first few of them."""
    moves = " ".join(game.wording.move_text(move) for move in line.pv[:SHOWN])
    return f"{moves} ..." if len(line.pv) > SHOWN else moves


def big(count: float) -> str:
    """A number of nodes in a few characters: ``950``, ``12.3k``, ``4.5M``.

    >>> big(950), big(12_345), big(4_500_000)
    ('950', '12.3k', '4.5M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.1f}{letter}"
    return f"{count:.0f}"
