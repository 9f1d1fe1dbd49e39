"""What is said and shown of a game's positions: its display functions with its words.

The functions fill numbers; here they become texts, names, pieces and lines. A host in another
language does the same with the same numbers and the same texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from livestone.boards import Board, Course, Piece
from livestone.core.phrases import NUMBERS, PLACE, REPEATED, TALLIES, Names
from livestone.ranges import check_whole

if TYPE_CHECKING:
    from livestone.core.game import Game, Position

# The most numbers that ``lines`` may fill.
LINE_NUMBERS = 1024


class Face(NamedTuple):
    """Another face of the board, for a game that is looked at from more than one side.

    ``board`` has the same sites, drawn elsewhere; ``pieces`` is what is seen on each of them, and
    ``courses`` the lines drawn over them.
    """

    board: Board
    pieces: Sequence[Piece | None]
    courses: tuple[Course, ...] = ()


class Wording:
    """The texts, paths, pieces and lines of one game's positions."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._display = game.plain_display
        self._texts = game.words.say.texts
        names = game.board.names
        self._sites, self._moves = len(names), range(game.move_limit)
        self.tokens: tuple[str, ...] = (*names, *game.words.choices)
        self._names = Names(
            self.tokens,
            [seat.name for seat in game.seats],
            [piece.name for piece in game.pieces],
            self._sites,
        )
        self._spelled_path = cache(self._path_as_spelled)

    @cached_property
    def token(self) -> dict[str, int]:
        """The numbers of sites and named choices, by name."""
        return {name: number for number, name in enumerate(self.tokens)}

    def phrase(self, number: int, numbers: Sequence[int]) -> str:
        """A phrase with its places filled."""
        return self._names.render(self._texts[number], numbers)

    def spelled(self, move: int) -> tuple[int, list[int]]:
        """The form in which a move is written, and the tokens in it."""
        out = [0] * NUMBERS
        form = int(self._display.spell(move, out))  # type: ignore[misc]
        return form, out[: len(PLACE.findall(self._texts[form]))]

    def move_text(self, move: int) -> str:
        """The move as text, without a space; it depends on the move alone."""
        self._check_move(move)
        return self.phrase(*self.spelled(move))

    def known(self, s: Position, move: int) -> str:
        """The text of an earlier move as it is read at ``s``, where something is hidden.

        Where something is left out, only the sites of its path are shown.
        """
        if self._display.known is None:
            return self.move_text(move)
        self._check_move(move)
        return self._said(self._display.known, s, move)

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """The tokens a person gives, in order, to make the move: site names and named choices."""
        self._check_move(move)
        if self._display.path is None:
            return self._spelled_path(move)
        out = [0] * NUMBERS
        n = int(self._display.path(self._seen(s), move, out))
        return tuple(self.tokens[token] for token in out[:n])

    def _check_move(self, move: int) -> None:
        if type(move) is not int or move not in self._moves:
            check_whole("move", move, 0, len(self._moves) - 1)

    def _path_as_spelled(self, move: int) -> tuple[str, ...]:
        return tuple(self.tokens[token] for token in self.spelled(move)[1])

    def piece(self, s: Position, site: int) -> Piece | None:
        """What stands on a site, or None."""
        check_whole("site", site, 0, self._sites - 1)
        return self.standing(s)[site]

    def standing(self, s: Position) -> list[Piece | None]:
        """What is seen on each site."""
        known = (None, *self._game.pieces)
        return [known[code] for code in self.codes(s)]

    def codes(self, s: Position) -> list[int]:
        """The number of the piece that is seen on each site, 0 for none."""
        if self._display.pieces is None:
            found: list[int] = s["cells"].tolist()[: self._sites]
            return found
        out = [0] * self._sites
        self._display.pieces(self._seen(s), out)
        return [int(code) for code in out]

    def refusal(self, s: Position, form: int, tokens: Sequence[int]) -> tuple[str, bool]:
        """Why tokens are no legal move, nor the beginning of one; nothing where it is not known.

        Also whether that is a sentence by itself: it begins with what it is about.
        """
        if self._display.refuse is None:
            return "", False
        out = [0] * NUMBERS
        n = len(tokens)
        number = int(self._display.refuse(self._seen(s), form, [*tokens], n, out))
        return self.phrase(number, out), self._texts[number].startswith("{")

    def problem(self, s: Position) -> str:
        """What makes a position read from text impossible, or nothing."""
        return self._said(self._display.check, s) if self._display.check else ""

    def question(self, s: Position) -> str:
        """What the mover is asked to do, as a sentence, where it is not simply to move; or nothing.

        ``s`` is what the mover may see.
        """
        return self._said(self._display.question, s) if self._display.question else ""

    def ending(self, s: Position, winners: Sequence[int], repeated: bool) -> str:
        """Why the game is over, as a sentence, where the points do not say it; or nothing."""
        if repeated:
            return self._texts[REPEATED] if self._game.repetition else ""
        winner = winners[0] if len(winners) == 1 else -1
        return self._said(self._display.ending, s, winner) if self._display.ending else ""

    def secret(self, s: Position, move: int) -> bool:
        """Whether only the mover may see which move this is (a secret choice).

        The others read it once the position hides nothing from them any more.
        """
        self._check_move(move)
        return bool(self._display.secret and self._display.secret(self._seen(s), move))

    def tally(self, s: Position) -> tuple[str, ...]:
        """How each player stands, in a few words where a number does not say it; or nothing."""
        tally = self._display.tally
        if tally is None:
            return ()
        found = []
        for player in range(self._game.players):
            out = [0] * (3 * TALLIES)
            n = int(tally(self._seen(s), player, out))
            told = (self.phrase(out[at], out[at + 1 : at + 3]) for at in range(0, 3 * n, 3))
            found.append(" ".join(told))
        return tuple(found) if any(found) else ()

    def courses(self, s: Position, face: int = 0) -> tuple[Course, ...]:
        """The lines drawn over the pieces on a face of the board, the usual one first."""
        if self._display.lines is None:
            return ()
        out, at, found = [0] * LINE_NUMBERS, 0, []
        n = int(self._display.lines(self._seen(s), face, out))
        places = (*self._game.board.centres, *self._game.line_points)
        while at < n:
            player, length = out[at], out[at + 1]
            points = tuple(places[point] for point in out[at + 2 : at + 2 + length])
            found.append(Course(points, self._game.seats[player].colour))
            at += 2 + length
        return tuple(found)

    def faces(self, s: Position) -> Mapping[str, Face]:
        """The other faces of the board that may be looked at now, by name; mostly none."""
        found: dict[str, Face] = {}
        known = (None, *self._game.pieces)
        for number, (name, board) in enumerate(self._game.other_faces.items(), 1):
            out = [0] * len(board)
            if self._display.face and self._display.face(self._seen(s), number, out):
                pieces = [known[code] for code in out]
                found[name] = Face(board, pieces, self.courses(s, number))
        return found

    def _said(self, function: Any, s: Position, *given: Any) -> str:
        """The phrase that a display function returns; nothing for the phrase 0."""
        out = [0] * NUMBERS
        number = int(function(self._seen(s), *given, out))
        return self.phrase(number, out) if number else ""

    def _seen(self, s: Position) -> Any:
        return self._game.layout.at_hand(s)
