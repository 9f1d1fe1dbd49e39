"""Games that are ended early, and players on the clock."""

from __future__ import annotations

from typing import Any

import pytest
from tests.freeplay.players import house

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.freeplay.adjudication import Adjudication, Judge, Verdict
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import MARGIN, Clocks, Fault
from livestone.freeplay.table import HouseSeat, play_game
from livestone.play.bot import Bot


class Judging:
    """Plays the first legal moves, and always thinks the same of them."""

    cells = False
    note = ""

    def __init__(self, name: str, score: int | None) -> None:
        self.name, self.score = name, score

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "") -> None: ...

    def move(self, state: State, clocks: Clocks | None = None) -> str:
        return state.legal_texts[0]

    def end(self, words: str) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("scores", "rules", "wanted", "plies"),
    [
        ((-500, 500), {"resign": (400, 3)}, Verdict("resigned", 0), 6),
        ((-500, 500), {"resign": (500, 1)}, Verdict("resigned", 0), 2),
        ((-500, None), {"resign": (400, 2)}, Verdict("resigned", 0), 4),
        ((-500, 300), {"resign": (400, 1)}, None, 15),
        ((None, None), {"resign": (0, 1)}, None, 15),
        ((5, -5), {"draw": (10, 2, 0)}, Verdict("agreed"), 4),
        ((5, -5), {"draw": (10, 2, 9)}, Verdict("agreed"), 9),
        ((5, None), {"draw": (10, 1, 0)}, None, 15),
        ((None, None), {"plies": 7}, Verdict("move-limit"), 7),
        ((-500, 500), {"plies": 99}, None, 15),
    ],
)
def test_verdicts(
    scores: tuple[int | None, ...], rules: dict[str, Any], wanted: Verdict | None, plies: int
) -> None:
    seats = [Judging(str(at), score) for at, score in enumerate(scores)]
    played = play_game(freeplay(size=4), seats, rules=Adjudication(**rules))
    assert (played.verdict, len(played.moves), played.fault) == (wanted, plies, None)
    result = played.record().result
    assert result is not None
    if wanted is None:
        assert result.reason == "finished"
    else:
        assert (result.reason, result.by) == (wanted.reason, wanted.lost)
        assert played.winners == (() if wanted.lost is None else (1 - wanted.lost,))
        assert "by adjudication" in played.result(0)


def test_a_score_that_changes_begins_anew() -> None:
    judge = Judge(Adjudication(resign=(100, 2)), 2)
    told = [(0, -200), (1, 200), (0, 50), (1, 200), (0, -200), (1, 200), (0, -150)]
    found = [judge.after(ply, player, score) for ply, (player, score) in enumerate(told, 1)]
    assert found == [None] * 6 + [Verdict("resigned", 0)]


@pytest.mark.parametrize(
    "rules",
    [{"resign": (-1, 3)}, {"resign": (5, 0)}, {"draw": (5, 2, -1)}, {"plies": 0}],
)
def test_bad_rules(rules: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        Adjudication(**rules)


def test_a_clock() -> None:
    clocks = Clocks(2, 10, 0.5)
    clocks.took(0, 4.0)
    assert clocks.left == [6.5, 10]
    clocks.took(0, 6.5 + MARGIN / 2)
    assert clocks.left == [0.5, 10]
    with pytest.raises(Fault, match=r"ran out of time, 10 s for the game and 0\.5 s a move"):
        clocks.took(1, 11)


def test_who_runs_out_of_time_loses() -> None:
    clocks = Clocks(2, 100)
    clocks.left[1] = -1.0
    played = play_game(freeplay(size=4), [house(), house()], clocks=clocks)
    assert played.fault is not None
    assert (played.fault.reason, played.loser) == ("timeout", 1)


def test_levels_think_by_the_clock() -> None:
    seats = [HouseSeat(name, lambda game, seed: Bot(game, 3, seed)) for name in "ab"]
    played = play_game(freeplay(size=4), seats, clocks=Clocks(2, 1000, 5))
    assert played.fault is None
    for seat in seats:
        assert isinstance(seat._thinker, Bot)
        assert 40 < seat._thinker.seconds < 60
