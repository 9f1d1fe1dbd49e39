"""Copies: what happens to one leaves the original as it was."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from livestone import State, load
from livestone.freeplay.board import Board
from livestone.play.baselines import Greedy, RandomPlayer
from livestone.play.book import Book, Entry, Plan
from livestone.play.bot import Bot
from livestone.play.sprt import Sprt
from livestone.play.tournament import Plan as TournamentPlan
from livestone.play.tournament import Tournament
from livestone.puzzles.collection import Collection
from livestone.puzzles.forcing import Forcing
from livestone.records.record import Record
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.guided import Guided
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.survival import SurvivalEstimator
from livestone.search.uct import Uct

FREEDOM = load("freedom", size=4)
WITH_REPETITION = load("brainline")


def state_after(game: Any, *moves: str) -> State:
    state = State(game)
    for move in moves:
        state.play(move)
    return state


def cup() -> Tournament:
    made = Tournament(
        TournamentPlan.of("round-robin", FREEDOM, games=1), names := ["Ana", "Ben", "Cem"]
    )
    made.begin(made.next_round(names))  # type: ignore[arg-type]
    return made


def win(cup: Tournament) -> None:
    cup.add(cup.open()[0].result(winners=[0], scores=[12, 8]))


def book() -> Book:
    return Book(FREEDOM, Plan(nodes=1), {"4/4/4/4 w": Entry(0, 0, {"b2": 1.0})})


def seen(state: State) -> object:
    return state.text, state.turns, state.history, state.legal_texts, state.scores


# What is copied, what is done to the copy, and what is told of the original.
CHANGED: dict[str, tuple[Any, Callable[[Any], object], Callable[[Any], object]]] = {
    "a move": (state_after(FREEDOM, "b2"), lambda it: it.play("c2"), seen),
    "an undo": (state_after(FREEDOM, "b2", "c2"), lambda it: it.undo(), seen),
    "a key of repetition": (
        state_after(WITH_REPETITION),
        lambda it: it.play(it.legal[0]),
        seen,
    ),
    "a player's board": (Board(4), lambda it: it.play(1, 1), lambda it: (str(it), it.moves)),
    "a tournament": (cup(), win, lambda it: (it.standings(), it.results, it.open())),
    "a test": (Sprt(0, 20), lambda it: it.add(2), lambda it: (it.pairs, it.llr)),
    "a book": (
        book(),
        lambda it: it.entries["4/4/4/4 w"].searched.clear(),
        lambda it: it.moves(State(FREEDOM)),
    ),
    "a position of a book": (
        book().entries["4/4/4/4 w"],
        lambda it: it.searched.clear(),
        lambda it: it.ranked,
    ),
    "a collection": (
        Collection(FREEDOM),
        lambda it: it.puzzles.append(None),
        lambda it: len(it.puzzles),
    ),
    "the tags of a record": (
        Record.of(State(FREEDOM), tags={"event": "Final"}),
        lambda it: it.tags.update(event="Other"),
        Record.as_json,
    ),
    "the options of a record": (
        Record.of(State(FREEDOM)),
        lambda it: it.options.update(size=5),
        Record.as_json,
    ),
}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("name", CHANGED)
def test_a_copy_is_independent(name: str, copied: Callable[[Any], Any]) -> None:
    original, change, told = CHANGED[name]
    before = told(original)
    twin = copied(original)
    assert type(twin) is type(original)
    assert told(twin) == before
    change(twin)
    assert told(twin) != before
    assert told(original) == before


def test_a_state_can_be_taken_back_after_its_copy_has_gone_another_way() -> None:
    state = state_after(FREEDOM, "b2")
    twin = copy.copy(state)
    twin.play("c2")
    state.play("a1")
    state.undo()
    assert (state.move_texts, twin.move_texts) == (["b2"], ["b2", "c2"])


def test_games_are_shared_since_they_never_change() -> None:
    assert copy.copy(FREEDOM) is copy.deepcopy(FREEDOM) is FREEDOM


@pytest.mark.parametrize("player", [RandomPlayer, Greedy])
def test_the_copy_of_a_player_with_dice_plays_what_the_original_plays(player: Any) -> None:
    original, state = player(FREEDOM, seed=3), State(FREEDOM)
    twin = copy.copy(original)
    ahead = [next(twin.think(state)).move for _ in range(8)]
    assert [next(original.think(state)).move for _ in range(8)] == ahead


def pickled(bot: Bot) -> Any:
    return pickle.loads(pickle.dumps(bot))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_the_copy_of_a_bot_has_learned_nothing(copied: Callable[[Bot], Bot]) -> None:
    bot = Bot(FREEDOM, 4, seed=7, seconds=60)
    moves = [report.move for report in bot.think(State(FREEDOM))]
    twin = copied(bot)
    assert bot.nbytes
    assert not twin.nbytes
    assert (twin.game, twin.level, twin.seed, twin.seconds) == (FREEDOM, bot.level, 7, 60)
    assert [report.move for report in twin.think(State(FREEDOM))] == moves


SEARCHES = [AlphaBeta, EndgameSolver, Endgame, Forcing, Guided, Strongest, SurvivalEstimator, Uct]


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_cannot_be_copied_with_what_it_has_learned(kind: Any) -> None:
    search = kind(FREEDOM)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=f"{kind.__name__} cannot be copied"):
            copied(search)
    if hasattr(search, "search"):
        *_, report = search.search(state_after(FREEDOM, "b2"), Limits(nodes=50))
        assert report.final
