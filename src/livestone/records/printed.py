"""Games as they stand in print: numbered rows of two columns, a player's turn in each.

::

       ___ooo___       ___xxx___
    1. ..  e6  n3      h7  k6  n5
    2. f5:h7   g8      p5:j5   k4
    3. resigns

Nothing here belongs to one game: a turn's moves are read by the rules. ``docs/records.md`` says
what may stand in such a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from livestone.core.diagram import EMPTY, Diagram, diagrams
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRecord, IllegalMove, LivestoneError
from livestone.records.characters import (
    check_characters,
    shortened,
)
from livestone.records.record import (
    MAX_CHARS,
    Participant,
    Record,
    Result,
)

SWAP = "swap"
# What stands for a part of a turn that was not made, and the words for other things than moves.
SKIPPED = ("--", "..")
SWAPPED = (SWAP, "swaps", "swapped")
RESIGNED = ("resign", "resigns", "resigned")
# More moves than this in one turn are not tried in any other order than that printed.
_FEW = 4
_ROW = re.compile(r"\s*([0-9]{1,5})\.(?=\s|$)")
_REMARK = re.compile(r"\([^\w()]{1,3}\)")
_NAMES = re.compile(r"\s*__+(.+?)__+\s+__+(.+?)__+\s*")
_SEATS = re.compile(r"\s*(\w+)\s+(\w+)\s*")


class Printed(NamedTuple):
    """What a printed game says: the record, and remarks on what was changed or left out."""

    record: Record
    remarks: tuple[str, ...]


class _Word(NamedTuple):
    text: str
    at: int  # its place in the line


class _Row(NamedTuple):
    line: int
    text: str
    words: tuple[_Word, ...]


class _Turn(NamedTuple):
    line: int
    row: int
    seat: int
    words: tuple[str, ...]

    def error(self, why: str) -> BadRecord:
        return BadRecord(f"row {self.row}, {shortened(' '.join(self.words))}: {why}", self.line)


def read(text: str, game: Game) -> Printed:
    """Return the game in a printed text, checked against the rules.

    Raises BadRecord, with the line, what stands there and why it cannot be.
    """
    if game.players != 2:
        raise BadRecord(f"printed games have two columns, and {game.title} {game.players} players")
    if len(text) > MAX_CHARS:
        raise BadRecord(f"the file has {len(text)} characters: no game needs over {MAX_CHARS}")
    lines = text.removeprefix("\ufeff").expandtabs().splitlines()
    for number, line in enumerate(lines, 1):
        check_characters(line, number)
    rows = _rows(lines)
    header = rows[0].line - 1
    names, second = _header(lines[:header], game)
    state, by, remarks = _played(_turns(rows, second), State(game))
    found, rest = diagrams(lines, game, {row.line for row in rows} | ({header} if names else set()))
    for diagram in found:
        remarks += _compared(diagram, state)
    if rest:
        remarks.append(f"left out, being neither turns nor a diagram: {_listed(rest)}")
    players = [Participant(name) for name in names or (seat.name for seat in game.seats)]
    result = None if by is None else Result.of(state, "resigned", by)
    return Printed(Record.of(state, players, result=result), tuple(remarks))


def write(record: Record) -> str:
    """Return a record as it would be printed: names, turns and a resignation, nothing else.

    Raises BadRecord for what does not fit: another number of players than two, an opening, an end
    that the notation has no word for.
    """
    result, state = record.result, record.replay()
    if len(record.players) != 2:
        raise BadRecord(f"printed games have two columns, and this one {len(record.players)}")
    if record.opening is not None:
        raise BadRecord("a printed game begins at the game's own opening, and this one does not")
    if result is not None and result.reason not in ("finished", "resigned"):
        raise BadRecord(f"a printed game has no word for {result.reason!r}")
    cells = _columns(state, None if result is None else result.by)
    names = [_printable(player.name) for player in record.players]
    width = max(len(names[0]) + 4, *(len(row[0]) for row in cells or [["", ""]]))
    number = len(str(len(cells))) + 2
    other = max(len(names[1]) + 4, *(len(row[1]) for row in cells or [["", ""]]))
    rows = [f"{'':{number}}{names[0]:_^{width}}   {names[1]:_^{other}}"]
    for at, (one, two) in enumerate(cells, 1):
        rows.append(f"{f'{at}.':<{number}}{one:{width}}   {two}".rstrip())
    return "\n".join([*rows, ""])


def _rows(lines: Sequence[str]) -> list[_Row]:
    """The numbered rows, which follow each other."""
    rows: list[_Row] = []
    for number, line in enumerate(lines, 1):
        match = _ROW.match(line)
        if match is None:
            continue
        rest = line[match.end() :]
        words = (_Word(word[0], word.start() + match.end()) for word in re.finditer(r"\S+", rest))
        row = _Row(number, line.strip(), tuple(words))
        if int(match[1]) != len(rows) + 1:
            raise BadRecord(
                f"{shortened(row.text)} has the number {match[1]}: it should be {len(rows) + 1}",
                number,
            )
        rows.append(row)
    if not rows:
        raise BadRecord("there is no row of turns: the first begins with '1.'")
    for row in rows:
        if not row.words:
            raise BadRecord(f"{shortened(row.text)} has no turn", row.line)
    between = range(rows[0].line, rows[-1].line)
    for number in set(between) - {row.line for row in rows}:
        if lines[number - 1].strip():
            raise BadRecord(
                f"{shortened(lines[number - 1].strip())} stands between turns and has no number",
                number,
            )
    return rows


def _header(lines: Sequence[str], game: Game) -> tuple[tuple[str, ...], int | None]:
    """The names above the first row, if there are any, and where the second column begins."""
    line = lines[-1] if lines else ""
    names, seats = _NAMES.fullmatch(line), [seat.name for seat in game.seats]
    words = names or _SEATS.fullmatch(line)
    if words is None:
        return (), None
    given = [_seat(word.strip("_ "), seats) for word in words.groups()]
    if given == [1, 0]:
        raise BadRecord(
            f"the first column is {seats[0]}'s, who begins, not {seats[1]}'s", len(lines)
        )
    if names is None and given != [0, 1]:
        return (), None
    found = [
        seats[at] if seat == at else word.strip("_ ")
        for at, (word, seat) in enumerate(zip(words.groups(), given, strict=True))
    ]
    return tuple(found), len(line[: words.start(2)].rstrip("_")) if names else None


def _seat(word: str, seats: Sequence[str]) -> int | None:
    """The seat that a word like ``ooo``, ``OOO`` or ``O`` stands for."""
    for at, seat in enumerate(seats):
        initial = seat[0].lower()
        if word.lower() == seat.lower() or (len(word) > 1 and set(word.lower()) == {initial}):
            return at
    return None


def _turns(rows: Sequence[_Row], second: int | None) -> Iterator[_Turn]:
    """The turns in order; the player who swaps takes over the other's stone."""
    starts = (row.words[at].at for row in rows if (at := _widest(row)) is not None)
    common = Counter(starts).most_common(1)
    for number, row in enumerate(rows, 1):
        if second is not None:
            at = _before(row, second)
        else:
            at = _split(row, common[0][0] if common else 0, row is rows[-1])
        columns = [tuple(word.text for word in part) for part in (row.words[:at], row.words[at:])]
        if row is rows[0] and len(columns[0]) == 1 and columns[0][0] in SWAPPED:
            columns.reverse()
        for seat, words in enumerate(columns):
            if words:
                yield _Turn(row.line, number, seat, words)


