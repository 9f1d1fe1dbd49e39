"""``livestone admin``: who is on the staff of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.play import Data
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from pathlib import Path

Act = Annotated[str, Parameter(help="grant, revoke or list.")]
Name = Annotated[str, Parameter(help="The name of somebody with an account.")]
ACTS = ("grant", "revoke", "list")


def admin(act: Act, name: Name = "", /, *, data: Data = None) -> None:
    """Put somebody on the staff of this machine's server, take him off it, or list the staff.

    The staff reads reports, bans, renames and announces, at the server's page /admin. A server
    that runs needs no new start.
    """
    import asyncio

    from livestone.server.settings import default_data

    if act not in ACTS:
        raise BadRequest(f"{act[:40]!r} cannot be done: choose {', '.join(ACTS[:-1])} or list")
    if (act == "list") == bool(name):
        wanted = "no name" if act == "list" else "the name of an account"
        raise BadRequest(f"'livestone admin {act}' wants {wanted}")
    folder = (default_data() if data is None else data).expanduser().absolute()
    for line in asyncio.run(_do(folder, act, name)):
        print(line)


async def _do(folder: Path, act: str, name: str) -> list[str]:
    """What to print. Raises NotFound, BadRequest or StorageError."""
    from livestone.server.people.service import People
    from livestone.server.store import Store

    store = await Store.open(folder)
    try:
        people = People(store)
        if act == "list":
            found = await people.staff.staff()
            return [f"{one} ({role})" for one, role in found] or ["Nobody is on the staff."]
        person = await people.by_name(name)
        if person.is_bot:
            raise BadRequest(f"{person.name} is a bot: only people are on the staff")
        await people.staff.grant(person.id, "admin" if act == "grant" else None)
        await people.staff.note("this machine", act, person.name)
        where = "is on the staff: /admin" if act == "grant" else "is not on the staff"
        return [f"{person.name} {where}."]
    finally:
        await store.close()
