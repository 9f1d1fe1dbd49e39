"""A running game: a position, how it came about, and what may happen next."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from livestone.core import text as position_text
from livestone.core.game import MAKE_A_GAME, Game, Position
from livestone.core.layout import WORD
from livestone.core.refusing import after_the_end, refusal
from livestone.core.repetition import History
from livestone.core.runtime import runtime
from livestone.core.view import ONLOOKER, Told, View
from livestone.errors import IllegalMove, LivestoneError
from livestone.ranges import check_kind, check_whole

if TYPE_CHECKING:
    from livestone.draw.scene import Scene


class _Played(NamedTuple):
    move: int
    before: Position
    legal: tuple[int, ...]
    path: tuple[str, ...]
    secret: bool
    player: int
    turn: int


class State:
    """A game in progress: the position, the moves that led to it, and the legal moves.

    ``State(game)`` stands at the opening, ``State.read(game, text)`` at any position. ``history``
    are the placements at turn ends up to ``position``, where the game asks for them.

    >>> from livestone.games import load
    >>> state = State(load("freedom", size=4))
    >>> state.play("b2")
    >>> state.ply, state.mover, state.legal_texts[:3]
    (1, 1, ['a1', 'a2', 'a3'])
    >>> state.play("d4")
    Traceback (most recent call last):
    ...
    livestone.errors.IllegalMove: d4 is not next to b2, the last stone
    """

    def __init__(
        self, game: Game, position: Position | None = None, history: Sequence[bytes] = ()
    ) -> None:
        check_kind("game", game, Game, MAKE_A_GAME)
        self.game = game
        self._runtime = runtime(game)
        self.position: np.record = self._runtime.start() if position is None else position.copy()
        self.opening: np.record = self.position.copy()
        self._played: list[_Played] = []
        self._told: list[Told] = []  # the same plies to a viewer from whom nothing is hidden
        self._history = History(history)
        if game.repetition and not history:
            self._history.append(self._runtime.placement(self.position))
        self._found: tuple[int, ...] | None = None  # the legal moves as the rules list them
        self._legal: tuple[int, ...] | None = None  # by their texts
        self._points: tuple[float, ...] | None = None  # of a game of points, once they are known
        self._read: Position | None = None  # the position whose mover and turn these are
        self._seat = self._turn = 0

    @classmethod
    def read(cls, game: Game, text: str, viewer: int | None = None) -> State:
        """Return the state at a position text, or at a ``viewer``'s view of one.

        Raises BadPosition or BadRequest.
        """
        return cls(game, position_text.read(game, text, viewer))

    def copy(self) -> State:
        """Return an independent copy, moves included."""
        twin = State.__new__(type(self))
        vars(twin).update(vars(self), _runtime=runtime(self.game), position=self.position.copy())
        twin._played = self._played.copy()
        twin._told = self._told.copy()
        twin._history = self._history.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_runtime"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values, _runtime=runtime(values["game"]))

    @property
    def ply(self) -> int:
        """How many plies have been played here."""
        return len(self._played)

    @property
    def turn(self) -> int:
        """How many turns have ended since the game's opening."""
        self._look()
        return self._turn

    def _look(self) -> None:
        """Read the mover and the turn once a position: reading fields of a record takes long."""
        if self._read is not self.position:
            self._read = position = self.position
            self._seat, self._turn = int(position["mover"]), int(position["turn"])

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal moves in the order of their texts; none when the game is over."""
        if self._legal is None:
            self._legal = tuple(sorted(self.unsorted, key=self._runtime.texts.__getitem__))
        return self._legal

    @property
    def legal_texts(self) -> list[str]:
        """The texts of ``legal``, one for one."""
        return [self._runtime.texts[move] for move in self.legal]

    @property
    def unsorted(self) -> tuple[int, ...]:
        """The legal moves in the order in which the rules list them, quicker."""
        if self._found is None:
            self._found = self._runtime.legal(self.position, self._history)
        return self._found

    @property
    def paths(self) -> dict[int, tuple[str, ...]]:
        """For each legal move, in that order, the tokens a person gives to make it."""
        return {move: self.game.wording.path(self.position, move) for move in self.legal}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.unsorted

    @property
    def mover(self) -> int | None:
        """The index of the player to move, None when the game is over."""
        if self.over:
            return None
        self._look()
        return self._seat

    @property
    def moves(self) -> list[int]:
        """The plies played."""
        return [played.move for played in self._played]

    @property
    def move_texts(self) -> list[str]:
        """The plies played, as texts."""
        return [told.text for told in self._told]

    @property
    def last_text(self) -> str:
        """The text of the ply that was played last."""
        return self._told[-1].text

    @property
    def turns(self) -> list[tuple[int, list[str]]]:
        """The plies played, a turn at a time: the mover and its plies' texts."""
        found: list[tuple[int, list[str]]] = []
        last = None
        for played in self._played:
            turn = played.turn
            if turn != last:
                found.append((played.player, []))
            found[-1][1].append(self._runtime.texts[played.move])
            last = turn
        return found

    def turn_of(self, ply: int) -> tuple[int, int]:
        """Return to which turn ply number ``ply`` (from 0) belongs, from 1, and its player."""
        played = self._played[ply]
        return played.turn - int(self.opening["turn"]) + 1, played.player

    @property
    def unfinished(self) -> int:
        """How many plies have been played of a turn that still goes on."""
        turn, count = self.turn, 0
        for played in reversed(self._played):
            if played.turn != turn:
                break
            count += 1
        return count

    @property
    def repeated(self) -> bool:
        """Whether the game has ended as a draw by repetition, or by going on without end."""
        return self._runtime.is_drawn(self.position, self._history)

    @property
    def scores(self) -> tuple[float, ...]:
        """The points now for a game of points; else zeros, and each player's result at the end."""
        if not self.game.points and (not self.over or self.repeated):
            return (0.0,) * self.game.players
        if self._points is None:
            self._points = self._runtime.scores(self.position)
        return self._points

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners' indexes: empty for a draw, None while the game runs."""
        if not self.over:
            return None
        return () if self.repeated else self.game.winners(self.scores)

    @property
    def history(self) -> tuple[bytes, ...]:
        """The placements at turn ends so far; empty where repetition is allowed."""
        return tuple(self._history.rows)

    @property
    def marks(self) -> tuple[int, ...]:
        """The sites whose pieces deserve a mark in pictures (live stones)."""
        return self._runtime.marks(self.position)

    @property
    def key(self) -> bytes:
        """What is equal for equal positions of a game: for a dictionary or a set of positions.

        It holds who is to move and all that decides, what is hidden too, but neither the number of
        the turn nor how the position came about.

        >>> from livestone.games import load
        >>> one, other = State(load("freedom")), State(load("freedom"))
        >>> for ours, theirs in ("a1", "a2"), ("b1", "b1"), ("a2", "a1"), ("b2", "b2"):
        ...     one.play(ours)
        ...     other.play(theirs)
        >>> one.key == other.key, one == other
        (True, False)
        """
        return bytes(self.position.tobytes()[: self.game.layout.identity_words * WORD])

    @property
    def text(self) -> str:
        """The position as text."""
        return position_text.write(self.game, self.position)

    def play(self, move: int | str) -> None:
        """Play one ply, given as a move or its text.

        Raises MoveSyntaxError, IllegalMove or GameOver and leaves the state as it was.
        """
        if isinstance(move, str):
            move = self.parse(move)
        elif self.over:
            raise after_the_end(self, repr(move))
        elif move not in self.unsorted:
            raise IllegalMove(f"the move {move!r} is not one of the legal moves")
        move = int(move)
        before = self.position
        path, secret = self.game.wording.path(before, move), self.game.wording.secret(before, move)
        self._look()
        player, turn = self._seat, self._turn
        self._played.append(_Played(move, before, self.unsorted, path, secret, player, turn))
        self._told.append(Told(self._runtime.texts[move], path))
        self._points = self._points_after(move)
        self.position, self._found = self._runtime.after(before, move)
        self._legal = None
        if self.game.repetition and self.turn != turn:
            self._history.append(self._runtime.placement(self.position))

    def _points_after(self, move: int) -> tuple[float, ...] | None:
        """The points after a move, where they are known now: counting all of them takes longer."""
        if self._points is None or not self.game.points:
            return None
        gains = self._runtime.gains(self.position, move)
        if gains is None:
            return None
        return tuple(map(add, self._points, gains))

    def undo(self) -> int:
        """Take back the last ply and return it. Raises IllegalMove when there is none."""
        if not self._played:
            raise IllegalMove("there is no ply to take back: the game has not begun")
        played = self._played.pop()
        self._told.pop()
        if self.game.repetition and self.turn != played.turn:
            self._history.pop()
        self.position = played.before
        self._found, self._legal, self._points = played.legal, None, None
        return played.move

    def reveals(self, ply: int) -> bool:
        """Whether ply number ``ply`` (from 0) chose or showed something hidden.

        Such a ply cannot be taken back fairly. It is judged by what an onlooker sees, so that the
        answer gives nothing away: a plain ply changes only the sites of its path, ends where
        nothing stood, and leaves no less hidden than before.
        """
        check_whole("ply", ply, 0, self.ply - 1)
        played = self._played[ply]
        if self.game.plain.observe is None:
            return False
        before, after = played.before, self._played[ply + 1 :]
        then = after[0].before if after else self.position
        counts = zip(self._hidden(before), self._hidden(then), strict=True)
        if played.secret or any(now < old for old, now in counts):
            return True
        path = played.path
        if ply and self._played[ply - 1].turn == played.turn:
            path = (*self._played[ply - 1].path, *path)  # the turn goes on from there
        sites = [self.game.board.site[token] for token in path if token in self.game.board.site]
        seen = [self._runtime.observed(position, ONLOOKER) for position in (before, then)]
        old, new = map(self.game.wording.standing, seen)
        changed = {at for at in range(len(self.game.board)) if old[at] != new[at]}
        return not changed <= set(sites) or (bool(sites) and old[sites[-1]] is not None)

    def _hidden(self, position: Position) -> tuple[int, ...]:
        """How much of a position an onlooker and each player may not see, field by field."""
        layout = self.game.layout
        viewers = (ONLOOKER, *range(self.game.players))
        views = [self._runtime.observed(position, viewer) for viewer in viewers]
        fields = (*layout.placement, *layout.identity)
        return tuple(int(np.sum(position[f] != view[f])) for view in views for f in fields)

    def parse(self, text: str) -> int:
        """Return the legal move a text stands for: the move's text, or its path with spaces.

        Raises GameOver, MoveSyntaxError or IllegalMove, saying why.
        """
        given = text.strip()
        for move in self.unsorted:
            if self._runtime.texts[move] == given:
                return move
        tokens = tuple(given.split())
        for move, path in self.paths.items():
            if path == tokens:
                return move
        raise refusal(self, given)

    def refusal(self, text: str) -> str:
        """Why a text is no legal move here, in words; nothing where it is one."""
        try:
            self.parse(text)
        except LivestoneError as error:
            return str(error)
        return ""

    def view(self, viewer: int | None = None) -> View:
        """Return what a player (or ONLOOKER, or None: everything) may see. Raises BadRequest."""
        return View.of(self, viewer)

    def picture(self) -> Scene:
        """Return the picture of all there is to see."""
        return self.view().picture()

    def __repr__(self) -> str:
        return f"State({self.game!r}, {self.text!r})"

    def __str__(self) -> str:
        """The board as everybody may see it, in characters, under whose move it is."""
        from livestone.core.scene import status
        from livestone.draw import plain

        view = self.view(ONLOOKER)
        return f"{status(view)}\n\n{plain.draw(view)}"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game that has come about in the same way."""
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = (
            (x.game, x.moves, x.history, x.opening.tobytes(), x.position.tobytes())
            for x in (self, other)
        )
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    def _repr_svg_(self) -> str:
        from livestone.draw import svg

        return svg.draw(self)
