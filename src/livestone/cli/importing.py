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
    file_name,
    game_id,
    print_json,
    read_game,
)
from livestone.cli.record import read_with

File = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        converter=file_name,
        help="The printed game; '-' reads standard input.",
    ),
]
GameName = Annotated[
    str,
    Parameter("--game", metavar="GAME", converter=game_id, help=GAME_HELP),
]
Out = Annotated[
    Path | None,
    Parameter("--out", help="Write the record to this file: JSON if it ends in .json, else text."),
]


def import_printed(
    file: File, /, *, game: GameName, option: Options = (), json: AsJson = False, out: Out = None
) -> None:
    """Read a game as it was printed, in two columns of turns, and print the record of it.

    What was changed or left out is reported on standard error.
    """
    import msgspec

    from livestone.records.printed import read

    played = read_game(game, option)
    record, remarks = read_with(file, lambda text: read(text, played))
    for remark in remarks:
        print(f"note: {remark}", file=sys.stderr)
    if out is None:
        if json:
            print_json(record.as_json())
        else:
            print(record.as_text(), end="")
        return
    as_json = json or out.suffix == ".json"
    data = msgspec.json.encode(record.as_json()) + b"\n" if as_json else record.as_text().encode()
    out.write_bytes(data)
