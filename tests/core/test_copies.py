"""Copies: what happens to one leaves the original as it was."""

from __future__ import annotations

import copy
import inspect
import logging
import multiprocessing
import pickle
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import livestone
from livestone import GamePlayer, Player, State, catalogue, load
from livestone.adapters import openspiel, pettingzoo
from livestone.adapters.batched_env import BatchedEnv
from livestone.adapters.batches import random_games
from livestone.client import Client
from livestone.core.rules import Rules
from livestone.errors import BadField, LivestoneError
from livestone.freeplay.board import Board
from livestone.freeplay.limits import Limits as PlayerLimits
from livestone.freeplay.player import make
from livestone.freeplay.process import PlayerProcess
from livestone.play.analysis import analyse
from livestone.play.baselines import FirstFree, Greedy, RandomPlayer
from livestone.play.book import Book, Entry, Plan
from livestone.play.bot import Bot
from livestone.play.match import Entrant, Limited, play_match
from livestone.play.rating import Outcome, rate
from livestone.play.review import review
from livestone.play.sprt import Sprt
from livestone.play.tournament import Plan as TournamentPlan
from livestone.play.tournament import Tournament
from livestone.puzzles.collection import Collection
from livestone.puzzles.forcing import Forcing
from livestone.puzzles.puzzle import shipped
from livestone.records.record import Participant, Record
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.guided import Guided
from livestone.search.policy_value import PolicyValueSearch
from livestone.search.proof_search import ProofSearch
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.survival import SurvivalEstimator
from livestone.search.uct import Uct

FREEDOM = load("freedom", size=4)
Freedom = type(FREEDOM)
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


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_games_side_by_side_are_independent_of_their_copy(copied: Callable[[Any], Any]) -> None:
    env = batched()
    twin = copied(env)
    first = [array.copy() for array in twin.step(twin.sample())]
    assert all(map(np.array_equal, first, env.step(env.sample())))


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


def repickled(original: Any) -> Any:
    return pickle.loads(pickle.dumps(original))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, repickled])
def test_the_copy_of_a_bot_has_learned_nothing(copied: Callable[[Bot], Bot]) -> None:
    bot = Bot(FREEDOM, 4, seed=7, seconds=60)
    moves = [report.move for report in bot.think(State(FREEDOM))]
    twin = copied(bot)
    assert bot.nbytes
    assert not twin.nbytes
    assert (twin.game, twin.level, twin.seed, twin.seconds) == (FREEDOM, bot.level, 7, 60)
    assert [report.move for report in twin.think(State(FREEDOM))] == moves


SEARCHES = [
    *(AlphaBeta, EndgameSolver, Endgame, Forcing, Guided),
    *(ProofSearch, Strongest, SurvivalEstimator, Uct),
]


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_cannot_be_copied_with_what_it_has_learned(kind: Any) -> None:
    search = kind(FREEDOM)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=f"{kind.__name__} cannot be copied"):
            copied(search)
    if hasattr(search, "search"):
        *_, report = search.search(state_after(FREEDOM, "b2"), Limits(nodes=50))
        assert report.final


def thinking(kind: Any, *arguments: Any) -> Any:
    """What thinks, in the middle of its second move."""
    made, state = kind(FREEDOM, *arguments), State(FREEDOM)
    for _ in range(2):
        state.play(list(made.think(state))[-1].move)
    next(thought := made.think(state))
    THOUGHTS.append(thought)
    return made


def match() -> Any:
    entrants = [Entrant("first", FirstFree), Entrant("greedy", Greedy)]
    return play_match(FREEDOM, entrants, openings=1)


def player(kind: type[Any], **first: object) -> Any:
    return make(kind, logger=logging.getLogger("player"), **first)


def board_after(*cells: tuple[int, int]) -> Board:
    board = Board(4)
    for x, y in cells:
        board.play(x, y)
    return board


def stepped(env: Any) -> Any:
    env.reset(seed=1)
    env.step(0)
    return env


def batched() -> BatchedEnv:
    env = BatchedEnv(FREEDOM, 2, threads=2, reuse=True)
    env.reset(seed=1)
    env.step(env.sample())
    return env


class Mine(Player):
    """A player of Freedom, from a module."""


class MyGamePlayer(GamePlayer):
    """A player of any game, from a module."""


