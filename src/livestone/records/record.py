"""A finished or running game as data: players, plies, date and result.

The text form is in :mod:`livestone.records.record_text`; ``docs/records.md`` describes both forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from livestone.core.game import Game
from livestone.core.options import Value
from livestone.core.state import State
from livestone.core.view import number
from livestone.errors import BadRecord, LivestoneError
from livestone.records.characters import (
    check_characters,
    check_line,
    check_word,
    decoded,
)

FORMAT = "livestone-record"
VERSION = 1
# A longer file is no game; the longest real ones have a few thousand plies.
MAX_CHARS = 1_000_000
# Why a game is over: by its rules, because one player (``by``) or all of them stopped it, or
# because it had as many plies as whoever kept it allows.
BY_SOMEBODY = ("resigned", "timeout", "abandoned", "illegal", "failed")
REASONS = ("finished", *BY_SOMEBODY, "agreed", "aborted", "move-limit")

Lines = Mapping[str | int, int]  # the line of each header, and of each ply by its index
_NO_LINES: Lines = {}
_AMOUNT = Meta(ge=0, le=1_000_000_000)
_COUNT = Meta(ge=-1_000_000_000, le=1_000_000_000)
Seconds = Annotated[int, _AMOUNT] | Annotated[float, _AMOUNT]
Score = Annotated[int, _COUNT] | Annotated[float, _COUNT]
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Paragraph = Annotated[str, Meta(min_length=1, max_length=10_000)]
Word = Annotated[str, Meta(max_length=40)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What all parts of a record share: immutable, and strict about unknown names."""


class Participant(_Part, frozen=True):
    """A player: a name, a kind (``human``, ``bot``, ...) and a bot's level."""

    name: Line
    kind: Word = "human"
    level: Annotated[int, Meta(ge=0, le=1000)] | None = None


class Note(_Part, frozen=True, omit_defaults=True):
    """What there is to say about a ply.

    ``seconds`` it took, seconds ``left`` on the player's clock after it, what the ``engine``
    thought, and a ``comment``.
    """

    seconds: Seconds | None = None
    left: Seconds | None = None
    engine: Paragraph | None = None
    comment: Paragraph | None = None


class Ply(_Part, frozen=True):
    """One ply: the number of its turn (from 1, as the game counts), its move and a note."""

    turn: Annotated[int, Meta(ge=1, le=1_000_000)]
    move: Line
    note: Note = Note()


class Result(_Part, frozen=True):
    """How a game ended: the winners' indexes (none for a draw), the scores on the board, and why.

    ``reason`` is one of REASONS; ``by`` is the index of the player who resigned or ran out of time.
    """

    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: Word = "finished"
    by: int | None = None

    @classmethod
    def of(
        cls,
        state: State,
        reason: str = "finished",
        by: int | None = None,
        winners: Sequence[int] | None = None,
    ) -> Result:
        """Return the result of a game that ends at ``state``.

        Unless told, the winners are those of the rules, or all but ``by``.
        """
        if winners is None and by is not None:
            winners = [player for player in range(state.game.players) if player != by]
        return cls(
            winners=tuple((state.winners or ()) if winners is None else winners),
            scores=tuple(number(score) for score in state.scores),
            reason=reason,
            by=by,
        )


