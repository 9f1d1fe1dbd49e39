"""``livestone token``: what a player needs to log in under a name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import flag
from livestone.private_files import data_folder
from livestone.server.config import Data, Database

Name = Annotated[str, Parameter(help="The name that the player logs in with.")]
Revoke = Annotated[bool, flag("Make this name's token invalid.")]


def token(
    name: Name, /, *, revoke: Revoke = False, data: Data = None, database: Database = None
) -> None:
    """Print a new token for a name, once; the server keeps only its hash.

    Save it in a file, as in 'livestone token ada > my.token'. An older token of that name stops
    working. A running server need not be restarted.
    """
    import asyncio

    made = asyncio.run(_change(data_folder(data), database, name, revoke))
    if made is None:
        print(f"The token of {name} no longer works. A player who is logged in may stay.")
        return
    print(made)
    told = f"This is the token of {name}. It is shown only now: keep it in a file, and play with"
    print(told, file=sys.stderr)
    print(f"  livestone bot my_player.py --user {name} --ssh-key FILE", file=sys.stderr)


async def _change(folder: Path, url: str | None, name: str, revoke: bool) -> str | None:
    """The new token; None once an old one is revoked. Raises BadLine, NotFound or StorageError."""
    from livestone.freeplay.lines import check_name
    from livestone.server.accounts.player_tokens import PlayerTokens
    from livestone.server.tables.store import GameStore

    name = check_name(name)
    store = await GameStore.open(folder, url)
    try:
        if not revoke:
            return await PlayerTokens(store).issue(name)
        await PlayerTokens(store).revoke(name)
        return None
    finally:
        await store.close()
