"""``livestone compile``: games as WebAssembly modules, for browsers and other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import GAME_HELP, Jobs, Options, chosen_game, job_count, read_game
from livestone.cli.progress import bar, status_line
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.portable.compile import Compiled

GameId = Annotated[str, chosen_game(GAME_HELP)]
Out = Annotated[Path, Parameter("--out", metavar="DIR", help="The folder for the files.")]
All = Annotated[
    bool, Parameter("--all", negative=(), help="Every game, and each value of its options once.")
]


def compile_games(
    game: GameId = "", /, *, out: Out, option: Options = (), all_: All = False, jobs: Jobs = None
) -> None:
    """Compile a game, or all, to modules that need neither Python nor a compiler.

    A game becomes DIR/NAME.wasm and DIR/NAME.json, and its opening book, where there is one,
    DIR/NAME.book.json; NAME is its id and the options that differ from their defaults. Where the
    strongest level has a search of its own, DIR/NAME.light.wasm and DIR/NAME.light.json are the
    same without it. The same source makes the same files.
    """
    if all_ == bool(game) or (all_ and option):
        raise BadRequest("name a game, or give --all without any --option")
    if out.exists() and not out.is_dir():
        raise BadRequest(f"{str(out)!r} is no folder")
    count = job_count(jobs)
    if not all_:
        chosen = read_game(game, option)
        from livestone.portable.compile import compile_game, file_name

        with status_line() as show:
            show(f"compiling {file_name(chosen)} ...")
            made = compile_game(chosen, out)
        _tell(made)
        return
    from livestone.games import catalogue
    from livestone.portable.compile import everything
    from livestone.portable.link import linker

    linker()
    _compile_all([*everything(catalogue())], out, count)


def _compile_all(games: Sequence[Game], out: Path, jobs: int) -> None:
    """Compile games side by side: a bar on a terminal, elsewhere a line for each that is done."""
    from livestone.play.workers import side_by_side
    from livestone.portable.compile import by_kind

    shown = sys.stdout.isatty() and sys.stderr.isatty()
    with bar("games") as progress:
        done = 0
        progress(done, len(games))
        for _, made in side_by_side(_compile, [(kind, out) for kind in by_kind(games)], jobs):
            done += len(made)
            progress(done, len(games))
            for each in () if shown else made:
                _tell(each)
    print(f"{out}: {len(games)} games")


def _compile(task: tuple[Sequence[Game], Path], stop: Callable[[], bool]) -> list[Compiled]:
    from livestone.portable.compile import compile_game

    games, out = task
    return [compile_game(game, out, stop) for game in games]


def _tell(made: Compiled) -> None:
    for each in (made, made.light):
        if each is not None:
            print(f"{each.module}: {each.bytes:,} bytes, {each.compressed:,} compressed")
    sys.stdout.flush()
