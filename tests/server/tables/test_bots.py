"""Tables with bots: answers, hints, trouble, hidden information, how many one may have."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest
from msgspec import to_builtins
from sqlalchemy import update
from tests.server.conftest import BOT, ME, OTHER, THIRD, TWO, PuppetEngine, count, my_turn, until

from livestone.core.state import State
from livestone.errors import Conflict, LivestoneError, NotAllowed, TooMany
from livestone.games import load
from livestone.languages.words import speaking
from livestone.play.engine.processes import ENDED
from livestone.records.record import Record
from livestone.server.db.owners import group_of
from livestone.server.db.schema.games import games
from livestone.server.quotas.quotas import BOT_GAME_SECONDS, Quotas
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.tables import bots
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore


async def thinking(tables: Tables, engine: PuppetEngine) -> str:
    """A game whose bot thinks about its first move until the engine is set free."""
    id = (await tables.create(BOT, ME)).id
    engine.free.clear()
    await tables.play(id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    return id


async def test_bot_answers(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.view(await thinking(tables, engine), ME)
    assert (view.thinking.seat, view.thinking.hint) == (1, False)
    assert (view.my_turn, view.can.hint, view.can.undo) == (False, False, True)
    assert view.legal == ()
    with pytest.raises(Conflict, match="Black's turn"):
        await tables.play(view.id, ME, "b3", 1)
    engine.free.set()
    view = await my_turn(tables, view.id)
    assert (view.last_ply, view.thinking) == (2, None)
    assert view.turns[1].plies[0].comment.startswith("expects 50 %, 50 %")
    question = engine.asked[0]
    assert (question.plies, question.level) == (("b2",), 3)
    # Asked for before the reply was seen: the reply goes all the same.
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.my_turn) == (0, True)
    view = await tables.create(replace(BOT, seats=("bot:1", "me")), ME)
    view = await my_turn(tables, view.id)
    assert (view.last_ply, view.can.undo) == (1, False), "the bot begins"
    with pytest.raises(Conflict, match="no move of yours"):
        await tables.undo(view.id, ME, 1)


async def test_same_question_after_a_restart(store: GameStore, engine: PuppetEngine) -> None:
    tables = Tables(store, engine)  # type: ignore[arg-type]
    id = await thinking(tables, engine)
    await tables.close()
    assert engine.stopped == 1
    engine.free.set()
    tables = Tables(store, engine)  # type: ignore[arg-type]
    assert (await my_turn(tables, id)).last_ply == 2
    assert engine.asked[0] == engine.asked[1]
    await tables.close()


async def test_undo_and_resign_while_the_bot_thinks(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.undo(await thinking(tables, engine), ME, 1)
    assert (view.last_ply, view.thinking, view.my_turn) == (0, None, True)
    await until(lambda: engine.stopped == 1)
    assert (await tables.view(view.id, ME)).last_ply == 0
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 2)
    view = await tables.resign(view.id, ME)
    assert (view.status, view.winners, view.reason) == ("finished", (1,), "resigned")
    assert view.result == "Black wins: White resigned"
    await until(lambda: engine.stopped == 2)
    record = Record.read(await tables.record(view.id, ME))
    assert (record.result.by, record.result.winners) == (0, (1,))


async def test_hint(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.trouble = "no processes left"
    with pytest.raises(LivestoneError, match="no processes left"):
        await tables.hint(view.id, ME)
    engine.trouble = None
    hint = await tables.hint(view.id, ME)
    assert (hint.ply, hint.move, hint.path) == (0, "d4", ("d4",))
    assert (engine.asked[0].level, engine.asked[0].seconds) == (10, 1.0)
    view = await tables.view(view.id, ME)
    assert (view.last_ply, view.thinking) == (0, None)


async def test_hint_is_stopped_by_a_move(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(TWO, ME)
    engine.free.clear()
    asking = asyncio.create_task(tables.hint(view.id, ME))
    await until(lambda: len(engine.asked) == 1)
    assert (await tables.view(view.id, ME)).thinking.hint
    await tables.play(view.id, ME, "b2", 0)
    with pytest.raises(Conflict, match="gone on"):
        await asking
    assert engine.stopped == 1


async def test_bot_in_trouble(
    tables: Tables, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why it does not answer is kept in English; the app has it in each reader's language."""
    engine.trouble = ENDED
    with speaking("sr-Latn"):  # the language of whose move it was
        view = await tables.create(BOT, ME)
        await tables.play(view.id, ME, "b2", 0)
    live = tables.registry.known(view.id)
    await until(lambda: bool(live.trouble))
    view = await tables.view(view.id, ME)
    assert view.trouble == live.trouble
    assert live.trouble == (
        "The bot does not answer: the bot's process ended 3 times on this position. "
        "Open the game again to retry."
    )
    assert len(engine.asked) == 1  # not asked again at once
    monkeypatch.setattr(bots, "RETRY_SECONDS", 0.0)
    engine.trouble = None
    view = await my_turn(tables, view.id)
    assert (view.trouble, view.last_ply) == ("", 2)