class Record(_Part, frozen=True):
    """A game as data; ``result`` is None while it runs.

    ``opening`` is the position's text where the game did not start at the usual one. ``viewer``
    is set when a player's secrets were left out: that player's index, or -1 for an onlooker.

    >>> from livestone.games import load
    >>> state = State(load("freedom", size=4))
    >>> state.play("b2")
    >>> record = Record.of(state, [Participant("Ana"), Participant("Livestone", "bot", 3)])
    >>> Record.read(record.as_text()) == record == Record.from_json(record.as_json())
    True
    >>> record.replay().move_texts
    ['b2']
    """

    game: Line
    options: dict[Word, bool | int | Line]
    players: tuple[Participant, ...]
    plies: tuple[Ply, ...]
    result: Result | None = None
    opening: Paragraph | None = None
    date: Line | None = None
    tags: Annotated[dict[Word, Line], Meta(max_length=100)] = {}
    viewer: int | None = None

    @classmethod
    def of(
        cls,
        state: State,
        players: Sequence[Participant] | None = None,
        *,
        notes: Sequence[Note] = (),
        result: Result | None = None,
        date: str | None = None,
        tags: Mapping[str, str] | None = None,
        viewer: int | None = None,
    ) -> Record:
        """Return the record of a game.

        Players left out take their seats' names; ``notes`` are the plies' notes, as many as there
        are. Where the rules have ended the game its result is filled in. With ``viewer`` (a
        player's index, or ONLOOKER) the record of a running game shows only what that viewer may
        see. Raises BadRecord for what a record cannot hold.
        """
        if result is None and state.over:
            result = Result.of(state)
        if result is not None:
            viewer = None
        view = state.view(viewer)
        opening = _opening(state, viewer)
        hidden = (view.moves, opening) != (tuple(state.move_texts), _opening(state, None))
        record = cls(
            game=state.game.id,
            options=dict(state.game.option),
            players=tuple(players or (Participant(seat.name) for seat in state.game.seats)),
            plies=_plies(state, view.moves, _seen(state, notes, viewer)),
            result=result,
            opening=opening,
            date=date,
            tags=dict(tags or {}),
            viewer=viewer if hidden else None,
        )
        checked = _convert(msgspec.to_builtins(record))
        _check(checked, state.game, {})
        if result is not None:
            _check_result(state, result, None)
        return checked

    @classmethod
    def read(cls, text: str, most_plies: int | None = None) -> Record:
        """Return the record that a text (or JSON text) holds, checked against the rules.

        Where it has more than ``most_plies`` none of them is played. Raises BadRecord, with the
        line and why.
        """
        from livestone.records import record_text

        if len(text) > MAX_CHARS:
            raise BadRecord(f"the file has {len(text)} characters: no game needs over {MAX_CHARS}")
        if text.lstrip().startswith("{"):
            return cls.from_json(decoded(text), most_plies)
        record, lines = record_text.read(text)
        _check_plies(record, most_plies)
        return _verified(_convert(msgspec.to_builtins(record), lines), lines)[0]

    @classmethod
    def from_json(cls, data: object, most_plies: int | None = None) -> Record:
        """Return the record that a JSON object holds, checked. Raises BadRecord."""
        return cls.read_on(data, most_plies)[0]

    @classmethod
    def read_on(
        cls,
        data: object,
        most_plies: int | None = None,
        earlier: tuple[Record, State | None] | None = None,
    ) -> tuple[Record, State | None]:
        """Return the record that a JSON object holds, and the state after its last ply.

        ``earlier`` is what this returned for the same game before: plies that both have are not
        checked again. The state is None where secrets were left out. Raises BadRecord.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"this is no game record: its format is not {FORMAT!r}")
        if type(data.get("version")) is not int or data["version"] != VERSION:
            raise BadRecord(f"version {data.get('version')!r} is not known: it must be {VERSION}")
        rest = {key: value for key, value in data.items() if key not in ("format", "version")}
        record = _convert(rest)
        _check_plies(record, most_plies)
        return _verified(record, {}, earlier)

    @classmethod
    def read_unchecked(cls, data: Mapping[str, object]) -> Record:
        """Return the record in what :meth:`as_json` made, without the rules. Raises BadRecord."""
        return _convert({key: data[key] for key in data if key not in ("format", "version")})

    def __copy__(self) -> Record:
        return msgspec.structs.replace(self, options=dict(self.options), tags=dict(self.tags))

    def as_text(self) -> str:
        """Return the record as text that a person can read."""
        from livestone.records import record_text

        return record_text.write(self)

    def as_json(self) -> dict[str, object]:
        """Return the record as a JSON object."""
        data = msgspec.json.decode(msgspec.json.encode(self))
        for ply in data["plies"]:
            if not ply["note"]:
                del ply["note"]
        return {"format": FORMAT, "version": VERSION, **data}

    def make_game(self) -> Game:
        """Return the game that was played, with its options. Raises BadRecord."""
        return make_game(self, {})

    def replay(self) -> State:
        """Return the state after the last ply, checking every ply and the result.

        Raises BadRecord, naming the ply; always for a record with secrets left out.
        """
        return _replay(self, {})


def _plies(state: State, moves: Sequence[str], notes: Sequence[Note]) -> tuple[Ply, ...]:
    if len(notes) > len(moves):
        raise BadRecord(f"there are {len(notes)} notes for {len(moves)} plies")
    first = int(state.opening.turn) + 1
    turns = [first + at for at, (_, plies) in enumerate(state.turns) for _ in plies]
    padded = [*notes, *[Note()] * (len(moves) - len(notes))]
    return tuple(Ply(*ply) for ply in zip(turns, moves, padded, strict=True))


def _seen(state: State, notes: Sequence[Note], viewer: int | None) -> Sequence[Note]:
    """The notes that a viewer may see: with hidden information, only the viewer's own thoughts."""
    if viewer is None or state.game.plain.observe is None:
        return notes
    movers = [mover for mover, plies in state.turns for _ in plies]
    return [
        note if mover == viewer else Note(note.seconds, note.left)
        for note, mover in zip(notes, movers, strict=False)
    ]


