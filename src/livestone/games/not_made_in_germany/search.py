"""What searches are told of Not Made in Germany: the steps that each player has still to go."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.zones import distances
from livestone.core.game import Jit, Position
from livestone.core.maths import exp
from livestone.core.rules import Knobs, Search
from livestone.games.not_made_in_germany.board import LETTERS, SIDE
from livestone.games.not_made_in_germany.rules import (
    EDGE,
    ENGLAND,
    FIRST_OF_GERMANY,
    PIECES,
    NotMadeInGermany,
)

# ``evaluate``: the lead in steps at which a win is e times as likely as not, and how much the share
# of the steps counts beside it; without that a player far ahead would not hurry home.
SCALE, SHARE = 6.0, 0.3


def knobs(game: NotMadeInGermany) -> Knobs:
    """Random plies tell little here, so a playout runs two."""
    return Knobs(cut=2, explore=0.1)


def search(game: NotMadeInGermany, jit: Jit) -> Search:
    """The likelihood of winning from the steps still to go."""
    to_go = _row_to_go(game, jit) if game.option["any_order"] else _word_to_go(game, jit)

    def evaluate(s: Position, score: Any) -> None:
        mine, yours = to_go(s, 0), to_go(s, 1)
        likely = 1 / (1 + exp((mine - yours) / SCALE))
        score[0] = (1 - SHARE) * likely + SHARE * (yours + 1) / (mine + yours + 2)
        score[1] = 1 - score[0]

    return Search(evaluate=evaluate)


def _word_to_go(game: NotMadeInGermany, jit: Jit) -> Any:
    """``to_go(s, player)``: the steps of every piece to its own place."""
    sites = len(game.board)
    near, far = np.zeros((2, EDGE + 1, sites + 1), np.int32)
    for code in range(1, EDGE):
        one, *other = game.targets(code)
        near[code] = distances(game.board, [one])[0]
        far[code] = distances(game.board, other or [one])[0]
    flags = (1, FIRST_OF_GERMANY)
    english_n = 1 + LETTERS[ENGLAND].index("N")

    @jit
    def to_go(s: Position, player: int) -> Any:
        """Two pieces alike share two places: one of them, the nearer, goes to the first."""
        total, flag, letter = 0, 0, 0
        flags_left, letters_left = True, True
        for at in range(PIECES):
            site = s.places[player, at]
            code = s.cells[site]
            total += far[code, site]
            gain = near[code, site] - far[code, site]
            if code == flags[0] or code == flags[1]:
                flag = gain if flags_left else min(flag, gain)
                flags_left = False
            elif code == english_n:
                letter = gain if letters_left else min(letter, gain)
                letters_left = False
        return total + flag + letter

    return to_go


def _row_to_go(game: NotMadeInGermany, jit: Jit) -> Any:
    """``to_go(s, player)``: from pieces outside to their nearest holes, and back."""
    rows = np.array([game.board.rows[-1], game.board.rows[0]])
    steps = np.array([distances(game.board, row.tolist()).T for row in rows])
    in_place, limit = game.places_of_pieces(), len(game.board)

    @jit
    def to_go(s: Position, player: int) -> Any:
        total = 0
        nearest = np.full(PIECES, limit)
        for at in range(PIECES):
            site = s.places[player, at]
            if in_place[s.cells[site], site]:
                continue
            least = limit
            for hole in range(SIDE):
                if not in_place[s.cells[rows[player, hole]], rows[player, hole]]:
                    far = steps[player, site, hole]
                    least = min(least, far)
                    nearest[hole] = min(nearest[hole], far)
            total += least
        for hole in range(SIDE):
            if not in_place[s.cells[rows[player, hole]], rows[player, hole]]:
                total += nearest[hole]
        return total / 2

    return to_go
