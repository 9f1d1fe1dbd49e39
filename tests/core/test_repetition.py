"""Repetition: the referee against a slow one that keeps whole positions in a list."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from livestone.core.layout import WORD
from livestone.core.repetition import History
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.games import load

SEEDS = range(12)
# Games in which some placements had the same key as others when words were mixed less.
COLLISIONS = {
    "brainline": "C1-C8 I9-J8 C8-B8 C9-D8 B8-D7 D8-C9 D7-B8 C9-D8 B8-C8 D8-C9",
    "koerier": "A1-B2 B8-A6 I8-G7 A6-B4 G10-E9 B4-C2 E9-G10 C2-B4 G10-E9 B4-A6 E9-G10",
    "fort_chitral": "h18-i17 c1-c2 l18-k17 g1-f2 a18-a17 f2-e2 a17-a18 e2-f2 a18-a17 f2-g1 a17-a18",
}


def placement(game: Any, s: Any) -> tuple[Any, ...]:
    return tuple(str(s[name].tolist()) for name in game.layout.placement)


class Slow:
    """A running game that remembers every turn end as it stood."""

    def __init__(self, game: Any) -> None:
        self.game, self.rules = game, runtime(load(game.id, length=game.length))
        self.s = self.rules.start()
        self.seen = [placement(game, self.s)]

    def drawn(self) -> bool:
        return self.seen.count(placement(self.game, self.s)) >= 3

    def ends(self, s: Any, turn: int) -> list[tuple[Any, ...]]:
        """The placements at all ends of the turn that ``s`` is in."""
        if int(s.turn) != turn:
            return [placement(self.game, s)]
        found = []
        for move in self.rules.legal(s, History()):
            after = s.copy()
            self.rules.play(after, move)
            found += self.ends(after, turn)
        return found

    def legal(self) -> tuple[int, ...]:
        moves = self.rules.legal(self.s, History())
        third = self.game.option["repetition"]
        if third == "draw" and self.drawn():
            return ()
        if third != "forbid" or not moves:
            return moves
        permitted = []
        for move in moves:
            after = self.s.copy()
            self.rules.play(after, move)
            if any(self.seen.count(end) < 2 for end in self.ends(after, int(self.s.turn))):
                permitted.append(move)
        return tuple(permitted) or (self.game.pass_move,)

    def play(self, move: int) -> None:
        turn = int(self.s.turn)
        self.rules.play(self.s, move)
        if int(self.s.turn) != turn:
            self.seen.append(placement(self.game, self.s))


@pytest.mark.parametrize("third", ["none", "draw", "forbid"])
@pytest.mark.parametrize("length", [5, 6, 7])
def test_against_the_slow_referee(length: int, third: str) -> None:
    game = load("shuttle", length=length, repetition=third)
    drawn = passed = 0
    for seed in SEEDS:
        rng, state, slow = Random(f"{seed}"), State(game), Slow(game)
        while True:
            assert state.unsorted == slow.legal()
            assert state.repeated == (third == "draw" and slow.drawn())
            if state.over:
                break
            move = rng.choice(state.unsorted)
            passed += move == game.pass_move
            state.play(move)
            slow.play(move)
        drawn += state.repeated
        if state.repeated:
            assert state.winners == ()
            assert state.scores == (0, 0)
            assert state.mover is None
    assert bool(drawn) == (third == "draw")
    if length == 5:
        assert bool(passed) == (third == "forbid")


def test_the_third_time_draws_and_undo_takes_it_back() -> None:
    state = State(load("shuttle", repetition="draw"))
    back_and_forth = ["b1-c1", "f1-e1", "c1-b1", "e1-f1"]
    for move in back_and_forth * 2:
        assert not state.over
        state.play(move)
    assert state.repeated
    assert state.winners == ()
    assert state.legal == ()
    state.undo()
    assert not state.over
    state.play("e1-f1")
    assert state.repeated


def test_a_turn_taken_back_does_not_count() -> None:
    state = State(load("shuttle", repetition="draw"))
    for _ in range(5):
        for move in ("b1-c1", "f1-e1", "c1-b1", "e1-f1"):
            state.play(move)
        for _ in range(4):
            state.undo()
    assert not state.repeated
    state.play("b1-c1")
    assert not state.over


def test_a_first_ply_is_removed_when_no_end_of_its_turn_is_permitted() -> None:
    """A hop that must go on or stop stays legal as long as one of both ends is."""
    game = load("shuttle", repetition="forbid")
    state = State.read(game, "wb1w1b1 w left=58 turn=2")
    run = runtime(game)

    def after(*moves: str) -> bytes:
        twin = state.copy()
        for move in moves:
            twin.play(move)
        assert twin.turn == state.turn + 1
        return run.placement(twin.position)

    ends = [
        after("a1-c1", "stop"),
        after("a1-c1", "c1-e1", "stop"),
        after("a1-c1", "c1-e1", "e1-g1"),
    ]
    hop = state.parse("a1-c1")
    twice = [end for end in ends for _ in range(2)]
    assert hop in run.legal(state.position, History(twice[:4]))
    assert hop in run.legal(state.position, History(twice[2:]))
    assert hop not in run.legal(state.position, History(twice))
    every_end = twice + [
        after(game.wording.move_text(move)) for move in state.legal if move != hop for _ in range(2)
    ]
    assert run.legal(state.position, History(every_end)) == (game.pass_move,)


def test_the_placement_is_what_is_on_the_table() -> None:
    """``left`` decides, but is nothing on the table."""
    game = load("shuttle", repetition="draw")
    run, one, other = runtime(game), State(game).position.copy(), State(game).position.copy()
    other.left = 7
    other.turn = 53
    assert run.placement(one) == run.placement(other)
    other.mover = 1
    assert run.placement(one) != run.placement(other)


def test_keys_tell_positions_apart() -> None:
    game = load("shuttle", repetition="draw")
    found: dict[bytes, tuple[Any, ...]] = {}
    for seed in SEEDS:
        rng, state = Random(seed), State(game)
        while not state.over:
            state.play(rng.choice(state.unsorted))
            here = placement(game, state.position)
            assert found.setdefault(runtime(game).placement(state.position)[:WORD], here) == here
    assert len(set(found.values())) == len(found) > 100


@pytest.mark.parametrize("game", COLLISIONS)
def test_games_whose_placements_once_had_equal_keys_go_on(game: str) -> None:
    """No position of theirs has stood more than twice, whatever a weak hash says."""
    state = State(load(game))
    for move in COLLISIONS[game].split():
        assert not state.over
        state.play(move)
    assert not state.repeated
    assert not state.over
    assert max(Counter(row[WORD:] for row in state.history).values()) <= 2
