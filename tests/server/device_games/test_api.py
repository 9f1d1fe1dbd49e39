"""Games played on devices: kept by the server for their owner, ply by ply, and never lost."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from httpx import Client, Response
from tests.server.site import PASSWORD, Site, bearer, log_in, register

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Note, Participant, Record, Result
from livestone.server.device_games import store
from livestone.server.quotas.quotas import QuotaSettings, Room

GAME = load("freedom", size=4)
SEATS = (Participant("White"), Participant("Livestone", "bot", 2))
Made = Callable[..., Client]


def record(moves: str, *, seconds: float = 1.5, ended: str = "") -> dict[str, Any]:
    """The JSON of a game of Freedom against level 2 after these moves."""
    state = State(GAME)
    for move in moves.split():
        state.play(move)
    result = Result.of(state, ended, 0) if ended else None
    notes = [Note(seconds=seconds) for _ in moves.split()]
    return Record.of(state, SEATS, notes=notes, result=result, date="2026-05-01").as_json()


def save(
    client: Client, moves: str, version: int, *, id: str = "here", ended: str = "", **more: Any
) -> Response:
    sent = {"version": version, "record": record(moves, ended=ended), "created": 5, "updated": 7}
    return client.post(f"/api/device-games/{id}", json=sent | more)


def kept(client: Client, id: str = "here") -> list[str]:
    """The moves of a game that is kept."""
    answer = client.get(f"/api/device-games/{id}")
    assert answer.status_code == 200, answer.text
    return [ply["move"] for ply in answer.json()["record"]["plies"]]


def ids(client: Client) -> tuple[list[str], list[str]]:
    """The games in the list, and the deleted ones."""
    page = client.get("/api/device-games").json()
    return [line["id"] for line in page["games"]], page["deleted"]


def test_a_game_is_kept_ply_by_ply(newcomer: Made) -> None:
    client = newcomer("Plyer")
    assert save(client, "a1", 0, coach=True).json() == {"id": "here", "version": 1}
    assert save(client, "a1 b1", 1, coach=True).json()["version"] == 2
    # An answer was lost, so the same comes again; then it goes on.
    assert save(client, "a1 b1", 1).json()["version"] == 2
    assert save(client, "a1 b1 c1", 1).json()["version"] == 3
    # Who knows the present version may take plies back.
    assert save(client, "a1", 3).json()["version"] == 4
    assert save(client, "a1 b2", 4, ended="resigned").json()["version"] == 5
    (line,) = client.get("/api/device-games").json()["games"]
    assert (line["game"], line["ply"], line["result"]["winners"]) == ("freedom", 2, [1])
    assert (line["created"], line["updated"]) == (5, 7)
    answer = client.get("/api/device-games/here").json()
    assert Record.from_json(answer["record"]).plies[1].move == "b2"
    assert client.get("/api/games").json()["games"] == []
    assert client.get("/api/people/Plyer").json()["games"] == []


@pytest.mark.parametrize(
    ("moves", "version", "words"),
    [
        ("a1 b2 c3", 1, "another device has played on"),
        ("a1", 1, "another device has played on"),
        ("a1 b1 c1 d1", 1, None),
    ],
    ids=["another line", "taken back", "gone on"],
)
def test_two_devices(newcomer: Made, moves: str, version: int, words: str | None) -> None:
    client = newcomer(f"Two-{moves.replace(' ', '')}")
    save(client, "a1", 0)
    save(client, "a1 b1 c1", 1)
    answer = save(client, moves, version)
    if words is None:
        assert answer.json()["version"] == 3
        return
    assert answer.status_code == 409
    assert words in answer.json()["message"]
    assert kept(client) == ["a1", "b1", "c1"]


def test_a_finished_game_never_changes(newcomer: Made) -> None:
    client = newcomer("Ender")
    assert save(client, "a1 b1", 0, ended="resigned").json()["version"] == 1
    for moves, ended in (("a1", ""), ("a1 b1", ""), ("a1 b1 c1", ""), ("a1 b1", "aborted")):
        changed = record(moves)
        if ended:
            changed["result"] = {"winners": [], "scores": [0, 0], "reason": ended, "by": None}
        answer = save(client, "a1", 1, record=changed)
        assert answer.status_code == 409
        assert "does not change any more" in answer.json()["message"]
    assert save(client, "a1 b1", 0, ended="resigned").json()["version"] == 1


def broken(**changes: Any) -> dict[str, Any]:
    return record("a1 b1") | changes


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (broken(plies=[{"turn": 1, "move": "a1"}, {"turn": 2, "move": "d4"}]), "d4"),
        (broken(plies=[{"turn": 1, "move": "a1"}, {"turn": 9, "move": "b1"}]), "turn 9"),
        (broken(plies=[{"turn": 1, "move": "a1"}] * 1001), "1000 are possible"),
        (broken(result={"winners": [0], "scores": [1, 0], "reason": "finished"}), "not over"),
        (broken(players=[{"name": "A"}]), "2 players"),
        (broken(game="fredom"), "freedom"),
        (broken(viewer=0), "secrets"),
        ({"format": "other"}, "format"),
        ({}, "is not 'livestone-record'"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_no_game_is_refused(newcomer: Made, sent: dict[str, Any], words: str) -> None:
    client = newcomer()
    register(client, f"No-{token_hex(4)}")
    save(client, "a1", 0)
    for id in ("here", "new"):  # also where the plies before are known
        answer = save(client, "", 1, id=id, record=sent)
        assert answer.status_code == 400, answer.text
        assert words in answer.json()["message"]
    assert kept(client) == ["a1"]
    assert ids(client) == (["here"], [])


@pytest.mark.parametrize("id", ["a.b", "a" * 33, "%E2%82%AC"])
def test_ids_that_no_device_makes(newcomer: Made, id: str) -> None:
    client = newcomer()
    register(client, f"Ids-{len(id)}")
    assert save(client, "a1", 0, id=id).status_code == 400


def test_nobody_else_has_the_game(newcomer: Made) -> None:
    mine, other = newcomer("Mine"), newcomer("Others")
    save(mine, "a1", 0)
    assert other.get("/api/device-games/here").status_code == 404
    # The same id is another game there.
    assert save(other, "b2", 0).json()["version"] == 1
    assert other.post("/api/device-games/here/delete").status_code == 200
    assert kept(mine) == ["a1"]
    owner, stranger = (one.get("/api/account").json()["device_games"] for one in (mine, other))
    assert owner
    assert stranger not in ("", owner)


def test_who_has_no_games_here(newcomer: Made) -> None:
    owner = newcomer("Botter")
    assert owner.post("/api/account/bots", json={"name": "Programme"}).is_success
    bot = bearer(owner, "read", "bot", bot="Programme")
    client = newcomer()
    answer = client.post("/api/device-games/here", json={}, headers=bot)
    assert answer.status_code == 400
    sent = {"version": 0, "record": record("a1"), "created": 5, "updated": 7}
    answer = client.post("/api/device-games/here", json=sent, headers=bot)
    assert (answer.status_code, "bot" in answer.text) == (403, True)
    assert client.get("/api/account/games.zip", headers=bot).status_code == 200
    assert owner.get("/api/account").json()["device_games"]


def test_deleted_here_is_deleted_there(newcomer: Made) -> None:
    client = newcomer("Deleter")
    save(client, "a1", 0)
    save(client, "b1", 0, id="other")
    for _ in range(2):
        assert client.post("/api/device-games/here/delete").json() == {"deleted": "here"}
    assert ids(client) == (["other"], ["here"])
    assert client.get("/api/device-games/here").status_code == 404
    answer = save(client, "a1 b1", 1)
    assert (answer.status_code, "deleted" in answer.json()["message"]) == (409, True)
    assert client.post("/api/device-games/never/delete").status_code == 200
    assert ids(client) == (["other"], ["here"])


def test_the_account_takes_them_along(newcomer: Made) -> None:
    client = newcomer("Leaver")
    save(client, "a1", 0)
    with zipfile.ZipFile(io.BytesIO(client.get("/api/account/games.zip").content)) as file:
        texts = {name: file.read(name).decode() for name in file.namelist()}
    assert "device/here.txt" in texts
    assert Record.read(texts["device/here.json"]) == Record.read(texts["device/here.txt"])
    assert client.post("/api/account/delete", json={"password": PASSWORD}).is_success
    assert client.get("/api/device-games").status_code in (200, 401)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """A server where an account keeps little."""
    with Site(tmp_path, quotas=QuotaSettings(account=Room(bytes=4_000 + 2 * 5_000))) as running:
        yield running


def test_what_is_kept_is_charged(small: Site) -> None:
    with small.newcomer() as client:
        register(client, "Payer")
        assert save(client, "a1", 0, id="one").is_success
        assert save(client, "a1", 0, id="two").is_success
        answer = save(client, "a1", 0, id="three")
        assert answer.status_code == 429
        assert ids(client)[0] == ["one", "two"]
        # A line is left of a deleted game, and the rest is free.
        client.post("/api/device-games/one/delete")
        assert save(client, "a1", 0, id="three").status_code == 429
        client.post("/api/device-games/two/delete")
        assert save(client, "a1 b1", 0, id="three").is_success


def test_guests_keep_them_at_their_own_table_only(
    small: Site, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with small.newcomer() as client:
        assert client.get("/api/account").json() == {"name": None}
        assert client.get("/api/device-games").status_code == 401
        assert save(client, "a1", 0).status_code == 401
    folder = tmp_path_factory.mktemp("own")
    with Site(folder) as own, own.newcomer() as client:
        client.get("/api/account")
        assert client.get("/api/account").json()["device_games"]
        assert save(client, "a1", 0).is_success
        # They become the account's of who registers.
        register(client, "Settler")
        assert kept(client) == ["a1"]
        assert save(client, "a1 b1", 1).is_success
        with own.newcomer() as elsewhere:
            assert log_in(elsewhere, "Settler") == 200
            assert kept(elsewhere) == ["a1", "b1"]
    # A server that has just started plays what it has read.
    with Site(folder) as again, again.newcomer() as client:
        assert log_in(client, "Settler") == 200
        wrong = record("a1 b1")
        wrong["plies"].append({"turn": 3, "move": "d4"})
        assert save(client, "", 2, record=wrong).status_code == 400
        assert save(client, "a1 b1 c1", 2).is_success


def test_ids_of_deleted_games_go_in_the_end(
    newcomer: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = newcomer("Forgetter")
    for id in ("one", "two"):
        save(client, "a1", 0, id=id)
    client.post("/api/device-games/one/delete")
    monkeypatch.setattr(store, "DELETED_SECONDS", -60.0)
    client.post("/api/device-games/two/delete")
    assert ids(client) == ([], [])


def test_a_long_list_comes_in_pages(newcomer: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    client = newcomer("Pager")
    monkeypatch.setattr(store, "PAGE", 2)
    for at, id in enumerate(("one", "two", "three")):
        save(client, "a1", 0, id=id, updated=at + 10)
    pages: Sequence[Any] = [client.get(f"/api/device-games?page={at}").json() for at in (1, 2)]
    assert [[line["id"] for line in page["games"]] for page in pages] == [["three", "two"], ["one"]]
    assert pages[0]["pages"] == 2
