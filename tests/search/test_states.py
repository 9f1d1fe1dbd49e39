"""States that cannot be thought about: everything that thinks refuses them, and says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from livestone.core.state import State
from livestone.errors import BadRequest, GameOver
from livestone.games import load
from livestone.play.analysis import analyse
from livestone.play.baselines import BASELINES
from livestone.play.book import Book, Plan
from livestone.play.bot import Bot
from livestone.play.match import Limited
from livestone.play.review import review
from livestone.puzzles.forcing import Forcing
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.guided import Guided
from livestone.search.proof_search import ProofSearch
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.survival import SurvivalEstimator
from livestone.search.uct import Uct

GAME, WITHOUT_POINTS = load("freedom", size=4), load("brainline")
FEW = Limits(nodes=10)


def search(kind: Any) -> Callable[[State], object]:
    return lambda state: next(kind(GAME).search(state, FEW))


# What thinks about a move to play.
THINKERS: dict[str, Callable[[State], object]] = {
    **{f"level {level}": lambda s, n=level: next(Bot(GAME, n).think(s)) for level in (1, 10)},  # type: ignore[misc]
    **{name: lambda s, k=kind: next(k(GAME).think(s)) for name, kind in BASELINES.items()},  # type: ignore[misc]
    **{kind.__name__: search(kind) for kind in (AlphaBeta, Endgame, Guided, Strongest, Uct)},
    "AlphaBeta.solve": lambda s: next(AlphaBeta(GAME).solve(s)),
    "AlphaBeta.choose": lambda s: AlphaBeta(GAME).choose(s, 10),
    "Limited": lambda s: next(Limited(Uct(GAME), FEW).think(s)),
    "analyse": lambda s: list(analyse(s, FEW, search=Uct(GAME), playouts=0)),
}
# What answers about any position, finished or not.
ANSWERS: dict[str, Callable[[State], object]] = {
    "AlphaBeta.plies_left": lambda s: AlphaBeta(GAME).plies_left(s),
    "Book.moves": lambda s: Book(GAME, Plan(nodes=1)).moves(s),
    "EndgameSolver.bounds": lambda s: EndgameSolver(GAME, 0).bounds(s),
    "EndgameSolver.set_position": lambda s: EndgameSolver(GAME, 0).set_position(s),
    "Forcing": lambda s: Forcing(GAME).ask(s, 0, 1),
    "ProofSearch": lambda s: ProofSearch(GAME, megabytes=0).proved(s),
    "review": lambda s: review(s, FEW, search=Uct(GAME)),
    "SurvivalEstimator": lambda s: SurvivalEstimator(GAME, games=1).look(s),
}


def played(game: Any, plies: int = 10_000) -> State:
    state = State(game)
    while not state.over and state.ply < plies:
        state.play(state.legal[0])
    return state


@pytest.mark.parametrize("name", THINKERS)
def test_a_finished_game_is_not_thought_about(name: str) -> None:
    ended = played(GAME)
    with pytest.raises(GameOver, match=f"the game is over after ply {ended.ply}"):
        THINKERS[name](ended)


@pytest.mark.parametrize("other", [load("freedom", size=5), WITHOUT_POINTS], ids=str)
@pytest.mark.parametrize("name", THINKERS | ANSWERS)
def test_a_state_of_another_game_is_refused(name: str, other: Any) -> None:
    with pytest.raises(BadRequest, match=r"the state is of \w+\(.*made for Freedom\(size=4"):
        (THINKERS | ANSWERS)[name](played(other, 2))


@pytest.mark.parametrize("name", THINKERS | ANSWERS)
def test_what_is_no_state_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match="must be a State, not 'e5'"):
        (THINKERS | ANSWERS)[name]("e5")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", THINKERS | ANSWERS)
def test_an_equal_game_is_the_same_game(name: str) -> None:
    (THINKERS | ANSWERS)[name](played(type(GAME)(size=4), 2))
