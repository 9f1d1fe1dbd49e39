"""A game on a server, as far as the protocol tells a client about it.

The rules are those of Freedom's preset ``freeplay``; scores, live stones and the winner are what
the server says.
"""

from __future__ import annotations

from collections.abc import Sequence

from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.freeplay.board import COLOURS, WHITE, Cell, board_after, freeplay, move_text
from livestone.freeplay.lines import BadLine


class OnlineGame:
    """One game: its ``number`` in the session, ``names`` (White's first), and ``mine``, a colour.

    ``result`` is empty while it runs; ``how`` is then ``"won"``, ``"drawn"``, ``"lost"`` or
    ``"broken off"``. Another thread may read along. Raises BadOption for a board of a wrong size.
    """

    def __init__(self, number: int, names: tuple[str, str], mine: str, size: int) -> None:
        self.number = number
        self.names = names
        self.mine = mine
        self.game = freeplay(size=size)
        self.state = State(self.game)
        self.moves: list[str] = []
        self.notes: list[str] = []  # what the player printed and drew at each
        self.scores: tuple[int, int] | None = None
        self.live: tuple[int, ...] | None = None
        self.winner: str | None = None
        self.how = ""
        self.result = ""
        self.told = ""

    @property
    def seat(self) -> int:
        """The index of the client's own seat."""
        return COLOURS.index(self.mine)

    @property
    def opponent(self) -> str:
        """The opponent's name."""
        return self.names[1 - self.seat]

    @property
    def title(self) -> str:
        """Who plays whom, in words."""
        size = self.game.option["size"]
        me = self.names[self.seat]
        return f"game {self.number}: {me} ({self.mine}) against {self.opponent}, {size}x{size}"

    def hear(self, cell: Cell | None) -> None:
        """Take the opponent's last stone: it is the client's turn. Raises BadLine."""
        if cell is None:
            if self.mine == WHITE and not self.moves:
                return
            raise BadLine(f"it did not say where {self.opponent} has placed a stone")
        if self.state.mover == self.seat:
            raise BadLine(f"it said that {self.opponent} played {cell}, but it was not their turn")
        try:
            self.play(cell)
        except LivestoneError:
            why = board_after(self.state, self.mine).why_not(cell)
            raise BadLine(
                f"it said that {self.opponent} played {cell}, which is not legal: {why}"
            ) from None
        if self.state.over:
            raise BadLine("it asked for a move after the last one")

    def play(self, cell: Cell, note: str = "") -> None:
        """Place the mover's stone. Raises IllegalMove, GameOver or MoveSyntaxError."""
        text = move_text(self.game, cell)
        self.state.play(text or str(cell))
        self.notes.append(note)
        self.moves.append(text)

    def count(self, white: int, black: int) -> None:
        """Take the score that the server tells."""
        self.scores = white, black

    def finish(self, winner: str | None, white: Sequence[Cell], black: Sequence[Cell]) -> None:
        """Take the result and the live stones."""
        live = (set(white), set(black))
        self._find_last(live)
        sites = self.game.board.site
        texts = [move_text(self.game, cell) for cell in (*white, *black)]
        self.live = tuple(sorted({sites[text] for text in texts if text}))
        self.winner = winner
        self.how = "drawn" if winner is None else "won" if winner == self._me else "lost"
        score = "" if self.scores is None else f" {max(self.scores)} to {min(self.scores)}"
        if not self.ended and winner is not None:
            score = f": {self.told.rstrip('.')}" if self.told else ""
        self.result = f"drawn{score}" if winner is None else f"{winner} won{score}"

    def lose(self, why: str) -> None:
        """The client has left because of its own player."""
        self.how = "lost"
        self.winner = self.opponent
        self.result = f"{self.opponent} won: {self._me} left the game because {why}"

    def break_off(self) -> None:
        """The connection was lost; whether the game counts is the server's business."""
        self.how = self.result = "broken off"

    @property
    def ended(self) -> bool:
        """Whether the stones have been placed, as far as the client was told."""
        return self.state.over or self._opponent_has_the_last_move

    @property
    def _me(self) -> str:
        return self.names[self.seat]

    @property
    def _opponent_has_the_last_move(self) -> bool:
        left = len(self.game.board) - len(self.moves)
        return left == 2 and self.state.mover != self.seat

    def _find_last(self, live: tuple[set[Cell], set[Cell]]) -> None:
        """Place the opponent's last stone, which is not told, where only one place fits."""
        if not self._opponent_has_the_last_move:
            return
        board = board_after(self.state, self.mine)
        fitting = []
        for cell in board.legal:
            after = board.after(*cell)
            found = tuple({at for at in after.live if after[at] == colour} for colour in COLOURS)
            if found == live:
                fitting.append(cell)
        if len(fitting) == 1:
            self.play(fitting[0])


def tally(games: Sequence[OnlineGame]) -> str:
    """How a session went, in words.

    >>> tally([])
    'no games'
    """
    words = [
        f"{count} {how}"
        for how in ("won", "drawn", "lost", "broken off")
        if (count := sum(game.how == how for game in games))
    ]
    over = sum(bool(game.how) for game in games)
    if not words:
        return "no games"
    return f"{over} {'game' if over == 1 else 'games'}: {', '.join(words)}"
