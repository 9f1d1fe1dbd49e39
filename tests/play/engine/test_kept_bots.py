"""The bots that a process keeps for running games: bounded in number and bytes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from livestone.core.state import State
from livestone.games import load
from livestone.play.engine.kept_bots import KeptBots, KeptStates

MEGABYTE = 1 << 20


@dataclass
class Bot:
    """What counts of a bot here."""

    nbytes: int
    learns: bool = True


def think(kept: KeptBots, game: str, bot: Bot) -> None:
    """Have a bot think for a game."""
    key = game, 0, 10, 1
    kept.keep(key, kept.take(key, lambda: bot))  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(("megabytes", "most", "left"), [(10, 3, "cde"), (2, 100, "de")])
def test_who_was_asked_longest_ago_goes_first(megabytes: int, most: int, left: str) -> None:
    kept = KeptBots(megabytes, most)
    bots = {game: Bot(MEGABYTE) for game in "abcde"}
    for game, bot in bots.items():
        think(kept, game, bot)
        assert len(kept) <= most
        assert kept.nbytes <= megabytes * MEGABYTE
    for game in left:
        assert kept.take((game, 0, 10, 1), lambda: None) is bots[game]  # type: ignore[arg-type, return-value, comparison-overlap]
    assert len(kept) == 0


def test_what_is_too_large_or_learns_nothing_is_not_kept() -> None:
    kept = KeptBots(2)
    small, large, blank = Bot(MEGABYTE), Bot(3 * MEGABYTE), Bot(0, learns=False)
    think(kept, "a", small)
    think(kept, "b", blank)
    assert len(kept) == 1
    think(kept, "c", large)
    assert (len(kept), kept.nbytes) == (1, MEGABYTE)
    none = KeptBots(0)
    think(none, "a", small)
    assert len(none) == 0


def test_only_new_plies_of_a_game_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = State.play
    monkeypatch.setattr(State, "play", lambda state, move: (played.append(move), play(state, move)))
    start, states = (load("freedom", size=4), None, None), KeptStates(6)
    games = [
        ("a", ["b2", "b3"], ["b2", "b3"]),
        ("a", ["b2", "b3", "c3"], ["c3"]),
        ("a", ["b2", "b3", "c3"], []),  # asked again
        ("a", ["b2", "b3", "c2"], ["b2", "b3", "c2"]),  # a ply was taken back
        ("", ["a1"], ["a1"]),
        ("", ["a1"], ["a1"]),
        ("b", ["a1", "b1", "c1", "d1"], ["a1", "b1", "c1", "d1"]),  # there is no room for both
        ("a", ["b2", "b3", "c2", "d3"], ["b2", "b3", "c2", "d3"]),
    ]
    for table, plies, new in games:
        played.clear()
        state = states.at(table, start, plies)
        assert (state.move_texts, played) == (plies, new)
    states.forget("a")
    played.clear()
    assert states.at("a", (load("freedom", size=6), None, None), ["a1"]).ply == 1
    assert played == ["a1"]
