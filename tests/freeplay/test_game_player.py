"""Players of any game in their processes: what they may do, what they know, and who loses."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.freeplay.players import FIRST_FREE, FIRST_LEGAL, Seat, game_player, house
from tests.games import SISTERS

from livestone.conformance.starting import write_start
from livestone.core.game import Game
from livestone.core.game_files import games_in
from livestone.core.state import State
from livestone.freeplay.limits import Fault
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import play_game
from livestone.games import catalogue, load

KOERIER, TRANGALLA = load("koerier"), load("trangalla")
TWINS = load("twins", players=3, side=2, secret=True)
ANY = game_player("return random.choice(state.legal_texts)")


def follow(game: Game, players: list[Any], plies: int, seed: int = 1) -> State:
    """Play some plies of a game, every move as a process gives it."""
    state = State(game)
    for at, player in enumerate(players):
        player.begin(game, at, seed=seed)
    while not state.over and state.ply < plies:
        state.play(players[int(state.position.mover)].move(state))
    return state


@pytest.mark.parametrize("sisters", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_game(seat: Seat, sisters: bool) -> None:
    """The first legal move against any: two processes for all games, a third seat in the house."""
    first, other = seat(FIRST_LEGAL, name="first.py"), seat(ANY, name="other.py")
    kinds = [kind for kind in catalogue().values() if (kind.id in SISTERS) is sisters]
    for number, kind in enumerate(kinds):
        game = kind()
        players = [first, other, house()][: game.players]
        players = players[number % 2 :] + players[: number % 2]
        assert follow(game, players, 12).ply >= 10
    for process in (first, other):
        assert process.pid is not None


def test_whole_games_are_those_of_the_rules(seat: Seat) -> None:
    process = seat(ANY)
    for game in (load("straat"), TWINS):
        for at in range(game.players):
            seats: list[Any] = [house() for _ in range(game.players)]
            seats[at] = process
            played = play_game(game, seats, seed=at, opening=played_by_chance(game, 3))
            assert played.fault is None
            assert list(played.moves[:3]) == played_by_chance(game, 3)
            state = played.record().replay()
            assert (played.winners, played.scores) == (state.winners, state.scores)
            assert sum(played.share(each) for each in range(game.players)) == pytest.approx(1)


def played_by_chance(game: Game, plies: int) -> list[str]:
    dice, state = random.Random(5), State(game)
    while state.ply < plies:
        state.play(dice.choice(state.legal_texts))
    return state.move_texts


def test_neither_numba_nor_a_board_of_freedom_is_needed(seat: Seat, log: Path) -> None:
    move = "print('numba' in sys.modules, self.seat, self.game.id)\nreturn state.legal[0]"
    follow(KOERIER, [seat(game_player(move)), house()], 1)
    assert "False 0 koerier\n" in log.read_text("utf-8")


def test_a_game_of_ones_own(seat: Seat, tmp_path: Path) -> None:
    """Its file is loaded in the player's process too, also when that was there before."""
    write_start("Yav", tmp_path / "yav")
    process = seat(FIRST_LEGAL)
    process.start()
    (kind,) = games_in(str(tmp_path / "yav"))
    assert play_game(kind(), [process, house()]).fault is None


# Faults -----------------------------------------------------------------------------------------


