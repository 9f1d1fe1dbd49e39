"""``livestone class``: a server for a class, and slips by which its students join."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import check_file, flag, whole_number
from livestone.cli.words import counted
from livestone.errors import BadRequest, ExtraMissing
from livestone.names import trimmed

if TYPE_CHECKING:
    from livestone.server.classes.setup import Slips

MAX_BYTES = 100_000  # of a file of names
UNNAMED = "Class"

Names = Annotated[
    Path,
    Parameter(help="A file with a student's name on each line; the class is called after it."),
]
Open = Annotated[bool, flag("Let students join by four letters too, under a name they choose.")]
Sheet = Annotated[
    Path | None,
    Parameter(metavar="FILE.pdf", help="Where the slips go; slips.pdf here, if left out."),
]
NewSlips = Annotated[bool, flag("Make new slips for all who have not joined yet.")]
Data = Annotated[
    Path | None, Parameter(help="The folder where everything is kept; yours, if left out.")
]
Host = Annotated[str, Parameter(help="Where the server listens: by default your network gets in.")]
Port = Annotated[int, whole_number("The port of the pages; the next free one if it is taken.")]


def serve_class(
    *names: Names,
    open_: Annotated[Open, Parameter("--open", negative=())] = False,
    sheet: Sheet = None,
    new_slips: NewSlips = False,
    data: Data = None,
    host: Host = "0.0.0.0",
    port: Port = 8000,
) -> int:
    """Serve one class or several: students write players, hand them in, and meet on a ladder.

    Each student gets a slip with the address and a code. The same command goes on with the class.
    """
    if not names and not open_:
        raise BadRequest("name a file of names, or let students join by a code with --open")
    check_file(sheet, "PDF", ".pdf")
    classes = {_class_name(file): read_names(file) for file in names} or {UNNAMED: ()}
    from livestone.cli.serve import line_settings, server_settings
    from livestone.private_files import data_folder
    from livestone.server.classes.setup import ClassSetup
    from livestone.server.config import Config
    from livestone.server.main import serve
    from livestone.server.ops.logs import set_up
    from livestone.server.ops.process import allow_files

    given: dict[str, Any] = {"data": data_folder(data), "host": host, "port": port, "lines": 0}
    config = Config(**given)
    set_up(config.log_format, config.log_level)
    allow_files()
    setup = ClassSetup(classes, open_, new_slips, partial(tell, sheet or Path("slips.pdf")))
    with line_settings(config, None, None) as lines:
        settings = replace(server_settings(config, None, lines, None), classes=setup)
        return serve(config.data, host, port, open_browser=False, settings=settings)


def read_names(file: Path) -> tuple[str, ...]:
    """The names in a file, one a line. Raises BadRequest."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            lines = opened.read(MAX_BYTES).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{str(file)!r} cannot be read as names: {error}") from None
    found = [name for name in map(trimmed, lines) if name]
    if not found:
        raise BadRequest(f"{str(file)!r} has no names: write one on each line")
    for name in found:
        if found.count(name) > 1:
            raise BadRequest(f"{name!r} is in {str(file)!r} twice: add an initial")
    return tuple(found)


def _class_name(file: Path) -> str:
    name = trimmed(file.stem)[:80]
    return name or UNNAMED


def tell(sheet: Path, address: str, classes: tuple[Slips, ...]) -> None:
    """Say where the class is, and write the slips."""
    print(f"Students open  {address}/join")
    for one in classes:
        if one.join is not None:
            print(f"{one.name} is joined by the code  {one.join}")
    if any(one.students for one in classes):
        _write(sheet, address, classes)
    for one in classes:
        print(f"The teacher of {one.name} opens  {address}/join#{one.teacher}  (good once)")
    print("Ctrl-C ends the server; the same command goes on with everything.", flush=True)


def _write(sheet: Path, address: str, classes: tuple[Slips, ...]) -> None:
    """Write the slips, or print them where that cannot be."""
    try:
        from livestone.cli.slips import slips
        from livestone.whole_file import write_whole

        write_whole(sheet, slips(address, classes))
    except (ExtraMissing, OSError) as error:
        print(f"The slips were not written: {error}. The codes are:", file=sys.stderr)
        for one in classes:
            for slip in one.students:
                print(f"  {slip.code}  {slip.name} ({one.name})")
        return
    count = sum(len(one.students) for one in classes)
    print(f"{counted(count, 'slip')} to print: {sheet}")
