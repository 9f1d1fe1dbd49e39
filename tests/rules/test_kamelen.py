"""Kamelen: a second implementation, the drawings, both wins and their worth, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.leapers import KING, Leapers, Place
from tests.rules.oracles import play_alike
from tests.rules.positions import put
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.runtime import runtime
from livestone.core.scene import scene, status
from livestone.core.state import State
from livestone.draw import svg
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load
from livestone.search.report import Limits
from livestone.search.uct import Uct

NAME = "kamelen"
GAME = load(NAME)
# By the number of ranks: the files of the key camels, and whence a Camel enters North's home-field.
KEYS = {11: "bdhj", 12: "acik", 13: "bdhj"}
ENTRIES = {11: "e8 g8 c10 i10", 12: "e9 g9 c11 i11", 13: "e10 g10 c12 i12"}


class Slow(Leapers):
    """The game in files and ranks from 1."""

    def __init__(self, option: Any) -> None:
        self.ranks, self.quiet = option["ranks"], 0
        ranks = range(1, self.ranks + 1)
        names = {(x, y): f"{'abcdefghijk'[x - 1]}{y}" for x in range(1, 12) for y in ranks}
        self.rocks = {(5, 1), (7, 1), (6, 2)}
        self.rocks |= {(x, self.ranks + 1 - y) for x, y in self.rocks}
        self.homes = ((6, 1), (6, self.ranks))
        standing = {(x, 1): "C" for x in range(1, 12)} | {(x, 2): "D" for x in range(1, 12)}
        standing |= {(x, self.ranks + 1 - y): piece.lower() for (x, y), piece in standing.items()}
        for place in (*self.rocks, *self.homes):
            standing.pop(place)
        owners = {"C": 0, "D": 0, "c": 1, "d": 1}
        super().__init__(names, standing, owners, option["ply_cap"])

    def cells(self) -> dict[str, str]:
        return super().cells() | {self.names[place]: "r" for place in self.rocks}

    def keys(self, player: int) -> set[Place]:
        """The Camels on squares of the colour of the enemy's home-field."""
        colour = sum(self.homes[1 - player]) % 2
        found = {at for at, piece in self.standing.items() if piece == "Cc"[player]}
        return {at for at in found if sum(at) % 2 == colour}

    def points(self) -> tuple[int, int]:
        for player in (1 - self.mover, self.mover):
            other = 1 - player
            points = 0
            if self.standing.get(self.homes[other]) == "Cc"[player]:
                points = 2
            elif not self.keys(other):
                points = 1
            if points:
                return (points, 0) if player == 0 else (0, points)
        return (0, 0)

    def over(self) -> bool:
        return self.quiet >= 100 or super().over()

    def winner(self) -> int | None:
        points = self.points()
        return points.index(max(points)) if any(points) else None

    def moves_of(self, start: Place) -> set[Place]:
        x, y = start
        piece = self.standing[start]
        found = set()
        for dx, dy in KING:
            along = not (dx and dy)
            if along != (piece in "Cc"):
                continue
            if along:
                ends = [(x + 3 * dx + k * dy, y + 3 * dy + k * dx) for k in (-1, 1)]
            else:
                ends = [(x + 3 * dx, y + 2 * dy), (x + 2 * dx, y + 3 * dy)]
            if all(self.free((x + k * dx, y + k * dy)) for k in (1, 2)):
                found |= {end for end in ends if self.open(end)}
        return found

    def free(self, place: Place) -> bool:
        return super().free(place) and place not in self.rocks

    def open(self, place: Place) -> bool:
        owner = self.owners.get(self.standing.get(place, ""))
        return place in self.names and place not in self.rocks and owner != self.mover

    def text(self, move: Any) -> str:
        text = super().text(move)
        return text.replace("-", "x") if move and move[1] in self.standing else text

    def play(self, move: str) -> None:
        self.quiet = 0 if "x" in move else self.quiet + 1
        super().play(move)


def animals(text: str, mover: int = 0, **fields: int) -> State:
    """A state with these animals, written ``Cb1 dk10``, and the rocks where they belong."""
    rocks = {name: "r" for name, piece in Slow(GAME.option).cells().items() if piece == "r"}
    return put(GAME, {word[1:]: word[0] for word in text.split()} | rocks, mover, **fields)


def same_points(state: State, slow: Slow) -> None:
    keys = {slow.names[at] for player in (0, 1) for at in slow.keys(player)}
    assert {state.game.board.names[site] for site in state.marks} == keys
    assert not state.over or state.scores == slow.points()