THOUGHTS: list[object] = []  # thoughts that go on
MOVED = state_after(FREEDOM, "b2", "c2")
ANALYSIS = next(analyse(MOVED, Limits(nodes=50), playouts=0))
# Everything public that is made by its users, in the middle of its life.
ALIVE: dict[str, Callable[[], Any]] = {
    "a game": lambda: FREEDOM,
    "a seat": lambda: FREEDOM.seats[0],
    "a piece": lambda: FREEDOM.pieces[0],
    "an option": lambda: FREEDOM.options[0],
    "the layout of a game": lambda: FREEDOM.layout,
    "the board of a game": lambda: FREEDOM.board,
    "a state": lambda: state_after(FREEDOM, "b2", "c2"),
    "a state with repetition": lambda: state_after(WITH_REPETITION),
    "a view": lambda: MOVED.view(1),
    "limits": lambda: Limits(seconds=1),
    "a level of a bot": lambda: thinking(Bot, 4),
    "a bot that plays out": lambda: thinking(Bot, 9, 7),
    "the strongest bot": lambda: thinking(partial(Bot, seconds=0.05), 10),
    "dice": lambda: thinking(RandomPlayer),
    "a greedy player": lambda: thinking(Greedy),
    "a report": lambda: list(Bot(FREEDOM, 3).think(MOVED))[-1],
    "an analysis": lambda: ANALYSIS,
    "a line of it": lambda: ANALYSIS.best,
    "a review": lambda: review(MOVED, Limits(nodes=20)),
    "an entrant": lambda: Entrant("greedy", Greedy),
    "a match": match,
    "a game of a match": lambda: match().games[0],
    "the plan of a tournament": lambda: cup().plan,
    "a tournament": cup,
    "the standings of one": lambda: cup().standings(),
    "a rating": lambda: rate([Outcome(("a", "b"), (0,))])["a"],
    "what is rated": lambda: Outcome(("a", "b"), (0,)),
    "a test": lambda: Sprt(0, 20),
    "a book": book,
    "a collection": lambda: Collection(FREEDOM, puzzles=list(shipped(Freedom)[:2])),
    "a puzzle": lambda: shipped(Freedom)[0],
    "a record": lambda: Record.of(MOVED, tags={"event": "Final"}),
    "who took part": lambda: Participant("Ana"),
    "a player's board": lambda: board_after((1, 1), (2, 1)),
    "a player": lambda: player(Mine, board=board_after((1, 1))),
    "a player of any game": lambda: player(MyGamePlayer, game=FREEDOM, seat=0, moves=["b2"]),
    "what a player may use": PlayerLimits,
    "games as arrays": lambda: random_games(FREEDOM, 2),
    "an environment": lambda: stepped(pettingzoo.env("freedom", size=4)),
    "games side by side": batched,
    "a game of OpenSpiel": lambda: openspiel.load("freedom", size=4),
    "a state of OpenSpiel": lambda: openspiel.load("freedom", size=4).new_initial_state(),
    "a catalogue": lambda: dict(catalogue()),
}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, repickled])
@pytest.mark.parametrize("name", ALIVE)
def test_what_is_public_is_copied_and_pickled_in_the_middle_of_its_life(
    name: str, copied: Callable[[Any], Any]
) -> None:
    alive = ALIVE[name]()
    twin = copied(alive)
    assert type(twin) is type(alive)
    for told in (str, repr):
        if "object at 0x" not in told(alive):
            assert told(twin) == told(alive)


def test_a_board_goes_on_after_a_pickle() -> None:
    board = board_after((1, 1))
    twin = repickled(board)
    twin.play(*twin.legal[0])
    assert (len(twin.moves), len(board.moves), twin.size) == (2, 1, 4)


# What runs or connects: its copies would share a process, or a connection.
HELD = {
    "PlayerProcess": lambda: PlayerProcess(Path(__file__)),
    "Client": lambda: Client("http://x"),
    "PolicyValueSearch": lambda: PolicyValueSearch(FREEDOM, len),
    "Limited": lambda: Limited(Strongest(FREEDOM), Limits(nodes=1)),
}


@pytest.mark.parametrize("name", HELD)
def test_what_holds_a_process_or_a_connection_says_that_it_cannot_be_copied(name: str) -> None:
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=f"{name} cannot be copied or pickled"):
            copied(HELD[name]())


def test_every_class_that_the_documents_import_is_tried() -> None:
    tried = {type(made()) for made in (*ALIVE.values(), *HELD.values())} | {*SEARCHES}
    root = Path(livestone.__file__).parents[2]
    named = set()
    for page in (root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").glob("*.md")):
        named |= set(
            re.findall(r"^(?:>>> )?from (livestone\S*) import (.+)$", page.read_text(), re.M)
        )
    classes = {
        kind
        for module, names in named
        for name in names.split(", ")
        if isinstance(kind := getattr(import_module(module), name, None), type)
    }
    code = {Rules}  # a game's functions: pickled with their game, by its name
    assert len(classes) > 15
    untried = {kind for kind in classes - code if not any(issubclass(one, kind) for one in tried)}
    assert {kind for kind in untried if not issubclass(kind, Exception)} == set()


def every_error(kind: type[LivestoneError] = LivestoneError) -> list[type[LivestoneError]]:
    return [kind, *(below for each in kind.__subclasses__() for below in every_error(each))]


@pytest.mark.parametrize(
    "kind", every_error(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}"
)
def test_every_error_survives_copies_and_pickles(kind: type[LivestoneError]) -> None:
    own = inspect.isfunction(kind.__init__)
    places = [*inspect.signature(kind.__init__).parameters.values()][1:] if own else []
    given = [place.name if place.annotation == "str" else 3 for place in places]
    error = kind(*given or ["what was wrong"])
    error.add_note("in the second game")
    for copied in (copy.copy, copy.deepcopy, repickled):
        twin = copied(error)
        assert type(twin) is kind
        assert (twin.args, str(twin), vars(twin)) == (error.args, str(error), vars(error))


def refuse() -> None:
    raise BadField("size", "there is no size 3")


def test_an_error_of_a_worker_reaches_the_caller() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(BadField, match="there is no size 3") as caught:
            pool.submit(refuse).result()
        assert caught.value.field == "size"
        assert pool.submit(len, "abc").result() == 3
