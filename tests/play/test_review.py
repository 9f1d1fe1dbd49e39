"""The move that cost most: found where it is proved, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import cast

import pytest
import tests.games  # noqa: F401  (registers its games)
from tests.positions import best_lead, random_state

from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.freeplay.board import freeplay
from livestone.games import load
from livestone.play.review import Mistake, costliest, review
from livestone.records.record import Record
from livestone.search.report import Limits, Line, Report, never
from livestone.search.strongest import Strongest

GAME = freeplay(size=4)


@pytest.mark.parametrize("games", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_it_finds_what_brute_force_finds(games: int) -> None:
    search, dice, found = Strongest(GAME, threads=1), random.Random(3), 0
    for _ in range(games):
        state, late = State(GAME), []
        while not state.over:
            if state.ply >= 8:
                late.append((state.ply, state.mover, best_lead(state)))
            state.play(dice.choice(state.unsorted))
        late.append((state.ply, None, best_lead(state)))
        for player in (0, 1):
            sign = 1 - 2 * player
            costs = {
                ply + 1: sign * (before - after)
                for (ply, mover, before), (_, _, after) in pairwise(late)
                if mover == player
            }
            mistake = costliest(GAME, state.move_texts, player, search)
            if mistake is None:
                assert max(costs.values()) == 0
            elif mistake.ply in costs:
                # Values this late are exact; earlier ones may hide a greater mistake.
                assert costs[mistake.ply] == mistake.cost
                assert mistake.cost >= max(costs.values())
                assert mistake.move == state.move_texts[mistake.ply - 1] != mistake.better
                found += 1
    assert found >= games / 4


def test_the_same_answer_again() -> None:
    state = random_state(GAME, 1)
    assert costliest(GAME, state.move_texts, 1) == costliest(GAME, state.move_texts, 1)


class Exact:
    """A search that tries everything where little is left, and else finds all moves alike."""

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        lines = []
        for move in state.legal:
            state.play(move)
            lines.append(Line(move, self.value(state), 1, (move,)))
            state.undo()
        mover = int(state.position.mover)
        lines.sort(key=lambda line: -line.value[mover])
        yield Report(tuple(lines), limits.nodes or 0, 0.0, final=True)

    def value(self, state: State) -> tuple[float, ...]:
        players = state.game.players
        if state.over:
            winners = state.winners or tuple(range(players))
            return tuple((seat in winners) / len(winners) for seat in range(players))
        if len(state.legal) > 4:
            return (1 / players,) * players
        return next(self.search(state, Limits())).best.value


@pytest.mark.parametrize("players", [2, 3])
def test_a_lost_win_is_a_part_of_one(players: int) -> None:
    """Where no points are guessed the cost is in parts of a win, for any number of players."""
    game = load("twins", players=players, side=2)
    dice, search, costs = random.Random(2), Exact(), []
    for _ in range(4):
        state, values = State(game), []
        while not state.over:
            values.append((int(state.position.mover), search.value(state)))
            state.play(dice.choice(state.unsorted))
        values.append((-1, search.value(state)))
        for seat in range(players):
            lost = [
                before[seat] - after[seat]
                for (mover, before), (_, after) in pairwise(values)
                if mover == seat
            ]
            mistake = costliest(game, state.move_texts, seat, cast("Strongest", search))
            assert (mistake.cost if mistake else 0.0) == pytest.approx(max(lost, default=0.0))
            if mistake is not None:
                assert not mistake.points
                assert state.move_texts[mistake.ply - 1] == mistake.move != mistake.better
                costs.append(mistake.cost)
    assert costs


def test_costs_in_words() -> None:
    assert Mistake(1, "a1", "a2", 4.2).words == "about 4 points"
    assert Mistake(1, "a1", "a2", 1.0).words == "about 1 point"
    assert Mistake(1, "a1", "a2", 0.304, points=False).words == "about 30% of a win"


def test_nothing_played_nothing_lost() -> None:
    assert costliest(GAME, [], 0) is None
    assert costliest(GAME, ["a1"], 1) is None


def planted() -> tuple[list[str], int]:
    """A game of best play from its eleventh ply on, but for one blunder; and the blunder's ply."""
    dice = random.Random(9)
    while True:
        state, blunder = State(GAME), 0
        while state.ply < 10:
            state.play(dice.choice(state.unsorted))
        while not state.over:
            ranked = sorted(state.legal, key=lambda move: mine(state, move))
            gap = mine(state, ranked[-1]) - mine(state, ranked[0])
            if gap >= 4 and not blunder:
                blunder = state.ply + 1
                ranked.reverse()
            state.play(ranked[-1])
        if blunder:
            return state.move_texts, blunder


def mine(state: State, move: int) -> float:
    """The mover's lead with best play after a move."""
    after = state.copy()
    after.play(move)
    return best_lead(after) * (1 if state.mover == 0 else -1)


def after(moves: list[str]) -> State:
    state = State(GAME)
    for move in moves:
        state.play(move)
    return state


def test_a_record_is_reviewed_like_the_game_it_tells_of() -> None:
    state = after(planted()[0])
    limits = Limits(nodes=200)
    assert review(Record.of(state), limits) == review(state, limits)
    assert state == after(state.move_texts)
    with pytest.raises(BadRequest, match="must be a State, not 'e5'"):
        review("e5")  # type: ignore[arg-type]


def test_a_review_finds_the_planted_blunder() -> None:
    moves, blunder = planted()
    told = []
    found = review(after(moves), Limits(nodes=5_000), progress=lambda *at: told.append(at))
    assert [each.ply for each in found.plies] == list(range(1, len(moves) + 1))
    late = [each for each in found.plies if each.ply > 10]
    worst = max(late, key=lambda each: each.cost)
    assert (worst.ply, worst.proved) == (blunder, True)
    assert all(each.cost == 0 for each in late if each is not worst)
    assert worst.line[0] == worst.better != worst.move == moves[blunder - 1]
    state = after(moves[: blunder - 1])
    assert worst.cost == mine(state, state.parse(worst.better)) - mine(
        state, state.parse(worst.move)
    )
    assert worst in found.side(worst.mover).mistakes
    assert found.side(worst.mover).accuracy < 100
    assert found.graph(0)[-1] == -found.graph(1)[-1] == found.final[0]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert all(done < total for done, total in told)


def test_a_review_stopped_early_knows_the_end() -> None:
    moves, _ = planted()
    asked = iter(range(10_000))
    found = review(after(moves), Limits(nodes=500), stop=lambda: next(asked) > 60)
    assert found.plies[-1].ply == len(moves)
    with pytest.raises(BadRequest, match="stopped too soon"):
        review(after(moves), stop=lambda: True)


def test_what_is_hidden_does_not_decide_a_review() -> None:
    game = load("twins", players=3, side=2, secret=True)
    state = random_state(game, 1)
    found = review(state, Limits(nodes=100))
    assert len(found.plies) == state.ply
    assert all(len(each.worth) == 3 for each in found.plies)
    assert found.as_json()["unit"] == "wins"
