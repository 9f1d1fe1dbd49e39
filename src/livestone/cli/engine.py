"""``livestone engine``: an engine that stays alive, for other programs."""

from __future__ import annotations

import sys

from livestone.cli.common import GameId, Options, read_game


def engine(game: GameId = "freedom", /, *, option: Options = ()) -> int | None:
    """Think for other programs, which speak UGI; it goes on until they quit."""
    from livestone.engine.lines import Writer, read_lines
    from livestone.engine.serving import Setup, converse

    setup = Setup(read_game(game, option))
    write = Writer(sys.stdout.buffer)
    converse(read_lines(sys.stdin.buffer), write, setup)
    return 141 if write.lost else None
