"""``livestone record``: check, show or convert a game record."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from livestone.cli.common import AsJson, flag, input_file, print_json, whole_number
from livestone.errors import BadRecord, BadRequest

if TYPE_CHECKING:
    from livestone.records.record import Record

Read = TypeVar("Read")
File = Annotated[str, input_file("The record, as text or JSON; '-' reads standard input.")]
AsText = Annotated[bool, flag("Print the record as text.")]
AsPrinted = Annotated[bool, flag("Print the turns in two columns, as books do.")]
AtPly = Annotated[int | None, whole_number("Print the position after so many plies instead.")]


def record(
    file: File,
    /,
    *,
    json: AsJson = False,
    text: AsText = False,
    printed: AsPrinted = False,
    ply: AtPly = None,
) -> None:
    """Check a game record, and show it, convert it, or print one of its positions."""
    if (text or printed) and (text == printed or json or ply is not None):
        whole = "--text" if text else "--printed"
        others = "--printed, --json and --ply" if text else "--text, --json and --ply"
        raise BadRequest(f"{whole} prints the whole record: leave out {others}")
    found = read_record(file)
    if text:
        print(found.as_text(), end="")
    elif printed:
        from livestone.records import printed as notation

        print(notation.write(found), end="")
    elif ply is not None:
        _print_position(found, ply, json)
    elif json:
        print_json(found.as_json())
    else:
        _print_summary(found)


def read_record(file: str) -> Record:
    """The record in a file, checked. Raises BadRecord, naming the file; OSError."""
    from livestone.records.record import Record

    return read_with(file, Record.read)


def read_replayable(file: str, ply: int | None = None) -> Record:
    """A record whose game can be replayed, and has this ply. Raises BadRecord or BadRequest."""
    found = read_record(file)
    if found.viewer is not None:
        raise BadRequest(f"{file}: secrets are left out of this record, so it cannot be replayed")
    check_ply(found, ply)
    return found


def check_ply(found: Record, ply: int | None) -> None:
    """Refuse a ply that a record does not have. Raises BadRequest."""
    if ply is not None and not 0 <= ply <= len(found.plies):
        raise BadRequest(f"there is no ply {ply}: the record has 0 to {len(found.plies)}")


def read_with(file: str, read: Callable[[str], Read]) -> Read:
    """What ``read`` makes of a file's text ('-': standard input). Raises BadRecord; OSError."""
    from livestone.records.record import MAX_CHARS

    if file == "-":
        data = sys.stdin.buffer.read(4 * MAX_CHARS + 1)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(4 * MAX_CHARS + 1)
    try:
        return read(data.decode())
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecord(f"{file}: line {line}: this is no text in UTF-8") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def _print_position(found: Record, ply: int, json: bool) -> None:
    from livestone.cli.position import show

    check_ply(found, ply)
    state = found.replay()
    while state.ply > ply:
        state.undo()
    view = state.view()
    if json:
        print_json(view.as_json())
    else:
        show(view)


def _print_summary(found: Record) -> None:
    from livestone.cli.words import board, counted, ending, title

    game = found.make_game()
    print(title(game))
    for seat, player in zip(game.seats, found.players, strict=True):
        level = "" if player.level is None else f", level {player.level}"
        print(f"{seat.name}: {player.name} ({player.kind}{level})")
    print(f"{counted(len(found.plies), 'ply', 'plies')}, {ending(found.result, game)}")
    if found.viewer is not None:
        print("Secrets are left out, so the game cannot be replayed from here.")
        return
    print()
    print(board(found.replay().view()))
