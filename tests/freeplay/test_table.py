"""Games between seats without processes: results, records, faults."""

from __future__ import annotations

import pytest
from tests.freeplay.players import house

from livestone.core.game import Game
from livestone.core.state import State
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import Played, play_game
from livestone.games import load
from livestone.records.record import Record

HAALMAA = load("haalmaa_1")


class Stubborn:
    """Plays the first legal moves and fails at its ``last``."""

    name = "stubborn"
    note = ""

    def __init__(self, last: int, fault: Fault, cells: bool = True) -> None:
        self.last = last
        self.fault = fault
        self.cells = cells
        self.heard: list[str] = []

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "") -> None:
        self.heard.append(words)
        if self.last == 0:
            raise self.fault

    def move(self, state: State) -> str:
        if state.ply // state.game.players + 1 == self.last:
            raise self.fault
        return state.game.wording.move_text(state.legal[0])

    def end(self, words: str) -> None:
        self.heard.append(words)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("option", ["auto", "choice"])
def test_the_result_is_the_rules(option: str) -> None:
    game = freeplay(size=5, last_cell=option)
    ends = set()
    for seed in range(50, 60):  # in 55 the last cell is left empty
        played = play_game(game, [house(), house()], seed=seed)
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


@pytest.mark.parametrize("last", [0, 1, 3])
def test_whoever_is_at_fault_loses(last: int) -> None:
    stubborn = Stubborn(last, Fault("timeout", "it gave no answer within 5 seconds", "details"))
    played = play_game(freeplay(size=4), [house(), stubborn], words="game 1")
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


def test_the_third_of_three_at_fault() -> None:
    stubborn = Stubborn(2, Fault("illegal", "A1-A2 is not possible"), cells=False)
    played = play_game(HAALMAA, [house(), house(), stubborn], seed=3)
    assert (len(played.moves), played.loser, played.winners) == (5, 2, (0, 1))
    assert played.report.startswith("stubborn (green) lost the game at move 6: A1-A2 is not")
    assert [played.share(at) for at in range(3)] == [0.5, 0.5, 0]
    assert played.result(0) == "shared the win because Green failed: A1-A2 is not possible"
    assert played.result(2) == "lost because A1-A2 is not possible"
    with pytest.raises(ValueError, match="Haalmaa I has 3 seats, not 2"):
        play_game(HAALMAA, [house(), house()])


def test_hundreds_of_legal_moves_are_shortened() -> None:
    stubborn = Stubborn(1, Fault("illegal", "no move"), cells=False)
    listed = play_game(load("straat"), [stubborn, house()]).report.splitlines()[-1]
    assert listed.startswith("Legal moves (128, the first 60 of them): a1FE, ")
    assert listed.count(",") == 60  # one of them in the brackets


def test_drawn_games_say_so() -> None:
    played = Played(freeplay(size=4), ("a", "b"), (), (4, 4), ())
    assert played.result(1) == "drew 4 to 4"
    assert played.share(1) == 0.5
