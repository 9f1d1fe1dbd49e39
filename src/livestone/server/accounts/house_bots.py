"""The accounts of house bots: one for each level, with a token for ``livestone house``."""

from __future__ import annotations

from dataclasses import replace

from livestone.errors import BadField, BadRequest
from livestone.play.levels import LEVELS
from livestone.server.accounts.service import People, new_person
from livestone.server.web.principals import Person

LABEL = "house"
SCOPES = ("read", "bot")


async def house_bots(people: People) -> list[Person]:
    """Return the house bots by level; missing ones are made. Raises BadRequest for a taken name."""
    found = {person.level: person for person in await people.store.house_bots()}
    for level in LEVELS:
        if level.number in found:
            continue
        # Without an owner, so that they play rated games with everybody.
        made = replace(new_person(f"House-{level.number}"), kind="bot", level=level.number)
        try:
            await people.store.add(made)
        except BadField as error:
            raise BadRequest(f"{error}: give its owner another name first (/admin)") from None
        await people.moderation.note("this machine", "house-bot-made", made.name)
        found[level.number] = made
    return [found[level.number] for level in LEVELS]


async def issue(people: People) -> list[tuple[Person, str]]:
    """Return the house bots with new tokens, which replace the old ones."""
    given = []
    for bot in await house_bots(people):
        for token in await people.store.tokens_of(bot.id):
            if token.label == LABEL:
                await people.sessions.revoke_token(bot, token.id)
        _, text = await people.sessions.issue_token(bot, LABEL, SCOPES)
        given.append((bot, text))
    return given