def keen(slow: Slow, move: str) -> bool:
    """Whether a move captures, or enters the enemy's home-field."""
    origin, target = slow.places(move) or [None, None]
    enters = target == slow.homes[1 - slow.mover] and slow.standing[origin] in "Cc"
    return "x" in move or enters


@pytest.mark.parametrize("ranks", KEYS)
def test_key_camels_and_whence_they_enter(ranks: int) -> None:
    game = load(NAME, ranks=ranks)
    slow = Slow(game.option)
    keys = {f"{file}{rank}" for file in KEYS[ranks] for rank in (1, ranks)}
    assert {game.board.names[site] for site in State(game).marks} == keys
    entries = set()
    for place in slow.names.keys() - slow.rocks - {(6, ranks)}:
        # A second key camel each, where it is in nobody's way.
        state = put(game, slow.begin({(6, 5): "c"} | {place: "C"}).cells())
        name = slow.names[place]
        entries |= {name} if f"{name}-f{ranks}" in state.legal_texts else set()
    assert entries == set(ENTRIES[ranks].split())


@pytest.mark.parametrize("options", [{}, {"ranks": 12}, {"ranks": 13}], ids=str)
def test_games_ply_by_ply(options: dict[str, int]) -> None:
    """Whole games at three tempers, and animals strewn about, so that all the ends come up."""
    game, rng, ends = load(NAME, **options), Random(str(options)), set()
    for round_ in range(8):
        slow = Slow(game.option)
        if round_ % 2:
            strewn = rng.sample(sorted(slow.names.keys() - slow.rocks), 14)
            slow.begin(dict(zip(strewn, "CCCCDDDccccddd", strict=True)))
        state, often = put(game, slow.cells()), (0.9, 0.3, 0.6)[round_ % 3]
        play_alike(state, slow, rng, keen=keen, often=often, also=same_points)
        ends.add(state.scores)
    capped = load(NAME, ply_cap=60)
    play_alike(State(capped), Slow(capped.option), rng)
    assert ends >= {(2, 0), (0, 2), (1, 0), (0, 1)}


@pytest.mark.parametrize(
    ("pieces", "origin", "ends"),
    [
        ("Cf5 db1 cb11 Cd1", "f5", "e8 g8 e2 g2 c4 c6 i4 i6"),
        ("Cf5 df6 cb11 Cd1", "f5", "e2 g2 c4 c6 i4 i6"),
        ("Df5 cb11 Cd1", "f5", "h8 i7 d8 c7 h2 i3 d2 c3"),
        ("Df5 dh7 cb11 Cd1", "f5", "d8 c7 h2 i3 d2 c3"),
    ],
)
def test_the_example_of_the_drawings(pieces: str, origin: str, ends: str) -> None:
    """From the middle: which squares must be free, as in the two drawings."""
    texts = [text for text in animals(pieces).legal_texts if text.startswith(origin)]
    assert set(texts) == {f"{origin}-{end}" for end in ends.split()}


@pytest.mark.parametrize(
    ("pieces", "move", "scores"),
    [
        pytest.param("Ce8 Cd1 cb11", "e8-f11", (2, 0), id="a Camel comes home: double"),
        pytest.param("Ce8 Cd1 cf11", "e8xf11", (2, 0), id="and captures the last one: double"),
        pytest.param("Cf5 Cd1 ce8 ca11", "f5xe8", (1, 0), id="the last key camel"),
        pytest.param("Df6 Cd1 cc8", "f6xc8", (1, 0), id="by a Dromedary as well"),
        pytest.param("Cf5 Cd1 ce8 ch11", "f5xe8", None, id="not the last one"),
        pytest.param("De9 Cd1 cb11", "e9-g6", None, id="a Dromedary's plain move"),
        pytest.param("Ce4 Cd1 cb11", "e4-f1", None, id="one's own home-field"),
    ],
)
def test_both_wins(pieces: str, move: str, scores: tuple[int, int] | None) -> None:
    state = animals(pieces)
    state.play(move)
    assert state.over == (scores is not None)
    if scores:
        assert state.scores == scores
        assert state.winners == (0,)
        points = "2 points" if scores[0] == 2 else "1 point"
        assert status(state.view()) == f"South won {points}"


def test_a_dromedary_wins_nothing_on_a_home_field() -> None:
    assert animals("Df11 Cd1 cb11 df1").legal_texts


def test_draws() -> None:
    state = State(GAME)
    for move in ["a2-c5", "a10-c7", "c5-a2", "c7-a10"] * 2:
        assert not state.over
        state.play(move)
    assert state.winners == ()
    for move, scores in (("e8-b9", (0, 0)), ("e8-f11", (2, 0))):
        state = animals("Ce8 Cd1 cb11", turn=120, quiet=99)
        state.play(move)
        assert state.over
        assert state.scores == scores


