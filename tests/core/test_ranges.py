"""Values that no function accepts: each is refused with a sentence that names it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from livestone import State, load
from livestone.adapters.batches import random_games
from livestone.boards import square
from livestone.draw import plain, png, svg
from livestone.draw.scene import Scene
from livestone.errors import BadRequest
from livestone.freeplay.acceptance_match import opponents
from livestone.freeplay.board import Board
from livestone.freeplay.limits import Limits as PlayerLimits
from livestone.play.analysis import Variation, analyse
from livestone.play.baselines import RandomPlayer
from livestone.play.book import Plan as BookPlan
from livestone.play.bot import Bot
from livestone.play.match import Entrant, Match, opening, play_match
from livestone.play.playtest import playtest
from livestone.play.rating import Duel, Outcome, Rating, rate, standings, update
from livestone.play.review import Review, costliest
from livestone.play.sprt import Sprt, bounds
from livestone.play.tournament import Plan
from livestone.ranges import check_number, check_whole
from livestone.records.record import Record
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.survival import SurvivalEstimator
from livestone.search.uct import Uct
from livestone.training.folder import Plan as TrainingPlan

GAME = load("freedom", size=4)
STATE = State(GAME)
STATE.play("b2")
ENTRANTS = [Entrant("Ana", RandomPlayer), Entrant("Ben", RandomPlayer)]
SCENE = Scene(square(2, 2))
REVIEW = Review(GAME, True, (), (0.0, 0.0), (0.5, 0.5))

# The call, and how the sentence begins.
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Bot(GAME, 0), "level must be a whole number from 1 to 10, not 0"),
    (lambda: Bot(GAME, 11), "level must be a whole number from 1 to 10, not 11"),
    (lambda: Bot(GAME, -1), "level must be"),
    (lambda: Bot(GAME, "3"), "level must be a whole number from 1 to 10, not '3'"),  # type: ignore[arg-type]
    (lambda: Bot(GAME, True), "level must be"),
    (lambda: Bot(GAME, 3, seconds=0), "seconds must be a number above 0, not 0"),
    (lambda: Bot(GAME, 3, seconds=math.nan), "seconds must be a number above 0, not nan"),
    (lambda: Bot("freedom", 3), "game must be a Game, not 'freedom': load('freedom') makes one"),  # type: ignore[arg-type]
    (lambda: State("freedom"), "game must be a Game, not 'freedom'"),  # type: ignore[arg-type]
    (lambda: State.read(GAME, None), "text must be a str, not None"),  # type: ignore[arg-type]
    (lambda: State.read(GAME, STATE.text, 2), "viewer must be a whole number from -1 to 1, not 2"),
    (lambda: STATE.view(7), "viewer must be a whole number from -1 to 1, not 7"),
    (lambda: STATE.view(-2), "viewer must be"),
    (lambda: STATE.reveals(1), "ply must be a whole number from 0 to 0, not 1"),
    (lambda: STATE.reveals(-1), "ply must be"),
    (lambda: GAME.wording.move_text(17), "move must be a whole number from 0 to 16, not 17"),
    (lambda: GAME.wording.move_text(-1), "move must be"),
    (lambda: GAME.wording.path(STATE.position, 17), "move must be"),
    (lambda: GAME.wording.piece(STATE.position, 16), "site must be a whole number from 0 to 15"),
    (lambda: GAME.wording.piece(STATE.position, -1), "site must be"),
    (lambda: Record.of(STATE, viewer=2), "viewer must be"),
    (lambda: Limits(seconds=-1), "seconds must be a number, 0 or more, not -1"),
    (lambda: Limits(nodes=0), "nodes must be a whole number, 1 or more, not 0"),
    (lambda: Limits(lines=0), "lines must be"),
    (lambda: Limits(depth=0), "depth must be"),
    (lambda: Strongest(GAME, threads=0), "threads must be"),
    (lambda: Strongest(GAME, megabytes=-1), "megabytes must be"),
    (lambda: Strongest(GAME, contempt=2), "contempt must be a number from 0 to 0.5, not 2"),
    (lambda: AlphaBeta(GAME, threads=0), "threads must be"),
    (lambda: AlphaBeta(GAME, megabytes=-4), "megabytes must be"),
    (lambda: EndgameSolver(GAME, -1), "megabytes must be"),
    (lambda: Uct(GAME, threads=0), "threads must be"),
    (lambda: Uct(GAME, megabytes=-1), "megabytes must be"),
    (lambda: SurvivalEstimator(GAME, games=0), "games must be"),
    (lambda: next(analyse(STATE, threads=0)), "threads must be"),
    (lambda: next(analyse(STATE, playouts=-1)), "playouts must be"),
    (lambda: next(analyse(Record.of(STATE))), "state must be a State, not Record"),  # type: ignore[arg-type]
    (lambda: Variation(0, (0,), (1.0, 0.0), points=(1.0, 0.0)).lead(2), "player must be"),
    (lambda: costliest(GAME, ["b2"], 2), "seat must be a whole number from 0 to 1, not 2"),
    (lambda: REVIEW.side(2), "seat must be"),
    (lambda: REVIEW.graph(-1), "seat must be"),
    (lambda: REVIEW.chances(2), "seat must be"),
    (lambda: play_match(GAME, ENTRANTS, 0), "openings must be"),
    (lambda: play_match(GAME, ENTRANTS, 1, plies=-1), "plies must be"),
    (lambda: play_match(GAME, ENTRANTS, 1, jobs=0), "jobs must be"),
    (lambda: play_match(GAME, ENTRANTS[:1], 1), "Freedom needs 2 entrants, not 1"),
    (lambda: play_match("freedom", ENTRANTS, 1), "game must be a Game"),  # type: ignore[arg-type]
    (lambda: Match(("Ana", "Ben"), ()).score(2), "entrant must be a whole number from 0 to 1"),
    (lambda: Match(("Ana", "Ben"), ()).points(-1), "entrant must be"),
    (lambda: Match(("Ana", "Ben"), ()).interval(2), "entrant must be"),
    (lambda: opening(GAME, -1, 0), "plies must be"),
    (lambda: playtest(GAME, games=0), "games must be"),
    (lambda: playtest(GAME, playouts=0), "playouts must be"),
    (lambda: playtest(GAME, jobs=0), "jobs must be"),
    (lambda: Rating(deviation=0), "deviation must be a number above 0"),
    (lambda: Rating(value=math.nan), "value must be"),
    (lambda: Rating(volatility=-1), "volatility must be"),
    (lambda: Duel(Rating(), 2), "score must be a number from 0 to 1, not 2"),
    (lambda: Outcome(("Ana", "Ben"), (2,)), "a winner's seat must be"),
    (lambda: update(Rating(), [], tau=0), "tau must be"),
    (lambda: rate([Outcome(("Ana", "Ben"))], tau=-1), "tau must be"),
    (lambda: standings([], period=0), "period must be"),
    (lambda: Sprt(20, 0), "elo1 must be a number above 20, not 0"),
    (lambda: Sprt(0, 20, error=0.5), "error must be a number above 0, up to 0.49, not 0.5"),
    (lambda: Sprt(0, 20).add(3), "3 points of two games are impossible"),
    (lambda: bounds(0, 0.05), "alpha must be"),
    (lambda: BookPlan(nodes=0), "nodes must be"),
    (lambda: BookPlan(1, lines=0), "lines must be"),
    (lambda: BookPlan(1, margin=-1), "margin must be"),
    (lambda: Plan.of("swiss", GAME, rounds=0), "rounds must be a whole number from 1 to 100000"),
    (lambda: Plan.of("swiss", GAME, rounds="3"), "rounds must be"),  # type: ignore[arg-type]
    (lambda: Plan.of("match", GAME, games=0), "games at each meeting must be"),
    (lambda: Plan.of("match", GAME, plies=-1), "opening plies must be"),
    (lambda: random_games(GAME, -1), "games must be"),
    (lambda: random_games(GAME, 1, most_plies=0), "most_plies must be"),
    (lambda: png.draw(SCENE, width=0), "width must be a whole number from 1 to 8192, not 0"),
    (lambda: png.of_svg("<svg/>", 9000), "width must be"),
    (lambda: svg.draw(SCENE, theme="red"), "there is no theme 'red'"),  # type: ignore[arg-type]
    (lambda: svg.draw(GAME), "Freedom cannot be drawn: draw a State"),  # type: ignore[arg-type]
    (lambda: plain.draw("e5"), "str cannot be drawn"),  # type: ignore[arg-type]
    (lambda: Board(4).seen_by("red"), "player 'red' is no colour"),
    (lambda: Board(4).seen_by("white", seconds=-1), "seconds must be"),
    (lambda: opponents(11), "level must be a whole number from 0 to 10, not 11"),
    (lambda: PlayerLimits(move=0), "move must be a number above 0, not 0"),
    (lambda: PlayerLimits(megabytes=-1), "megabytes must be"),
    (lambda: TrainingPlan("freedom", {}, games=0), "games must be"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), REFUSED, ids=map(str, range(len(REFUSED))))
def test_what_is_out_of_range_is_refused_with_a_sentence(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        call()
    assert str(refused.value).startswith(words)


def test_the_numbers_of_numpy_count() -> None:
    check_whole("level", np.int64(3), 1, 10)
    check_number("seconds", np.float32(0.5), 0)
    check_number("seconds", math.inf, 0)
    assert Bot(GAME, np.int8(3)).level.number == 3
