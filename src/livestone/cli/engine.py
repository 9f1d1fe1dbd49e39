"""``livestone engine``: an engine that stays alive, for other programs."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from livestone.cli.common import GameId, Options, check, read_game, whole_number

MAX_WORKERS = 256
MAX_MEGABYTES = 1_000_000

Protocol = Annotated[
    Literal["ugi", "json"] | None,
    Parameter(help="ugi or json; what the first line is in, if left out."),
]
Workers = Annotated[
    int | None,
    whole_number("Threads that answer queries; as many as processors if left out."),
]
Megabytes = Annotated[int, whole_number("Memory for what searches have learned.")]


def engine(
    game: GameId = "freedom",
    /,
    *,
    option: Options = (),
    protocol: Protocol = None,
    workers: Workers = None,
    megabytes: Megabytes = 512,
) -> int | None:
    """Think for other programs, in UGI or JSON lines; it goes on until they quit."""
    check("workers", workers, 1, MAX_WORKERS)
    check("megabytes", megabytes, 1, MAX_MEGABYTES)
    chosen = read_game(game, option)
    from livestone.engine.lines import Writer, read_lines
    from livestone.engine.serving import Engine
    from livestone.processors import available_processors

    write = Writer(sys.stdout.buffer)
    served = Engine(
        chosen,
        protocol=protocol,
        workers=workers or available_processors(),
        megabytes=megabytes,
    )
    served.converse(read_lines(sys.stdin.buffer), write)
    return 141 if write.lost else None
