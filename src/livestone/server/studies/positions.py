"""The positions of studies: the last used are kept, others are replayed from the nearest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import LivestoneError, StorageError
from livestone.languages.words import t
from livestone.server.studies.tree import ROOT, Tree

MOST_KEPT = 200
MANY = 40  # plies from which on they are replayed in a thread


class Positions:
    """States by study and node; a node's plies never change, so neither does its state."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], State] = OrderedDict()

    async def at(self, study: str, game: Game, opening: str | None, tree: Tree, id: int) -> State:
        """Return a copy of the state at a node. Raises NotFound, or StorageError for bad moves."""
        line = tree.line(id)
        ids = [ROOT, *(node.id for node in line)]
        start = next(
            (at for at in range(len(ids) - 1, -1, -1) if (study, ids[at]) in self._kept), 0
        )
        begin = self._kept.get((study, ids[start]))
        moves = [node.move for node in line[start:]]
        work = (study, game, opening, None if begin is None else begin.copy(), moves)
        state = await asyncio.to_thread(_state, *work) if len(moves) > MANY else _state(*work)
        self._kept[study, id] = state
        self._kept.move_to_end((study, id))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return state.copy()


def _state(
    study: str, game: Game, opening: str | None, begin: State | None, moves: list[str]
) -> State:
    try:
        state = begin or (State(game) if opening is None else State.read(game, opening))
        for move in moves:
            state.play(move)
    except LivestoneError as error:
        raise StorageError(
            t("the study {study} cannot be replayed: {error}", study=study, error=error)
        ) from error
    return state
