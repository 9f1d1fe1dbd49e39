"""Findings of games that were made up, worked out by hand."""

from __future__ import annotations

import json

import pytest

from livestone.games import load
from livestone.play.playtest import Playtest, Trial, Used
from livestone.play.playtest_metrics import playtest_metrics

GAME = load("freedom", size=4)
SITES = GAME.board.names
PASS = len(SITES)

NOTHING = Used(frozenset(), frozenset(), frozenset(), frozenset(), frozenset(), ())


def trial(
    moves: str,
    values: list[float | None],
    winners: tuple[int, ...],
    ending: str = "rules",
    playouts: tuple[int, ...] = (100, 100),
    used: Used = NOTHING,
) -> Trial:
    """A game of so many plies; ``values`` are the first player's before each of them."""
    made = tuple(GAME.board.site[name] for name in moves.split())
    return Trial(
        playouts=playouts,
        moves=made,
        movers=tuple(at % 2 for at in range(len(made))),
        branching=tuple(range(10, 10 + len(made))),
        values=tuple(None if value is None else (value, 1 - value) for value in values),
        turns=len(made),
        winners=winners,
        ending=ending,
        used=used,
    )


USED = Used(
    legal=frozenset({0, 1, 2, 3, PASS}),
    kinds=frozenset({"white"}),
    moved=frozenset({"white"}),
    taken=frozenset(),
    sites=frozenset(range(14)),
    choices=(("pass", 1),),
)
# White turns a bad game; Black leads all the way; a cap; and a draw by the rules.
GAMES = (
    trial("a1 b1 c1 d1", [0.5, 0.2, 0.2, 1.0], (0,), used=USED),
    trial("a1 b1", [None, 0.3], (1,)),
    trial("a1 c1 b1", [0.5, 0.7, 0.5], (), "cap"),
    trial("a1 b1", [0.5, 0.5], (), "rules"),
)
DEPTH = (
    trial("a1", [0.5], (0,), playouts=(100, 25)),
    trial("a1", [0.5], (1,), playouts=(25, 100)),
    trial("a1", [0.5], (1,), playouts=(100, 25)),
    trial("a1", [0.5], (), playouts=(25, 100)),
)


def test_results() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES, ()))
    assert found.seats == ("White", "Black")
    assert [part.count for part in found.wins] == [1, 1]
    assert [part.value for part in found.scores] == [0.5, 0.5]
    assert (found.draws.count, found.decisive.count, found.shared.count) == (2, 2, 0)
    assert found.draws_by == {"cap": 1, "rules": 1}
    assert found.endings == {"cap": 1, "rules": 3}
    assert (found.games, found.distinct) == (4, 3)
    assert found.depth is None


def test_lengths_and_widths() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES, ()))
    assert (found.plies.median, found.plies.mean, found.plies.most) == (2.5, 2.75, 4)
    assert (found.lengths.start, found.lengths.counts) == (2, (2, 1, 1))
    assert found.branching.n == 11
    assert found.width_step == 1
    assert found.width.mean == (10, 11, 12, 13)


def test_drama() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES, ()))
    # White's chance is the mean of both last thoughts: 0.5, 0.35, 0.2, 0.6 in the first game.
    # The lead: nobody, Black, Black, White; nobody, Black; nobody, White, White; nobody.
    assert found.lead_changes.counts == (3, 1)
    assert found.drama.changes.mean == 0.25
    assert found.drama.decided is not None
    assert (found.drama.decided.least, found.drama.decided.most) == (0.5, 0.75)
    assert (found.drama.comebacks.count, found.drama.comebacks.of) == (1, 2)
    assert found.winner is not None
    assert (found.winner.mean[0], found.winner.mean[-1]) == (0.5, pytest.approx(0.65))


def test_depth() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES, DEPTH)).depth
    assert found is not None
    assert (found.stronger, found.weaker, found.score.count) == (100, 25, 2.5)
    assert found.elo.value == pytest.approx(44.4, abs=0.1)  # 88.7 Elo for two doublings


def test_what_was_never_used() -> None:
    unused = playtest_metrics(Playtest(GAME, 100, 0, GAMES, ())).unused
    assert (unused.moves.count, unused.moves.of) == (1, 5)
    assert unused.sites == SITES[14:]
    assert (unused.choices, unused.unmoved, unused.untaken) == ((), (), ())
    assert unused.absent == ("black",)
    assert playtest_metrics(Playtest(GAME, 100, 0, GAMES, ())).choices == {"pass": 1 / 11}
    idle = playtest_metrics(Playtest(GAME, 100, 0, GAMES[1:], ()))
    assert idle.unused.choices == ("pass",)
    assert idle.choices == {"pass": 0.0}


def test_only_draws() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES[2:], ()))
    assert (found.drama.decided, found.winner) == (None, None)
    assert found.drama.comebacks.of == 0
    assert json.loads(json.dumps(found.as_json()))["winner"] is None


def test_json_has_shares_with_their_value_and_no_infinity() -> None:
    found = playtest_metrics(Playtest(GAME, 100, 0, GAMES, DEPTH[:1])).as_json()
    assert found["wins"][0]["value"] == 0.25
    assert found["wins"][0]["low"] == pytest.approx(0.0456)
    assert found["depth"]["elo"]["value"] is None
    assert json.loads(json.dumps(found)) == found


def test_no_games() -> None:
    with pytest.raises(ValueError, match="no game"):
        playtest_metrics(Playtest(GAME, 100, 0, (), ()))