def _opening(state: State, viewer: int | None) -> str | None:
    """The opening position as the viewer sees it, None where it is the usual one."""
    opening = State(state.game, state.opening)
    if opening.text == State(state.game).text:
        return None
    return opening.view(viewer).text


def _convert(data: object, lines: Lines = _NO_LINES) -> Record:
    """A record from plain data, with types, lengths and characters checked."""
    try:
        record = msgspec.convert(data, Record)
    except msgspec.ValidationError as error:
        raise BadRecord(str(error)) from None
    except UnicodeEncodeError as error:  # half of a character, where no text may stand
        check_characters(error.object)
        raise
    for name in record.options:
        check_word("an option", name, lines.get("Options"))
    for name in record.tags:
        check_word("a tag", name, lines.get(f"Tag {name}"))
    for player in record.players:
        check_word("a kind of player", player.kind)
    if record.result is not None:
        check_word("a reason", record.result.reason, lines.get("Reason"))
    for text in (record.game, record.opening or "-", record.date or "-", *record.tags.values()):
        check_line(text)
    for value in record.options.values():
        check_line(str(value))
    for player in record.players:
        check_line(player.name)
    for ply in record.plies:
        check_line(ply.move)
        for text in (ply.note.engine or "", ply.note.comment or ""):
            check_characters(text)
    return record


def _check_plies(record: Record, most: int | None) -> None:
    if most is not None and len(record.plies) > most:
        raise BadRecord(f"the game has {len(record.plies)} plies: {most} are possible here")


def _verified(
    record: Record, lines: Lines, earlier: tuple[Record, State | None] | None = None
) -> tuple[Record, State | None]:
    """The record with all its options named, checked against the rules, and its last state."""
    known = None if earlier is None else _state_in(record, *earlier)
    game = make_game(record, lines) if known is None else known.game
    record = msgspec.structs.replace(record, options=dict(game.option))
    _check(record, game, lines)
    return record, _replay(record, lines, known) if record.viewer is None else None


def _are_same(pair: tuple[Ply, Ply]) -> bool:
    one, other = pair
    return (one.turn, one.move) == (other.turn, other.move)


def _state_in(record: Record, earlier: Record, last: State | None) -> State | None:
    """The state in which a record goes on otherwise than an earlier one; None for another game."""
    same = [(one.game, one.options, one.opening, one.viewer) for one in (record, earlier)]
    if last is None or same[0] != same[1]:
        return None
    pairs = zip(record.plies, earlier.plies, strict=False)
    common = sum(1 for _ in takewhile(_are_same, pairs))
    state = last.copy()
    while state.ply > common:
        state.undo()
    return state


def make_game(record: Record, lines: Lines) -> Game:
    """The game a record was played in, with its options. Raises BadRecord."""
    # The catalogue lies above the core: it is asked only when a file from elsewhere is read.
    from livestone.games import find

    try:
        kind = find(record.game)
    except LivestoneError as error:
        raise BadRecord(str(error), lines.get("Game")) from None
    try:
        options: dict[str, Value] = dict(record.options)
        return kind(**options)
    except LivestoneError as error:
        raise BadRecord(str(error), lines.get("Options")) from None