FAULTS = {
    "nothing": ("pass", "move returned None, not a move: is there a 'return' missing"),
    "lines": ("return 'a\\nb'", r"'a\\nb' is not a move of this game: write one like 'A1-"),
    "illegal": ("return 'A1-A9'", "A1-A9 is not possible: "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_moves(seat: Seat, name: str) -> None:
    move, words = FAULTS[name]
    process = seat(game_player(move))
    played = play_game(KOERIER, [process, house()])
    assert (played.loser, played.winners, process.pid) == (0, (1,), None)
    assert played.fault is not None
    assert played.fault.reason == "illegal"
    with pytest.raises(Fault, match=words):
        raise played.fault
    assert "mine (yellow) lost the game at move 1: " in played.report
    assert "\n  A B " in played.report or "Yellow courier" in played.report
    assert "Legal moves: A1-B2, " in played.report
    assert played.result(1).startswith("won because the opponent failed: ")


def test_a_player_of_cells_plays_freedom_only(seat: Seat) -> None:
    played = play_game(KOERIER, [house(), seat(FIRST_FREE)])
    assert played.winners == (0,)
    assert "mine.py is a Player, who plays Freedom only: derive from GamePlayer" in str(
        played.fault
    )


# What they know ---------------------------------------------------------------------------------


def tap(process: PlayerProcess) -> list[str]:
    """Start a process; all that it is told from now on."""
    process.start()
    child = process._process
    assert child is not None
    send, sent = child.send, list[str]()

    def listen(line: bytes) -> None:
        sent.append(line.decode())
        send(line)

    child.send = listen  # type: ignore[method-assign]
    return sent


def test_the_other_king_never_enters_the_process(seat: Seat, log: Path) -> None:
    """Games that differ in the other's secret choice only: every byte sent is the same."""
    move = "print('kings', *state.position.kings, *self.moves[:2])\nreturn state.legal_texts[-1]"
    process, heard = seat(game_player(move)), []
    sent = tap(process)
    for king in ("2a", "3c"):
        del sent[:]
        state = State(TRANGALLA)
        state.play(f"K={king}")
        process.begin(TRANGALLA, 1, seed=1)
        for _ in range(6):
            while state.mover == 0:
                state.play(next(text for text in state.legal_texts if text[:2] not in ("2a", "3c")))
            state.play(process.move(state))
        heard.append("".join(sent))
    assert heard[0] == heard[1]
    assert heard[0].count("position") >= 6
    wall = len(TRANGALLA.board)
    said = set(log.read_text("utf-8").splitlines())
    assert {line for line in said if line.startswith(f"kings {wall} {wall} chosen")}
    assert not {line for line in said if line.startswith("kings") and "K=2a" in line}
    assert {line for line in said if line.startswith(f"kings {wall} ") and "K=8" in line}


def test_three_hearts_stay_secret(seat: Seat) -> None:
    """With three players too, one's own secret is known and the others' are not."""
    process, heard = seat(game_player("return 'heart=b1'")), []
    sent = tap(process)
    for hearts in ("a2", "b3"):
        del sent[:]
        state = State(TWINS)
        state.play(f"heart={hearts}")
        process.begin(TWINS, 1, seed=1)
        state.play(process.move(state))
        heard.append("".join(sent))
    assert heard[0] == heard[1]


REPEATING = game_player(
    "best, most = None, -1\n"
    "for move in state.unsorted:\n"
    "    after = self.guess(state)\n"
    "    after.play(move)\n"
    "    count = after.history.count(after.history[-1])\n"
    "    if count > most: best, most = move, count\n"
    "print('legal', *state.legal_texts)\n"
    "return best"
)


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (load("shuttle", repetition="forbid"), 40),
        (load("shuttle", repetition="draw"), 40),
        (load("trangalla", open_kings=True), 30),
        (TRANGALLA, 30),
    ],
)
def test_what_may_not_be_repeated(seat: Seat, log: Path, game: Game, plies: int) -> None:
    """Both go back and forth; the player sees the moves that the history allows."""
    process, state, legal, forbidden = seat(REPEATING), State(game), [], 0
    process.begin(game, 0)
    while not state.over and state.ply < plies and forbidden < 3:
        bare = game.plain.moves(state.position.copy(), [0] * (game.max_moves + 1))
        if state.mover == 0:
            legal.append(" ".join(["legal", *state.legal_texts]))
            forbidden += bare != len(state.legal)
            state.play(process.move(state))
        else:
            state.play(back(state))
    said = [line for line in log.read_text("utf-8").splitlines() if line.startswith("legal")]
    assert said == legal
    assert state.repeated if game.repetition.third == "draw" else forbidden


def back(state: State) -> int:
    """The legal move that leads to what has been there most often."""

    def count(move: int) -> int:
        after = state.copy()
        after.play(move)
        return after.history.count(after.history[-1])

    return max(state.unsorted, key=count)
