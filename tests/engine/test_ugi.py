"""UGI: conversations, every game, and garbage."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.talking import Heard, follow

from livestone.core.game import Game
from livestone.core.state import State
from livestone.engine import ugi
from livestone.engine.lines import MAX_BYTES
from livestone.engine.ugi_session import UgiSession
from livestone.games import catalogue, load
from livestone.search.report import Line
from livestone.search.strongest import Strongest

SMALL = load("freedom", size=4)

GREETING = """
> ugi
< id name Livestone *
< id author *
< option name Game type combo default freedom var freedom var brainline *
< option name size type spin default 10 min 4 max 16
< option name scoring type combo default stones var stones var rows
< option name last_cell type combo default choice var choice var auto var always
< option name MultiPV type spin default 1 min 1 max 100
< option name Threads type spin default 1 min 1 max 64
< option name Hash type spin default 128 min 1 max 65536
< option name Level type spin default 10 min 1 max 10
< option name Seed type spin default 0 min 0 max 1000000000
< ugiok
> isready
< readyok
> quit
"""
A_GAME = """
> setoption name size value 4
> uginewgame
> isready
< readyok
> position startpos moves a2 b1
> query p1turn
< response true
> query gameover
< response false
> query result
< response none
> query fen
< response 4/4/w3/1b2 w last=b1 turn=2
> query legal
< response a1 b2 c1 c2
> go nodes 500
< bestmove *
> position startpos moves a2 b1 c1 c2 d2 c3 b4 b3 b2 a3
> setoption name MultiPV value 2
> isready
< readyok
> go p1time 60000 p2time 60000 p1inc 100 p2inc 100
< bestmove *
> go movetime 50
< bestmove *
> go depth 2
< bestmove *
> go infinite
> isready
< readyok
> stop
< bestmove *
# how UCI calls the clocks
> go wtime 1000 btime 1000 winc 0 binc 0 movestogo 3
< bestmove *
"""
MISTAKES = """
> fly
< info string error: there is no command 'fly': choose ugi, *
> positon startpos
< info string error: there is no command 'positon': did you mean 'position'?
> position startpos moves z9
< info string error: *'z9'*
> query p1turn
< info string error: there is no position: the last one was refused
> go nodes 5
< bestmove none
< info string error: there is no position: the last one was refused
> position fen junk
< info string error: *'junk'*
> position nowhere
< info string error: position 'nowhere' is not understood: *
> position startpos
> query weather
< info string error: query 'weather' is not known: *
> go nodes many
< bestmove none
< info string error: go nodes 'many' makes no sense: choose 1 to *
> setoption name size value 400
< info string error: *'400'*
> setoption size 5
< info string error: setoption is not understood: *
> setoption name sise value 5
< info string error: there is no option 'sise': did you mean 'size'?
> setoption name Level value 11
< info string error: Level '11' makes no sense: choose 1 to 10
> setoption name Game value chess
< info string error: there is no game 'chess': *
# what was refused has changed nothing
> query legal
< response a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4
> go searchmoves nodes 20
< info string warning: go ignores searchmoves
< bestmove *
> go infinite
> position startpos moves a1
< info string error: a search is running: send stop, and wait for bestmove
> stop
< bestmove *
> position startpos moves a1
> query p1turn
< response false
"""


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def session(heard: Heard) -> Iterator[UgiSession]:
    made = UgiSession(heard, SMALL)
    yield made
    made.hear(b"quit")
    made.end()


def test_at_a_pipe() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "livestone", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        write, read = process.stdin, process.stdout

        def say(line: bytes) -> None:
            write.write(line + b"\r\n")
            write.flush()

        follow(GREETING, say, lambda: read.readline().decode().rstrip("\n"))
        assert (process.wait(), read.read()) == (0, b"")


@pytest.mark.parametrize("script", [A_GAME, MISTAKES])
def test_conversations(script: str, session: UgiSession, heard: Heard) -> None:
    follow(script, session.hear, heard.next)


def test_the_end_of_a_game(session: UgiSession, heard: Heard) -> None:
    state = State(SMALL)
    while not state.over:
        state.play(Random(state.ply).choice(state.legal))
    session.hear(f"position startpos moves {' '.join(state.move_texts)}".encode())
    for words in ("gameover", "p1turn", "result", "legal"):
        session.hear(f"query {words}".encode())
    won = "draw" if not state.winners else f"p{state.winners[0] + 1}win"
    wanted = ["response true", "response false", f"response {won}", "response"]
    assert [heard.next() for _ in wanted] == wanted
    session.hear(b"go nodes 5")
    assert heard.next() == "bestmove none"
    assert "the game is over" in heard.next()


def test_what_runs_at_the_end_is_told(heard: Heard) -> None:
    for last in (b"go nodes 300", b"go infinite"):
        session = UgiSession(heard, SMALL)
        session.hear(last)
        session.end()
        assert heard.rest[-1].startswith("bestmove ")


def test_what_fails_is_told(
    session: UgiSession, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Strongest) -> None:
        raise TypeError("Own declares its own winners")

    monkeypatch.setattr(Strongest, "prepare", fail)
    for command, answer in ((b"isready", "readyok"), (b"go nodes 5", "bestmove a1")):
        session.hear(command)
        assert heard.next() == "info string error: Own declares its own winners"
        assert heard.next() == answer


def test_a_program_that_hangs_up_leaves_nothing_running() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "livestone", "engine", "freedom", "--option", "size=4"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go infinite\n")
        process.stdin.close()
        assert process.wait() in (0, 141)
        assert process.stderr.read() == b""


@pytest.mark.parametrize("kind", catalogue().values(), ids=[*catalogue()])
def test_every_game_is_understood(kind: type[Game], heard: Heard) -> None:
    """Weak levels play a turn of each game, after some plies and from a position's text."""
    state = State(kind())
    for _ in range(3):
        state.play(state.legal[-1])
    session = UgiSession(heard, SMALL)
    session.hear(f"setoption name Game value {kind.id}".encode())
    session.hear(b"ugi")
    options = [line for line in heard.until("ugiok") if line.startswith("option name ")]
    assert all(any(f" {option.name} " in line for line in options) for option in kind.options)
    for place in ("startpos", f"fen {State(kind()).text}"):
        session.hear(f"position {place} moves {' '.join(state.move_texts)}".encode())
        session.hear(b"query fen")
        session.hear(b"query p1turn")
        assert heard.next() == f"response {state.text}"
        assert heard.next() == f"response {str(state.mover == 0).lower()}"
    session.end()
    assert heard.rest == []