def _check(record: Record, game: Game, lines: Lines) -> None:
    """Check everything that needs no replay."""
    if len(record.players) != game.players:
        raise BadRecord(f"{game.title} has {game.players} players, not {len(record.players)}")
    if record.date is not None:
        _check_date(record.date, lines.get("Date"))
    if record.viewer is not None and not -1 <= record.viewer < game.players:
        raise BadRecord(f"viewer {record.viewer} is no player of this game", lines.get("Viewer"))
    if record.viewer is not None and record.result is not None:
        raise BadRecord("a finished game has no secrets left out", lines.get("Viewer"))
    if record.result is not None:
        _check_people(record.result, game, lines.get("Reason"))


def _check_date(date: str, line: int | None) -> None:
    try:
        datetime.fromisoformat(date)
        dashes = date[4:5] + date[7:8]
    except ValueError:
        dashes = ""
    if dashes != "--":
        raise BadRecord(f"{date!r} is no date: write one like '2026-01-31'", line)


def _check_people(result: Result, game: Game, line: int | None) -> None:
    seats = range(game.players)
    if result.reason not in REASONS:
        known = ", ".join(REASONS)
        raise BadRecord(f"{result.reason!r} is no reason for a game to end: use {known}", line)
    if list(result.winners) != sorted(set(result.winners) & set(seats)):
        raise BadRecord(f"{list(result.winners)} is no list of winners' indexes in order", line)
    if (result.by is not None) != (result.reason in BY_SOMEBODY):
        raise BadRecord(f"{result.reason!r} must say by whom exactly when a player did it", line)
    if result.by is not None and (result.by not in seats or result.by in result.winners):
        raise BadRecord(f"{result.reason!r} by {result.by} cannot be: nobody, or a winner", line)


def _replay(record: Record, lines: Lines, known: State | None = None) -> State:
    game = make_game(record, lines) if known is None else known.game
    if record.viewer is not None:
        seer = game.seats[record.viewer].name if record.viewer >= 0 else "an onlooker"
        raise BadRecord(
            f"this record shows only what {seer} may see and cannot be replayed: "
            "the whole record is there once the game has ended",
            lines.get("Viewer"),
        )
    state = known or _start(record, game, lines)
    for index, ply in enumerate(record.plies[state.ply :], state.ply):
        turn = state.turn + 1
        if ply.turn != turn:
            raise BadRecord(
                f"ply {index + 1}, {ply.move!r}, is put in turn {ply.turn} "
                f"but belongs to turn {turn}",
                lines.get(index),
            )
        try:
            state.play(_exact(state, ply.move))
        except LivestoneError as error:
            raise BadRecord(f"ply {index + 1}: {error}", lines.get(index)) from None
    _check_result(state, record.result, lines.get("Result"))
    return state


def _start(record: Record, game: Game, lines: Lines) -> State:
    try:
        return State.read(game, record.opening) if record.opening else State(game)
    except LivestoneError as error:
        raise BadRecord(str(error), lines.get("Opening")) from None


def _exact(state: State, text: str) -> str:
    """The text itself: a record holds moves, never the paths that a person may type."""
    if " " in text:
        raise BadRecord(f"{text!r} has a space, and no move has one")
    return text


def _check_result(state: State, result: Result | None, line: int | None) -> None:
    """Compare what the record says about the end with what the rules say."""
    played = f"after ply {state.ply}"
    if result is None:
        if state.over:
            raise BadRecord(f"the game is over {played}, but its result is left out", line)
        return
    if state.over != (result.reason == "finished"):
        said = "over" if state.over else "not over"
        raise BadRecord(
            f"the game is {said} {played} by the rules, but the reason is {result.reason!r}", line
        )
    right = Result.of(state)
    if result.scores != right.scores and not _was_half(result, right, state):
        raise BadRecord(
            f"the scores are {_listed(right.scores)} {played}, not {_listed(result.scores)}", line
        )
    if state.over and result.winners != right.winners:
        names = [state.game.seats[player].name for player in right.winners]
        raise BadRecord(f"by the rules the winner is {' and '.join(names) or 'nobody'}", line)


def _was_half(result: Result, right: Result, state: State) -> bool:
    """Whether these are the scores that records once had of games drawn without points."""
    drawn = state.over and not right.winners and not any(right.scores) and not state.game.points
    return drawn and set(result.scores) == {0.5}


def _listed(scores: Sequence[float]) -> str:
    return " ".join(str(number(score)) for score in scores)
