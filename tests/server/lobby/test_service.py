"""The lobby service: making, taking, pairing, running out, and the news of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.patience import PATIENCE
from tests.server.conftest import SMALL, Now, cut_off
from tests.server.site import CHEAP

from livestone.api import lobby as shapes
from livestone.errors import Conflict, NotAllowed, NotFound, UnknownGame
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.lobby.challenges import ANY_GAME, NewChallenge
from livestone.server.lobby.presenter import lobby_of
from livestone.server.lobby.service import Lobby
from livestone.server.tables import feed
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.identity import Caller
from livestone.server.web.presence import VisitorIdentity
from livestone.server.web.principals import Person, hashed

GUEST, OTHER, THIRD = "gu" * 32, "ot" * 32, "th" * 32
FREEDOM = NewChallenge("freedom", SMALL)


@pytest.fixture
async def lobby(store: GameStore, tables: Tables, people: People, now: Now) -> AsyncIterator[Lobby]:
    """The lobby service."""
    service = Lobby(store, tables, people, clock=now)
    yield service
    service.leave()


async def person(people: People, name: str, **more: Any) -> Person:
    """Somebody with an account."""
    made = (await people.register(name, "four words will do"))[0]
    return await people.set_accepts_bots(made, **more) if more else made


def who(one: Person | str) -> Caller:
    """Somebody with an account, or a guest, as one who asks."""
    return Caller(one, "") if isinstance(one, str) else Caller.of(one)


async def look(lobby: Lobby, owner: str, person: Person | None = None) -> shapes.Lobby:
    """The lobby now."""
    lobby.snapshots.stale()
    return await lobby_of(lobby, who(person or owner))


async def begun(lobby: Lobby, owner: str) -> str | None:
    """The game to which a visitor who comes to the lobby now is led."""
    return (await lobby.snapshots.fresh()).begun.get(owner)


async def test_only_one_of_many_takers_gets_it(lobby: Lobby, store: GameStore) -> None:
    made = await lobby.challenge(FREEDOM, who(GUEST))
    tries = [lobby.take(made.id, who(f"{n:064}")) for n in range(8)]
    found = await asyncio.gather(*tries, return_exceptions=True)
    won = [one for one in found if not isinstance(one, BaseException)]
    lost = [one for one in found if isinstance(one, Conflict)]
    assert (len(won), len(lost)) == (1, 7)
    assert (await store.of(GUEST, 10))[1] == 1, "and no other game was made"


async def test_three_take_their_places_one_by_one(lobby: Lobby, tables: Tables) -> None:
    three = NewChallenge("haalmaa_3", seats=("anyone", "me", "anyone"))
    made = await lobby.challenge(three, who(GUEST))
    half = await lobby.take(made.id, who(OTHER))
    assert (half.status, len(half.players)) == ("open", 2)
    with pytest.raises(Conflict, match="waits for others"):
        raise Conflict(await lobby.why_not(half, who(OTHER)))
    left = await lobby.cancel(made.id, OTHER)
    assert (left.status, len(left.players)) == ("open", 1)
    await lobby.take(made.id, who(OTHER))
    full = await lobby.take(made.id, who(THIRD))
    assert full.game_id is not None
    seats = (await tables.view(full.game_id, GUEST)).seats
    assert [seat.is_me for seat in seats] == [False, True, False]
    assert await begun(lobby, OTHER) == full.game_id


async def test_blocks_bots_ranges_and_names(lobby: Lobby, people: People) -> None:
    ada, bo, cy = [await person(people, name) for name in ("Ada", "Bo", "Cyr")]
    bot = await people.add_bot(cy, "Robot")
    await people.block(bo, "Ada")
    made = await lobby.challenge(FREEDOM, who(ada))
    assert (await look(lobby, bo.id, bo)).challenges == ()
    with pytest.raises(Conflict, match="not for you"):
        await lobby.take(made.id, who(bo))
    to = replace(FREEDOM, audience="person", to="bo")
    with pytest.raises(NotAllowed, match="cannot challenge Bo"):
        await lobby.challenge(to, who(ada))
    ada = await people.set_accepts_bots(ada, accepts_bots=False)
    shy = await lobby.challenge(FREEDOM, who(ada))
    with pytest.raises(Conflict, match="people only"):
        await lobby.take(shy.id, who(bot))
    assert (await lobby.take(made.id, who(bot))).status == "taken", "made before that"
    with pytest.raises(NotFound):
        await lobby.challenge(replace(to, to="Nobody"), who(cy))
    mine = await lobby.challenge(to, who(cy))
    assert [one.id for one in (await look(lobby, bo.id, bo)).for_you] == [mine.id]
    with pytest.raises(NotFound):
        await lobby.find(mine.id, GUEST)
    with pytest.raises(Conflict, match="not for you alone"):
        await lobby.decline(shy.id, bo.id)
    assert (await lobby.decline(mine.id, bo.id)).status == "declined"
    with pytest.raises(Conflict, match="declined"):
        await lobby.take(mine.id, who(bo))


async def test_what_runs_out(lobby: Lobby, now: Now) -> None:
    began = now.at
    live = await lobby.challenge(replace(FREEDOM, control="5"), who(GUEST))
    post = await lobby.challenge(replace(FREEDOM, control="2d"), who(GUEST))
    lobby.presence.touch(VisitorIdentity(GUEST))
    for seconds, expected in ((50, "open"), (50, "open"), (25, "expired")):
        now.at += seconds
        await lobby.tick()
        lobby.snapshots.stale()
        assert (await lobby.find(live.id)).status == expected
        if now.at == began + 50:
            lobby.presence.touch(VisitorIdentity(GUEST))
    assert (await lobby.find(post.id)).status == "open"
    now.at += 14 * 24 * 3600
    lobby.snapshots.stale()
    await lobby.tick()
    with pytest.raises(Conflict, match="run out"):
        await lobby.take(post.id, who(OTHER))
    with pytest.raises(Conflict, match="run out"):
        await lobby.cancel(post.id, GUEST)


async def test_there_is_no_rematch_with_whom_one_blocks(
    lobby: Lobby, tables: Tables, people: People
) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    made = await lobby.challenge(replace(FREEDOM, rated=True, delay=2), who(ada))
    game = (await lobby.take(made.id, who(bo))).game_id
    assert game is not None
    await tables.resign(game, ada.id)
    await people.block(bo, "Ada")
    with pytest.raises(Conflict, match="any more"):
        await tables.rematch(game, ada.id)
    await people.unblock(bo, "Ada")
    await tables.rematch(game, ada.id)
    again = await tables.rematch(game, bo.id)
    assert (again.rated, again.public, again.delay) == (True, True, 2)


async def test_any_game_is_paired_with_whatever_somebody_waits_for(
    lobby: Lobby, tables: Tables, people: People
) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    waits = await lobby.seek(ANY_GAME, "5+3", who(ada))
    assert (waits.game, waits.maker.rating) == (ANY_GAME, None)
    assert (await lobby.seek(ANY_GAME, "5+3", who(ada))).id == waits.id
    found = await lobby.seek("twins", "5+3", who(bo))
    assert found.game_id
    table = await tables.view(found.game_id, bo.id)
    assert (table.game, table.rated) == ("twins", True)
    assert {seat.account for seat in table.seats} == {"Ada", "Bo"}
    await lobby.seek("twins", "3+2", who(GUEST))
    found = await lobby.seek(ANY_GAME, "3+2", who(ada))
    table = await tables.view(found.game_id or "", ada.id)
    assert (table.game, table.rated) == ("twins", False), "a guest's game is casual"
    await lobby.seek(ANY_GAME, "10+5", who(GUEST))
    found = await lobby.seek(ANY_GAME, "10+5", who(OTHER))
    assert (await tables.view(found.game_id or "", OTHER)).game == "freedom"
    made = await lobby.challenge(NewChallenge("twins", control="15+10"), who(GUEST))
    odd = NewChallenge("freedom", {"size": 8}, "15+10")
    await lobby.challenge(odd, who(GUEST))
    assert (await lobby.seek(ANY_GAME, "15+10", who(OTHER))).id == made.id
    with pytest.raises(UnknownGame):
        await lobby.challenge(NewChallenge(ANY_GAME), who(GUEST))


async def test_who_waits_is_seen_and_can_be_played_at_once(
    lobby: Lobby, tables: Tables, people: People
) -> None:
    ada, bo = await person(people, "Ada"), await person(people, "Bo")
    waits = await lobby.seek("twins", "5+3", who(ada))
    other = await lobby.seek(ANY_GAME, "10+5", who(ada))
    days = await lobby.seek("twins", "2d", who(ada))
    own = await lobby.seek("freedom", "15+10", who(bo))
    view = await look(lobby, bo.id, bo)
    assert {one.id for one in view.seeks} == {waits.id, other.id, days.id}
    assert not any(one.why_not for one in view.seeks)
    assert (await look(lobby, ada.id, ada)).seeks[0].id == own.id
    shown = (await lobby_of(lobby, who(bo), "twins")).seeks
    assert [one.takers[0].name for one in shown] == ["Ada", "Ada"]

    with pytest.raises(Conflict, match="own"):
        await lobby.take(waits.id, who(ada))
    taken = await lobby.take(waits.id, who(bo))
    table = await tables.view(taken.game_id or "", bo.id)
    assert (table.game, table.rated) == ("twins", True)
    assert {seat.account for seat in table.seats} == {"Ada", "Bo"}
    assert await begun(lobby, ada.id) == taken.game_id
    assert await lobby.take(waits.id, who(bo)) == taken, "asking twice is harmless"
    with pytest.raises(Conflict, match="another player was quicker: Ada plays already"):
        await lobby.take(waits.id, who(GUEST))
    # Both play now, and so wait for nobody else; a game by post keeps nobody from playing.
    assert [one.id for one in (await look(lobby, GUEST)).seeks] == [days.id]
    with pytest.raises(Conflict, match="Bo no longer waits"):
        await lobby.take(own.id, who(GUEST))
    assert days.rated
    taken = await lobby.take(days.id, who(GUEST))
    assert not (await tables.view(taken.game_id or "", GUEST)).rated, "a guest plays casually"


async def test_whom_one_may_not_play_by_a_seek(lobby: Lobby, people: People, now: Now) -> None:
    ada = await person(people, "Ada", accepts_bots=False)
    bo = await person(people, "Bo")
    program = await people.add_bot(bo, "Robo")
    waits = await lobby.seek("freedom", "5+3", who(ada))
    with pytest.raises(Conflict, match="people only"):
        await lobby.take(waits.id, who(program))
    await people.block(ada, "Bo")
    assert (await look(lobby, bo.id, bo)).seeks == ()
    with pytest.raises(Conflict, match="not for you"):
        await lobby.take(waits.id, who(bo))
    assert (await lobby.seek(ANY_GAME, "5+3", who(bo))).status == "open"
    await people.unblock(ada, "Bo")
    now.at += 26
    lobby.presence.touch(VisitorIdentity(bo.id))
    assert [one.takers[0].name for one in (await look(lobby, GUEST)).seeks] == ["Bo"]
    with pytest.raises(Conflict, match="Ada has left"):
        await lobby.take(waits.id, who(GUEST))
    await lobby.tick()
    assert (await lobby.find(waits.id, ada.id)).status == "expired"


async def test_a_third_is_waited_for_where_three_play(lobby: Lobby) -> None:
    waits = await lobby.seek("haalmaa_3", "5+3", who(GUEST))
    joined = await lobby.take(waits.id, who(OTHER))
    assert (joined.status, joined.kind, joined.maker.owner_id) == ("open", "quick", OTHER)
    assert len((await look(lobby, THIRD)).seeks) == 2
    last = await lobby.take(joined.id, who(THIRD))
    assert last.game_id
    assert (await lobby.find(waits.id)).game_id == last.game_id


async def test_two_who_choose_each_other_at_the_same_moment_get_one_game(
    lobby: Lobby, store: GameStore
) -> None:
    one = await lobby.seek("freedom", "5+3", who(GUEST))
    other = await lobby.seek("twins", "3+2", who(OTHER))
    tries = await asyncio.gather(
        lobby.take(one.id, who(OTHER)), lobby.take(other.id, who(GUEST)), return_exceptions=True
    )
    (begun,) = (one for one in tries if not isinstance(one, BaseException))
    (refused,) = (one for one in tries if isinstance(one, BaseException))
    assert isinstance(refused, Conflict)
    assert (await store.of(GUEST, 10))[1] == (await store.of(OTHER, 10))[1] == 1
    assert begun.game_id


async def test_followers_are_told_and_led(lobby: Lobby, now: Now) -> None:
    stream = lobby.follow(VisitorIdentity(GUEST))
    first = await anext(stream)
    assert first.name == "changed"
    assert GUEST in lobby.presence.here()
    made = await lobby.challenge(FREEDOM, who(GUEST))
    now.at += 1
    assert (await anext(stream)).data["version"] > first.data["version"]
    taken = await lobby.take(made.id, who(OTHER))
    now.at += 1
    await lobby.snapshots.fresh()
    told = await anext(stream)
    assert (told.name, told.data) == ("paired", {"table": taken.game_id})
    assert (await anext(stream)).name == "changed"
    lobby.leave()
    assert await anext(stream, None) is None


async def test_a_guest_who_registers_keeps_their_challenge(
    lobby: Lobby, people: People, tables: Tables
) -> None:
    guest = hashed("token")
    made = await lobby.challenge(FREEDOM, who(guest))
    ada = await person(people, "Ada")
    await people.adopt("token", ada)
    assert (await lobby.find(made.id)).maker.owner_id == ada.id
    await people.delete(ada, tables)
    with pytest.raises(NotFound):
        await lobby.find(made.id)


async def test_two_processes_of_one_server(
    lobby: Lobby, second: GameStore, elsewhere: Tables, now: Now
) -> None:
    """Each has tables, people and presence of its own over the same database."""
    other = Lobby(second, elsewhere, People(second, PeopleSettings(CHEAP)), clock=now)
    try:
        made = await lobby.challenge(replace(FREEDOM, control="5+3"), who(GUEST))
        lobby.presence.touch(VisitorIdentity(GUEST))
        now.at += 50
        lobby.presence.touch(VisitorIdentity(GUEST))
        await lobby.tick()
        now.at += 50
        await other.tick()
        assert (await other.find(made.id)).status == "open", "the other knows that they are here"
        assert GUEST in other.presence.here()
        tries = await asyncio.gather(
            other.take(made.id, who(OTHER)), lobby.take(made.id, who(THIRD)), return_exceptions=True
        )
        (taken,) = (one for one in tries if not isinstance(one, BaseException))
        lobby.snapshots.stale()
        assert await begun(lobby, GUEST) == taken.game_id
        waits = await lobby.seek("freedom", "5+3", who(OTHER))
        other.presence.others = await other.store.seen_elsewhere(now.at)
        met = await other.seek("freedom", "5+3", who(THIRD))
        assert met.game_id == (await lobby.find(waits.id, OTHER)).game_id
        # Who waits at one is seen at the other, and can be taken there.
        now.at += 2
        waits = await lobby.seek("freedom", "3+2", who(OTHER))
        assert [one.id for one in (await look(other, THIRD)).seeks] == [waits.id]
        met = await other.take(waits.id, who(THIRD))
        lobby.snapshots.stale()
        assert await begun(lobby, OTHER) == met.game_id
    finally:
        other.leave()


async def test_whatever_happens_to_a_challenge_is_announced(
    lobby: Lobby, people: People, store: GameStore, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the connection of who has done it is cut at the worst moment."""
    monkeypatch.setattr(feed, "LOOK_SECONDS", 1e6)  # nobody finds it by looking again
    ada, bo = [await person(people, name) for name in ("Ada", "Bo")]
    to = replace(FREEDOM, audience="person", to="Bo")
    made = await lobby.challenge(to, who(ada))
    news = {one.id: tables.feed.subscribe(one.id) for one in (ada, bo)}

    async def hear(who: Person, status: str) -> str:
        async with asyncio.timeout(PATIENCE):
            while True:
                event = await anext(news[who.id])
                if event.name == "challenge" and event.data["status"] == status:
                    return str(event.data["id"])

    for one in (ada, bo):
        assert await hear(one, "open") == made.id
    await cut_off(lobby.decline(made.id, bo.id), (lobby.store, "change"))
    assert await hear(ada, "declined") == made.id
    await cut_off(lobby.challenge(to, who(ada)), (lobby.store, "add"))
    second = await hear(bo, "open")
    await cut_off(lobby.take(second, who(bo)), (store, "create"))
    assert await hear(ada, "taken") == second
    for events in news.values():
        await events.aclose()  # type: ignore[attr-defined]
