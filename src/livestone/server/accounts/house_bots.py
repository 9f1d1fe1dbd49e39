"""The accounts of house bots: one for each level, with a token for ``livestone house``."""

from __future__ import annotations

from dataclasses import replace

from livestone.errors import BadField, BadRequest
from livestone.play.levels import LEVELS
from livestone.server.accounts.service import People, new_person
from livestone.server.web.principals import Person

LABEL = "house"
SCOPES = ("read", "bot")


async def issue(people: People) -> list[tuple[Person, str]]:
    """Return the house bots by level with new tokens, which replace the old ones.

    Missing bots are made. Raises BadRequest for a taken name.
    """
    found = {person.level: person for person in await people.store.house_bots()}
    bots = [found.get(one.number) or await _made(people, one.number) for one in LEVELS]
    given = []
    for bot in bots:
        for token in await people.store.tokens_of(bot.id):
            if token.label == LABEL:
                await people.sessions.revoke_token(bot, token.id)
        _, text = await people.sessions.issue_token(bot, LABEL, SCOPES)
        given.append((bot, text))
    return given


async def _made(people: People, level: int) -> Person:
    # Without an owner, so that they play rated games with everybody.
    made = replace(new_person(f"House-{level}"), kind="bot", level=level)
    try:
        await people.store.add(made)
    except BadField as error:
        raise BadRequest(f"{error}: give its owner another name first (/admin)") from None
    await people.moderation.note("this machine", "house-bot-made", made.name)
    return made