async def test_hidden_information_stays_hidden(tables: Tables, engine: PuppetEngine) -> None:
    spec = TableSpec("twins", {"side": "2", "secret": "true"}, ("bot:1", "me"))
    view = await my_turn(tables, (await tables.create(spec, ME)).id)
    secret = State(load(view.game, **view.options))
    secret.play(engine.report(engine.asked[0])["lines"][0]["move"])
    (heart,) = secret.move_texts
    events = tables.subscribe(view.id, ME)
    await anext(events)
    view = await tables.play(view.id, ME, "heart=d3", 1)
    view = await my_turn(tables, view.id)
    assert view.turns[0].plies[0].text == "chosen"
    assert view.turns[1].plies[0].text == "heart=d3"
    texts = [json.dumps(to_builtins(view)), await tables.record(view.id, ME)]
    texts.append(await tables.record(view.id, ME, "json"))
    texts += [json.dumps(to_builtins(await tables.view(view.id, ME, ply))) for ply in range(3)]
    texts += [str((await anext(events)).data) for _ in range(4)]
    for text in texts:
        assert heart not in text
    hint = await tables.hint(view.id, ME)
    assert (hint.value, hint.pv) == ((), ())  # they would tell what the bot knows
    over = await tables.resign(view.id, ME)
    assert over.turns[0].plies[0].text == heart


async def test_what_was_chosen_in_secret_stays(tables: Tables) -> None:
    spec = TableSpec("twins", {"side": "2", "secret": "true"}, ("me", "person"))
    id = (await tables.create(spec, ME)).id
    for ply, heart in enumerate(("heart=b1", "heart=d3")):
        covered = await tables.view(id, ME)
        assert (covered.curtain, covered.viewer, covered.can.hint) == (ply, -1, False)
        with pytest.raises(Conflict, match="covered"):
            await tables.hint(id, ME)
        shown = await tables.look(id, ME, ply)
        assert (shown.curtain, shown.viewer) == (None, ply)
        played = await tables.play(id, ME, heart, ply)
        assert not played.can.undo
        with pytest.raises(Conflict, match="cannot be taken back"):
            await tables.undo(id, ME, ply + 1)
    await tables.look(id, ME, 2)
    assert (await tables.play(id, ME, "a2", 2)).can.undo  # a stone tells nobody anything
    back = await tables.undo(id, ME, 3)
    assert (back.last_ply, back.curtain, back.viewer) == (2, None, 0)


async def test_three_players_and_turns_of_two_plies(tables: Tables) -> None:
    spec = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "bot:1", "person"))
    view = await tables.create(spec, ME)
    view = await tables.play(view.id, ME, view.legal[0], 0)
    view = await my_turn(tables, view.id)
    assert [len(turn.plies) for turn in view.turns] == [1, 2]
    assert view.mover == 2
    view = await tables.play(view.id, ME, view.legal[0], view.last_ply)
    assert view.mover == 2  # the second stone of the turn
    view = await tables.undo(view.id, ME, view.last_ply)
    assert (view.last_ply, view.mover) == (3, 2)
    view = await tables.undo(view.id, ME, view.last_ply)
    assert (view.last_ply, view.mover) == (0, 0)
    view = await tables.resign(view.id, ME)
    assert view.result == "Blue and Green win: Red resigned"


async def test_the_bots_of_a_game_are_kept_until_it_is_over(
    tables: Tables, engine: PuppetEngine
) -> None:
    """Each has one seed for the whole game; a hint is nobody's."""
    spec = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "bot:1", "bot:2"))
    view = await tables.create(spec, ME)
    for _ in range(2):
        view = await tables.play(view.id, ME, view.legal[0], view.last_ply)
        view = await my_turn(tables, view.id)
    asked = {(one.level, one.table, one.seed) for one in engine.asked}
    assert {(level, table) for level, table, _ in asked} == {(1, view.id), (2, view.id)}
    assert len({seed for _, _, seed in asked}) == 2 == len(asked)
    await tables.hint(view.id, ME)
    assert (engine.asked[-1].table, engine.finished) == ("", [])
    await tables.resign(view.id, ME)
    assert engine.finished == [view.id]


async def test_who_asks_for_a_hint_elsewhere_does_without_the_first(
    tables: Tables, engine: PuppetEngine
) -> None:
    one, two = [(await tables.create(TWO, ME)).id for _ in range(2)]
    engine.free.clear()
    first = asyncio.create_task(tables.hint(one, ME))
    await until(lambda: len(engine.asked) == 1)
    second = asyncio.create_task(tables.hint(two, ME))
    with pytest.raises(NotAllowed, match="somewhere else since: ask again"):
        await first
    engine.free.set()
    assert (await second).move == "d4"
    assert (await tables.hint(one, ME)).move == "d4"


ACCOUNT = "@ada"
FRIEND = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "friend", "bot:1"))


