"""``livestone sheet``: a game's rules, board and pieces on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import GAME_HELP, Options, check_file, chosen_game, read_game
from livestone.cli.progress import status_line
from livestone.errors import BadRequest

GameId = Annotated[str, chosen_game(GAME_HELP)]
Out = Annotated[
    Path, Parameter("--out", metavar="FILE.pdf", help="The file; the folder with --all.")
]
All = Annotated[bool, Parameter("--all", negative=(), help="A sheet of every game: DIR/GAME.pdf.")]


def sheet(game: GameId = "", /, *, out: Out, option: Options = (), all_: All = False) -> None:
    """Make a PDF to print: the rules with their diagrams, the board, and pieces to cut out.

    Pages are A4. The board is as large as fits, with the options that are chosen.
    """
    if all_ == bool(game) or (all_ and option):
        raise BadRequest("name a game, or give --all without any --option")
    if not all_:
        check_file(out, "PDF", ".pdf")
        _write(game, tuple(option), out)
        return
    if out.exists() and not out.is_dir():
        raise BadRequest(f"{str(out)!r} is no folder")
    from livestone.games import catalogue
    from livestone.lessons.sheet import typesetter

    typesetter()  # before a folder is made
    out.mkdir(parents=True, exist_ok=True)
    for id in catalogue():
        _write(id, (), out / f"{id}.pdf")


def _write(game: str, option: tuple[str, ...], out: Path) -> None:
    from livestone.lessons.sheet import sheet as make
    from livestone.whole_file import write_whole

    chosen = read_game(game, option)
    with status_line() as show:
        show(f"drawing {chosen!r} ...")
        content = make(chosen)
    write_whole(out, content)
    print(f"{out}: {len(content):,} bytes")
