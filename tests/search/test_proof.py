"""Proofs, checked by a second Freedom that shares no code with the first."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.positions import random_state
from tests.rules.freedom_oracle import BLACK, WHITE, Cell
from tests.rules.freedom_oracle import Freedom as Oracle
from tests.search.test_solver import minimax

from livestone.core.state import State
from livestone.games import load
from livestone.search.proof import principal_variation, proof
from livestone.search.proof_search import ProofSearch


def oracle_of(text: str, options: dict[str, Any]) -> Oracle:
    """The position that a text tells, read by the oracle's own eyes."""
    board, mover, *rest = text.split()
    game = Oracle(options["size"], options["scoring"], options["last_cell"])
    for y, row in enumerate(reversed(board.split("/"))):
        x, number = 0, ""
        for sign in (*row, ""):
            if sign.isdigit():
                number += sign
                continue
            x, number = x + int(number or 0), ""
            if sign:
                game.stones[x, y] = WHITE if sign == "w" else BLACK
                x += 1
    game.mover = WHITE if mover == "w" else BLACK
    for word in rest:
        if word.startswith("last="):
            game.last = cell_of(word[5:])
    return game


def cell_of(name: str) -> Cell | None:
    return None if name == "pass" else (ord(name[0]) - ord("a"), int(name[1:]) - 1)


def lead_of(game: Oracle) -> int:
    """White's lead when both play perfectly, by trying everything."""
    if game.over:
        return game.score(WHITE) - game.score(BLACK)
    leads = []
    for move in game.legal():
        twin = game.copy()
        twin.play(move)
        leads.append(lead_of(twin))
    return max(leads) if game.mover == WHITE else min(leads)


def check(node: dict[str, Any], game: Oracle, side: str, lead: int, dice: random.Random) -> int:
    """Follow the proof along some lines of play; return how many ends were tried."""
    assert node["least" if side == WHITE else "most"] == lead
    if "by" in node:
        reached = lead_of(game)
        assert reached >= lead if side == WHITE else reached <= lead
        assert (node["by"] == "end") == game.over
        return 1
    if game.mover == side:
        assert cell_of(node["move"]) in game.legal()
        game.play(cell_of(node["move"]))
        return check(node["then"], game, side, lead, dice)
    replies = {cell_of(name): below for name, below in node["replies"].items()}
    assert set(replies) == game.legal()
    tried = 0
    for move in dice.sample(sorted(replies, key=str), min(3, len(replies))):
        twin = game.copy()
        twin.play(move)
        tried += check(replies[move], twin, side, lead, dice)
    return tried


def checked(state: State, plies: int) -> int:
    made = proof(ProofSearch(state.game, megabytes=4), state, plies)
    assert made["text"] == state.text
    dice, tried = random.Random(1), 0
    for name, side in (("least", WHITE), ("most", BLACK)):
        game = oracle_of(made["text"], made["options"])
        tried += check(made[name], game, side, made["lead"], dice)
    return tried


def test_a_proof_stands_up_to_the_oracle() -> None:
    game = load("freedom", size=5)
    assert sum(checked(random_state(game, seed, 14), 5) for seed in range(2)) > 4


@pytest.mark.slow
@pytest.mark.parametrize("scoring", ["stones", "rows"])
@pytest.mark.parametrize("last_cell", ["choice", "auto", "always"])
@pytest.mark.parametrize("size", [4, 5, 6])
def test_proofs_stand_up_to_the_oracle(size: int, last_cell: str, scoring: str) -> None:
    game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
    for seed in range(8):
        assert checked(random_state(game, seed, size * size - 13), 7) > 1


def test_the_principal_variation_keeps_the_lead_to_the_end() -> None:
    game = load("freedom", size=5)
    search = ProofSearch(game, megabytes=1)
    for seed in range(5):
        state = random_state(game, seed, 17)
        lead = minimax(state)
        for move in principal_variation(search, state):
            state.play(move)
        assert state.over
        assert state.scores[0] - state.scores[1] == lead
