"""``livestone admin``: the staff of a server, and its house bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.errors import BadRequest
from livestone.private_files import data_folder
from livestone.server.config import Data, Database
from livestone.suggest import instead

if TYPE_CHECKING:
    from pathlib import Path

    from livestone.server.accounts.service import People
    from livestone.server.tables.store import GameStore

Act = Annotated[str, Parameter(help="grant, revoke, list, house or clock.")]
Name = Annotated[str, Parameter(help="The account's name; the file for 'house'.")]
ACTS = ("grant", "revoke", "house", "list", "clock")
ALONE = ("list", "clock")  # without a name


def admin(act: Act, name: Name = "", /, *, data: Data = None, database: Database = None) -> None:
    """Give an account of this machine's server the rights of staff, or take them away; list them.

    The staff reads reports, bans, renames and announces, at the server's page /admin. 'admin house
    FILE' makes an account for a house bot of each level and writes their tokens, for 'livestone
    house'. 'admin clock' says that this machine's time is right, where the server's log doubts it,
    so that what has expired is deleted. A running server need not be restarted.
    """
    import asyncio

    if act not in ACTS:
        raise BadRequest(f"{act[:40]!r} cannot be done: {instead(act, ACTS)}")
    if (act in ALONE) == bool(name):
        wanted = "a file to write tokens to" if act == "house" else "the name of an account"
        wanted = "no name" if act in ALONE else wanted
        raise BadRequest(f"'livestone admin {act}' wants {wanted}")
    for line in asyncio.run(_do(data_folder(data), database, act, name)):
        print(line)


async def _do(folder: Path, url: str | None, act: str, name: str) -> list[str]:
    """Return the lines to print. Raises NotFound, BadRequest or StorageError."""
    from livestone.server.accounts.service import People
    from livestone.server.staff.store import StaffStore
    from livestone.server.tables.store import GameStore

    store = await GameStore.open(folder, url)
    try:
        people, staff = People(store), StaffStore(store)
        if act == "house":
            return await _house(people, name)
        if act == "clock":
            return [await _confirm_clock(store)]
        if act == "list":
            found = await staff.staff()
            return [f"{one} ({role})" for one, role in found] or ["Nobody is on the staff."]
        person = await people.by_name(name)
        if person.is_bot:
            raise BadRequest(f"{person.name} is a bot: only people are on the staff")
        await staff.grant(person.id, "admin" if act == "grant" else None)
        await people.moderation.note("this machine", act, person.name)
        where = "is on the staff: /admin" if act == "grant" else "is not on the staff"
        return [f"{person.name} {where}."]
    finally:
        await store.close()


async def _confirm_clock(store: GameStore) -> str:
    import time

    from livestone.server.db.deletion_guard import confirm, words_at

    now = words_at(time.time())
    if await confirm(store):
        return f"It is {now}, then: what has expired is deleted from now on."
    return f"The time, {now}, is not in doubt. Where the log doubts it, the server must be running."


async def _house(people: People, file: str) -> list[str]:
    """Make the house bots, and write their tokens. Raises BadRequest or StorageError."""
    from pathlib import Path

    from livestone.bot_host.tokens import BotToken, save, write
    from livestone.server.accounts.house_bots import issue

    path = Path(file).expanduser()
    save(path, "")  # before tokens are made that could not be kept
    given = await issue(people)
    save(path, write([(BotToken(bot.level or 0, text), bot.name) for bot, text in given]))
    names = f"{given[0][0].name} to {given[-1][0].name}"
    return [
        f"{names} have new tokens, in {path}: they are as good as passwords.",
        f"Run them, here or on another machine: livestone house URL --tokens {path}",
    ]
