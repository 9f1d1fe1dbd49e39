"""The line server's pages and API: what everybody sees, and what only the operator may do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
from tests.server.classroom import ClassServer, Pupils
from tests.server.site import Site, new_game, said, until
from tests.server.tournaments.conftest import NAMES, RULES

from livestone.records.record import Record


def results(client: httpx.Client, many: int = 1) -> list[dict[str, Any]]:
    """The last results, as soon as there are so many."""

    def enough() -> list[dict[str, Any]] | None:
        found: list[dict[str, Any]] = client.get("/api/freeplay").json()["results"]
        return found if len(found) >= many else None

    return until(enough)  # type: ignore[no-any-return]


def test_without_a_line_server_there_is_no_freeplay(tmp_path: Path) -> None:
    with Site(tmp_path) as site, site.newcomer() as client:
        assert "/freeplay" not in client.get("/games").text
        for path in ("/freeplay", "/tournaments", "/api/freeplay", "/operator/x"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert "livestone serve" in answer.text


def test_before_anybody_comes(tmp_path: Path) -> None:
    with ClassServer(tmp_path, NAMES) as server, server.visitor() as anybody:
        page = anybody.get("/freeplay")
        for words in (
            "Nobody is here.",
            "As soon as two are here, they play.",
            f"livestone bot my_player.py --port {server.port} --user NAME",
            "or your public key",
            "There has been none yet",
        ):
            assert words in said(page)
        assert 'data-more="freeplay"' in anybody.get("/games").text  # the app's menu leads there
        assert "no tournament yet" in said(anybody.get("/tournaments"))
        assert anybody.get("/tournaments?page=2").status_code == 404


def test_who_plays_is_seen(pupils: Pupils, anybody: httpx.Client) -> None:
    results(anybody, 2)
    until(lambda: "3 players are here" in said(anybody.get("/freeplay")))
    assert all(name in said(anybody.get("/freeplay")) for name in NAMES)
    found = anybody.get("/api/freeplay").json()
    assert {player["name"] for player in found["players"]} == set(NAMES)
    ladder = anybody.get(f"/api/tournaments/{found['ladder']}").json()
    assert ladder["kind"] == "ladder"
    assert {standing["name"] for standing in ladder["standings"]} == set(NAMES)
    page = anybody.get(f"/tournaments/{found['ladder']}")
    assert "The ladder" in said(page)
    assert "4 by 4, four points for each live row" in said(page)


def test_a_game_is_watched_and_replayed(pupils: Pupils, anybody: httpx.Client) -> None:
    game = until(lambda: anybody.get("/api/freeplay").json()["games"])[0]
    page = anybody.get(f"/freeplay/games/{game['id']}")
    assert page.status_code == 200
    board = '<a href="/freeplay/games/'
    until(lambda: board in anybody.get("/freeplay").text.partition("Games now")[2])
    first = results(anybody)[0]
    at = f"/freeplay/games/{first['record']}"
    page = anybody.get(at)
    assert "data-events" in page.text
    names = first["players"]
    if first["winners"]:
        assert f"{names[first['winners'][0]]} won" in said(page)
    else:
        assert "Drawn" in said(page)
    page = anybody.get(f"{at}?ply=1")
    assert re.search(r"Move 1 of 1\d: [a-d][1-4]\. \(\d, \d\)", said(page))
    assert anybody.get(f"{at}?ply=99").status_code == 400
    saved = anybody.get(f"{at}/record/txt")
    assert "attachment" in saved.headers["content-disposition"]
    record = Record.read(saved.text)
    assert [player.name for player in record.players] == names
    assert list(record.result.winners) == first["winners"]
    assert Record.read(anybody.get(f"{at}/record/json").text) == record
    assert Record.from_json(anybody.get(f"/api{at}/record").json()) == record
    assert Record.read(anybody.get(f"/api{at}/record.txt").text) == record
    assert anybody.get(f"{at}/record/pdf").status_code == 404
    shown = anybody.get(f"/api{at}").json()
    assert shown["status"] == "finished"
    assert shown["result"]["record"] == first["record"]
    assert anybody.get("/freeplay/games/nothing").status_code == 404
    assert anybody.get("/freeplay/games/nothing/events").status_code == 404


def test_private_games_stay_private(server: ClassServer, anybody: httpx.Client) -> None:
    id = new_game(anybody, "me", "person")["id"]
    with server.visitor() as other:
        assert other.get(f"/freeplay/games/{id}").status_code == 404
        assert other.get(f"/api/freeplay/games/{id}/record").status_code == 404


def test_games_of_the_line_server_belong_to_nobody(pupils: Pupils, anybody: httpx.Client) -> None:
    id = results(anybody)[0]["record"]
    assert anybody.get(f"/api/games/{id}").status_code == 403
    assert anybody.post(f"/api/games/{id}/resign").status_code == 403
    assert anybody.get("/api/games").json()["games"] == []


def test_only_the_operator_may(pupils: Pupils, anybody: httpx.Client) -> None:
    ladder = anybody.get("/api/freeplay").json()["ladder"]
    request = {"name": "Cup", **RULES}
    for path, body in (
        ("/api/tournaments", request),
        (f"/api/tournaments/{ladder}/status", {"status": "paused"}),
        (f"/api/tournaments/{ladder}/settings", RULES),
        ("/api/freeplay/send-away", {"name": "Ada"}),
    ):
        answer = anybody.post(path, json=body)
        assert answer.status_code == 403, path
        assert answer.json()["error"] == "not-allowed"
        assert "operator's link" in answer.json()["message"]
    for path in (
        "/freeplay/new",
        "/freeplay/send-away",
        *(f"/tournaments/{ladder}/{action}" for action in ("pause", "resume", "stop", "settings")),
    ):
        assert anybody.post(path, data={"name": "Ada"}).status_code == 403, path
    for path in ("/freeplay/new", f"/tournaments/{ladder}/settings"):
        assert anybody.get(path).status_code == 403, path
    page = anybody.get("/freeplay")
    assert "Start a tournament" not in said(page)
    assert "/freeplay/send-away" not in page.text
    assert anybody.get(f"/api/tournaments/{ladder}").json()["status"] == "running"


def test_the_link_makes_an_operator(server: ClassServer, anybody: httpx.Client) -> None:
    for wrong in ("x", server.secret[:-1], server.secret + "x", "ж"):
        assert anybody.get(f"/operator/{wrong}").status_code == 404
        assert anybody.post(f"/operator/{wrong}").status_code == 404
        answer = anybody.post("/api/operator", json={"secret": wrong})
        assert answer.status_code == 404
    link = f"/operator/{server.secret}"
    assert "Run tournaments from this browser" in said(anybody.get(link))
    assert anybody.get("/freeplay/new").status_code == 403  # opening it was not enough
    elsewhere = anybody.post(link, headers={"Origin": "https://elsewhere.example"})
    assert elsewhere.status_code == 403
    page = anybody.post(link)
    assert page.url.path == "/freeplay"
    assert "Start a tournament" in said(page)
    assert "You run the tournaments" in said(anybody.get(link))
    page = anybody.post("/operator")
    assert "Start a tournament" not in said(page)
    assert anybody.get("/freeplay/new").status_code == 403
    # Neither the secret nor what stands for it in the cookie is kept.
    assert server.secret not in str(server.ask("SELECT * FROM operators"))


def test_the_api_refuses_nonsense(operator: httpx.Client) -> None:
    for body in (
        {"name": "Cup", "kind": 1},
        {"name": "Cup", "options": {"size": 99}},
        {"name": "Cup", "games": 10**9},
        {"name": "Cup", "colour": "red"},
        {"name": "Cup", "entrants": ["Ada", "Ada"]},
        {"name": "Cup", "kind": "knock-out", "entrants": ["Ada"]},
    ):
        answer = operator.post("/api/tournaments", json=body)
        assert answer.status_code == 400, body
        assert set(answer.json()) == {"error", "message"}
        assert "\n" not in answer.json()["message"]
    assert operator.get("/api/freeplay").json()["tournament"] is None


def test_news_come_at_a_pace(pupils: Pupils, anybody: httpx.Client) -> None:
    with anybody.stream("GET", "/api/freeplay/events") as answer:
        events = [line for _, line in zip(range(12), answer.iter_lines(), strict=False)]
    versions = [int(line.rpartition(":")[2].strip("}")) for line in events if "version" in line]
    assert len(versions) > 1
    assert versions == sorted(set(versions))
