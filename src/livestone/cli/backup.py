"""``livestone backup`` and ``livestone restore``: copies of everything that a server keeps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import flag
from livestone.cli.progress import bar
from livestone.errors import BadRequest
from livestone.private_files import data_folder
from livestone.server.config import Data, Database

Target = Annotated[Path, Parameter(help="The file to write.")]
Source = Annotated[Path, Parameter(help="A file that 'livestone backup' has written.")]
ONLY_SQLITE = (
    "the games are in PostgreSQL (--database, or LIVESTONE_DATABASE), which has commands of its own"
)
MORE = "(docs/operations.md, PostgreSQL)"
Replace = Annotated[bool, flag("Replace the file if it is there already.")]


def backup(
    file: Target, /, *, data: Data = None, replace: Replace = False, database: Database = None
) -> None:
    """Copy everything a server keeps into one file, while it runs."""
    if database is not None:
        raise BadRequest(f"{ONLY_SQLITE}: pg_dump --format=custom --file=FILE ADDRESS {MORE}")
    from livestone.server.db.backup import backup as copy

    with bar("copying") as tell:
        size = copy(data_folder(data), file.expanduser().absolute(), replace, tell)
    print(f"{file}: {size / 1e6:.1f} MB, checked.")


def restore(file: Source, /, *, data: Data = None, database: Database = None) -> None:
    """Put a copy back in place of what a server keeps, once it has ended."""
    if database is not None:
        wanted = "pg_restore --clean --if-exists --no-owner --dbname=ADDRESS FILE"
        raise BadRequest(f"{ONLY_SQLITE}: {wanted} {MORE}")
    from livestone.server.db.backup import restore as put_back

    folder = data_folder(data)
    with bar("copying") as tell:
        kept = put_back(folder, file.expanduser().absolute(), tell)
    print(f"{file} is what a server in {folder} goes on with.")
    if kept is not None:
        print(f"What was there before lies in {kept}.", file=sys.stderr)
