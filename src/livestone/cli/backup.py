"""``livestone backup`` and ``livestone restore``: copies of everything that a server keeps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import bar
from livestone.cli.play import Data

Target = Annotated[Path, Parameter(help="The file to write.")]
Source = Annotated[Path, Parameter(help="A file that 'livestone backup' has written.")]
Replace = Annotated[bool, Parameter(negative=(), help="Replace the file if it is there already.")]


def backup(file: Target, /, *, data: Data = None, replace: Replace = False) -> None:
    """Copy everything a server keeps into one file, while it runs."""
    from livestone.server.db.backup import backup as copy

    with bar("copying") as tell:
        size = copy(_folder(data), file.expanduser().absolute(), replace, tell)
    print(f"{file}: {size / 1e6:.1f} MB, checked.")


def restore(file: Source, /, *, data: Data = None) -> None:
    """Put a copy back in place of what a server keeps, once it has ended."""
    from livestone.server.db.backup import restore as put_back

    folder = _folder(data)
    with bar("copying") as tell:
        kept = put_back(folder, file.expanduser().absolute(), tell)
    print(f"{file} is what a server in {folder} goes on with.")
    if kept is not None:
        print(f"What was there before lies in {kept}.", file=sys.stderr)


def _folder(data: Path | None) -> Path:
    from livestone.server.settings import default_data

    return (default_data() if data is None else data).expanduser().absolute()