def _before(row: _Row, second: int) -> int:
    """How many words of a row stand before the place where the second column begins."""
    return sum(word.at < second for word in row.words)


def _split(row: _Row, usual: int, last: bool) -> int:
    """How many words of a row stand in its first column, which mostly ends before ``usual``."""
    if len(row.words) == 1 or (last and row.words[-1].at < usual):
        return len(row.words)
    widest = _widest(row)
    if widest is not None:
        return widest
    if any(word.at == usual for word in row.words):
        return _before(row, usual)
    if row.words[-1].text in RESIGNED:
        return len(row.words) - 1
    raise BadRecord(
        f"{shortened(row.text)}: it cannot be told where the second column begins: "
        "leave a wider gap there, as in '1. h2 r12   p2 d6'",
        row.line,
    )


def _widest(row: _Row) -> int | None:
    """The word after the one widest gap of a row."""
    ends = [word.at + len(word.text) for word in row.words]
    gaps = [word.at - end for word, end in zip(row.words[1:], ends, strict=False)]
    if not gaps or gaps.count(max(gaps)) > 1:
        return None
    return gaps.index(max(gaps)) + 1


def _played(turns: Iterator[_Turn], state: State) -> tuple[State, int | None, list[str]]:
    """The state after all turns, the seat that resigned, and remarks."""
    remarks: list[str] = []
    unfinished: _Turn | None = None
    by = None
    for turn in turns:
        if by is not None:
            raise turn.error("a player has resigned before")
        words = tuple(word for word in turn.words if not _REMARK.fullmatch(word))
        if words and words[-1] in RESIGNED:
            by, words = turn.seat, words[:-1]
            if state.over:
                raise turn.error("the game is over already, and nobody can resign")
        if not words:
            continue
        if unfinished is not None:
            raise _not_finished(unfinished, state)
        before = state.turn
        remark = _play_turn(turn._replace(words=words), state)
        remarks += [remark] if remark else []
        unfinished = turn if state.turn == before else None
    if unfinished is not None and by is None:
        if any(word in SKIPPED for word in unfinished.words):
            raise _not_finished(unfinished, state)
        remarks.append(f"line {unfinished.line}: the last turn goes on, and so does the game")
    return state, by, remarks


