"""What a page does without its server, run in Node: local games, the coach, downloads."""

from __future__ import annotations

from collections.abc import Callable

from tests.portable.javascript import JS, run_node

from livestone.core.game import Game
from livestone.games import load
from livestone.portable.compile import Compiled
from livestone.records.record import Record


def test_games_in_a_page(compiled: Callable[[Game], Compiled]) -> None:
    """The script checks what is kept, refused, taken back and seen; its game replays in Python."""
    games = [load("freedom", size=6), load("trangalla"), load("haalmaa_1")]
    files = [str(compiled(game).manifest) for game in games]
    (told,) = run_node([str(JS / "test" / "local.mjs"), *files])
    record = Record.read(told["record"])
    state = record.replay()
    assert list(state.scores) == told["scores"]
    assert list(state.winners or ()) == told["winners"]


def test_a_coach_warns_of_what_a_review_blames(compiled: Callable[[Game], Compiled]) -> None:
    """And a puzzle says of a wrong move what is proved: the script checks both."""
    manifest = str(compiled(load("freedom", size=6)).manifest)
    puzzles = str(JS.parent / "tests" / "browser" / "app" / "puzzles.json")
    (told,) = run_node([str(JS / "test" / "coach.mjs"), manifest, puzzles])
    assert all(told)


def test_a_download_goes_on_while_octets_come_and_no_longer() -> None:
    assert run_node([str(JS / "test" / "downloads.mjs")]) == ["ok"]


def test_games_by_links(compiled: Callable[[Game], Compiled]) -> None:
    """The script compares links with kept games; a whole game of 10 by 10 is a short link."""
    games = [load("freedom", size=6), load("freedom"), load("haalmaa_1"), load("trangalla")]
    (told,) = run_node(
        [str(JS / "test" / "by_link.mjs"), *(str(compiled(game).manifest) for game in games)]
    )
    assert told["plies"] == 100
    assert told["letters"] < 550
