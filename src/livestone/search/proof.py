"""Proofs to read and to check: the moves that make good a claim about a position's end.

A proof shows both sides of an exact lead: how player 0 makes sure of at least so much, and player 1
of no more. For the side that makes the claim it has one move, for the other all of them, down to a
depth; there the search has the word.
"""

from __future__ import annotations

from typing import Any

from livestone.core.state import State
from livestone.search.proof_search import ProofSearch

FORMAT = "livestone-proof-1"


def proof(search: ProofSearch, state: State, plies: int) -> dict[str, Any]:
    """Prove a position's lead and return the proof as a JSON object. Raises Stopped.

    ``least`` and ``most`` are trees: ``move`` and ``then``, or ``replies`` with a tree each, or
    ``by``, which ends a branch: the ``end`` of the game, the ``rules``, by which nothing can change
    any more, or the ``search``. Each tells the ``least`` or ``most`` proved of its position.
    """
    lead = search.margin(state).low
    return {
        "format": FORMAT,
        "game": state.game.id,
        "options": dict(state.game.option),
        "text": state.text,
        "lead": lead,
        "least": _tree(search, state.copy(), 0, lead, plies),
        "most": _tree(search, state.copy(), 1, lead, plies),
    }


def principal_variation(search: ProofSearch, state: State) -> tuple[int, ...]:
    """Return a line of best play to the end of the game. Raises Stopped."""
    lead = search.margin(state).low
    walker, line = state.copy(), []
    while not walker.over:
        # Where nothing can change any more, every move is as good as another.
        low, high = search.solver.bounds(walker)
        move = walker.unsorted[0] if low == high else _best(search, walker, lead)
        line.append(move)
        walker.play(move)
    return tuple(line)


def _best(search: ProofSearch, state: State, lead: int) -> int:
    """A move that keeps the lead, which is the position's own."""
    goal = lead if state.mover == 0 else lead + 1
    return search.answer(state, goal)


def _tree(search: ProofSearch, state: State, side: int, lead: int, plies: int) -> dict[str, Any]:
    """How ``side`` makes sure of the lead: player 0 of at least it, player 1 of no more."""
    name = ("least", "most")[side]
    node: dict[str, Any] = {name: lead}
    low, high = search.solver.bounds(state)
    text = state.game.wording.move_text
    if state.over:
        node["by"] = "end"
    elif (low >= lead) if side == 0 else (high <= lead):
        node["by"] = "rules"
    elif plies == 0:
        search.settle(state, lead + side)
        node["by"] = "search"
    elif state.mover == side:
        move = search.answer(state, lead + side)
        node["move"] = text(move)
        state.play(move)
        node["then"] = _tree(search, state, side, lead, plies - 1)
        state.undo()
    else:
        node["replies"] = {}
        for move in state.unsorted:
            state.play(move)
            node["replies"][text(move)] = _tree(search, state, side, lead, plies - 1)
            state.undo()
    return node
