"""Weights of one's own: read, refused, and judged by wherever a game goes."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.command import Call
from tests.engine.talking import Heard

from livestone import Bot, State
from livestone.cli.common import make_state
from livestone.core.game import Game
from livestone.engine.minds import Mind
from livestone.engine.queries import Query
from livestone.engine.ugi_session import UgiSession
from livestone.errors import BadRequest
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.limits import Limits
from livestone.freeplay.table import HouseSeat
from livestone.games import load
from livestone.games.freedom.weights import simple
from livestone.play.weights import with_weights
from livestone.records.record import Participant, Record
from livestone.search.report import Limits as SearchLimits
from livestone.search.strongest import Strongest
from livestone.training.folder import Folder, Plan

ARRAY = simple() * np.float32(2)
SMALL = load("freedom", size=5)
PLAYED = make_state(SMALL, ["c3", "d3", "d2"])
GAME = Record.of(PLAYED, [Participant("Ana"), Participant("Bo")])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """What a training keeps."""
    place = tmp_path / "training"
    with Folder(place, resume=False) as folder:
        folder.begin(Plan("freedom", {}))
        folder.keep_weights(None, weights=ARRAY)
    return place / "weights.npz"


def form(game: Game) -> Any:
    return game.for_search


@pytest.mark.parametrize("size", [4, 10])
def test_a_game_is_the_same_but_for_what_its_searches_judge_by(file: Path, size: int) -> None:
    plain = load("freedom", size=size)
    game = with_weights(plain, file)
    assert game == plain
    for each in (game, pickle.loads(pickle.dumps(game))):
        assert each.weighted
        assert np.array_equal(form(each).weights, ARRAY)
        assert State(each).game.for_search != plain.for_search
    assert not plain.weighted
    assert pickle.loads(pickle.dumps(plain)).for_search == plain.for_search


def test_weights_as_they_were_kept_before_games_were_named(tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", weights=ARRAY)
    assert with_weights(load("freedom"), tmp_path / "old.npz").weighted


def test_what_is_refused(tmp_path: Path, file: Path) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    np.save(tmp_path / "array.npy", ARRAY)
    wrong = {
        "short.npz": {"weights": ARRAY[:5]},
        "square.npz": {"weights": ARRAY.reshape(2, -1)},
        "nan.npz": {"weights": ARRAY * np.nan},
        "empty.npz": {"other": ARRAY},
        "objects.npz": {"weights": np.array([{}], object)},
    }
    for name, arrays in wrong.items():
        np.savez(tmp_path / name, **arrays)  # type: ignore[arg-type]
    for name in ("text.npz", "array.npy", "empty.npz", "objects.npz", "square.npz", "nan.npz"):
        with pytest.raises(BadRequest, match=f"{name}' holds no weights: "):
            with_weights(load("freedom"), tmp_path / name)
    with pytest.raises(BadRequest, match="5 weights are not what Freedom is judged by"):
        with_weights(load("freedom"), tmp_path / "short.npz")
    with pytest.raises(BadRequest, match=r"none\.npz' cannot be read: No such file"):
        with_weights(load("freedom"), tmp_path / "none.npz")
    with pytest.raises(BadRequest, match="holds weights of freedom, not of trangalla"):
        with_weights(load("trangalla"), file)
    np.savez(tmp_path / "unnamed.npz", weights=ARRAY)
    with pytest.raises(BadRequest, match=r"unnamed\.npz': Trangalla has no weights"):
        with_weights(load("trangalla"), tmp_path / "unnamed.npz")


def test_an_entrant_judges_by_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    own, plain = read_contestants(["level:2@weights.npz", "level:2"])
    assert (own.name, plain.name) == ("level 2 weights.npz", "level 2")
    assert own.as_json().keys() == {"name", "level", "sha256"}
    seat = own.seat(Limits(), None)
    assert isinstance(seat, HouseSeat)
    bot = seat.make(load("freedom", size=4), seed=1)
    assert isinstance(bot, Bot)
    assert bot.game.weighted
    with pytest.raises(BadRequest, match="not of trangalla"):
        own.check(load("trangalla"))
    with pytest.raises(BadRequest, match="cannot take part"):
        read_contestants(["level:11@weights.npz"])


def test_a_search_judges_by_them(file: Path) -> None:
    plain = load("freedom", size=6)
    own, ours = (
        [*Strongest(game, threads=1).search(State(plain), SearchLimits(nodes=200))][-1]
        for game in (with_weights(plain, file), plain)
    )
    assert own.best.points != ours.best.points


def test_a_review_judges_by_them(file: Path, call: Call) -> None:
    kept = file.parent / "game.txt"
    kept.write_text(GAME.as_text(), "utf-8")
    asked = ("review", kept, "--nodes", "300", "--json")
    plain, own = call(*asked).json, call(*asked, "--weights", file).json
    assert [ply["worth"] for ply in own["plies"]] != [ply["worth"] for ply in plain["plies"]]
    assert [ply["move"] for ply in own["plies"]] == [ply["move"] for ply in plain["plies"]]


def test_an_engine_judges_by_them_in_json_lines(file: Path) -> None:
    mind = Mind(with_weights(SMALL, file), 64)
    for query in (Query(1), Query(1, options={"size": 6}), Query(1, game="freedom")):
        game = mind.game(query)
        assert game.weighted
        assert np.array_equal(form(game).weights, ARRAY)
    assert not mind.game(Query(1, game="trangalla")).weighted


def test_an_engine_judges_by_them_in_ugi(file: Path) -> None:
    """Also after another game and another size."""
    told = []
    for game in (SMALL, with_weights(SMALL, file)):
        heard = Heard()
        session = UgiSession(heard, game)
        for line in ("Game value trangalla", "Game value freedom", "size value 5"):
            session.hear(f"setoption name {line}".encode())
        session.hear(b"position startpos moves c3 d3 d2")
        session.hear(b"go nodes 200")
        *_, info, best = heard.until("bestmove")
        assert best.startswith("bestmove ")
        told.append(info.split(" score ")[1].split()[:2])
        session.hear(b"quit")
        session.end()
    assert told[0] != told[1]


def test_they_are_played_without_the_book(file: Path) -> None:
    plain = load("freedom")
    last = [
        [*Bot(game, 10, seconds=0.01).think(State(plain))][-1]
        for game in (plain, with_weights(plain, file))
    ]
    assert [report.seconds > 0 for report in last] == [False, True]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("analyse trangalla --weights {} --nodes 1", "holds weights of freedom, not of trangalla"),
        ("analyse freedom --weights none.npz --nodes 1", "'none.npz' cannot be read"),
        ("analyse freedom --weights {} --engine :1", "--weights is not for --engine"),
        ("play --plain --game trangalla --weights {}", "not of trangalla"),
        ("review game.txt --weights none.npz", "'none.npz' cannot be read"),
        ("engine trangalla --weights {}", "holds weights of freedom, not of trangalla"),
        ("play --weights {}", "--weights is for --terminal and --plain"),
        ("tournament level:1@{} level:1 --game trangalla", "not of trangalla"),
        ("match level:1@none.npz level:1", "none.npz' cannot be read"),
    ],
)
def test_commands_refuse_them_in_a_line(
    command: str, told: str, file: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    Path("game.txt").write_text(GAME.as_text(), "utf-8")
    err = call(command.format("weights.npz"), code=2).err
    assert told in err
    assert err.count("\n") == 1
