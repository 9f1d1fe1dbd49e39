"""Games between seats without processes: results, records, faults."""

from __future__ import annotations

import pytest

from livestone.core.game import Game
from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import HouseSeat, Played, play_game
from livestone.play.baselines import BASELINES
from livestone.records.record import Record


def house(name: str) -> HouseSeat:
    return HouseSeat(name, BASELINES[name])


class Stubborn:
    """Plays the first legal moves and fails at its ``last``."""

    def __init__(self, last: int, fault: Fault) -> None:
        self.name = "stubborn"
        self.last = last
        self.fault = fault
        self.heard: list[str] = []

    cells = True

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "") -> None:
        self.heard.append(words)
        if self.last == 0:
            raise self.fault

    def move(self, state: State) -> str:
        if state.ply // state.game.players + 1 == self.last:
            raise self.fault
        return state.game.move_text(state.legal[0])

    def end(self, words: str) -> None:
        self.heard.append(words)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("option", ["auto", "choice"])
def test_the_result_is_the_rules(option: str) -> None:
    game = freeplay(size=5, last_cell=option)
    ends = set()
    for seed in range(50, 60):  # in 55 the last cell is left empty
        played = play_game(game, [house("random"), house("random")], seed=seed)
        state = State(game)
        for text in played.moves:
            state.play(text)
        assert state.over
        assert played.scores == state.scores
        assert state.winners is not None
        assert played.winners == state.winners
        assert played.share(0) + played.share(1) == 1
        record = played.record()
        assert Record.read(record.as_text()) == record
        ends.add(played.moves[-1] == "pass")
        assert played.result(0).split()[0] in ("won", "lost", "drew")
    assert len(ends) == (2 if option == "choice" else 1)


def test_the_same_seed_the_same_game() -> None:
    games = [
        play_game(freeplay(size=5), [house("random"), house("greedy")], seed=seed).moves
        for seed in (1, 2, 1)
    ]
    assert games[0] == games[2] != games[1]


@pytest.mark.parametrize("last", [0, 1, 3])
def test_whoever_is_at_fault_loses(last: int) -> None:
    stubborn = Stubborn(last, Fault("timeout", "it gave no answer within 5 seconds", "details"))
    played = play_game(freeplay(size=4), [house("random"), stubborn], words="game 1")
    assert (played.winners, played.loser, played.share(0)) == ((0,), 1, 1.0)
    assert played.result(1) == "lost because it gave no answer within 5 seconds"
    assert played.result(0).startswith("won because the opponent failed")
    assert "details" in played.report
    assert ("Legal moves" in played.report) == (last > 0)
    assert stubborn.heard[0] == f"game 1: stubborn (black) against random, {freeplay(size=4)}"
    assert stubborn.heard[1] == f"game 1: {played.report}"
    result = played.record().result
    assert result is not None
    assert (result.reason, result.by, result.winners) == ("timeout", 1, (0,))


def test_drawn_games_say_so() -> None:
    played = Played(freeplay(size=4), ("a", "b"), (), (4, 4), ())
    assert played.result(1) == "drew 4 to 4"
    assert played.share(1) == 0.5
