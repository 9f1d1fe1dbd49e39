"""``livestone engine``: an engine that stays alive, for other programs."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from livestone.cli.common import GameId, Options, Weights, check, read_game, whole_number
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.engine.serving import Engine

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
Listen = Annotated[
    str | None,
    Parameter(
        metavar="HOST:PORT",
        help="Listen there and not at standard input; a port alone is this machine's, 0 any.",
    ),
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
    listen: Listen = None,
    weights: Weights = None,
) -> int | None:
    """Think for other programs, in UGI or JSON lines; it goes on until they quit."""
    check("workers", workers, 1, MAX_WORKERS)
    check("megabytes", megabytes, 1, MAX_MEGABYTES)
    chosen = read_game(game, option, weights)
    from livestone.engine.lines import Writer, read_lines
    from livestone.engine.serving import Engine
    from livestone.processors import available_processors

    served = Engine(
        chosen,
        protocol=protocol,
        workers=workers or available_processors(),
        megabytes=megabytes,
    )
    if listen is not None:
        return _listen(served, listen)
    write = Writer(sys.stdout.buffer)
    served.converse(read_lines(sys.stdin.buffer), write)
    return 141 if write.lost else None


def _listen(served: Engine, address: str) -> int:
    """Serve at a socket until Ctrl-C, which is how that is meant to end."""
    from livestone.engine.sockets import EngineServer, read_address

    host, port = read_address(address)
    try:
        server = EngineServer(served, host, port)
    except OSError as error:
        why = error.strerror or error
        raise BadRequest(f"the engine cannot listen at {address}: {why}") from None
    with server:
        print(f"The engine listens at {server.address}", file=sys.stderr, flush=True)
        with suppress(KeyboardInterrupt):
            server.serve()
    return 0
