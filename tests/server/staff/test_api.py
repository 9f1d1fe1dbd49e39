"""The staff: who belongs to it, complaints, bans, names, announcements, and the log."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator

import pytest
from httpx import Client
from tests.server.site import PASSWORD, Site, begin_game, register

from livestone.cli.main import run
from livestone.server.accounts.moderation import Moderation
from livestone.server.staff import store as kept
from livestone.server.tables.store import GameStore


@pytest.fixture(scope="module")
def boss(site: Site) -> Iterator[Client]:
    """Somebody on the staff."""
    with site.newcomer() as client:
        register(client, "Boss")
        assert client.get("/api/admin").status_code == 403
        assert run(["admin", "grant", "boss", "--data", str(site.folder)]) == 0
        yield client


def login(client: Client, name: str) -> tuple[int, str]:
    answer = client.post("/api/login", json={"name": name, "password": PASSWORD})
    return answer.status_code, answer.json().get("message", "")


def logged(boss: Client, search: str) -> list[tuple[str, str, str]]:
    entries = boss.get("/api/admin/audit", params={"q": search}).json()["entries"]
    return [(one["actor"], one["act"], one["about"]) for one in entries]


def test_a_token_is_not_enough_for_the_staff(boss: Client, newcomer: Callable[..., Client]) -> None:
    made = boss.post("/api/account/tokens", json={"label": "x", "scopes": ["account"]}).json()
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert newcomer().get("/api/admin", headers=bearer).status_code == 403


def test_a_ban(boss: Client, newcomer: Callable[..., Client], site: Site) -> None:
    rude = newcomer("Rudi")
    rude.post("/api/account/bots", json={"name": "Rudibot"})
    wanted = {"label": "x", "scopes": ["read"], "bot": "Rudibot"}
    token = rude.post("/api/account/tokens", json=wanted).json()["token"]
    rude.post("/api/account/freeplay-token", json={"bot": "Rudibot"})
    bearer = {"Authorization": f"Bearer {token}"}
    refused = boss.post("/admin/ban", data={"name": "Rudi", "reason": "", "days": "x"})
    assert refused.status_code == 400
    assert "Say it in 1 to 300 characters" in refused.text
    assert boss.post("/api/admin/ban", json={"name": "Boss", "reason": "x"}).status_code == 403
    done = boss.post("/admin/ban", data={"name": "rudi", "reason": "Insults", "days": "3"})
    assert done.headers["location"] == "/admin?done=ban"
    assert rude.get("/api/account").json()["name"] is None
    with sqlite3.connect(site.folder / "livestone.db") as database:
        found = database.execute("SELECT revoked IS NOT NULL FROM accounts").fetchall()
    assert found == [(1,)]
    code, words = login(rude, "Rudi")
    assert code == 403
    assert re.fullmatch(r"Rudi is banned here until [\d-]+ [\d:]+ UTC: Insults", words)
    page = rude.post("/login", data={"name": "Rudi", "password": PASSWORD})
    assert (page.status_code, "Insults" in page.text) == (403, True)
    with site.newcomer() as program:
        assert program.get("/api/account", headers=bearer).status_code == 403
        assert "Rudi" in boss.get("/admin").text
        assert boss.post("/api/admin/unban", json={"name": "Rudi"}).status_code == 200
        assert boss.post("/api/admin/unban", json={"name": "Rudi"}).status_code == 400
        assert program.get("/api/account", headers=bearer).status_code == 200
    assert login(rude, "Rudi")[0] == 200
    assert [one[:2] for one in logged(boss, "rudi boss")] == [("Boss", "unban"), ("Boss", "ban")]


def test_a_ban_ends_by_itself(boss: Client, newcomer: Callable[..., Client], site: Site) -> None:
    newcomer("Tempo")
    boss.post("/api/admin/ban", json={"name": "Tempo", "reason": "x", "days": "1"})
    assert login(newcomer(), "Tempo")[0] == 403
    with sqlite3.connect(site.folder / "livestone.db") as database:
        database.execute("UPDATE bans SET until = ?", [time.time() - 1])
    assert login(newcomer(), "Tempo")[0] == 200


def test_another_name(boss: Client, newcomer: Callable[..., Client]) -> None:
    rude = newcomer("Badword")
    seats = {"game": "freedom", "seats": ["me", "bot:1"], "options": {"size": 4}}
    id = rude.post("/api/games", json=seats).json()["id"]
    new = {"name": "Badword", "new": "Goodword", "reason": "rude"}
    assert boss.post("/api/admin/rename", json={**new, "new": "Boss"}).status_code == 400
    assert boss.post("/api/admin/rename", json={**new, "new": "x y"}).status_code == 400
    assert boss.post("/api/admin/rename", json={**new, "new": "Adm1n"}).status_code == 400
    assert boss.post("/api/admin/rename", json=new).status_code == 200
    assert rude.get("/api/account").json()["name"] == "Goodword"
    assert rude.get(f"/api/games/{id}").json()["seats"][0]["account"] == "Goodword"
    body = {"name": "BadWord", "password": PASSWORD}
    assert newcomer().post("/api/register", json=body).status_code == 400
    assert login(newcomer(), "Goodword")[0] == 200


def test_announcements_are_on_every_page(boss: Client, newcomer: Callable[..., Client]) -> None:
    words = "We restart at <9>"
    assert boss.post("/admin/announce", data={"text": words, "days": ""}).status_code == 303
    for address in ("/", "/login", "/nowhere"):
        assert "We restart at &lt;9&gt;" in newcomer().get(address).text
    (one,) = boss.get("/api/admin").json()["announcements"]
    assert boss.post("/api/admin/withdraw", json={"id": str(one["id"])}).status_code == 200
    assert boss.post("/api/admin/withdraw", json={"id": str(one["id"])}).status_code == 404
    assert boss.post("/api/admin/withdraw", json={"id": "x"}).status_code == 400
    assert "We restart" not in newcomer().get("/").text


def test_complaints(boss: Client, newcomer: Callable[..., Client]) -> None:
    anna = newcomer("Plaintive")
    assert newcomer().post("/api/people/Boss/report", json={"reason": "x"}).status_code == 401
    assert anna.post("/api/people/Nobodyknows/report", json={"reason": "x"}).status_code == 404
    answer = anna.post("/people/Boss/report", data={"reason": "He always <wins>"})
    assert "The staff will read your report" in answer.text
    assert "He always &lt;wins&gt;" in boss.get("/admin").text
    found = boss.get("/api/admin").json()
    (one,) = found["reports"]
    assert (one["reporter_name"], one["about_name"], found["total"]) == ("Plaintive", "Boss", 1)
    settled = boss.post("/admin/settle", data={"id": one["id"], "note": "He is strong"})
    assert settled.headers["location"] == "/admin?done=settle"
    assert boss.get("/api/admin").json()["total"] == 0
    assert boss.post("/api/admin/settle", json={"id": str(one["id"])}).status_code == 404


def test_the_log_has_what_concerns_safety(boss: Client, newcomer: Callable[..., Client]) -> None:
    anna = newcomer("Loggia")
    assert (
        newcomer().post("/api/login", json={"name": "Loggia", "password": "x"}).status_code == 401
    )
    anna.post("/api/account/tokens", json={"label": "x", "scopes": ["read"]})
    new = {"password": PASSWORD, "new": "other words will do"}
    assert anna.post("/api/account/password", json=new).status_code == 200
    acts = [act for _, act, _ in logged(boss, "loggia")]
    assert acts == ["password-changed", "token-made", "login-failed"]
    assert anna.post("/api/account/delete", json={"password": new["new"]}).status_code == 200
    assert logged(boss, "account-deleted")
    text = boss.get("/admin/audit", params={"q": "loggia"}).text
    assert "login-failed" in text
    assert logged(boss, "%") == logged(boss, "no such words") == []


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_what_is_old_is_forgotten(store: GameStore) -> None:
    staff = kept.StaffStore(store)
    await Moderation(store).note("Boss", "ban", "Rudi", address="192.0.2.7")
    await staff.forget(time.time() + 31 * kept.DAY)
    (entry,) = (await staff.entries()).entries
    assert (entry.act, entry.address) == ("ban", "")
    await staff.forget(time.time() + 366 * kept.DAY)
    assert (await staff.entries()).total == 0


def test_the_staff_is_led_to_whom_and_what_a_complaint_is_about(
    boss: Client, newcomer: Callable[..., Client]
) -> None:
    anna, rude = newcomer("Annoyed"), newcomer("Annoying")
    ids = {}
    for public in (True, False):
        id = ids[public] = begin_game(anna, rude, public=public)
        said = rude.post(f"/api/games/{id}/talk", json={"text": "Ha!"}).json()["messages"]
        complaint = {"message": said[-1]["id"], "reason": "rude"}
        assert anna.post(f"/api/games/{id}/talk/report", json=complaint).is_success
    page = boss.get("/admin").text
    assert page.count('<a href="/people/Annoying">Annoying</a>') == 2
    assert f'<a href="/games/{ids[True]}">' in page
    assert f'<a href="/games/{ids[False]}">' not in page
    assert ids[False] in page
    assert boss.get(f"/games/{ids[True]}").status_code == 200
