"""JSON lines: conversations, many queries at a time, and garbage."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.talking import Heard

from livestone.core.game import Game
from livestone.core.state import State
from livestone.engine import minds, pool
from livestone.engine.json_session import JsonSession
from livestone.engine.lines import MAX_BYTES
from livestone.engine.minds import Answers, Mind
from livestone.engine.pool import Pool
from livestone.games import catalogue, load
from livestone.play.analysis import analyse
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

SMALL = load("freedom", size=4)
ENDLESS = {"id": "long", "seconds": 100_000, "game": "freedom", "options": {"size": 12}}


class Talk:
    """A conversation in objects."""

    def __init__(self, workers: int = 1) -> None:
        self.heard = Heard()
        self.pool: Pool[Mind] = Pool(workers, lambda: Mind(SMALL, 64))
        self.session = JsonSession(self.heard, self.pool, Answers())

    def say(self, *objects: dict[str, Any]) -> None:
        for data in objects:
            assert self.session.hear(json.dumps(data).encode())

    def next(self) -> dict[str, Any]:
        found = json.loads(self.heard.next())
        assert isinstance(found, dict)
        return found

    def ask(self, **query: Any) -> dict[str, Any]:
        """Return the one answer to a query."""
        self.say({"id": 1, **query})
        return self.next()

    def end(self) -> list[dict[str, Any]]:
        self.session.end()
        return [json.loads(line) for line in self.heard.rest]


@pytest.fixture
def talk() -> Iterator[Talk]:
    made = Talk()
    yield made
    made.session.stop()
    made.session.end()
    made.pool.close()


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """An answer without what depends on time, or on who has asked."""
    return {name: data[name] for name in data if name not in ("id", "seconds", "speed")}


def test_the_same_as_an_analysis(talk: Talk) -> None:
    state = State(SMALL)
    for move in ("b2", "c3"):
        state.play(move)
    limits = Limits(nodes=500, lines=2)
    *_, wanted = analyse(state, limits, search=Strongest(SMALL, threads=1))
    query = {"moves": ["b2", "c3"], "nodes": 500, "lines": 2, "survival": True, "fresh": True}
    found = talk.ask(**query)
    assert plain(found) == json.loads(json.dumps(plain(wanted.as_json())))
    assert found["survival"]
    assert all(line["visits"] > 0 for line in found["lines"])
    # What does not depend on time is not thought about twice.
    assert talk.ask(**query) == {**found, "cached": True}
    talk.say({"id": 2, "action": "clear"})
    assert talk.next() == {"id": 2, "action": "clear"}
    assert plain(talk.ask(**query)) == plain(found)
    # From the position's text it is another game that came about.
    assert talk.ask(**{"from": state.text, "nodes": 500})["ply"] == 0


def test_every_ply_by_itself(talk: Talk) -> None:
    talk.say({"id": "all", "moves": ["b2", "c3", "c2"], "plies": [0, 3, 1], "nodes": 50})
    assert sorted(talk.next()["ply"] for _ in range(3)) == [0, 1, 3]
    assert talk.end() == []


@pytest.mark.parametrize("kind", catalogue().values(), ids=[*catalogue()])
def test_every_game_is_read(kind: type[Game], talk: Talk) -> None:
    """A finished game is refused with its own words, whichever it is."""
    options = {option.name: option.default for option in kind.options}
    moves = [State(kind()).legal_texts[0], "nonsense"]
    found = talk.ask(game=kind.id, options=options, moves=moves)
    assert found["error"] in ("move-syntax", "illegal-move")
    assert "nonsense" in found["message"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", catalogue().values(), ids=[*catalogue()])
def test_every_game_is_analysed(kind: type[Game], talk: Talk) -> None:
    state = State(kind())
    for _ in range(2):
        state.play(state.legal[0])
    found = talk.ask(game=kind.id, moves=state.move_texts, nodes=30, lines=2, survival=True)
    assert found["text"] == state.view(state.mover if kind().plain.observe else None).text
    assert {line["move"] for line in found["lines"]} <= {*state.legal_texts}
    assert all(len(line["value"]) == kind().players for line in found["lines"])


def test_priorities_and_terminating(talk: Talk) -> None:
    talk.say({**ENDLESS, "report_every": 0})
    assert talk.next()["final"] is False
    low, high = ({"nodes": 20, "priority": priority} for priority in (-5, 5))
    talk.say({"id": "low", **low}, {"id": "gone", "nodes": 20}, {"id": "high", **high})
    talk.say({"id": 5, "action": "terminate", "target": "gone"})
    told = [data for data in _until(talk, lambda data: data["id"] == 5) if data["id"] != "long"]
    assert told[0] == {"id": "gone", "ply": 0, "final": True, "terminated": True, "lines": []}
    assert told[1] == {"id": 5, "action": "terminate", "target": "gone", "stopped": 1}
    talk.say({"id": 6, "action": "terminate", "target": "long"})
    rest = [data for data in _until(talk, lambda data: data["id"] == "low") if data.get("final")]
    assert [data["id"] for data in rest] == ["long", "high", "low"]
    assert rest[0]["terminated"] is True
    assert rest[0]["lines"]
    assert "terminated" not in rest[1]
    talk.say({"id": 7, "action": "terminate", "target": "nobody"})
    assert talk.next() == {"id": 7, "action": "terminate", "target": "nobody", "stopped": 0}


def _until(talk: Talk, last: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    found = [talk.next()]
    while not last(found[-1]):
        found.append(talk.next())
    return found


def test_terminating_all(talk: Talk) -> None:
    talk.say(ENDLESS, {"id": 2, "nodes": 20}, {"id": 3, "action": "terminate_all"})
    found = {data["id"]: data for data in _until(talk, lambda data: data["id"] == "long")}
    found |= {data["id"]: data for data in talk.end()}
    assert found[3]["stopped"] == 2
    assert found["long"]["terminated"] is found[2]["terminated"] is True


def test_other_actions(talk: Talk) -> None:
    assert talk.ask(action="version")["engine"] == "Livestone"
    games = talk.ask(action="games")["games"]
    assert [game["game"] for game in games] == [*catalogue()]


@pytest.mark.parametrize(
    ("query", "code", "field", "why"),
    [
        ({"id": None}, "bad-field", "id", "a number, or a text"),
        ({"id": True}, "bad-field", "id", "a number, or a text"),
        ({"id": "x" * 201}, "bad-field", "id", "200 characters"),
        ({"action": "analyze"}, "bad-field", "action", "did you mean 'analyse'?"),
        ({"action": []}, "bad-field", "action", "[]"),
        ({"action": "terminate"}, "bad-field", "target", "the id of the query"),
        ({"nodes": 0}, "bad-field", "nodes", ">= 1"),
        ({"nodes": "5"}, "bad-field", "nodes", "got `str`"),
        ({"seconds": -1}, "bad-field", "seconds", ">= 0"),
        ({"seconds": True}, "bad-field", "seconds", "got `bool`"),
        ({"lines": 101}, "bad-field", "lines", "<= 100"),
        ({"moves": "b2"}, "bad-field", "moves", "`array`"),
        ({"moves": ["b2"], "plies": [2]}, "bad-field", "plies", "but there are 1 moves"),
        ({"game": "fredom"}, "unknown-game", None, "did you mean 'freedom'?"),
        ({"options": {"size": 400}}, "bad-option", None, "'400'"),
        ({"options": {"self": 1}}, "bad-option", None, "'self'"),
        ({"from": "junk"}, "bad-position", None, "'junk'"),
        ({"moves": ["z9"]}, "move-syntax", None, "'z9'"),
        ({"moves": ["b1", "b1"]}, "illegal-move", None, "b1 is occupied"),
    ],
)
def test_mistakes(
    query: dict[str, Any], code: str, field: str | None, why: str, talk: Talk
) -> None:
    found = talk.ask(**query)
    assert (found["error"], found.get("field")) == (code, field)
    assert why in found["message"]
    assert talk.ask(id="next", nodes=5)["final"] is True


def test_after_the_end(talk: Talk) -> None:
    state = State(SMALL)
    while not state.over:
        state.play(state.legal[0])
    found = talk.ask(moves=state.move_texts, nodes=5)
    assert found["error"] == "game-over"
    assert talk.ask(moves=[*state.move_texts, "a1"], nodes=5)["error"] == "game-over"


def test_an_id_is_taken_and_what_nobody_knows_is_told(talk: Talk) -> None:
    talk.say(ENDLESS, {"id": "long", "nodes": 5})
    assert "'long' is being answered" in talk.next()["message"]
    talk.say({"id": 1, "nodes": 5, "visits": 9, "line": 2})
    warned = [talk.next() for _ in range(2)]
    assert [data["field"] for data in warned] == ["visits", "line"]
    assert "did you mean 'lines'?" in warned[1]["warning"]


def test_too_many_wait(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_WAITING", 2)
    talk.say({**ENDLESS, "report_every": 0})
    assert talk.next()["lines"]  # it does not wait any more
    talk.say({"id": 2, "moves": ["b2", "c3"], "plies": [0, 1, 2], "nodes": 5})
    found = [data for data in _until(talk, lambda data: "error" in data) if data["id"] == 2]
    assert found[-1]["error"] == "busy"
    assert all(data["terminated"] for data in found[:-1])


def test_memory_is_bounded(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "MAX_ANSWERS", 2)
    for nodes in (5, 6, 7, 5):
        assert "cached" not in talk.ask(nodes=nodes)
    assert talk.ask(nodes=7)["cached"] is True
    mind = Mind(SMALL, 1)
    for seed in range(3):
        mind._search(SMALL, seed, fresh=False)
    assert [*mind._searches] == [(SMALL, 2)]


def test_several_threads_answer(talk: Talk) -> None:
    more = Talk(workers=3)
    queries = [{"id": at, "moves": ["b2", "c3"][: at % 3], "nodes": 30 + at} for at in range(40)]
    more.say(*queries)
    found = {data["id"]: data for data in more.end()}
    more.pool.close()
    assert {at: data["ply"] for at, data in found.items()} == {at: at % 3 for at in range(40)}


def test_at_a_pipe() -> None:
    lines = [
        b'{"id":1,"nodes":50}',
        b"",
        b"[" * 100_000,
        b"\xff",
        b"x" * (MAX_BYTES + 1),
        b'{"id":2,"nodes":60}\r',
        b'{"id":3,"no',
    ]
    command = [sys.executable, "-m", "livestone", "engine", "freedom", "--option", "size=4"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(data["id"] for data in found if data.get("final")) == [1, 2]
    refused = [data for data in found if "error" in data]
    assert [(data["id"], data["error"]) for data in refused] == [(None, "bad-request")] * 4
    assert done.stderr == b""


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(0, 3) | st.sampled_from(["b2", "x"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
FIELDS = ["game", "options", "moves", "from", "plies", "lines", "depth", "seed", "fresh", "foo"]
OBJECTS = st.builds(
    lambda id, some, limit: {"id": id, **some, **limit},
    st.integers(0, 3) | st.text(max_size=2) | VALUES,
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=3),
    st.sampled_from([{"nodes": 5}, {"seconds": 0.001}, {"action": "terminate", "target": 1}]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(OBJECTS | st.binary(max_size=30), max_size=10))
def test_garbage_ends_nothing(lines: list[Any]) -> None:
    talk = Talk(workers=2)
    for line in lines:
        data = line.replace(b"\n", b"") if isinstance(line, bytes) else json.dumps(line).encode()
        assert talk.session.hear(data)
    found = talk.end()
    talk.pool.close()
    objects = sum(isinstance(line, dict) for line in lines)
    ends = [data for data in found if "warning" not in data and "field" not in data]
    assert len(found) >= objects
    assert all(data.keys() & {"final", "error", "action"} for data in ends)
    assert not any("internal error" in data.get("message", "") for data in found)
