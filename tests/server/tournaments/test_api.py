"""The line server's API: what everybody sees, and what only the operator may do."""

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
        assert "data-more" not in client.get("/games").text
        for path in ("/api/freeplay", "/api/freeplay/scoreboard", "/api/tournaments/x/scoreboard"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert "livestone serve" in answer.json()["message"]
        assert client.get("/operator/x").status_code == 404


def test_before_anybody_comes(tmp_path: Path) -> None:
    with ClassServer(tmp_path, NAMES) as server, server.visitor() as anybody:
        found = anybody.get("/api/freeplay").json()
        assert (found["players"], found["games"], found["tournaments"]) == ([], [], [])
        connection = {"host": "localhost", "port": server.port, "public_keys": True}
        assert found["connection"] == connection
        score = anybody.get("/api/freeplay/scoreboard").json()
        assert (score["kind"], score["said"]) == ("ladder", "Nobody has entered yet.")
        assert 'data-more="freeplay"' in anybody.get("/freeplay").text  # the menu leads there
        assert anybody.get("/api/tournaments?page=2").json()["tournaments"] == []


def test_who_plays_is_seen(pupils: Pupils, anybody: httpx.Client) -> None:
    results(anybody, 2)
    until(lambda: len(anybody.get("/api/freeplay").json()["players"]) == 3)
    found = anybody.get("/api/freeplay").json()
    assert {player["name"] for player in found["players"]} == set(NAMES)
    ladder = anybody.get(f"/api/tournaments/{found['ladder']}").json()
    assert ladder["kind"] == "ladder"
    assert {standing["name"] for standing in ladder["standings"]} == set(NAMES)
    score = anybody.get(f"/api/tournaments/{found['ladder']}/scoreboard").json()
    assert score["rules"].startswith("4 by 4, four points for each live row")
    assert (score["name"], score["away"]) == ("The ladder", [])
    page = anybody.get(f"/tournaments/{found['ladder']}")
    assert "<title>The ladder - Livestone</title>" in page.text


def test_a_game_is_watched_and_replayed(pupils: Pupils, anybody: httpx.Client) -> None:
    until(lambda: anybody.get("/api/freeplay/scoreboard").json()["boards"])
    game = until(lambda: anybody.get("/api/freeplay").json()["games"])[0]
    shown = anybody.get(f"/api/freeplay/games/{game['id']}/table").json()
    assert [seat["name"] for seat in shown["seats"]] == game["players"]
    if shown["status"] == "running":
        assert 0 < min(seat["seconds"] for seat in shown["clock"]["seats"]) <= 600
    first = results(anybody)[0]
    at = f"/freeplay/games/{first['record']}"
    names = first["players"]
    assert f"<title>{' – '.join(names)} - Livestone</title>" in anybody.get(at).text
    shown = anybody.get(f"/api{at}/table?ply=1").json()
    assert (shown["ply"], shown["status"], shown["clock"]) == (1, "finished", None)
    assert shown["winners"] == first["winners"]
    won = f"{names[first['winners'][0]]} won" if first["winners"] else "Drawn"
    assert shown["result"].startswith(won)
    ply = shown["turns"][0]["plies"][0]
    assert re.fullmatch(r"[a-d][1-4]", ply["text"])
    assert (ply["comment"], ply["note"]) == ("", "")
    assert ply["seconds"] >= 0
    assert anybody.get(f"/api{at}/table?ply=99").status_code == 400
    record = Record.from_json(anybody.get(f"/api{at}/record").json())
    assert [player.name for player in record.players] == names
    assert list(record.result.winners) == first["winners"]
    assert Record.read(anybody.get(f"/api{at}/record.txt").text) == record
    shown = anybody.get(f"/api{at}").json()
    assert (shown["status"], shown["name"]) == ("finished", "The ladder")
    assert shown["result"]["record"] == first["record"]
    for more in ("", "/table", "/events"):
        assert anybody.get(f"/api/freeplay/games/nothing{more}").status_code == 404


def test_private_games_stay_private(server: ClassServer, anybody: httpx.Client) -> None:
    id = new_game(anybody, "me", "person")["id"]
    with server.visitor() as other:
        assert other.get(f"/api/freeplay/games/{id}/table").status_code == 404
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
    assert anybody.get("/api/operator").json() == {"operator": False}
    assert anybody.get(f"/api/tournaments/{ladder}").json()["status"] == "running"


def test_the_link_makes_an_operator(server: ClassServer, anybody: httpx.Client) -> None:
    for wrong in ("x", server.secret[:-1], server.secret + "x", "ж"):
        assert anybody.get(f"/operator/{wrong}").status_code == 404
        assert anybody.post(f"/operator/{wrong}").status_code == 404
        answer = anybody.post("/api/operator", json={"secret": wrong})
        assert answer.status_code == 404
    link = f"/operator/{server.secret}"
    assert "Run tournaments from this browser" in said(anybody.get(link))
    assert anybody.get("/api/operator").json() == {"operator": False}  # opening it was not enough
    elsewhere = anybody.post(link, headers={"Origin": "https://elsewhere.example"})
    assert elsewhere.status_code == 403
    page = anybody.post(link)
    assert page.url.path == "/freeplay"
    assert anybody.get("/api/operator").json() == {"operator": True}
    assert "You run the tournaments" in said(anybody.get(link))
    assert anybody.post("/api/operator/resign").json() == {"operator": False}
    assert anybody.get("/api/operator").json() == {"operator": False}
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
