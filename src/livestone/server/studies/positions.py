"""The positions of studies: those looked at last are kept, others are made from the nearest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import LivestoneError, StorageError
from livestone.server.studies.tree import ROOT, Tree

MOST_KEPT = 200
MANY = 40  # so many plies are replayed in a thread


class Positions:
    """States by study and node; a node's plies never change, so neither does its state."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], State] = OrderedDict()

    async def at(self, study: str, game: Game, opening: str | None, tree: Tree, id: int) -> State:
        """Return a state of one's own at a node. Raises NotFound, or StorageError for no game."""
        line = tree.line(id)
        places = [ROOT, *(node.id for node in line)]
        start = next((at for at in reversed(range(len(places))) if (study, places[at]) in self), -1)
        missing = [node.move for node in line[max(start, 0) :]]
        begin = self._kept[study, places[start]].copy() if start >= 0 else None
        work = (study, game, opening, begin, missing)
        if len(missing) > MANY:
            state = await asyncio.to_thread(_state, *work)
        else:
            state = _state(*work)
        self._keep((study, id), state)
        return state.copy()

    def __contains__(self, key: tuple[str, int]) -> bool:
        return key in self._kept

    def _keep(self, key: tuple[str, int], state: State) -> None:
        self._kept[key] = state
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _state(
    study: str, game: Game, opening: str | None, begin: State | None, moves: list[str]
) -> State:
    try:
        state = begin or (State(game) if opening is None else State.read(game, opening))
        for move in moves:
            state.play(move)
    except LivestoneError as error:
        raise StorageError(f"the study {study} cannot be replayed: {error}") from error
    return state
