"""Positions as stacks of planes, and results as numbers: what learning programs read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from livestone.arrays import Stack
from livestone.core.game import Game, Jit

Floats = npt.NDArray[np.float32]
# A field of so many bits that names no site holds a set of sites, a bit for each.
_SET_BITS = 32
# What a plane shows: where one kind of piece stands; whether a number is this one; the site that a
# number names; the sites of a set; a number without its lowest bits.
PIECE, EQUAL, SITE, BITS, NUMBER = range(5)


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
        self.table = np.array([*self._rows()], np.int64)

    def of(self, positions: npt.NDArray[np.record] | np.record) -> Stack[np.float32]:
        """Return the planes of positions, shape (positions, planes, sites).

        ``positions`` is an array of the game's records, or one record. Compiled once for all games.
        """
        if isinstance(positions, np.void):
            octets = np.frombuffer(bytearray(positions.tobytes()), np.uint8).reshape(1, -1)
        else:
            found = np.ascontiguousarray(positions)
            octets = found.view(np.uint8).reshape(len(found), found.dtype.itemsize)
        out = np.empty((len(octets), *self.shape), np.float32)
        _compiled()(octets, self.table, out)
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

    def _rows(self) -> Iterator[tuple[int, ...]]:
        """The rows of the table, plane by plane."""
        types = self.game.layout.dtype.fields
        assert types is not None

        def row(kind: int, field: str, more: int = 0, at: int = 0) -> tuple[int, ...]:
            base, place = types[field][0].base, types[field][1]
            return kind, place + at * base.itemsize, base.itemsize, base.kind == "i", more

        for code in self.game.piece_codes.values():
            yield row(PIECE, "cells", code)
        for player in range(self.game.players):
            yield row(EQUAL, "mover", player)
        for field in self._fields:
            for at in range(int(np.prod(types[field][0].shape, dtype=int))):
                if field in self.game.site_fields:
                    yield row(SITE, field, at=at)
                elif field in self._sets:
                    yield row(BITS, field, self._set_bits, at)
                    yield row(NUMBER, field, self._set_bits, at)
                else:
                    yield row(NUMBER, field, at=at)
        yield row(NUMBER, "turn")


def planes_kernel(jit: Jit) -> Callable[..., Any]:
    """``write(octets, table, out)``: the planes of each row of ``octets``, a position's bytes."""
    write = planes_writer(jit)

    def write_all(octets: Any, table: Any, out: Any) -> None:
        for at in range(len(octets)):
            write(octets[at], table, out[at])

    return write_all


@cache
def _compiled() -> Callable[..., Any]:
    import numba

    from livestone.core.kernels import shared_kernel

    octets, table, out = (
        numba.types.Array(kind, dimensions, "C")
        for kind, dimensions in ((numba.uint8, 2), (numba.int64, 2), (numba.float32, 3))
    )
    return shared_kernel(planes_kernel, octets, table, out)


def planes_writer(jit: Jit) -> Any:
    """``write(octets, table, out)``: fills all of ``out``, shape (planes, sites).

    A row of ``table`` says of a plane what it shows and where that lies in a position's bytes:
    kind, place, size, whether it is signed, and the number that the kind needs.
    """

    @jit
    def number(octets: Any, place: int, size: int, signed: int) -> Any:
        found = np.int64(0)
        for at in range(size):
            found |= np.int64(octets[place + at]) << np.int64(8 * at)
        unused = np.int64(64 - 8 * size)
        return (found << unused) >> unused if signed else found

    @jit
    def write(octets: Any, table: Any, out: Any) -> None:
        sites = out.shape[1]
        for plane in range(len(table)):
            kind, place, size = table[plane, 0], table[plane, 1], table[plane, 2]
            signed, more, row = table[plane, 3], table[plane, 4], out[plane]
            if kind == PIECE and size == 1:
                cells, code = octets[place : place + sites], np.uint8(more)
                for site in range(sites):
                    row[site] = np.float32(cells[site] == code)
                continue
            if kind == PIECE:
                for site in range(sites):
                    row[site] = number(octets, place + site * size, size, signed) == more
                continue
            value = number(octets, place, size, signed)
            if kind == EQUAL:
                row[:] = np.float32(value == more)
            elif kind == NUMBER:
                row[:] = np.float32(value >> more)
            else:
                row[:] = np.float32(0)
            if kind == SITE and 0 <= value < sites:
                row[value] = 1
            elif kind == BITS:
                for site in range(more):
                    row[site] = value >> site & 1

    return write


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
