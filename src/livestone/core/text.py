"""Positions as text: one line that a person can read and write, after the manner of FEN.

``4/1w2/2b1/4 w last=c2 turn=2``: the board's rows from the top, pieces as letters and runs of
empty sites as numbers; the initial of the player to move; then the other fields that decide, as
``name=value`` (sites by name, ``-`` for none), left out where they are as in the opening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from livestone.core.game import MAX_TURNS, Game, Position
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.errors import BadPosition
from livestone.ranges import check_kind

_RUN = re.compile(r"[0-9]+|.")


def write(game: Game, s: Position, codes: Sequence[int] | None = None) -> str:
    """Return the text of a position; ``codes`` are those of its pieces, where they are known."""
    opening = runtime(game).opening
    codes = game.wording.codes(s) if codes is None else codes
    parts = [_write_rows(game, codes), _initial(game, int(s["mover"]))]
    parts += [
        f"{name}={_write_field(game, name, s[name])}"
        for name in game.layout.named
        if s[name].tobytes() != opening[name].tobytes()
    ]
    return " ".join(parts)


def read(game: Game, text: str, viewer: int | None = None) -> Position:
    """Return the position that a text describes, as a ``viewer`` may see it where one is given.

    What is hidden from the viewer may be missing, if there is anything that it could be.

    Raises BadPosition, quoting the part that is wrong, for anything that could not stand on the
    board or is not written exactly as :func:`write` does: nothing is repaired. Raises BadRequest
    for another viewer.
    """
    check_kind("text", text, str, "a position's text is one, such as state.text")
    game.check_viewer(viewer)
    parts = text.split()
    if len(parts) < 2:
        raise BadPosition(f"{_short(text)} is no position: it needs the rows and who is to move")
    s = runtime(game).start()
    _read_rows(game, s, parts[0])
    s.mover = _read_mover(game, parts[1])
    names = game.layout.named
    given: set[str] = set()
    for part in parts[2:]:
        name, equals, value = part.partition("=")
        if not equals or name not in names or name in given:
            raise BadPosition(f"{_short(part)} is not one of {', '.join(names)}, each once")
        given.add(name)
        _read_field(game, s, name, value)
    runtime(game).derive(s)
    whole = s if viewer is None else runtime(game).guessed(s, viewer, seeded(0))
    problem = game.wording.problem(whole)
    if problem:
        raise BadPosition(f"{_short(text)} is no possible position: {problem}")
    if write(game, s) != text:
        raise BadPosition(f"{_short(text)} is not how this position is written: {write(game, s)!r}")
    return s


def _initial(game: Game, player: int) -> str:
    return game.seats[player].name[0].lower()


def _write_rows(game: Game, codes: Sequence[int]) -> str:
    rows, pieces = [], game.pieces
    for row in game.board.rows:
        text, empty = "", 0
        for site in row:
            code = codes[site]
            if not code:
                empty += 1
                continue
            text += (str(empty) if empty else "") + pieces[code - 1].letter
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def _read_rows(game: Game, s: Position, text: str) -> None:
    codes = game.piece_codes
    texts = text.split("/")
    rows = game.board.rows
    if len(texts) != len(rows):
        raise BadPosition(f"{_short(text)} has {len(texts)} rows, the board has {len(rows)}")
    for number, (row, part) in enumerate(zip(rows, texts, strict=True), 1):
        found: list[int] = []
        for token in _RUN.findall(part[:1000]):
            if token.isascii() and token.isdigit():
                found += [0] * min(int(token), len(row) + 1)
            elif token in codes:
                found.append(codes[token])
            else:
                known = ", ".join(codes)
                raise BadPosition(f"{token!r} in row {_short(part)} is no piece: use {known}")
        if len(found) != len(row):
            raise BadPosition(
                f"row {number} from the top, {_short(part)}, describes {len(found)} sites "
                f"instead of {len(row)}"
            )
        for site, code in zip(row, found, strict=True):
            s.cells[site] = code


def _read_mover(game: Game, text: str) -> int:
    initials = [_initial(game, player) for player in range(game.players)]
    if text not in initials:
        raise BadPosition(f"{_short(text)} is no player to move: use {' or '.join(initials)}")
    return initials.index(text)


def _write_field(game: Game, name: str, value: Any) -> str:
    items, names = np.ravel(value).tolist(), game.board.names
    if name in game.site_fields:
        return ",".join([names[item] if 0 <= item < len(names) else "-" for item in items])
    return ",".join(map(str, items))


def _read_field(game: Game, s: Position, name: str, text: str) -> None:
    items = text.split(",")
    values = [_read_value(game, s, name, item) for item in items]
    shape = np.shape(s[name])
    if len(values) != int(np.prod(shape, dtype=int)):
        raise BadPosition(f"{_short(name + '=' + text)} has {len(values)} values")
    s[name] = np.reshape(values, shape) if shape else values[0]


def _read_value(game: Game, s: Position, name: str, text: str) -> int:
    if name in game.site_fields:
        if text == "-":
            return game.board.wall
        if text not in game.board.site:
            raise BadPosition(f"{_short(name + '=' + text)} names no site of this board")
        return game.board.site[text]
    limits = np.iinfo(np.asarray(s[name]).dtype)
    least, most = (0, MAX_TURNS) if name == "turn" else (limits.min, limits.max)
    if not re.fullmatch(r"-?[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise BadPosition(f"{_short(name + '=' + text)} needs a whole number that makes sense")
    return int(text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
