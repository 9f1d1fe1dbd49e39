"""Game records as text, a turn to a line; see ``docs/records.md``.

::

    Livestone record 1
    Game: freedom
    Options: size=4 scoring=stones last_cell=choice
    White: Ana (human)
    Black: Livestone (bot level 3)

    1. b2 {seconds: 1.5} {a quiet start}
    2. c3

    Result: running
    End
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

import msgspec

from livestone.core.game import Game
from livestone.core.options import Value, text_of
from livestone.core.view import number
from livestone.errors import BadRecord
from livestone.records.characters import (
    check_characters,
    shortened,
)
from livestone.records.record import (
    VERSION,
    Note,
    Participant,
    Ply,
    Record,
    Result,
    make_game,
)

FIRST = f"Livestone record {VERSION}"
LAST = "End"
_ENDS = ("Result", "Scores", "Reason")
_ONLOOKER = "an onlooker"
_KIND = re.compile(
    r"(?P<name>.+?)(?: \((?P<kind>[a-z][a-z0-9_-]*)(?: level (?P<level>[0-9]{1,4}))?\))?"
)
_HEADER = re.compile(r"([A-Za-z][^:{}]*):\s*(.*)")
_TURN = re.compile(r"([0-9]{1,7})\.\s*(.*)")
_TOKEN = re.compile(r"\s*(?:\{((?:[^{}\\]|\\.)*)\}|([^\s{}]+))")
_ESCAPE = re.compile(r"\\(.)")
_NAMED = re.compile(r"(seconds|left|engine|comment): ?(.*)", re.DOTALL)
_ESCAPES = {"\\": "\\\\", "{": "\\{", "}": "\\}", "\n": "\\n", "\t": "\\t"}
_UNESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "{": "{", "}": "}"}


def write(record: Record) -> str:
    """Return the text of a record."""
    game = record.make_game()
    rows = [FIRST, *_headers(record, game), ""]
    if record.plies:
        rows += [*_turns(record.plies), ""]
    return "\n".join([*rows, *_ending(record.result, game), LAST, ""])


def _headers(record: Record, game: Game) -> Iterator[str]:
    yield f"Game: {record.game}"
    if record.options:
        options = (f"{name}={text_of(value)}" for name, value in record.options.items())
        yield f"Options: {' '.join(options)}"
    for seat, player in zip(game.seats, record.players, strict=True):
        level = "" if player.level is None else f" level {player.level}"
        yield f"{seat.name}: {player.name} ({player.kind}{level})"
    if record.date is not None:
        yield f"Date: {record.date}"
    if record.opening is not None:
        yield f"Opening: {record.opening}"
    if record.viewer is not None:
        yield f"Viewer: {game.seats[record.viewer].name if record.viewer >= 0 else _ONLOOKER}"
    for name, value in record.tags.items():
        yield f"Tag {name}: {value}"


def _turns(plies: Sequence[Ply]) -> Iterator[str]:
    row, turn = "", 0
    for ply in plies:
        if ply.turn != turn:
            if row:
                yield row
            row, turn = f"{ply.turn}.", ply.turn
        row += " " + " ".join([ply.move, *_notes(ply.note)])
    if row:
        yield row


def _notes(note: Note) -> Iterator[str]:
    for name in ("seconds", "left"):
        value = getattr(note, name)
        if value is not None:
            yield f"{{{name}: {number(value)}}}"
    if note.engine is not None:
        yield f"{{engine: {_escape(note.engine)}}}"
    if note.comment is not None:
        label = "comment: " if _NAMED.match(note.comment) else ""
        yield f"{{{label}{_escape(note.comment)}}}"


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _ending(result: Result | None, game: Game) -> Iterator[str]:
    if result is None:
        yield "Result: running"
        return
    yield f"Result: {_result_words(result, game)}"
    yield f"Scores: {' '.join(str(number(score)) for score in result.scores)}"
    by = "" if result.by is None else f" by {game.seats[result.by].name}"
    yield f"Reason: {result.reason}{by}"


def _result_words(result: Result, game: Game) -> str:
    names = [game.seats[player].name for player in result.winners]
    if not names:
        return "none" if result.reason == "aborted" else "draw"
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}"


class _Row(NamedTuple):
    line: int
    text: str


class _Parts(NamedTuple):
    """A text taken apart: its headers, its turns and its ending, by name or in order."""

    headers: dict[str, _Row]
    turns: list[_Row]
    ending: dict[str, _Row]


def read(text: str) -> tuple[Record, Mapping[str | int, int]]:
    """Return the record in a text, and the line of each header and ply; the rules are not asked.

    Raises BadRecord, with the line and why.
    """
    parts = _take_apart(_rows(text))
    lines: dict[str | int, int] = {name: row.line for name, row in parts.headers.items()}
    lines |= {name: row.line for name, row in parts.ending.items()}
    plies: list[Ply] = []
    for row in parts.turns:
        for ply in _read_turn(row):
            lines[len(plies)] = row.line
            plies.append(ply)
    if "Game" not in parts.headers:
        raise BadRecord("there is no 'Game:' line saying which game this is")
    headers = {name: row.text for name, row in parts.headers.items()}
    bare = Record(headers["Game"], _read_options(parts.headers.get("Options")), (), ())
    game = make_game(bare, lines)
    record = msgspec.structs.replace(
        bare,
        players=_read_players(parts.headers, game),
        plies=tuple(plies),
        result=_read_result(parts.ending, game),
        opening=headers.get("Opening"),
        date=headers.get("Date"),
        tags={name[4:]: value for name, value in headers.items() if name.startswith("Tag ")},
        viewer=_read_viewer(parts.headers.get("Viewer"), game),
    )
    return record, lines


def _rows(text: str) -> Iterator[_Row]:
    """The lines that say something."""
    for line, row in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        row = row.removesuffix("\r")
        check_characters(row, line)
        if row.strip():
            yield _Row(line, row.strip())


def _take_apart(rows: Iterator[_Row]) -> _Parts:
    parts = _Parts({}, [], {})
    first = next(rows, _Row(1, ""))
    if first.text != FIRST:
        raise BadRecord(
            f"{shortened(first.text)} is no game record: it begins {FIRST!r}", first.line
        )
    last = first
    for row in rows:
        last = row
        if row.text == LAST:
            break
        _put(row, parts)
    if last.text != LAST:
        raise BadRecord(f"the record is cut off: its last line must be {LAST!r}", last.line)
    after = next(rows, None)
    if after is not None:
        raise BadRecord(f"{shortened(after.text)} follows the line {LAST!r}", after.line)
    return parts


def _put(row: _Row, parts: _Parts) -> None:
    """Sort one line into the parts."""
    if _TURN.match(row.text):
        if parts.ending:
            raise BadRecord(f"{shortened(row.text)}: a turn cannot follow the result", row.line)
        parts.turns.append(row)
        return
    header = _HEADER.fullmatch(row.text)
    if header is None:
        raise BadRecord(
            f"{shortened(row.text)} is neither 'Name: value' nor a numbered turn", row.line
        )
    name, value = header[1].rstrip(), header[2]
    where = parts.ending if name in _ENDS else parts.headers
    if where is parts.headers and (parts.turns or parts.ending):
        raise BadRecord(f"{shortened(name)} must stand above the first turn", row.line)
    if name in where:
        raise BadRecord(f"{shortened(name)} is given twice", row.line)
    where[name] = _Row(row.line, value)


def _read_turn(row: _Row) -> Iterator[Ply]:
    turn, rest = _matched(_TURN, row.text)
    plies: list[tuple[str, list[str]]] = []
    at = 0
    while at < len(rest):
        token = _TOKEN.match(rest, at)
        if token is None:
            _refuse(row, f"{shortened(rest[at:].strip())} is no move, and no comment in braces")
        if token[2]:
            plies.append((token[2], []))
        elif not plies:
            _refuse(row, "a comment must follow a move")
        else:
            plies[-1][1].append(token[1])
        at = token.end()
    if not plies:
        _refuse(row, f"turn {turn} has no move")
    if int(turn) < 1:
        _refuse(row, "turns are numbered from 1")
    for move, comments in plies:
        yield Ply(int(turn), move, _read_note(comments, row))


def _read_note(comments: Sequence[str], row: _Row) -> Note:
    found: dict[str, str] = {}
    for escaped in comments:
        text = _ESCAPE.sub(lambda match: _unescape(match[1], row), escaped)
        named = _NAMED.fullmatch(text)
        name, value = (named[1], named[2]) if named else ("comment", text)
        if name in found:
            _refuse(row, f"a move has two comments for {name!r}: put them into one pair of braces")
        if not value:
            _refuse(row, f"the comment for {name!r} is empty")
        found[name] = value
    times = {name: _number(found[name], row) for name in ("seconds", "left") if name in found}
    return Note(**times, engine=found.get("engine"), comment=found.get("comment"))


def _unescape(character: str, row: _Row) -> str:
    if character not in _UNESCAPES:
        _refuse(row, f"'\\{character}' in a comment means nothing: write '\\\\' for a backslash")
    return _UNESCAPES[character]


def _read_options(row: _Row | None) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for part in row.text.split() if row else ():
        name, equals, value = part.partition("=")
        if not equals:
            _refuse(row, f"{shortened(part)} is no option: write name=value")
        if name in found:
            _refuse(row, f"option {shortened(name)} is given twice")
        found[name] = value
    return found


def _read_players(headers: Mapping[str, _Row], game: Game) -> tuple[Participant, ...]:
    seats = [seat.name for seat in game.seats]
    known = ("Game", "Options", "Date", "Opening", "Viewer", *seats)
    for name, row in headers.items():
        if name not in known and not name.startswith("Tag "):
            _refuse(
                row, f"{shortened(name)} is not known here: use {', '.join(known)} or 'Tag name'"
            )
    players = []
    for seat in seats:
        if seat not in headers:
            raise BadRecord(f"there is no {seat + ':'!r} line saying who played {seat}")
        row = headers[seat]
        if not row.text:
            _refuse(row, f"{seat} has no name")
        name, kind, level = _matched(_KIND, row.text)
        players.append(Participant(name, kind or "human", int(level) if level else None))
    return tuple(players)


def _read_viewer(row: _Row | None, game: Game) -> int | None:
    if row is None:
        return None
    seats = [seat.name for seat in game.seats]
    if row.text == _ONLOOKER:
        return -1
    return _seat(row.text, seats, row)


def _read_result(ending: Mapping[str, _Row], game: Game) -> Result | None:
    if "Result" not in ending:
        raise BadRecord(f"there is no 'Result:' line above {LAST!r}")
    said = ending["Result"]
    if said.text == "running":
        for row in list(ending.values())[1:]:
            _refuse(row, "a running game has neither scores nor a reason")
        return None
    for name in _ENDS:
        if name not in ending:
            _refuse(said, f"a finished game needs a {name + ':'!r} line")
    seats = [seat.name for seat in game.seats]
    reason, by, who = ending["Reason"].text.partition(" by ")
    winners = re.sub(r" wins?$", "", said.text)
    result = Result(
        winners=()
        if said.text in ("draw", "none")
        else tuple(_seat(name, seats, said) for name in winners.split(" and ")),
        scores=tuple(_number(part, ending["Scores"]) for part in ending["Scores"].text.split()),
        reason=reason,
        by=_seat(who, seats, ending["Reason"]) if by else None,
    )
    right = _result_words(result, game)
    if said.text != right:
        _refuse(said, f"{shortened(said.text)} should read {right!r}")
    return result


def _seat(name: str, seats: Sequence[str], row: _Row) -> int:
    if name not in seats:
        _refuse(row, f"{shortened(name)} is no player: use {', '.join(seats)}")
    return seats.index(name)


def _number(text: str, row: _Row) -> int | float:
    try:
        value = float(text) if re.fullmatch(r"[-+.0-9e]{1,40}", text) else math.inf
    except ValueError:
        value = math.inf
    if not abs(value) <= 1e9:
        _refuse(row, f"{shortened(text)} is no number that makes sense here")
    return number(value)


def _matched(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    match = pattern.fullmatch(text)
    assert match is not None, text
    return match.groups()


def _refuse(row: _Row | None, why: str) -> NoReturn:
    raise BadRecord(why, row.line if row else None)
