"""What is stored beside games and studies has a bound and an end as well."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select, update
from tests.server.conftest import ME, OTHER, THIRD, PuppetEngine, count
from tests.server.quotas.test_quotas import kept, limit
from tests.server.site import CHEAP, PASSWORD
from tests.server.tournaments.test_store import FIXTURE, played

from livestone.errors import TooMany
from livestone.freeplay.table import Played
from livestone.server.accounts import moderation
from livestone.server.accounts import service as accounts
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.chat import store as chat
from livestone.server.chat.store import ChatStore
from livestone.server.db.schema.games import games, mutes
from livestone.server.db.schema.people import audit, reports, sessions
from livestone.server.db.schema.tournaments import results, tournaments
from livestone.server.lobby import store as lobby
from livestone.server.lobby.challenges import ChallengePlayer, NewChallenge, new_challenge
from livestone.server.lobby.store import LobbyStore
from livestone.server.quotas.charges import game_bytes, stored_bytes
from livestone.server.staff import store as staff
from livestone.server.staff.service import Staff
from livestone.server.staff.store import DAY, StaffStore
from livestone.server.studies.reviews import Reviews
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore
from livestone.server.tournaments import store as ladders
from livestone.server.tournaments.request import TournamentRules, ladder_row
from livestone.server.tournaments.state import result_from, stored_game
from livestone.server.tournaments.store import TournamentStore
from livestone.server.web.principals import From

RULES = TournamentRules({"size": 4})


async def test_one_address_does_not_take_all_challenges(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(store)
    monkeypatch.setattr(lobby, "MAX_OPEN_ADDRESS", 2)
    for owner, place in ((ME, "192.0.2.1"), (OTHER, "192.0.2.1"), (THIRD, "192.0.2.2")):
        store.quotas.visit(owner, place)
    kept_ = LobbyStore(store)

    async def challenge(owner: str) -> None:
        made = new_challenge(NewChallenge("freedom"), ChallengePlayer(owner), time.time())
        await kept_.add(made)

    await challenge(ME)
    await challenge(OTHER)
    for owner in (ME, OTHER):
        with pytest.raises(TooMany, match="2 challenges from your address"):
            await challenge(owner)
    await challenge(THIRD)


async def test_reports_wait_for_the_staff_only_so_many(
    store: GameStore, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "MAX_REPORTS", 2)
    monkeypatch.setattr(moderation, "MAX_REPORTS_IN_ALL", 3)
    about = {"about": "@bo", "about_name": "Bo", "words": "x", "reason": "rude"}
    written = StaffStore(store)
    for reporter, most in (("@ada", 2), ("@cid", 1)):
        for _ in range(most):
            await written.report(reporter=reporter, reporter_name=reporter, **about)
        with pytest.raises(TooMany, match="wait for the staff already"):
            await ChatStore(store).report(
                reporter=reporter, reporter_name=reporter, game_id="g", **about
            )
    await store.execute(update(reports).values(at=time.time() - 800 * DAY))
    await Staff(store, people).sweep()
    assert await count(store, reports) == 0


async def test_mutes(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MAX_MUTES", 2)
    talk = ChatStore(store)
    for muted in ("a", "b", "a"):  # again is harmless
        await talk.mute(ME, "game", muted)
    with pytest.raises(TooMany, match="nobody can mute more than 2 people"):
        await talk.mute(ME, "game", "c")
    await talk.mute("@ada", "game", "a")
    assert await count(store, mutes) == 3
    await talk.forget(time.time() + 1)
    assert await store.scalars(select(mutes.c.owner_id)) == ["@ada"]


async def test_the_audit_log(
    store: GameStore, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff, "MAX_AUDIT_LINES", 3)
    for number in range(9):
        await people.moderation.note("ada", "bot-made", f"Bot {number}")
    await Staff(store, people).sweep()
    assert await store.scalars(select(audit.c.about)) == ["Bot 6", "Bot 7", "Bot 8"]


async def test_tokens_and_bots_are_not_made_without_end(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MAX_ACTS", 4)
    people = People(store, PeopleSettings(CHEAP))
    ada, _ = await people.register("Ada", PASSWORD)
    bot = await people.add_bot(ada, "Adabot")
    for one in (ada, bot):
        token, _ = await people.sessions.issue_token(one, "x", ["read"])
        await people.sessions.revoke_token(one, token.id)
    await people.sessions.issue_player_token(bot)
    for doing in (
        people.sessions.issue_token(bot, "x", ["read"]),
        people.sessions.issue_player_token(ada),
        people.add_bot(ada, "Another"),
    ):
        with pytest.raises(TooMany):
            await doing


async def test_sessions_that_are_not_used_any_more(store: GameStore, people: People) -> None:
    ada, _ = await people.register("Ada", PASSWORD)
    await people.sessions.open(ada, "old", From())
    await store.execute(update(sessions).values(created=time.time() - 500 * DAY))
    await people.sessions.open(ada, "new", From())
    await Staff(store, people).sweep()
    assert await count(store, sessions) == 1


async def test_a_review_is_charged_with_its_game(store: GameStore, tables: Tables) -> None:
    limit(store)
    id = (await tables.create(TableSpec("freedom", {"size": 4}, ("me", "person")), ME)).id
    await tables.play(id, ME, "a1", 0)
    reviews = Reviews(store, tables, PuppetEngine())  # type: ignore[arg-type]
    assert await reviews.note_begun(id, 1)
    found = {"unit": "wins", "plies": [{"best": "b2"}] * 1_000}
    await reviews._keep(id, found)
    assert (await kept(store))[ME].bytes == game_bytes(1) + stored_bytes(found)


async def test_a_player_of_the_line_protocol_is_here(store: GameStore, people: People) -> None:
    """So an account that only a program uses does not expire."""
    ada, _ = await people.register("Ada", PASSWORD)
    await people.sessions.issue_player_token(ada)
    store.quotas._here.clear()
    await people.sessions._player_tokens.hashes("Ada")
    assert list(store.quotas._here) == [ada.id]


async def test_ladders_that_are_over(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "MAX_LADDERS", 2)
    monkeypatch.setattr(ladders, "MAX_GAMES", 2)
    kept_ = TournamentStore(store)
    for number in range(5):
        row = ladder_row(RULES)
        status = "running" if number == 4 else "finished"
        row = type(row)(**{**vars(row), "created": float(number), "status": status})
        await kept_.create(row)
        for meeting in range(1, 4):
            fixture = type(FIXTURE)(1, meeting, 1, FIXTURE.players)
            id = f"{number}-{meeting}"
            one: Played = played()
            await kept_.finish(
                row.id, result_from(fixture, one, id), stored_game(id, one, 1.0, [0.25])
            )
    while await kept_.forget_ladder():
        pass
    assert await store.scalars(select(tournaments.c.created).order_by("created")) == [2.0, 3.0, 4.0]
    assert await count(store, results) == await count(store, games) == 9
