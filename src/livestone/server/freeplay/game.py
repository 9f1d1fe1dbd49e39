"""One game between two players who are logged in: the rules, the clock, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from livestone.core.game import Game
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.freeplay import lines
from livestone.freeplay.board import BLACK, COLOURS, PASS, WHITE, board_of, move_text
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import BadLine
from livestone.freeplay.table import Played
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import Player

log = logging.getLogger("livestone")

# Saves a finished game before its players hear how it ended.
Save: TypeAlias = Callable[["LineGame", Played], Awaitable[None]]


class _Lost(Exception):
    """A player (a seat) has lost by a fault."""


class LineGame:
    """A game while it runs; ``names`` and other values by seat have White's first.

    ``left`` are the seconds that each player has for the rest of the game, ``begun`` when the game
    began (since 1970), ``seconds`` how long each move took.
    """

    def __init__(self, players: tuple[Player, Player], game: Game, clock: Clock) -> None:
        self.id = secrets.token_hex(8)
        self.game = game
        self.names = (players[0].name, players[1].name)
        self.clock = clock
        self.board = board_of(game)
        self.left = [clock.game, clock.game]
        self._asked: float | None = None
        self.begun = time.time()
        self.seconds: list[float] = []
        self._players = players
        self._received: asyncio.Queue[tuple[int, str | Fault]] = asyncio.Queue()

    versions = None  # of files: what plays here is the client's own program
    movers = None  # White and Black in turn

    @property
    def moves(self) -> list[str]:
        """The moves so far, as the rules write them."""
        return [move_text(self.game, move) for move in self.board.moves]

    @property
    def scores(self) -> tuple[int, int]:
        found = self.board.scores
        return found[WHITE], found[BLACK]

    @property
    def mover(self) -> int | None:
        mover = self.board.mover
        return None if mover is None else COLOURS.index(mover)

    def left_of(self, seat: int) -> float:
        """The seconds that a seat has now for the rest of the game."""
        used = 0.0 if self._asked is None or seat != self.mover else time.monotonic() - self._asked
        return max(0.0, self.left[seat] - used)

    def receive(self, player: Player, what: str | Fault) -> None:
        """Take a player's cell, or what loses them the game."""
        self._received.put_nowait((self._players.index(player), what))

    async def run(self, words: str = "", save: Save | None = None) -> Played:
        """Play the game to its end; it is given to ``save`` before the players are told."""
        self._open(words)
        played: Played | None = None
        try:
            played = await self._played()
            if save is not None:
                await save(self, played)
        finally:
            self._close(played)
        return played

    async def _played(self) -> Played:
        try:
            while self.mover is not None:
                await self._turn(self.mover)
        except _Lost as lost:
            return self._lost(*lost.args)
        return self._finished()

    def _open(self, words: str) -> None:
        for colour, player in zip(COLOURS, self._players, strict=True):
            if words:
                player.send("message", lines.one_line(words))
            player.send("opponent", lines.write_opponent(*self.names))
            player.send("board", lines.write_board(colour, self.board.size))

    async def _turn(self, seat: int) -> None:
        """Ask for a move and make it. Raises _Lost."""
        player, last = self._players[seat], self.board.moves[-1:]
        player.ask(lines.write_cell(last[0] if last and last[0] != PASS else None))
        asked = self._asked = time.monotonic()
        seconds = min(self.clock.move, self.left[seat])
        try:
            async with asyncio.timeout(seconds):
                who, received = await self._received.get()
        except TimeoutError:
            short = "for the move" if seconds == self.clock.move else "left of the game's time"
            raise _Lost(
                seat, Fault("timeout", f"it gave no answer in the {seconds:.3g} seconds {short}")
            ) from None
        if isinstance(received, Fault):
            raise _Lost(who, received)
        took = time.monotonic() - asked
        self.left[seat] -= took
        try:
            self._play(received)
        except BadLine as error:
            raise _Lost(seat, Fault("failed", f"it sent what is no move: {error}")) from None
        except (IllegalMove, MoveSyntaxError) as error:
            shown = f"it played ({received}), which is not legal: {error}"
            raise _Lost(seat, Fault("illegal", shown)) from None
        self.seconds.append(round(took, 3))
        for player in self._players:
            player.send("score", lines.write_score(*self.scores))

    def _play(self, cell: str) -> None:
        """Make a move, and the last one of the game by itself. Raises BadLine, IllegalMove, ...."""
        wanted = lines.read_cell(cell)
        if wanted is None:
            raise IllegalMove("nobody may pass")
        board = self.board.after(*wanted)
        if len(board.moves) == board.size**2 - 1 and not board.over:
            # By the protocol the server plays the last cell, whichever rules are in force.
            board = board.after(PASS) if board.may_pass else board.after(*board.legal[0])
        self.board = board

    def _finished(self) -> Played:
        white, black = self.scores
        winners = () if white == black else (int(black > white),)
        return Played(self.game, self.names, tuple(self.moves), self.scores, winners)

    def _lost(self, seat: int, fault: Fault) -> Played:
        name, colour = self.names[seat], COLOURS[seat]
        report = f"{name} ({colour}) lost the game at move {len(self.moves) + 1}: {fault}."
        log.info("%s", report)
        moves = tuple(self.moves)
        return Played(self.game, self.names, moves, self.scores, (1 - seat,), seat, fault, report)

    def _close(self, played: Played | None) -> None:
        """Tell both players the result; None: the game is broken off."""
        told = "The game is broken off, and does not count." if played is None else played.report
        winner = self.names[played.winners[0]] if played is not None and played.winners else None
        live = [[c for c in self.board.live if self.board[c] == colour] for colour in COLOURS]
        for player in self._players:
            if told:
                player.send("message", lines.one_line(told))
            player.send("game", lines.write_game(winner, *live))
