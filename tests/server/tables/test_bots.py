"""Tables with bots: answers, hints, trouble, hidden information, three players."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from msgspec import to_builtins
from tests.server.conftest import BOT, ME, TWO, PuppetEngine, my_turn, until

from livestone.core.state import State
from livestone.errors import Conflict, LivestoneError, NotAllowed
from livestone.games import load
from livestone.languages.words import speaking
from livestone.records.record import Record
from livestone.server.engine.processes import ENDED
from livestone.server.tables import bots
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore


async def test_bot_answers(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    view = await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.view(view.id, ME)
    assert (view.thinking.seat, view.thinking.hint) == (1, False)
    assert (view.my_turn, view.can.hint, view.can.undo, view.legal) == (
        False,
        False,
        True,
        (),
    )
    with pytest.raises(Conflict, match="Black's turn"):
        await tables.play(view.id, ME, "b3", 1)
    engine.free.set()
    view = await my_turn(tables, view.id)
    assert (view.last_ply, view.thinking) == (2, None)
    assert view.turns[1].plies[0].comment.startswith("expects 50 %, 50 %")
    question = engine.asked[0]
    assert (question.plies, question.level) == (("b2",), 3)


async def test_bot_begins(tables: Tables) -> None:
    view = await tables.create(replace(BOT, seats=("bot:1", "me")), ME)
    view = await my_turn(tables, view.id)
    assert view.last_ply == 1
    assert not view.can.undo
    with pytest.raises(Conflict, match="no move of yours"):
        await tables.undo(view.id, ME, 1)


async def test_same_question_after_a_restart(store: GameStore, engine: PuppetEngine) -> None:
    engine.free.clear()
    tables = Tables(store, engine)  # type: ignore[arg-type]
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    await tables.close()
    assert engine.stopped == 1
    engine.free.set()
    tables = Tables(store, engine)  # type: ignore[arg-type]
    view = await my_turn(tables, view.id)
    assert view.last_ply == 2
    assert engine.asked[0] == engine.asked[1]
    await tables.close()


async def test_undo_takes_the_reply_too(tables: Tables) -> None:
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    view = await my_turn(tables, view.id)
    # Asked for before the reply was seen: the reply goes all the same.
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.my_turn) == (0, True)


async def test_undo_while_the_bot_thinks(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.undo(view.id, ME, 1)
    assert (view.last_ply, view.thinking, view.my_turn) == (0, None, True)
    await until(lambda: engine.stopped == 1)
    assert (await tables.view(view.id, ME)).last_ply == 0


async def test_resign_while_the_bot_thinks(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    engine.free.clear()
    await tables.play(view.id, ME, "b2", 0)
    await until(lambda: len(engine.asked) == 1)
    view = await tables.resign(view.id, ME)
    assert (view.status, view.winners, view.reason) == ("finished", (1,), "resigned")
    assert view.result == "Black wins: White resigned"
    await until(lambda: engine.stopped == 1)
    record = Record.read(await tables.record(view.id, ME))
    assert (record.result.by, record.result.winners) == (0, (1,))


async def test_hint(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(BOT, ME)
    hint = await tables.hint(view.id, ME)
    assert (hint.ply, hint.move, hint.path) == (0, "d4", ("d4",))
    assert (engine.asked[0].level, engine.asked[0].seconds) == (10, 1.0)
    assert (await tables.view(view.id, ME)).last_ply == 0
    assert (await tables.view(view.id, ME)).thinking is None


async def test_hint_is_stopped_by_a_move(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(TWO, ME)
    engine.free.clear()
    asking = asyncio.create_task(tables.hint(view.id, ME))
    await until(lambda: len(engine.asked) == 1)
    thinking = (await tables.view(view.id, ME)).thinking
    assert thinking.hint
    await tables.play(view.id, ME, "b2", 0)
    with pytest.raises(Conflict, match="gone on"):
        await asking
    assert engine.stopped == 1
    engine.free.set()


async def test_hint_in_trouble(tables: Tables, engine: PuppetEngine) -> None:
    view = await tables.create(TWO, ME)
    engine.trouble = "no processes left"
    with pytest.raises(LivestoneError, match="no processes left"):
        await tables.hint(view.id, ME)
    engine.trouble = None
    assert (await tables.hint(view.id, ME)).move == "d4"


async def test_bot_in_trouble(
    tables: Tables, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.trouble = "it is ill"
    view = await tables.create(BOT, ME)
    await tables.play(view.id, ME, "b2", 0)
    live = tables.registry.known(view.id)
    await until(lambda: bool(live.trouble))
    view = await tables.view(view.id, ME)
    assert "it is ill" in view.trouble
    assert len(engine.asked) == 1  # not asked again at once
    monkeypatch.setattr(bots, "RETRY_SECONDS", 0.0)
    engine.trouble = None
    view = await my_turn(tables, view.id)
    assert (view.trouble, view.last_ply) == ("", 2)


async def test_why_a_bot_does_not_answer_is_kept_in_english_and_shown_to_each_in_their_language(
    tables: Tables, engine: PuppetEngine
) -> None:
    engine.trouble = ENDED
    with speaking("sr-Latn"):  # the language of whose move it was
        view = await tables.create(BOT, ME)
        await tables.play(view.id, ME, "b2", 0)
    live = tables.registry.known(view.id)
    await until(lambda: bool(live.trouble))
    assert live.trouble == (
        "The bot does not answer: the bot's process ended 3 times on this position. "
        "Open the game again to retry."
    )
    with speaking("sr-Latn"):
        said = bots.trouble_words(live.trouble)
    assert said.startswith("Bot ne odgovara: proces bota se na ovoj poziciji prekinuo 3 puta. ")


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
    assert engine.asked[-1].table == ""
    assert engine.finished == []
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
