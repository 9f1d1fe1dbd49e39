"""The store of tournaments: what goes in comes out, a result counts once, half a game never."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from livestone.errors import NotAllowed, NotFound, StorageError
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import Played
from livestone.play.tournament.fixtures import Fixture, Meeting, Round
from livestone.server.tables.store import GameStore
from livestone.server.tournaments.operators import Operators
from livestone.server.tournaments.request import (
    NewTournament,
    TournamentRules,
    ladder_row,
    tournament_row,
)
from livestone.server.tournaments.state import TournamentState, result_from, stored_game
from livestone.server.tournaments.store import Counted, RoundRow, TournamentStore
from livestone.server.web.identity import guest_id

NAMES = ("Ana", "Ben")
RULES = TournamentRules({"size": 4})
FIXTURE = Fixture(1, 1, 1, NAMES)


@pytest.fixture
async def kept(store: GameStore) -> TournamentStore:
    return TournamentStore(store)


def asked(name: str, kind: str = "swiss") -> NewTournament:
    return NewTournament(name=name, kind=kind, options={"size": 4}, entrants=[*NAMES])


def played(**changes: Any) -> Played:
    """A game that Ben gave up after two moves."""
    game = freeplay(size=4)
    fault = Fault("abandoned", "it left")
    return Played(game, NAMES, ("a1", "b2"), (0, 0), (0,), loser=1, fault=fault, **changes)


async def begun(kept: TournamentStore) -> str:
    """A tournament of one meeting that has begun; its id."""
    row = tournament_row(asked("Cup", "round-robin"))
    await kept.create(row)
    round = Round(1, (Meeting(1, NAMES),))
    await kept.begin(row, RoundRow(1, round.as_json(), RULES.as_json(), 1.5))
    return row.id


async def test_round_trip(kept: TournamentStore, store: GameStore) -> None:
    id = await begun(kept)
    stored = stored_game("g", played(), 1.5, [0.25])
    result = result_from(FIXTURE, played(), "g")
    await kept.finish(id, result, stored)
    found = await kept.read(id)
    assert found is not None
    state = TournamentState(found)
    assert state.tournament.results == (result,)
    assert [fixture.game for fixture in state.tournament.open()] == [2]
    assert state.tournament.entrants == NAMES
    assert state.rules == state.rules_of(1)
    assert state.rules.make_game() == RULES.make_game()
    game = await store.read("g")
    assert game == stored
    assert [(ply.move, ply.mover, ply.seconds) for ply in game.plies] == [
        ("a1", 0, 0.25),
        ("b2", 1, None),
    ]
    assert await kept.last_results(5) == [(result, id, "Cup")]
    assert await kept.result_of("g") == (result, id, "Cup")
    assert await kept.result_of("h") is None


async def test_a_result_counts_once_and_its_game_with_it(
    kept: TournamentStore, store: GameStore
) -> None:
    id = await begun(kept)
    first = result_from(FIXTURE, played(), "g")
    await kept.finish(id, first, stored_game("g", played(), 1.5))
    again = result_from(FIXTURE, played(), "h")
    with pytest.raises(Counted):
        await kept.finish(id, again, stored_game("h", played(), 1.5))
    assert await store.read("h") is None
    with pytest.raises(StorageError):  # the same game cannot count for another result
        await kept.finish(id, replace(first, game=2), stored_game("g", played(), 1.5))
    with pytest.raises(StorageError):  # nor a result for a tournament that is not there
        await kept.finish("x", replace(first, record="i"), stored_game("i", played(), 1.5))
    assert await store.read("i") is None
    found = await kept.read(id)
    assert found.results == (first,)
    with pytest.raises(NotAllowed):
        TournamentState(found).tournament.add(first)


async def test_what_goes_on_is_found(kept: TournamentStore) -> None:
    rows = [tournament_row(asked(f"Cup {number}")) for number in range(3)]
    for number, row in enumerate(rows):
        await kept.create(replace(row, created=float(number)))
    ladder = ladder_row(RULES, NAMES)
    await kept.create(ladder)
    await kept.change(replace(rows[0], created=0.0, status="finished"))
    await kept.change(replace(rows[1], created=1.0, status="paused"))
    assert await kept.going_on() == [ladder.id, rows[2].id, rows[1].id]
    found, total = await kept.newest(2)
    assert [row.id for row in found] == [rows[2].id, rows[1].id]
    assert total == 3
    found, _ = await kept.newest(2, 2)
    assert [row.status for row in found] == ["finished"]
    assert await kept.read("nothing") is None


async def test_operators(store: GameStore) -> None:
    operators = Operators(store, guest_id("secret"))
    me = guest_id("me")
    with pytest.raises(NotFound, match="not the operator's"):
        await operators.admit("wrong", me)
    with pytest.raises(NotAllowed, match="operator's link"):
        await operators.check(me)
    await operators.admit("secret", me)
    await operators.admit("secret", me)
    await operators.check(me)
    # After a restart there is a new link, and operators are still known.
    later = Operators(store, guest_id("another"))
    await later.check(me)
    with pytest.raises(NotFound):
        await later.admit("secret", guest_id("you"))
    await later.dismiss(me)
    assert not await later.includes(me)
    for empty in ("", "x"):
        with pytest.raises(NotFound):
            Operators(store, "").check_link(empty)
