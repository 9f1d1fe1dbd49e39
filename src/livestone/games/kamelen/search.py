"""What searches are told of Kamelen: what the animals are worth, and what they threaten."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from livestone.boards import Board
from livestone.core.game import Jit, Position
from livestone.core.maths import exp
from livestone.core.rules import Knobs, Search
from livestone.games.kamelen.board import (
    CAMEL,
    DROMEDARY,
    EMPTY,
    ROCK,
    homes,
    opening,
)
from livestone.games.kamelen.rules import DOUBLE, Kamelen
from livestone.games.kamelen.ways import fork_table, forks

# ``evaluate``: what each key camel, other Camel and Dromedary is worth, and a key camel that is
# 1, 2, 3, ... moves away from the enemy's home-field; how much of the most that they can take the
# mover is credited with; what it is worth that 1, 2, ... of the other's Camels threaten to enter
# their home-field; the lead at which a win is e times as likely as not, and what it brings.
KEY, OTHER, BEAST = 2.0, 0.6, 1.0
NEAR = (0.0, 2.0, 1.0, 0.5, 0.2, 0.1)
TAKEN = 0.8
MENACE = (0.0, 1.5, 5.0, 7.0, 7.0)
SCALE, PRIZE = 2.0, 2.0


def knobs(game: Kamelen) -> Knobs:
    """Random plies hang animals, so a playout runs none."""
    return Knobs(cut=0, explore=0.03)


def search(game: Kamelen, jit: Jit) -> Search:
    """The points to come: animals, how near the key camels are, threats to take and enter."""
    worth, menace = _worth(game), np.array(MENACE)
    prey, threats = _prey(game, jit), _threats(game, jit)

    @jit
    def strength(s: Position, player: int) -> Any:
        total = BEAST * s.men[player, 1]
        for at in range(s.men[player, 0]):
            total += worth[player, s.camels[player, at]]
        return total

    def evaluate(s: Position, score: Any) -> None:
        mover = s.mover
        if threats(s, mover) > 0:
            score[mover], score[1 - mover] = DOUBLE, 0
            return
        lead = strength(s, mover) - strength(s, 1 - mover)
        camels = prey(s, s.camels[mover], s.men[mover, 0], 0)
        beasts = prey(s, s.dromedaries[mover], s.men[mover, 1], 1)
        lead += TAKEN * max(camels, beasts) - menace[threats(s, 1 - mover)]
        score[mover] = PRIZE / (1 + exp(-lead / SCALE))
        score[1 - mover] = PRIZE - score[mover]

    return Search(evaluate=evaluate)


def _prey(game: Kamelen, jit: Jit) -> Any:
    """``prey(s, places, men, kind)``: the most that the mover's animals of a kind can take."""
    worth, ways = _worth(game), fork_table(game.board)

    @jit
    def prey(s: Position, places: Any, men: int, kind: int) -> Any:
        enemy = 1 - s.mover
        camel, beast = CAMEL + 2 * enemy, DROMEDARY + 2 * enemy
        most = 0.0
        for at in range(men):
            for way in range(4):
                first, second, left, right = ways[kind, int(places[at]), way]
                if (s.cells[first] | s.cells[second]) == EMPTY:
                    for target in (left, right):
                        code = s.cells[target]
                        if code == camel:
                            most = max(most, worth[enemy, target])
                        elif code == beast:
                            most = max(most, BEAST)
        return most

    return prey


def _threats(game: Kamelen, jit: Jit) -> Any:
    """``threats(s, player)``: how many of their Camels can enter the enemy's home-field."""
    entries = _entries(game.board)

    @jit
    def threats(s: Position, player: int) -> Any:
        count = 0
        for entry in range(len(entries[0])):
            site, first, second = entries[player, entry]
            free = (s.cells[first] | s.cells[second]) == EMPTY
            count += free & (s.cells[site] == CAMEL + 2 * player)
        return count

    return threats


def _worth(game: Kamelen) -> Any:
    """``[player, site]``: what a Camel there is worth to its owner."""
    worth = np.zeros((2, len(game.board) + 1))
    for player, home in enumerate(homes(game.board)[::-1]):
        steps = _camel_moves(game.board, home)
        worth[player] = [KEY + NEAR[min(step, len(NEAR) - 1)] for step in steps]
        worth[player, steps < 0] = OTHER
    return worth


def _entries(board: Board) -> Any:
    """``[player, way]``: whence a Camel comes to the enemy's home-field, and what it passes."""
    rocks = set(np.flatnonzero(opening(board) == ROCK).tolist())
    found = []
    for home in homes(board)[::-1]:
        origins = enumerate(forks(board, CAMEL).tolist())
        ways = [(site, *way[:2]) for site, those in origins for way in those if home in way[2:]]
        found.append([way for way in ways if not rocks & set(way)])
    return np.array(found, np.uint32)


def _camel_moves(board: Board, home: int) -> Any:
    """How many moves a Camel needs from each site to ``home`` past the rocks alone, or -1."""
    rocks = set(np.flatnonzero(opening(board) == ROCK).tolist()) | {board.wall}
    steps = np.full(len(board) + 1, -1, np.int32)
    steps[home] = 0
    todo = deque([home])
    ways = forks(board, CAMEL)
    while todo:
        there = todo.popleft()
        for here in range(len(board)):
            for first, second, *ends in ways[here].tolist():
                free = not {first, second, here} & rocks
                if free and there in ends and steps[here] < 0:
                    steps[here] = steps[there] + 1
                    todo.append(here)
    return steps