def test_a_player_without_a_move_passes() -> None:
    """South's only Camel stands in the corner behind two Dromedaries."""
    for fields, winners in (({}, None), ({"turn": 2, "passes": 1, "quiet": 1}, ())):
        state = animals("Cb1 db2 da1 dc1 cb11", **fields)
        assert state.legal_texts == ["pass"]
        state.play("pass")
        assert state.winners == winners


def test_a_bot_prefers_two_points_to_one() -> None:
    """Both wins are at hand: the bot takes the one that counts double."""
    state = animals("Ce8 Df6 Cd1 cc8 da10 dk10")
    assert {"e8-f11", "f6xc8"} <= set(state.legal_texts)
    for nodes in (200, 2000):
        *_, report = Uct(state.game, seed=nodes).search(state, Limits(nodes=nodes))
        assert report.best.proved
        assert report.best.value == (1.0, 0.0)
        assert state.game.wording.move_text(report.move) == "e8-f11"


def test_a_single_win_is_worth_less_than_a_double_one() -> None:
    state = animals("Df6 Cd1 cc8 da10 dk10")
    *_, report = Uct(state.game).search(state, Limits(nodes=2000))
    line = next(line for line in report.lines if state.game.wording.move_text(line.move) == "f6xc8")
    assert line.proved
    assert line.value == (0.75, 0.25)


def test_evaluation_is_fair_and_knows_what_matters() -> None:
    def estimate(state: State) -> tuple[float, ...]:
        return runtime(GAME).estimate(state.position) or ()

    even = estimate(State(GAME))
    assert even[0] == pytest.approx(even[1])
    assert estimate(animals("De5 Cd1 cb11 dc8"))[0] > estimate(animals("De5 Cd1 cb11 dc9"))[0]
    assert estimate(animals("Ce8 Cd1 cb11 dc9")) == (2, 0)
    held = estimate(animals("Ce8 Cd1 cb11 de10"))
    assert held[0] < 2
    assert estimate(animals("Ce8 Cd1 cb11 dc9", mover=1))[1] < held[1]
    better = estimate(animals("Cb1 Cd1 cb11"))
    assert better[0] > better[1]
    assert np.sum(better) == pytest.approx(np.sum(even))


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("a10-c7", IllegalMove, "the piece on a10 is not South's"),
        ("e5-e6", IllegalMove, "there is no piece on e5"),
        ("e1-e4", IllegalMove, "e1 holds a rock, and rocks never move"),
        ("b1-c4", IllegalMove, "b2 is on the way and must be empty"),
        ("e2-e5", IllegalMove, "a Dromedary goes two squares diagonally, then one straight out"),
        ("b1-b3", IllegalMove, "a Camel goes two squares straight on, then one diagonally out"),
        ("a2xc5", IllegalMove, "is not how this move is written: write a2-c5"),
        ("pass", IllegalMove, "only a player without any passes"),
        ("a2-l5", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    refuses(State(GAME), move, error, reason)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d5-f2", "f2 holds a rock, which cannot be captured"),
        ("d5-g7", "g7 holds an animal of your own"),
        ("d5-b8", "is not how this move is written: write d5xb8"),
    ],
)
def test_refusals_to_capture(move: str, reason: str) -> None:
    refuses(animals("Dd5 Cg7 Cd1 cb8 cc8"), move, IllegalMove, reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("/11/11/", "/C10/11/", "there are 9 of South Camels, more than 8"),
        ("CCCCr1r", "CCCCCrr", "there are 9"),
        ("DDDDDrDDDDD", "DDDDD1DDDDD", "f2 must hold a rock"),
        ("/11/11/", "/r10/11/", "a9 cannot hold a rock"),
        (" s", " n", "after 0 turns it is not North's turn"),
        (" s", " s turn=4 passes=2", "passes=2 does not fit 0 turns"),
        (" s", " s turn=4 quiet=6", "quiet=6 does not fit 4 turns"),
    ],
)
def test_impossible_positions(old: str, new: str, reason: str) -> None:
    refuses_opening_with(GAME, old, new, reason)


def test_words_for_screen_readers() -> None:
    picture = scene(State(GAME).view())
    site = picture.board.site
    assert svg.label(picture, site["b1"]) == "b1, South Camel, key camel"
    assert svg.label(picture, site["f1"]) == "f1, South's home-field, empty"
    assert svg.label(picture, site["e1"]) == "e1, rock"
    assert "Key camel: b1, d1, h1, j1, b11, d11, h11, j11." in picture.description