def test_a_level_plays_as_its_bot_does(session: UgiSession, heard: Heard) -> None:
    session.hear(b"setoption name Level value 3")
    moves = []
    for _ in range(2):
        session.hear(b"uginewgame")
        session.hear(b"position startpos moves b2")
        session.hear(b"go movetime 60000")
        moves.append(heard.until("bestmove")[-1])
    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (Line(0, (0.5, 0.5), 1, (0,)), "cp 0"),
        (Line(0, (0.64, 0.36), 1, (0,)), "cp 100"),
        (Line(0, (1.0, 0.0), 1, (0, 1, 2), proved=True), "mate 3"),
        (Line(0, (0.0, 1.0), 1, (0, 1), proved=True), "mate -2"),
        (Line(0, (0.5, 0.5), 1, (0, 1), proved=True), "cp 0"),
        (Line(0, (0.0, 1.0), 1, (0, 1)), "cp -10000"),
        (Line(0, (1.0, 0.0), 1, (0, 1)), "cp 10000"),
        (Line(0, (1 / 3, 1 / 3, 1 / 3), 1, (0, 1)), "cp 0"),
    ],
)
def test_scores_without_points(line: Line, wanted: str) -> None:
    assert ugi.score(line, State(load("straat"))) == wanted


def test_scores_with_points() -> None:
    line = Line(0, (0.9, 0.1), 1, (0,), points=(3.5, 2.0))
    state = State(SMALL)
    assert ugi.score(line, state) == "cp 150"
    state.play("b2")
    assert ugi.score(line, state) == "cp -150"


WORDS = """
ugi isready uginewgame setoption position go query name value fen moves startpos nodes depth
movetime
p1time p2inc wtime infinite stop Game Level MultiPV size freedom 4 5 0 1 -3 20 a1 b2 c3 4/4/4/4 w
turn=2 p1turn gameover result legal
"""
WORD = st.sampled_from(WORDS.split())
COMMANDS = st.one_of(
    st.lists(WORD, max_size=6).map(lambda words: " ".join(words).encode()),
    st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")),
    st.sampled_from([None, b"go nodes 20", b"position startpos moves a1", b"x" * MAX_BYTES]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COMMANDS, max_size=12))
def test_garbage_ends_nothing(lines: list[bytes | None]) -> None:
    heard = Heard()
    session = UgiSession(heard, SMALL)
    asked = 0
    for line in lines:
        if line is not None and line.split()[:1] == [b"quit"]:
            continue
        assert session.hear(line)
        asked += line is not None and line.split()[:1] == [b"go"]
    session.hear(b"stop")
    session.end()
    said = heard.rest
    refused = sum("a search is running" in line for line in said)
    moves = sum(line.startswith("bestmove") for line in said)
    assert asked - refused <= moves <= asked
    known = ("info ", "bestmove ", "response", "readyok", "id ", "option ", "ugiok")
    assert all(line.startswith(known) for line in said)
