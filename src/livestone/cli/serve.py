"""``livestone serve``: the web server and, beside it, the Freeplay line protocol's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import Options, read_options, whole
from livestone.cli.play import Data
from livestone.errors import BadRequest

Host = Annotated[
    str, Parameter(help="Where the server listens: 0.0.0.0 lets others on your network in.")
]
Port = Annotated[
    int, Parameter(converter=whole, help="The pages' port; the next free one if it is taken.")
]
Lines = Annotated[int, Parameter(converter=whole, help="The port where players log in.")]
Size = Annotated[int | None, Parameter(converter=whole, help="The board's size, 10 unless set.")]
Preset = Annotated[str | None, Parameter(help="The rules; 'freeplay' unless set.")]
MoveSeconds = Annotated[float | None, Parameter(help="The most a player may take for a move, 5 s.")]
GameSeconds = Annotated[
    float | None, Parameter(help="The most a player may take for a game's moves, 120 s.")
]
Classroom = Annotated[
    Path | None,
    Parameter(help="Accept students' public keys too, from this folder of NAME.pub files."),
]
PerAddress = Annotated[
    int, Parameter(converter=whole, help="The most connections from one address.")
]
Connections = Annotated[int, Parameter(converter=whole, help="The most connections in all.")]
Logins = Annotated[
    int, Parameter(converter=whole, help="The most logins from one address in a minute.")
]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    lines: Lines = 5678,
    data: Data = None,
    size: Size = None,
    preset: Preset = None,
    option: Options = (),
    move_seconds: MoveSeconds = None,
    game_seconds: GameSeconds = None,
    classroom: Classroom = None,
    per_address: PerAddress = 256,
    connections: Connections = 768,
    logins: Logins = 240,
) -> int:
    """Let players log in and play each other, and show their games in the browser.

    Size, rules and clock are those of the ladder, and stay when the server starts again.
    """
    from livestone.server.lines.limits import Clock, Limits
    from livestone.server.run import bind
    from livestone.server.run import serve as run
    from livestone.server.settings import LineSettings
    from livestone.server.terms import Terms

    options = read_options(option)
    options |= {k: v for k, v in (("size", size), ("preset", preset)) if v is not None}
    terms = None
    if options or move_seconds is not None or game_seconds is not None:
        terms = Terms(
            options,
            Clock(
                Clock.move if move_seconds is None else move_seconds,
                Clock.game if game_seconds is None else game_seconds,
            ),
        )
    if classroom is not None and not classroom.is_dir():
        raise BadRequest(f"--classroom names a folder of NAME.pub files: {classroom} is none")
    mosts = {"per-address": per_address, "connections": connections, "logins": logins}
    for name, most in mosts.items():
        if most < 1:
            raise BadRequest(f"--{name} {most} would let nobody in: choose 1 or more")
    limits = Limits(per_address, connections, logins)
    _log_to_the_screen()
    with bind(host, lines, tried=1, option="--lines") as listener:
        told = LineSettings(listener, limits, terms, classroom and classroom.absolute())
        return run(data, host, port, open_browser=False, lines=told)


def _log_to_the_screen() -> None:
    """Have what happens on the line server shown, with its time."""
    import logging

    log = logging.getLogger("livestone")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
