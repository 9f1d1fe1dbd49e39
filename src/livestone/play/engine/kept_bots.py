"""The bots of running games that a bot process keeps from one move to the next.

What they have learned about a game, a search tree or a table, helps them at their next move. The
number of bots and their memory are bounded: those that were asked for longest ago go first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.state import State
    from livestone.play.bot import Bot

    # A game, its opening as text (None: the usual one), and who sees it (None: everything).
    Start = tuple[Game, str | None, int | None]

MAX_KEPT = 32
MAX_KEPT_PLIES = 20_000  # of the games that are kept; each takes a kilobyte or two
MEGABYTES = 400  # two of the strongest at Freedom

# The game's id, the seat, the level and the seed.
Key = tuple[str, int, int, int]


class KeptStates:
    """The games of tables where a bot has played, so that only what is new is played again."""

    def __init__(self, most: int = MAX_KEPT_PLIES) -> None:
        self._most = most
        self._states: OrderedDict[str, tuple[Start, State]] = OrderedDict()

    def at(self, table: str, start: Start, plies: list[str]) -> State:
        """Return the state after these plies; it is kept if there is a ``table``."""
        from livestone.core.state import State

        known, state = self._states.pop(table, (None, None))
        if state is None or known != start or state.move_texts != plies[: state.ply]:
            game, opening, viewer = start
            state = State(game) if opening is None else State.read(game, opening, viewer)
        state = state.copy()  # by the rules as they are compiled now
        for move in plies[state.ply :]:
            state.play(move)
        if table and state.ply <= self._most:
            self._states[table] = start, state
            while sum(kept.ply for _, kept in self._states.values()) > self._most:
                self._states.popitem(last=False)
        return state

    def forget(self, table: str) -> None:
        """Let go of a game that is over."""
        self._states.pop(table, None)


class KeptBots:
    """So many bots and megabytes at most, besides those of the bot that thinks at the moment."""

    def __init__(self, megabytes: int = MEGABYTES, most: int = MAX_KEPT) -> None:
        self._most, self._most_bytes = most, megabytes << 20
        self._bots: OrderedDict[Key, Bot] = OrderedDict()
        self.states = KeptStates()

    def __len__(self) -> int:
        return len(self._bots)

    @property
    def nbytes(self) -> int:
        return sum(bot.nbytes for bot in self._bots.values())

    def take(self, key: Key, make: Callable[[], Bot]) -> Bot:
        """Take out the bot that thought for a game before, or make one."""
        return self._bots.pop(key, None) or make()

    def keep(self, key: Key, bot: Bot) -> None:
        """Keep a bot that has thought, where that helps it and there is room."""
        if not bot.learns or bot.nbytes > self._most_bytes:
            return
        self._bots[key] = bot
        while len(self._bots) > self._most or self.nbytes > self._most_bytes:
            self._bots.popitem(last=False)

    def forget(self, game: str) -> None:
        """Let go of the bots of a game that is over, and of the game."""
        self.states.forget(game)
        for key in [key for key in self._bots if key[0] == game]:
            del self._bots[key]
