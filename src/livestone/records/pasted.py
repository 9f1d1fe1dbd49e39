"""Records as people paste them: out of a chat, with text around them, or as bare moves.

``js/src/pasted.js`` does the same; a test compares them. ``docs/records.md`` says what is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRecord, LivestoneError
from livestone.records import printed
from livestone.records.characters import (
    check_characters,
    shortened,
)
from livestone.records.printed import Printed
from livestone.records.record import (
    MAX_CHARS,
    Record,
)
from livestone.records.record_text import FIRST, LAST

# What marks a line as a quotation or as code.
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(?:```|~~~).*")
_HEADER = re.compile(r"[ \t]*(?:\[[^\]\n]*\][ \t]*|[A-Za-z][A-Za-z ]*:(?:[ \t].*)?)")
_COMMENT = re.compile(r"\{[^{}]*\}|;[^\n]*")
_VARIATION = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"[0-9]+\.+")
_SIGN = re.compile(r"[!?]+$|^\$[0-9]+$")
_RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "½-½")


class _Token(NamedTuple):
    text: str
    line: int


def read(text: str, game: Game) -> Printed:
    """Return the game in a text: a record with whatever around it, a printed game, or bare moves.

    Raises BadRecord.
    """
    if len(text) > MAX_CHARS:
        raise BadRecord(f"the file has {len(text)} characters: no game needs over {MAX_CHARS}")
    found = record_in(text)
    if found is not None:
        record = Record.read(found[0])
        if record.game != game.id:
            raise BadRecord(f"this is a game of {record.game}, not of {game.id}")
        return Printed(record, found[1])
    try:
        return printed.read(text, game)
    except BadRecord as error:
        try:
            return read_moves(text, game)
        except BadRecord as other:
            rows = re.findall(r"^[ \t]*[0-9]+\.(?=\s)", text, re.MULTILINE)
            raise (error if len(rows) > 1 else other) from None


def record_in(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the record within a text, each line in its place, and what was left out; or None."""
    lines = _lines(text)
    starts = [at for at, line in enumerate(lines) if line.strip() == FIRST]
    if not starts:
        return None
    start = starts[0]
    end = next((at for at in range(start, len(lines)) if lines[at].strip() == LAST), len(lines))
    around = [at + 1 for at, line in enumerate(lines) if line.strip() and not start <= at <= end]
    kept = [line if start <= at <= end else "" for at, line in enumerate(lines)]
    words = f"left out, being no part of the record: {_counted(len(around), 'line')}"
    return "\n".join(kept), (words,) if around else ()


def read_moves(text: str, game: Game) -> Printed:
    """Return the game whose moves stand in a text one after the other. Raises BadRecord."""
    lines = _lines(text)
    for number, line in enumerate(lines, 1):
        check_characters(line, number)
    headers = sum(bool(_HEADER.fullmatch(line)) for line in lines)
    body = "\n".join("" if _HEADER.fullmatch(line) else line for line in lines)
    body, comments = _without(_COMMENT, body)
    body, variations = _without(_VARIATION, body)
    state, cases, signs, results = State(game), dict[str, str](), 0, list[str]()
    for token in _tokens(body):
        if token.text in _RESULTS:
            results.append(token.text)
            continue
        move = _SIGN.sub("", token.text)
        signs += move != token.text
        if move:
            played = _play(state, token._replace(text=move))
            if played != move:
                cases[move] = played
    if not state.ply:
        raise BadRecord("there are no moves in it")
    counts = ((headers, "line"), (comments, "comment"), (variations, "variation"), (signs, "sign"))
    left = [_counted(count, word) for count, word in counts if count]
    left += [f"the result '{result}'" for result in results]
    remarks = [f"left out: {', '.join(left)}"] if left else []
    remarks += [f"'{given}' was read as '{move}'" for given, move in cases.items()]
    return Printed(Record.of(state), tuple(remarks))


def _lines(text: str) -> list[str]:
    """The lines of a text without the marks of quotations, and empty where code begins or ends."""
    lines = (
        _QUOTED.sub("", line.rstrip("\r"), count=1) if _QUOTED.match(line) else line.rstrip("\r")
        for line in text.removeprefix("\ufeff").split("\n")
    )
    return ["" if _FENCE.fullmatch(line) else line for line in lines]


def _without(pattern: re.Pattern[str], text: str) -> tuple[str, int]:
    """A text without what fits, as often as there is any, and how often; lines stay lines."""
    total = 0
    while True:
        text, count = pattern.subn(lambda found: " " + "\n" * found[0].count("\n"), text)
        total += count
        if not count:
            return text, total


def _tokens(text: str) -> Iterator[_Token]:
    for number, line in enumerate(text.split("\n"), 1):
        for word in line.split():
            rest = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word
            if rest:
                yield _Token(rest, number)


def _play(state: State, token: _Token) -> str:
    """Play a move, in small or capital letters as it may be; returns what was played."""
    move = token.text
    legal = [state.game.wording.move_text(one) for one in state.paths]
    same = [one for one in legal if one.lower() == move.lower()]
    if move not in legal and len(same) == 1:
        move = same[0]
    try:
        state.play(move)
    except LivestoneError as error:
        number = state.ply + 1
        raise BadRecord(f"move {number}, {shortened(move)}: {error}", token.line) from None
    return move


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
