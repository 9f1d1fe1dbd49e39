"""``livestone site``: the games as a folder of files, or as one file, that need no server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import Jobs, job_count, named_game
from livestone.cli.progress import bars
from livestone.errors import BadRequest

Games = Annotated[
    str,
    Parameter(help="Only these games, by their ids or the paths of their rules; all, if left out."),
]
Out = Annotated[Path | None, Parameter("--out", metavar="DIR", help="The folder for the files.")]
Single = Annotated[
    Path | None, Parameter("--single-file", metavar="FILE", help="One HTML file with everything.")
]


def site(*games: Games, out: Out = None, single_file: Single = None, jobs: Jobs = None) -> None:
    """Write the games, with their bots and pages, as files that need no server.

    A folder can be put on any web server, and is then installed like a program and works offline.
    A single file opens by double click, without a network.
    """
    if out is None and single_file is None:
        raise BadRequest("say where to: --out DIR, --single-file FILE.html, or both")
    from livestone.app.files import check_folder, write_file, write_folder

    if out is not None:
        check_folder(out)
    if single_file is not None and single_file.is_dir():
        raise BadRequest(f"{str(single_file)!r} is a folder: name a file, such as livestone.html")
    files = _files(games, job_count(jobs))
    if out is not None:
        write_folder(files, out)
        print(f"{out}: {len(files)} files, {sum(map(len, files.values())):,} bytes")
    if single_file is not None:
        from livestone.app.single_file import single_file as make

        content = make(files)
        write_file(single_file, content)
        print(f"{single_file}: {len(content):,} bytes")


def _files(names: tuple[str, ...], jobs: int) -> dict[str, bytes]:
    """Build the site from the sources where they are, else take the one that was built before."""
    from livestone.app import bundle

    if not bundle.has_sources():
        from livestone.app.built import built_folder
        from livestone.app.files import read_folder

        folder = built_folder()
        if folder is None:
            raise BadRequest(
                "this Livestone comes without a site, and without the sources to build one from"
            )
        if names:
            raise BadRequest("this Livestone comes with one site of all games: name none")
        return read_folder(folder)
    from livestone.app.build import build
    from livestone.games import catalogue, find
    from livestone.portable.compile import everything

    kinds = [find(named_game(name)) for name in names]
    chosen = {kind.id: kind for kind in kinds} or catalogue()
    with bars() as tell:
        return build([*everything(chosen)], jobs, tell)