def limit(store: GameStore, mine: int = 0, here: int = 0) -> None:
    """Bound the games of a visitor and of an address, at which everybody here is."""
    store.quotas = Quotas(QuotaSettings(bot_games=mine, address_bot_games=here))
    for owner in (ME, OTHER, ACCOUNT):
        store.quotas.visit(owner, "192.0.2.1")


async def create(tables: Tables, owner: str = ME, spec: TableSpec = BOT) -> str:
    return (await tables.create(spec, owner)).id


async def test_a_visitor_finishes_one_game_before_the_next(
    store: GameStore, tables: Tables
) -> None:
    for _ in range(25):  # on one's own machine there is no bound
        await create(tables, THIRD)
    limit(store, mine=2)
    one = await create(tables)
    waits = await create(tables, spec=FRIEND)  # its bot will play when the friend is there
    with pytest.raises(TooMany) as refused:
        await create(tables)
    assert str(refused.value) == (
        "you have 2 games with bots that go on, as many as you may: finish or resign one first"
    )
    assert await count(store, games) == 25 + 2  # nothing of the third is left
    await create(tables, spec=TWO)  # without a bot
    await create(tables, OTHER)
    await create(tables, ACCOUNT)
    await tables.resign(one, ME)
    two = await create(tables)
    with pytest.raises(TooMany, match="finish or resign one first"):
        await create(tables)
    await tables.resign(waits, ME)
    await create(tables)
    async with store.writing() as connection:  # a game that is left lying occupies no bot
        old = time.time() - BOT_GAME_SECONDS - 1
        await connection.execute(update(games).where(games.c.id == two).values(updated=old))
    await create(tables)


async def test_a_rematch_and_a_game_with_somebody_met_count_too(
    store: GameStore, tables: Tables
) -> None:
    limit(store, mine=2)
    over = await create(tables)
    await tables.resign(over, ME)
    for _ in range(2):
        await create(tables)
    with pytest.raises(TooMany, match="finish or resign"):
        await tables.rematch(over, ME)
    assert (await tables.view(over, ME)).status == "finished"
    met = TableSpec("twins", FRIEND.options, ("me", "anyone", "bot:1"))
    await tables.begin(met, [(ME, ""), (OTHER, "")])  # counted for who comes last
    with pytest.raises(TooMany, match="finish or resign"):
        await tables.begin(met, [(OTHER, ""), (ME, "")])


async def test_an_address_has_a_bound_of_its_own(store: GameStore, tables: Tables) -> None:
    """One for its guests and one for its accounts; elsewhere people play on."""
    limit(store, here=3)
    first = await create(tables)
    for owner in (ME, ME, ACCOUNT, ACCOUNT, ACCOUNT):
        await create(tables, owner)
    for owner in (ME, ACCOUNT):
        with pytest.raises(TooMany) as refused:
            await create(tables, owner)
        assert str(refused.value) == (
            "3 games with bots go on that were begun from your address, as many as there may be: "
            "finish or resign one first"
        )
    store.quotas.visit("el" * 32, "192.0.2.2")
    await create(tables, "el" * 32)
    await tables.resign(first, ME)
    await create(tables)


async def test_who_fills_an_address_leaves_every_other_visitor_there_a_game(
    store: GameStore, tables: Tables
) -> None:
    """As in a school, where one pupil makes up a few guests."""
    limit(store, here=4)
    for owner in (ME, ME, OTHER, OTHER):
        await create(tables, owner)
    classmates = [f"c{n}" * 16 for n in range(3)]
    for owner in classmates:
        store.quotas.visit(owner, "192.0.2.1")
        await create(tables, owner)
        with pytest.raises(TooMany, match="from your address"):
            await create(tables, owner)


async def test_of_many_at_once_only_so_many_pass(
    store: GameStore, second: GameStore, tables: Tables, elsewhere: Tables
) -> None:
    """With two processes, as far as the database can tell."""
    for one in (store, second):
        limit(one, mine=3)
    asked = [create((tables, elsewhere)[at % 2]) for at in range(12)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, TooMany)]
    assert (len(refused), await count(store, games)) == (9, 3)


async def test_moves_are_asked_for_whoever_plays(store: GameStore, tables: Tables) -> None:
    """By the visitor and the address, which the fair queue goes by."""
    limit(store)
    asked: list[tuple[str, str]] = []
    ask = tables.queue.ask

    async def note(*of: object, owner_id: str, group: str = "", **more: object) -> object:
        asked.append((owner_id, group))
        return await ask(*of, owner_id=owner_id, group=group, **more)  # type: ignore[arg-type]

    tables.queue.ask = note  # type: ignore[method-assign, assignment]
    for number, owner in enumerate((ME, OTHER), 1):
        view = await tables.create(BOT, owner)
        await tables.play(view.id, owner, "b2", 0)
        await until(lambda wanted=number: len(asked) == wanted)  # type: ignore[misc]
    assert [owner_id for owner_id, _ in asked] == [ME, OTHER]
    (here,) = {group for _, group in asked}
    assert here == group_of(ME, await store.address_of(ME)) != ""
