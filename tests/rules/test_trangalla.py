"""Trangalla: the source's figures, worked positions, secrets, and a second implementation."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.counting import compiled_perft

from livestone.core.random import seeded
from livestone.core.record import Record
from livestone.core.runtime import runtime
from livestone.core.scene import scene
from livestone.core.state import ONLOOKER, SECRET, State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.play.bot import Bot
from livestone.search.report import Limits, Report
from livestone.search.uct import Uct

RANKS = (1, 2, 3, 4, 3, 4, 3, 2, 1)
PLACES = {
    f"{rank}{'abcd'[at]}": (2 * at - count + 1, rank)
    for rank, count in enumerate(RANKS, 1)
    for at in range(count)
}
AT = {place: name for name, place in PLACES.items()}
HOMES = {"w": "2a 2b 3a 3b 3c", "b": "8a 8b 7a 7b 7c"}
TARGET = {"w": "9a", "b": "1a"}
FORWARD = {"w": 1, "b": -1}
ENEMY = {"w": "b", "b": "w"}
EVERY_WAY = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SETTINGS = [
    {"home_tip": tip, "open_kings": known} for tip in ("closed", "open") for known in (False, True)
]


@dataclass
class Slow:
    """The rules once more, over dictionaries and sets of names."""

    options: dict[str, Any]
    men: dict[str, str] = field(default_factory=dict)
    kings: dict[str, str] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)
    mover: str = "w"
    chosen: int = 0
    chain: str = ""
    been: set[str] = field(default_factory=set)
    passes: int = 0
    turn: int = 0
    lost: set[str] = field(default_factory=set)
    history: list[Any] = field(default_factory=list)

    @classmethod
    def opening(cls, **options: Any) -> Slow:
        slow = cls(options)
        slow.men = {name: side for side in "wb" for name in HOMES[side].split()}
        slow.fresh = set(slow.men)
        slow.history = [slow.key()]
        return slow

    def key(self) -> Any:
        return frozenset(self.men.items()), self.mover, len(self.fresh), self.chosen

    def over(self) -> bool:
        home = any(self.kings.get(side) == TARGET[side] for side in "wb")
        capped = 0 < self.options.get("ply_cap", 300) <= self.turn
        return home or self.lost == {"w", "b"} or self.passes == 2 or capped

    def jumps(self, name: str) -> set[str]:
        x, y = PLACES[name]
        found = set()
        for dx, dy in EVERY_WAY:
            over, land = AT.get((x + dx, y + dy)), AT.get((x + 2 * dx, y + 2 * dy))
            shut = self.options["home_tip"] == "closed" and land == TARGET[ENEMY[self.mover]]
            if over in self.men and land and land not in self.men and not shut:
                found.add(land)
        return found - self.been

    def plies(self) -> set[str]:
        if self.chosen < 2:
            return {f"K={name}" for name in HOMES[self.mover].split()}
        if self.chain:
            return {f"{self.chain}-{land}" for land in self.jumps(self.chain)} | {"stop"}
        found = set()
        for name, side in self.men.items():
            if side != self.mover:
                continue
            x, y = PLACES[name]
            found |= {f"{name}-{land}" for land in self.jumps(name)}
            for dx, dy in EVERY_WAY:
                there = AT.get((x + dx, y + dy))
                if there and there not in self.men and dy in (0, FORWARD[side]):
                    found.add(f"{name}-{there}")
        return found or {"pass"}

    def may_end(self, ply: str) -> bool:
        """Whether a permitted end of the turn can be reached by this ply."""
        twin = copy.deepcopy(self)
        twin.play(ply)
        if twin.turn > self.turn:
            return self.history.count(twin.key()) < 2
        return any(twin.may_end(after) for after in twin.plies())

    def legal(self) -> set[str]:
        if self.over():
            return set()
        return {ply for ply in self.plies() if self.may_end(ply)} or {"pass"}

    def scores(self) -> tuple[float, ...]:
        return tuple(float(self.kings.get(side) == TARGET[side]) for side in "wb")

    def play(self, ply: str) -> None:
        self.passes = self.passes + 1 if ply == "pass" else 0
        if ply.startswith("K="):
            self.kings[self.mover] = ply[2:]
            self.chosen += 1
        elif "-" in ply and self.moved(*ply.split("-")):
            return
        self.chain, self.been = "", set()
        self.turn += 1
        self.mover = ENEMY[self.mover]
        self.history.append(self.key())

    def moved(self, origin: str, target: str) -> bool:
        """Move a piece; whether its turn goes on."""
        self.men[target] = self.men.pop(origin)
        if origin in self.fresh:
            self.fresh = self.fresh - {origin} | {target}
        if self.kings.get(self.mover) == origin:
            self.kings[self.mover] = target
        (x, y), (u, v) = PLACES[origin], PLACES[target]
        over = AT.get(((x + u) // 2, (y + v) // 2)) if (x + u) % 2 == 0 == (y + v) % 2 else None
        jumped = over in self.men and over not in (origin, target)
        if jumped and over:
            self.been |= {origin, target}
            if self.men[over] != self.mover:
                self.fresh.discard(over)
                self.men[over] = self.mover
                if self.kings.get(ENEMY[self.mover]) == over:
                    del self.men[over]
                    self.kings[ENEMY[self.mover]] = ""
                    self.lost.add(ENEMY[self.mover])
        if target == TARGET[self.mover]:
            if self.kings.get(self.mover) != target:
                del self.men[target]
                self.fresh.discard(target)
            return False
        self.chain = target
        return jumped and self.lost != {"w", "b"} and bool(self.jumps(target))


def put(
    white: str, black: str, kings: str, mover: str = "w", turned: str = "", **options: Any
) -> State:
    """A state with these pieces; ``kings`` is White's and Black's place, ``-`` for a lost one."""
    game = load("trangalla", **options)
    site, s = game.board.site, runtime(game).start()
    s.cells[:-1] = 0
    s.unturned, s.chosen, s.mover = 0, 2, "wb".index(mover)
    for code, names in ((1, white), (2, black)):
        for name in names.split():
            s.cells[site[name]] = code
            s.unturned |= (name not in turned.split()) << site[name]
    s.fresh = bin(int(s.unturned)).count("1")
    for player, name in enumerate(kings.split()):
        s.kings[player] = site.get(name, game.board.wall)
        s.lost |= (name == "-") << player
    runtime(game).derive(s)
    assert game.problem(s) is None
    return State(game, s)


def begun(white: str = "2a", black: str = "8b", **options: Any) -> State:
    """The game after both Kings were chosen."""
    state = State(load("trangalla", **options))
    state.play(f"K={white}")
    state.play(f"K={black}")
    return state


# Figures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tip", "counts"),
    [("closed", [10, 100, 1448, 21575]), ("open", [12, 144, 2268, 36647])],
)
def test_perft(tip: str, counts: list[int]) -> None:
    """Turn sequences with the Kings on 2a and 8b, counted by independent programs."""
    state = begun(home_tip=tip)
    assert [compiled_perft(state, turns) for turns in (1, 2, 3, 4)] == counts


def test_first_moves() -> None:
    texts = begun().legal_texts
    steps = [text for text in texts if abs(PLACES[text[:2]][1] - PLACES[text[3:]][1]) < 2]
    assert (len(steps), len(texts)) == (6, 10)


def test_the_board_has_23_places() -> None:
    board = load("trangalla").board
    assert len(board) == 23
    assert board.names == tuple(PLACES)
    assert [len(row) for row in board.rows] == list(RANKS[::-1])
    assert board.directions == 6
    for name, (x, y) in PLACES.items():
        near = {AT[x + dx, y + dy] for dx, dy in EVERY_WAY if (x + dx, y + dy) in AT}
        found = {board.names[there] for there in board.neighbours[board.site[name]] if there < 23}
        assert found == near
    assert len(board.symmetries) == 4
    zones = {name: [board.names[site] for site in zone.sites] for name, zone in board.zones.items()}
    assert zones == {"white_target": ["9a"], "black_target": ["1a"]}


# A second implementation ------------------------------------------------------------------------


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_played_ply_by_ply_against_a_second_implementation(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    for number in range(4):
        options = {**options, "ply_cap": (300, 20, 0, 300)[number]}
        slow, state = Slow.opening(**options), State(load("trangalla", **options))
        while not state.over and state.ply < 120:
            assert set(state.legal_texts) == slow.legal()
            ply = rng.choice(state.legal_texts)
            slow.play(ply)
            state.play(ply)
            letters = {"white piece": "w", "black piece": "b", "white King": "w", "black King": "b"}
            cells = {name: letters[piece] for name, piece in state.view().cells.items()}
            assert cells == slow.men
        if state.over:
            assert slow.legal() == set()
            assert state.scores == slow.scores()


def test_few_pieces_against_a_second_implementation() -> None:
    """Few pieces come back to the same places, lose their Kings and get stuck."""
    rng, seen = Random(5), set()
    for _ in range(30):
        white = rng.sample(["2a", "3b", "4a", "4c", "5a"], 2)
        black = rng.sample(["6a", "6c", "7b", "8a"], 2)
        kings = (rng.choice([*white, "-"]), rng.choice(black))
        options = {**rng.choice(SETTINGS), "ply_cap": 0}
        state = put(" ".join(white), " ".join(black), " ".join(kings), **options)
        slow = Slow(options, dict.fromkeys(white, "w") | dict.fromkeys(black, "b"))
        slow.kings = {side: king for side, king in zip("wb", kings, strict=True) if king != "-"}
        slow.lost = {"w"} if kings[0] == "-" else set()
        slow.fresh, slow.chosen = set(slow.men), 2
        slow.history = [slow.key()]
        while not state.over and state.ply < 60:
            legal = slow.legal()
            assert set(state.legal_texts) == legal
            if legal < slow.plies():
                seen.add("forbidden")
            if legal == {"pass"}:
                seen.add("pass")
            ply = rng.choice(state.legal_texts)
            slow.play(ply)
            state.play(ply)
        if state.over:
            assert state.scores == slow.scores()
            seen.add("won" if any(state.scores) else "drawn")
    assert seen == {"forbidden", "pass", "won", "drawn"}


# Worked positions -------------------------------------------------------------------------------


def test_a_jumped_soldier_is_turned_over_and_a_king_is_taken_off() -> None:
    state = put("4b", "5b 7c 8a", "4b 8a")
    state.play("4b-6c")
    assert state.view().cells["5b"] == "white piece"
    royal = put("4b", "5b 7c 8a", "4b 5b")
    royal.play("4b-6c")
    assert "5b" not in royal.view().cells
    assert royal.position.lost == 2


def test_own_pieces_are_jumped_over_and_stay() -> None:
    state = put("4b 5b", "7c 8a", "4b 8a")
    state.play("4b-6c")
    assert state.view().cells["5b"] == "white piece"
    assert int(state.position.fresh) == 4


def test_a_king_on_the_target_wins_and_a_soldier_there_is_lost() -> None:
    won = put("8a 2a", "5b 6a", "8a 5b")
    won.play("8a-9a")
    assert won.winners == (0,)
    lost = put("8a 2a", "5b 6a", "2a 5b")
    lost.play("8a-9a")
    assert not lost.over
    assert "9a" not in lost.view().cells


def test_two_lost_kings_draw_at_once_inside_a_chain() -> None:
    state = put("4b", "5b 7b 8b", "- 5b", turned="4b")
    state.play("4b-6c")
    assert state.over
    assert state.winners == ()
    assert state.turn == 1


def test_chains_end_by_themselves_or_by_stop() -> None:
    state = put("2a", "3a 5a 7c", "2a 7c")
    state.play("2a-4a")
    assert state.turn == 0
    assert set(state.legal_texts) == {"4a-6b", "stop"}
    assert {len(path) for path in state.paths.values()} == {1}
    state.play("4a-6b")
    assert (state.turn, state.mover) == (1, 1)


def test_no_place_twice_in_one_turn() -> None:
    state = put("4a", "4b 5a 7c", "4a 7c", turned="4b 5a")
    state.play("4a-4c")
    assert "4c-4a" not in state.legal_texts
    with pytest.raises(IllegalMove):
        state.play("4c-4a")


def test_the_tip_behind_is_closed_unless_it_is_open() -> None:
    assert "3b-1a" not in begun().legal_texts
    closed = put("3a 2b", "7a 8a", "3a 8a")
    opened = put("3c 2b", "7a 8a", "3c 8a", home_tip="open")
    assert "3c-1a" in opened.legal_texts
    closed = put("3c 2b", "7a 8a", "3c 8a")
    with pytest.raises(IllegalMove, match="1a is closed to your own pieces"):
        closed.play("3c-1a")


def test_who_is_blocked_passes_and_two_passes_draw() -> None:
    state = put("2a", "", "2a -", "b")
    assert state.legal_texts == ["pass"]
    state.play("pass")
    state.play("2a-2b")
    assert int(state.position.passes) == 0
    last = put("2a", "", "2a -", "b").position
    last.passes = 1
    stuck = State(load("trangalla"), last)
    stuck.play("pass")
    assert stuck.winners == ()


def test_the_third_time_is_forbidden() -> None:
    state = put("4b 2a", "6b 8a", "2a 8a")
    for ply in ("4b-4c", "6b-6c", "4c-4b", "6c-6b") * 2:
        if ply not in state.legal_texts:
            break
        state.play(ply)
    assert state.ply == 7
    with pytest.raises(IllegalMove, match="the same position for the third time"):
        state.play("6c-6b")


def test_the_choice_of_kings_is_no_repetition() -> None:
    game = begun()
    assert len({*game.history}) == 3


def test_a_cap_is_a_draw() -> None:
    rng, state = Random(1), begun(ply_cap=20)
    while not state.over:
        state.play(rng.choice(state.legal_texts))
    assert state.turn == 20
    assert state.winners == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("K=3b", "your King's place is already chosen"),
        ("stop", "has just jumped"),
        ("pass", "there is another move"),
        ("5b-6b", "5b is empty"),
        ("7a-6a", "the piece on 7a is not yours"),
        ("2a-2b", "2b is occupied"),
        ("2a-5c", "neither next to"),
        ("3a-5b", "no piece on 4b to jump over"),
    ],
)
def test_refusals_teach(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        begun().play(text)


def test_more_refusals() -> None:
    with pytest.raises(IllegalMove, match="first choose the place of your King"):
        State(load("trangalla")).play("3a-4a")
    with pytest.raises(IllegalMove, match="a King begins on one of 2a, 2b"):
        State(load("trangalla")).play("K=5a")
    blocked = put("2a", "3a 4a 7c", "2a 7c")
    with pytest.raises(IllegalMove, match="the place behind, 4a, is not empty"):
        blocked.play("2a-4a")
    with pytest.raises(IllegalMove, match="only steps forward or sideways"):
        put("4a", "7c", "4a 7c").play("4a-3a")
    chain = put("2a 2b", "3a 5a 7c", "2a 7c")
    chain.play("2a-4a")
    for text, reason in (
        ("2b-3b", "the piece on 4a has jumped"),
        ("4a-2a", "has been on 2a this turn"),
        ("4a-4b", "it may only jump again or stop"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            chain.play(text)


# Secrets ----------------------------------------------------------------------------------------


def shown(state: State, viewer: int) -> str:
    """Everything that reaches a viewer."""
    view = state.view(viewer)
    return json.dumps([view.as_json(), view.moves, view.steps, repr(scene(view, numbers=True))])


@pytest.mark.parametrize("viewer", [0, 1, ONLOOKER])
def test_the_other_king_never_shows(viewer: int) -> None:
    """Games that differ only in the hidden Kings look the same, ply by ply, until one is lost."""
    rng = Random(viewer)
    games = [
        begun("3b" if viewer == 0 else white, "7b" if viewer == 1 else black)
        for white in HOMES["w"].split()
        for black in HOMES["b"].split()
    ]
    while len(games) > 1:
        assert len({shown(state, viewer) for state in games}) == 1
        if viewer in (-1, int(games[0].position.mover)):
            assert len({tuple(state.legal_texts) for state in games}) == 1
        ply = rng.choice(games[0].legal_texts)
        for state in games:
            state.play(ply)
        public = [(state.over, tuple(state.position.cells), int(state.turn)) for state in games]
        games = [game for game, facts in zip(games, public, strict=True) if facts == public[0]]
        if games[0].over:
            break
    assert games[0].ply > 6


def test_the_choice_is_seen_as_chosen() -> None:
    state = State(load("trangalla"))
    state.play("K=3b")
    assert state.view(1).moves == state.view(ONLOOKER).moves == (SECRET,)
    assert state.view(0).moves == ("K=3b",)
    assert state.view(0).cells["3b"] == "white King"
    assert state.view(1).cells["3b"] == "white piece"
    assert "3b" not in state.view(1).text
    opened = State(load("trangalla", open_kings=True))
    opened.play("K=3b")
    assert opened.view(1).cells["3b"] == "white King"


def test_the_end_shows_everything() -> None:
    state = put("8a 2a", "5b 6a", "8a 5b")
    state.play("8a-9a")
    assert state.view(0).cells["5b"] == "black King"


def test_guesses_fit_what_was_seen() -> None:
    """Every piece that may be the King is guessed, and none that was turned over."""
    state = put("4b 6a", "5a 6c 7b 8b", "6a 7b", turned="5a")
    run, rng, seen = runtime(state.game), seeded(1), set()
    view = run.observed(state.position, 0)
    for _ in range(60):
        guess = view.copy()
        with np.errstate(over="ignore"):
            state.game.plain.determinise(guess, 0, rng)  # type: ignore[misc]
        assert state.game.problem(guess) is None
        assert guess.kings[0] == state.position.kings[0]
        seen.add(state.game.board.names[int(guess.kings[1])])
    assert seen == {"6c", "7b", "8b"}


def test_a_lost_king_is_not_guessed() -> None:
    state = put("4b 6a", "5a 6c", "6a -")
    guess = runtime(state.game).observed(state.position, 0)
    state.game.plain.determinise(guess, 0, seeded(1))  # type: ignore[misc]
    assert guess.kings[1] == state.game.board.wall


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kings": (23, 20)}, "the place of White's King is missing"),
        ({"kings": (10, 20)}, "White's King cannot stand on 5a"),
        ({"unturned": 1 << 10}, "names places where no piece stands"),
        ({"fresh": 3}, "were never turned over"),
        ({"chosen": 1}, "before anything else"),
        ({"lost": 1}, "but has a place"),
        ({"been": 4}, "been belongs to"),
        ({"jumper": 1}, "jumper names"),
        ({"passes": 3}, "passes are 0 to 2"),
    ],
)
def test_impossible_positions(change: dict[str, Any], reason: str) -> None:
    position = begun().position.copy()
    for name, value in change.items():
        position[name] = value
    text = State(load("trangalla"), position).text
    with pytest.raises(BadPosition, match=reason):
        State.read(load("trangalla"), text)


# Bots -------------------------------------------------------------------------------------------


def thought(state: State, nodes: int = 3000) -> Report:
    *_, report = Uct(state.game, seed=2).search(state, Limits(nodes=nodes))
    return report


def test_a_bot_does_not_depend_on_the_hidden_square() -> None:
    lines = {"2b-4a", "8b-6c"}
    states = [begun("2a", black) for black in HOMES["b"].split()]
    for state in states:
        for ply in lines & set(state.legal_texts):
            state.play(ply)
    for seat in (0, 1):
        states = [
            begun("2a", name) if seat == 0 else begun(name, "8a")
            for name in HOMES["b" if seat == 0 else "w"].split()
        ]
        if seat == 1:
            for state in states:
                state.play("3a-4a")
        assert {int(state.position.mover) for state in states} == {seat}
        assert len({thought(state, 800).lines for state in states}) == 1
        for level in (1, 4):
            moves = set()
            for state in states:
                *_, report = Bot(state.game, level, seed=5, seconds=60).think(state)
                moves.add(report.move)
            assert len(moves) == 1


def test_a_bot_brings_its_king_home() -> None:
    state = put("8a 2a 3a", "5b 6a 7c", "8a 5b")
    assert state.game.move_text(thought(state).move) == "8a-9a"


def test_a_bot_takes_the_only_piece_that_can_be_the_king() -> None:
    state = put("4b 2a", "5b 7a 3c", "2a 5b", turned="7a 3c")
    assert state.game.move_text(thought(state).move) == "4b-6c"


def test_a_bot_saves_its_king() -> None:
    """Black can jump over 4b, where the White King stands, onto 3a."""
    men = ("4b 2a 2b", "5b 7c 8a", "4b 8a")
    assert "5b-3a" in put(*men, "b").legal_texts
    state = put(*men)
    while state.mover == 0:
        state.play(thought(state).move)
    for text in state.legal_texts:
        after = state.copy()
        after.play(text)
        assert int(after.position.lost) & 1 == 0


def test_a_bot_beats_a_random_player() -> None:
    rng, won = Random(9), 0
    for number in range(4):
        state = State(load("trangalla"))
        while not state.over:
            mine = int(state.position.mover) == number % 2
            state.play(thought(state, 800).move if mine else rng.choice(state.legal))
        assert state.turn < 300, "it must end by its own rules"
        won += state.winners == (number % 2,)
        assert state.winners != (1 - number % 2,)
    assert won >= 3


def test_the_sample_game_ends_by_its_own_rules() -> None:
    text = (files("livestone.games") / "samples" / "trangalla.txt").read_text("utf-8")
    state = Record.read(text).replay()
    slow = Slow.opening(**state.game.option)
    for ply in state.move_texts:
        assert ply in slow.legal()
        slow.play(ply)
    assert slow.over()
    assert state.winners == (1,)
    assert state.turn < 300
