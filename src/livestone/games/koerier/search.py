"""What searches are told of Koerier: how far each courier still is, and who is ahead in men."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards.oneway import barred, cheapest
from livestone.core.game import Jit, Position
from livestone.core.maths import exp
from livestone.core.rules import Knobs, Search
from livestone.games.koerier.board import (
    CASTLES,
    CORNERS,
    COURIER,
    GOALS,
    GUARD,
    HORSEMAN,
    KINDS,
    courier_board,
)
from livestone.games.koerier.rules import RED, YELLOW, Koerier
from livestone.games.koerier.ways import CODES, courier_ways

# The castle's gate, and where a courier keeps its own guard from leaving it.
NEAR = (("I9", "G7", "H8"), ("B9", "D7", "C8"))
# ``evaluate``, in turns: a man, being to move, a way home that no courier can bar; what is left of
# a lead without; the lead at which a win is e times as likely as not. On a courier's way: its own
# guard at the gate, shut in there, elsewhere in the castle; own men; enemy guards; other enemies.
MAN, TEMPO, SURE, UNSURE, SCALE = 2.5, 0.2, 4.0, 0.3, 3.0
GATE, JAM, FORK, OWN, GUARDED, ENEMY = 4.0, 20.0, 1.5, 1.5, 2.7, 4.5


def knobs(game: Koerier) -> Knobs:
    """Random plies hang pieces, so a playout runs none."""
    return Knobs(cut=0, explore=0.05)


def search(game: Koerier, jit: Jit) -> Search:
    """The likelihood of winning, from the turns each courier still needs and the men left."""
    site, (ahead, _) = game.board.site, courier_ways()
    corners, goals = ([site[name] for name in names] for names in (CORNERS, GOALS))
    sure, stuck = barred(ahead, corners, goals)
    to_go = cheapest(jit, ahead, corners, _price())
    near = np.array([[site[name] for name in names] for names in NEAR])

    @jit
    def strength(s: Position, player: int) -> Any:
        """In turns of the courier."""
        courier = s.couriers[player]
        jammed = (courier == near[player, 1]) | (courier == near[player, 2])
        jammed &= s.cells[near[player, 0]] == GUARD + KINDS * player
        return MAN * s.men[player] - to_go(s.cells, player, courier) - JAM * jammed

    def evaluate(s: Position, score: Any) -> None:
        yellow, red = s.couriers
        lead = SURE * (sure[YELLOW, yellow, red] - sure[RED, yellow, red])
        lead += strength(s, YELLOW) - strength(s, RED) + TEMPO * (1 - 2 * s.mover)
        share = 1 / (1 + exp(-lead / SCALE)) - 0.5
        if not sure[int(lead < 0), yellow, red]:
            share *= 0.0 if stuck[yellow, red] else UNSURE
        score[YELLOW] = 0.5 + share
        score[RED] = 1 - score[YELLOW]

    return Search(evaluate=evaluate)


def _price() -> Any:
    """``[player, site, code]``: how many turns a piece on a square costs the courier."""
    board = courier_board()
    table = np.zeros((2, len(board) + 1, CODES))
    for player in (YELLOW, RED):
        own, enemy = KINDS * player, KINDS * (1 - player)
        castle = [board.site[name] for name in CASTLES[player]]
        table[player, :, own + COURIER : own + HORSEMAN + 1] = OWN
        table[player, :, enemy + COURIER : enemy + HORSEMAN + 1] = ENEMY
        table[player, castle, own + GUARD] = FORK
        table[player, castle, enemy + GUARD] = GUARDED
        table[player, board.site[NEAR[player][0]], own + GUARD] = GATE
    return table
