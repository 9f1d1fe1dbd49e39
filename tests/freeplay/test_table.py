"""Games between seats without processes: results, records, faults."""

from __future__ import annotations

import pytest

from livestone.core.game import Game
from livestone.core.record import Record
from livestone.core.state import State
from livestone.freeplay.board import Board, Move, freeplay
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import HouseSeat, Played, play_game
from livestone.play.house import HOUSE


def house(name: str) -> HouseSeat:
    return HouseSeat(name, HOUSE[name])


class Stubborn:
    """Plays the first legal moves and fails at its ``last``."""

    def __init__(self, last: int, fault: Fault) -> None:
        self.name = "stubborn"
        self.last = last
        self.fault = fault
        self.heard: list[str] = []

    def begin(self, game: Game, colour: str, *, seed: int = 0, words: str = "") -> None:
        self.heard.append(words)
        if self.last == 0:
            raise self.fault

    def move(self, board: Board) -> Move:
        if len(board.moves) // 2 + 1 == self.last:
            raise self.fault
        return board.legal[0]

    def end(self, words: str) -> None:
        self.heard.append(words)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("option", ["auto", "choice"])
def test_the_result_is_the_rules(option: str) -> None:
    game = freeplay(size=5, last_cell=option)
    ends = set()
    for seed in range(50, 60):  # in 55 the last cell is left empty
        played = play_game(game, house("random"), house("random"), seed=seed)
        state = State(game)
        for text in played.texts:
            state.play(text)
        assert state.over
        assert played.scores == state.scores
        assert state.winners is not None
        assert played.winner == (("white", "black")[state.winners[0]] if state.winners else None)
        assert played.share("white") + played.share("black") == 1
        record = played.record()
        assert Record.read(record.as_text()) == record
        ends.add(played.texts[-1] == "pass")
        assert played.result("white").split()[0] in ("won", "lost", "drew")
    assert len(ends) == (2 if option == "choice" else 1)


def test_the_same_seed_the_same_game() -> None:
    games = [
        play_game(freeplay(size=5), house("random"), house("greedy"), seed=seed).moves
        for seed in (1, 2, 1)
    ]
    assert games[0] == games[2] != games[1]


@pytest.mark.parametrize("last", [0, 1, 3])
def test_whoever_is_at_fault_loses(last: int) -> None:
    stubborn = Stubborn(last, Fault("timeout", "it gave no answer within 5 seconds", "details"))
    played = play_game(freeplay(size=4), house("random"), stubborn, words="game 1")
    assert (played.winner, played.loser, played.share("white")) == ("white", "black", 1.0)
    assert played.result("black") == "lost because it gave no answer within 5 seconds"
    assert played.result("white").startswith("won because the opponent failed")
    assert "details" in played.report
    assert ("Legal moves" in played.report) == (last > 0)
    assert stubborn.heard[0] == "game 1: stubborn (black) against random, 4x4"
    assert stubborn.heard[1] == f"game 1: {played.report}"
    result = played.record().result
    assert result is not None
    assert (result.reason, result.by, result.winners) == ("timeout", 1, (0,))


def test_drawn_games_say_so() -> None:
    played = Played(freeplay(size=4), ("a", "b"), (), (4, 4), None)
    assert played.result("black") == "drew 4 to 4"
    assert played.share("black") == 0.5