def _not_finished(turn: _Turn, state: State) -> BadRecord:
    mover = state.game.seats[state.mover or 0].name
    others = f"; write -- for what {mover} passes" if _pass(state) is not None else ""
    return turn.error(f"{mover}'s turn goes on after that{others}")


def _play_turn(turn: _Turn, state: State) -> str | None:
    """Play a turn, in another order than printed where only that is legal; returns a remark."""
    seats = state.game.seats
    if state.mover not in (None, turn.seat):
        mover = seats[state.mover or 0].name
        raise turn.error(f"it stands in {seats[turn.seat].name}'s column, but it is {mover}'s turn")
    moves = [word for word in turn.words if word not in SKIPPED]
    moves = [SWAP if word in SWAPPED else word for word in moves]
    skips = len(turn.words) - len(moves)
    try:
        _play_moves(state, moves, skips)
    except LivestoneError as error:
        for order in permutations(moves) if len(moves) <= _FEW else ():
            try:
                _play_moves(state, order, skips)
            except LivestoneError:
                continue
            printed, legal = " ".join(turn.words), " ".join(order)
            return f"line {turn.line}: {printed!r} was read as {legal!r}, the order that is legal"
        raise turn.error(str(error)) from None
    return None


def _play_moves(state: State, moves: Sequence[str], skips: int) -> None:
    """Play a turn's moves with so many parts passed where needed, or leave the state as it was."""
    start, turn = state.ply, state.turn
    try:
        for move in moves:
            if state.ply > start and state.turn != turn:
                raise IllegalMove(f"the turn is over before {move!r}: is that the other column's?")
            skips -= _try(state, move, skips)
        while skips and state.turn == turn and (passing := _pass(state)) is not None:
            state.play(passing)
            skips -= 1
    except LivestoneError:
        while state.ply > start:
            state.undo()
        raise


def _try(state: State, move: str, skips: int) -> int:
    """Play a move, after passing one part of the turn if it must be; returns how many passed."""
    try:
        state.play(move)
        return 0
    except LivestoneError as error:
        passing, turn = _pass(state), state.turn
        if not skips or passing is None:
            raise
        refused = error
    state.play(passing)
    if state.turn != turn:
        raise refused
    state.play(move)
    return 1


def _pass(state: State) -> str | None:
    """The one choice of the mover that names no site, other than a swap: to pass or to stop."""
    site = state.game.board.site
    named = [
        text
        for move, path in state.paths.items()
        if not any(token in site for token in path)
        and (text := state.game.wording.move_text(move)) != SWAP
    ]
    return named[0] if len(named) == 1 else None


def _columns(state: State, by: int | None) -> list[list[str]]:
    """The texts of both columns, row by row."""
    rows: list[list[str]] = []
    again = State(state.game)
    for number, (seat, moves) in enumerate(state.turns):
        if seat != number % 2:
            name = state.game.seats[seat].name
            raise BadRecord(f"turn {number + 1} is {name}'s again: two columns cannot show that")
        if seat == 0:
            rows.append(["", ""])
        rows[-1][seat] = " ".join(_printed_moves(again, moves))
    if [moves for _, moves in state.turns[1:2]] == [[SWAP]]:
        rows[0] = ["swapped", f"{rows[0][0]} (#)"]
    if by is not None:
        last = state.turns[-1][0] if state.turns else 1
        if rows and last == by and state.unfinished:
            rows[-1][by] += " resigns"
        else:
            if by == 0 or not rows or rows[-1][1]:
                rows.append(["", ""])
            rows[-1][by] = "resigns"
    return rows


def _printed_moves(again: State, moves: Sequence[str]) -> Iterator[str]:
    for move in moves:
        yield SKIPPED[0] if move == _pass(again) else move
        again.play(move)


def _printable(name: str) -> str:
    if "__" in name or name != name.strip("_"):
        raise BadRecord(f"the name {shortened(name)} cannot be printed between underscores")
    return name


def _compared(diagram: Diagram, state: State) -> Iterator[str]:
    """How a diagram differs from the position after the last turn."""
    for site, piece in enumerate(state.game.wording.standing(state.position)):
        if not diagram.fits(site, piece):
            sign, name = diagram.signs[site], state.game.board.names[site]
            yield (
                f"line {diagram.lines[site]}: the diagram has "
                f"{'nothing' if sign == EMPTY else repr(sign)} on {name}, "
                f"where the moves leave {repr(piece.name) if piece else 'nothing'}"
            )


def _listed(lines: Collection[int]) -> str:
    """Line numbers in words, those that follow each other as a range."""
    starts = [line for line in sorted(lines) if line - 1 not in lines]
    ends = [line for line in sorted(lines) if line + 1 not in lines]
    ranges = zip(starts, ends, strict=True)
    words = ", ".join(f"{one}" if one == end else f"{one} to {end}" for one, end in ranges)
    return f"line{'s' if len(lines) > 1 else ''} {words}"
