"""A report's figures of games that were made up, worked out by hand."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.play.test_playtest_metrics import GAME, GAMES, NOTHING, trial

from livestone.core.symmetry import mirrored
from livestone.games import load
from livestone.play.playtest import Trial, playtest
from livestone.play.playtest_openings import balance, copying, first_moves, mirrors
from livestone.play.playtest_size import placements, shortest, size, typical, uses
from livestone.play.playtest_story import drama, left_when_decided, story, swings
from livestone.play.playtest_study import study


def opened(first: str, second: str, winners: tuple[int, ...]) -> Trial:
    """A game that began with these moves."""
    game = trial(f"{first} {second}", [0.5, 0.5], winners)
    return replace(game, opening=((first,), (second,)), places=game.moves)


def test_drama_is_browne_s() -> None:
    # White turns a game in which they were behind by 0.3 and by 0.6; Black was never behind.
    turned = (math.sqrt(0.3) + math.sqrt(0.6)) / 2
    found = story(GAMES)
    assert found.drama is not None
    assert (found.drama.n, found.drama.value) == (2, pytest.approx(turned / 2))
    assert drama([(0.2, 0.3, 0.5)], 2) == 0
    assert drama([(0.0, 1.0), (1.0, 0.0)], 0) == 1


def test_decisiveness_is_what_is_left_after_the_threshold() -> None:
    # White never passes the 0.8 that Black once had; Black passes White's 0.5 half-way.
    found = story(GAMES)
    assert found.decisive is not None
    assert found.decisive.value == pytest.approx((0 + 0.5) / 2)
    assert left_when_decided([(0.6, 0.4)] * 4, 0) == 1
    assert left_when_decided([], 0) == 0


def test_a_killer_move_betters_its_player_s_chance_by_a_quarter() -> None:
    found = story(GAMES)
    # White's third ply raises their chance from 0.2 to 0.6; that is one of seven.
    assert (found.killers.count, found.killers.of) == (1, 7)
    assert (found.with_killer.count, found.with_killer.of) == (1, 4)
    assert found.biggest.value == pytest.approx((0.4 - 0.2 + 0.1 + 0.0) / 4)
    assert swings([(0.5, 0.5)], [0]) == []


def test_lead_changes_and_when_games_are_decided() -> None:
    found = story(GAMES)
    assert found.leads.value == 0.25
    assert found.decided is not None
    assert found.decided.value == pytest.approx((0.75 + 0.5) / 2)
    drawn = story(GAMES[2:])
    assert (drawn.drama, drawn.decided, drawn.decisive) == (None, None, None)


def test_first_moves_that_are_mirrors_are_one() -> None:
    paths = {site: (name,) for site, name in enumerate(GAME.board.names)}
    groups = [
        [GAME.board.names[move] for move in those] for those in first_moves(GAME, paths).values()
    ]
    assert sorted(map(len, groups)) == [4, 4, 8]
    assert ["a1", "a4", "d1", "d4"] in [sorted(those) for those in groups]


def test_openings_that_are_too_good_and_too_bad() -> None:
    corners = [opened("a1", "a2", (0,)), opened("d4", "d3", (0,))] * 20
    centres = [opened("b2", "b3", (1,))] * 40
    sides = [opened("a2", "a3", (0,)), opened("b1", "c1", (1,))] * 20
    found = balance(GAME, corners + sides, corners + centres + sides)
    assert found.favours == "first"
    assert (found.strong, found.weak, found.fair) == (("a1",), ("b2",), ("a2",))
    assert [move.score.of for move in found.moves] == [40, 40, 40]
    assert found.moves[0].mirrors == ("a4", "d1", "d4")
    # Mirrors are one opening, though they were played differently.
    assert [(one.text, one.played.count) for one in found.openings] == [
        ("a1, a2", 40),
        ("a2, a3", 40),
    ]
    assert balance(GAME, centres, []).favours == "others"
    assert balance(GAME, sides, []).favours == ""


def test_mirrors_undo_themselves_and_differ_by_more_than_a_turn() -> None:
    found = mirrors(GAME)
    assert [*found] == ["left and right", "a half turn", "a slanting axis"]
    for mirror in found.values():
        assert [mirror[mirror[site]] for site in range(16)] == [*range(16)]
    assert mirrors(load("haalmaa_1")) == {}


def test_copying_is_measured_by_who_copies() -> None:
    usual = [opened("a1", "a2", (0,))] * 10
    copied = [replace(opened("a1", "d4", (1,)), copies=1)] * 10
    (found,) = copying([("a half turn", copied), ("nothing", [])], usual)
    assert (found.score.value, found.usual.value, found.copied) == (1.0, 0.0, 1.0)


def test_sizes() -> None:
    assert 10 ** placements([(2, 1)], 4) == pytest.approx(12)  # 4!/(2! 1! 1!)
    assert placements([], 4) == 0
    two = replace(NOTHING, materials=frozenset({(1, 0), (1, 1)}))
    games = [
        replace(trial("a1 b1", [0.5, 0.5], (0,), used=two), branching=(10, 10)),
        replace(trial("a1 b1 c1", [0.5] * 3, (0,), used=two), branching=(10, 10, 10)),
    ]
    found = size(games, 16, 2)
    assert (found.tree.value, found.allis) == (pytest.approx(2.5), pytest.approx(2.5))
    assert 10**found.states == pytest.approx(16 + 16 * 15)
    assert found.states_most == pytest.approx(16 * math.log10(3))


def test_where_play_happens_and_what_it_is_worth() -> None:
    won, lost = opened("a1", "b1", (0,)), opened("c1", "a1", (1,))
    found = uses([won, lost] * 20, 16)
    a1, b1, c1, a4 = (GAME.board.site[name] for name in ("a1", "b1", "c1", "a4"))
    assert [found[site].plies for site in (a1, b1, c1, a4)] == [1.0, 0.5, 0.5, 0.0]
    # Whoever had a1 won; usually each seat wins half.
    worths = [found[site].worth for site in (a1, b1, c1)]
    assert [worth and worth.value for worth in worths] == [0.5, -0.5, -0.5]
    assert found[a4].worth is None


def test_examples() -> None:
    assert shortest(GAMES) == 1  # of those over by the rules the first of the shortest
    assert shortest(GAMES[2:3]) == 0
    middling = [trial("a1 b1 c1", [0.5] * 3, (0,)), trial("a1 b1 c1 d1", [0.5] * 4, (0,))]
    odd = [trial("a1", [0.5], (0,)), trial("a1 b1 c1", [0.5] * 3, (1,))]
    assert typical([odd[0], *middling, middling[1], odd[1]]) == 1  # three plies is the median


def test_a_study_is_the_same_however_it_is_played() -> None:
    game = load("freedom", size=4)
    alone = playtest(game, 4, 20, seed=3, study=True)
    assert alone == playtest(game, 4, 20, seed=3, study=True, jobs=2)
    assert alone.games == playtest(game, 4, 20, seed=3).games
    assert [trials[0].playouts for trials in alone.ladder] == [(5, 1)]
    assert {trial.opening[0] for trial in alone.openings} == {("a1",), ("a2",), ("b2",)}
    assert alone.done == alone.planned == 4 + 2 + 2 + 4 + 3
    for (name, trials), (other, mirror) in zip(alone.copied, mirrors(game).items(), strict=True):
        assert name == other
        (copied,) = trials
        pairs = list(pairwise(range(len(copied.moves))))[::2]
        answers = [
            game.board.names[copied.moves[after]]
            == mirrored(game, (game.board.names[copied.moves[before]],), mirror)[0]
            for before, after in pairs
            if max(copied.moves[before], copied.moves[after]) < 16
        ]
        assert sum(answers) >= copied.copies
    data = study(alone).as_json()
    assert json.loads(json.dumps(data)) == data


def test_a_study_of_one_game_of_three_players() -> None:
    played = playtest(load("twins", players=3, side=2, secret=True), 1, 4, study=True)
    found = study(played)
    assert found.copying == ()
    assert found.balance.even == pytest.approx(1 / 3)
    assert played.done == played.planned
