"""Positions as stacks of planes, and results as numbers: what learning programs read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from livestone.core.game import Game

Floats = npt.NDArray[np.float32]
# A field of so many bits that names no site holds a set of sites, a bit for each.
_SET_BITS = 32
# So many positions at a time stay in the processor's cache, which is several times as quick.
_BLOCK = 1024


class Planes:
    """How the positions of one game become planes of numbers, one number a site in each.

    ``names`` says what the planes are, in order: one for each kind of piece (1 where one stands),
    one for each player (1 everywhere when it is their turn), then whatever else decides: a plane
    with a 1 on the site that a field names, or the field's number everywhere. The last is the
    number of turns that have ended. ``shape`` is (planes, sites), the sites in the order of the
    board's ``names``.

    >>> from livestone.games import load
    >>> planes(load("freedom", size=4)).names
    ('white', 'black', 'White to move', 'Black to move', 'last', 'passed', 'turn')
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._sites = len(game.board)
        layout = game.layout
        opening = layout.new()
        self._fields = [
            name for name in (*layout.placement, *layout.identity) if name not in ("mover", "cells")
        ]
        # Fields that hold a set of sites, a bit for each.
        self._sets = {
            field
            for field in self._fields
            if 8 * np.asarray(opening[field]).dtype.itemsize >= _SET_BITS
            and field not in game.site_fields
        }
        names = [game.pieces[code - 1].name for code in game.piece_codes.values()]
        names += [f"{seat.name} to move" for seat in game.seats]
        for field in self._fields:
            size = int(np.size(opening[field]))
            parts = [field] if size == 1 else [f"{field} {at}" for at in range(1, size + 1)]
            more = field in self._sets
            names += [word for part in parts for word in ([part, f"{part}, the rest"][: 1 + more])]
        self.names = (*names, "turn")
        self.shape = (len(self.names), self._sites)

    def of(self, positions: Any) -> Floats:
        """Return the planes of positions, shape (positions, planes, sites).

        ``positions`` is an array of the game's records, or one record.
        """
        found = np.atleast_1d(np.asarray(positions))
        out = np.zeros((len(found), *self.shape), np.float32)
        for at in range(0, len(found), _BLOCK):
            self._write(found[at : at + _BLOCK], out[at : at + _BLOCK])
        return out

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest number that each place can hold, both of ``shape``."""
        opening = self.game.layout.new()
        low, high = np.zeros(self.shape, np.float32), np.ones(self.shape, np.float32)
        at = len(self.game.piece_codes) + self.game.players
        for field in self._fields:
            values = np.asarray(opening[field])
            limits, beyond = np.iinfo(values.dtype), self._set_bits if field in self._sets else 0
            for _ in range(values.size):
                at += field in self._sets
                if field not in self.game.site_fields:
                    low[at], high[at] = limits.min >> beyond, limits.max >> beyond
                at += 1
        high[at] = self.game.max_turns
        return low, high

    @property
    def _set_bits(self) -> int:
        """How many bits of a set have their own sites."""
        return min(self._sites, _SET_BITS - 1)

    def _write(self, found: Any, out: Floats) -> None:
        cells = found["cells"][:, : self._sites]
        at = 0
        for code in self.game.piece_codes.values():
            out[:, at] = cells == code
            at += 1
        for player in range(self.game.players):
            out[:, at] = (found["mover"] == player)[:, None]
            at += 1
        for field in self._fields:
            for values in found[field].reshape(len(found), -1).T:
                at = self._fill(out, at, field, values)
        out[:, at] = found["turn"][:, None]

    def _fill(self, out: Floats, at: int, field: str, values: Any) -> int:
        """Fill the planes of one value of a field from ``at`` on; return where the next begins."""
        if field in self.game.site_fields:
            named = np.flatnonzero((values >= 0) & (values < self._sites))
            out[named, at, values[named]] = 1
            return at + 1
        if field in self._sets:
            bits = np.arange(self._set_bits)
            out[:, at, : len(bits)] = values[:, None] >> bits & 1
            values = values >> len(bits)
            at += 1
        out[:, at] = values[:, None]
        return at + 1


@cache
def planes(game: Game) -> Planes:
    """Return the planes of a game, the same object for equal games."""
    return Planes(game)


def returns(game: Game, scores: Sequence[float], winners: Collection[int]) -> tuple[float, ...]:
    """Return what a finished game brings each player: together 0, for a draw 0 each.

    The winners share what the others pay: 1, or what the win is worth where it may be worth more.

    >>> from livestone.games import load
    >>> returns(load("freedom"), (12, 8), (0,))
    (1.0, -1.0)
    """
    if not winners:
        return (0.0,) * game.players
    worth = float(max(scores)) if game.stake > 1 else 1.0
    won, lost = worth / len(winners), -worth / (game.players - len(winners))
    return tuple(won if player in winners else lost for player in range(game.players))
