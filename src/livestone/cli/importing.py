"""``livestone import``: read a printed game and write the record of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import (
    GAME_HELP,
    AsJson,
    Options,
    game_id,
    input_file,
    print_json,
    read_game,
)
from livestone.cli.record import read_with

File = Annotated[str, input_file("The printed game; '-' reads standard input.")]
GameName = Annotated[str, Parameter(metavar="GAME", converter=game_id, help=GAME_HELP)]
Out = Annotated[
    Path | None,
    Parameter(help="Write the record to this file: JSON if it ends in .json, else text."),
]


def import_printed(
    file: File, /, *, game: GameName, option: Options = (), json: AsJson = False, out: Out = None
) -> None:
    """Read a game as it was printed or pasted, and print the record of it.

    It is a record with whatever around it, two columns of turns, or bare moves: '1. c3 c4 2. d4'.
    What was changed or left out is reported on standard error.
    """
    import msgspec

    from livestone.records.pasted import read

    played = read_game(game, option)
    record, remarks = read_with(file, lambda text: read(text, played))
    for remark in remarks:
        print(f"note: {remark}", file=sys.stderr)
    if out is not None:
        as_json = json or out.suffix == ".json"
        text = (
            msgspec.json.encode(record.as_json()) + b"\n" if as_json else record.as_text().encode()
        )
        out.write_bytes(text)
    elif json:
        print_json(record.as_json())
    else:
        print(record.as_text(), end="")
