"""The staff: who belongs to it, complaints, bans, names, announcements, and the log."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator

import pytest
from httpx import Client
from tests.server.site import PASSWORD, Site, bearer, begin_game, log_in, new_game, register

from livestone.cli.main import run
from livestone.errors import BadField
from livestone.server.accounts.service import People
from livestone.server.staff.store import DAY, StaffStore
from livestone.server.tables.store import GameStore


@pytest.fixture(scope="module")
def boss(site: Site) -> Iterator[Client]:
    """Somebody on the staff."""
    with site.newcomer() as client:
        register(client, "Boss")
        assert client.get("/api/admin").status_code == 403
        assert run(["admin", "grant", "boss", "--data", str(site.folder)]) == 0
        yield client


def logged(boss: Client, search: str) -> list[tuple[str, str, str]]:
    entries = boss.get("/api/admin/audit", params={"q": search}).json()["entries"]
    return [(one["actor"], one["act"], one["about"]) for one in entries]


def test_a_token_is_not_enough_for_the_staff(boss: Client, newcomer: Callable[..., Client]) -> None:
    token = bearer(boss, "account")
    assert newcomer().get("/api/admin", headers=token).status_code == 403


def test_a_ban(boss: Client, newcomer: Callable[..., Client], site: Site) -> None:
    rude = newcomer("Rudi")
    rude.post("/api/account/bots", json={"name": "Rudibot"})
    token = bearer(rude, "read", bot="Rudibot")
    rude.post("/api/account/freeplay-token", json={"bot": "Rudibot"})
    refused = boss.post("/api/admin/ban", json={"name": "Rudi", "reason": "", "days": "x"})
    assert (refused.status_code, refused.json()["field"]) == (400, "reason")
    assert "say it in 1 to 300 characters" in refused.text
    assert boss.post("/api/admin/ban", json={"name": "Boss", "reason": "x"}).status_code == 403
    ban = {"name": "rudi", "reason": "Insults", "days": "3"}
    assert boss.post("/api/admin/ban", json=ban).json() == {"done": "ban"}
    assert rude.get("/api/account").json()["name"] is None
    with sqlite3.connect(site.folder / "livestone.db") as database:
        found = database.execute("SELECT revoked IS NOT NULL FROM accounts").fetchall()
    assert found == [(1,)]
    wanted = {"name": "Rudi", "password": PASSWORD}
    words = rude.post("/api/login", json=wanted).json()["message"]
    assert re.fullmatch(r"Rudi is banned here until [\d-]+ [\d:]+ UTC: Insults", words)
    page = rude.post("/login", data=wanted)
    assert (page.status_code, "Insults" in page.text) == (403, True)
    with site.newcomer() as program:
        assert program.get("/api/account", headers=token).status_code == 403
        assert "Rudi" in [one["name"] for one in boss.get("/api/admin").json()["bans"]]
        assert boss.post("/api/admin/unban", json={"name": "Rudi"}).status_code == 200
        assert boss.post("/api/admin/unban", json={"name": "Rudi"}).status_code == 400
        assert program.get("/api/account", headers=token).status_code == 200
    assert log_in(rude, "Rudi") == 200
    assert [one[:2] for one in logged(boss, "rudi boss")] == [("Boss", "unban"), ("Boss", "ban")]


def test_a_ban_ends_by_itself(boss: Client, newcomer: Callable[..., Client], site: Site) -> None:
    newcomer("Tempo")
    boss.post("/api/admin/ban", json={"name": "Tempo", "reason": "x", "days": "1"})
    assert log_in(newcomer(), "Tempo") == 403
    with sqlite3.connect(site.folder / "livestone.db") as database:
        database.execute("UPDATE bans SET until = ?", [time.time() - 1])
    assert log_in(newcomer(), "Tempo") == 200


def test_another_name(boss: Client, newcomer: Callable[..., Client]) -> None:
    rude = newcomer("Badword")
    id = new_game(rude, "me", "person")["id"]
    new = {"name": "Badword", "new": "Goodword", "reason": "rude"}
    for name in ("Boss", "x y"):  # which is taken, and which is none
        assert boss.post("/api/admin/rename", json={**new, "new": name}).status_code == 400
    assert boss.post("/api/admin/rename", json=new).status_code == 200
    assert rude.get("/api/account").json()["name"] == "Goodword"
    assert rude.get(f"/api/games/{id}").json()["seats"][0]["account"] == "Goodword"
    body = {"name": "BadWord", "password": PASSWORD}
    assert newcomer().post("/api/register", json=body).status_code == 400
    assert log_in(newcomer(), "Goodword") == 200


def test_announcements_are_on_every_page(boss: Client, newcomer: Callable[..., Client]) -> None:
    words = "We restart at <9>"
    assert boss.post("/api/admin/announce", json={"text": words}).is_success
    found = newcomer().get("/api/announcement").json()
    assert found == {"announcement": words}
    for address in ("/login", "/nowhere"):
        assert "We restart at &lt;9&gt;" in newcomer().get(address).text
    (one,) = boss.get("/api/admin").json()["announcements"]
    assert boss.post("/api/admin/withdraw", json={"id": str(one["id"])}).status_code == 200
    assert boss.post("/api/admin/withdraw", json={"id": str(one["id"])}).status_code == 404
    assert boss.post("/api/admin/withdraw", json={"id": "x"}).status_code == 400
    assert "We restart" not in newcomer().get("/login").text


def test_complaints(boss: Client, newcomer: Callable[..., Client]) -> None:
    anna = newcomer("Plaintive")
    assert newcomer().post("/api/people/Boss/report", json={"reason": "x"}).status_code == 401
    assert anna.post("/api/people/Nobodyknows/report", json={"reason": "x"}).status_code == 404
    complaint = {"reason": "He always <wins>"}
    assert anna.post("/api/people/Boss/report", json=complaint).json() == {"reported": "Boss"}
    found = boss.get("/api/admin").json()
    (one,) = [report for report in found["reports"] if report["reporter_name"] == "Plaintive"]
    assert (one["about_name"], one["reason"]) == ("Boss", "He always <wins>")
    settled = {"id": str(one["id"]), "note": "He is strong"}
    assert boss.post("/api/admin/settle", json=settled).is_success
    assert boss.get("/api/admin").json()["total"] == found["total"] - 1
    assert boss.post("/api/admin/settle", json={"id": str(one["id"])}).status_code == 404


def test_the_log_has_what_concerns_safety(boss: Client, newcomer: Callable[..., Client]) -> None:
    anna = newcomer("Loggia")
    assert log_in(newcomer(), "Loggia", "x") == 401
    bearer(anna, "read")
    assert [act for _, act, _ in logged(boss, "loggia")] == ["token-made", "login-failed"]
    assert anna.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert logged(boss, "account-deleted")
    assert logged(boss, "%") == logged(boss, "no such words") == []


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
    found = boss.get("/api/admin").json()
    theirs = [one for one in found["reports"] if one["about_name"] == "Annoying"]
    assert [one["game_id"] for one in theirs] == [ids[True], ids[False]]
    assert all(one["about"].startswith("@") for one in theirs)
    assert found["public_games"] == [ids[True]]
    assert boss.get(f"/api/games/{ids[True]}").status_code == 200


async def test_what_the_store_keeps_and_forgets(store: GameStore, people: People) -> None:
    """The rows of the staff, on each kind of database."""
    staff = StaffStore(store)
    ada, _ = await people.register("Ada", "four words will do")
    bob, _ = await people.register("Bob", "four words will do")
    await people.sessions.issue_player_token(bob)
    for role in ("admin", "admin", None):
        await staff.grant(ada.id, role)
        assert await staff.role(ada.id) == role
    await people.moderation.ban(bob.id, time.time() + DAY, "Insults", "Ada")
    ban = await people.moderation.banned(bob.id)
    assert (ban.name, ban.reason) == ("Bob", "Insults")
    assert await people.moderation.unban(bob.id) == 1
    await staff.rename(bob, "Bert")
    assert (await people.by_name("Bert")).id == bob.id
    with pytest.raises(BadField):
        await people.store.check_free("Ada")
    await staff.report(
        reporter=ada.id, reporter_name="Ada", about=bob.id, about_name="Bob", reason="x"
    )
    (one,), total = await staff.reports()
    assert (total, await staff.settle(one.id, "Ada", "")) == (1, 1)
    await staff.announce("Hello", None)
    (said,) = await staff.announced()
    assert await staff.withdraw(said.id) == 1
    await people.moderation.note("Ada", "ban", "Bob", "100 % sure", "192.0.2.7")
    for days, address in ((0, "192.0.2.7"), (31, "")):
        await staff.forget(time.time() + days * DAY)
        found = await staff.entries("ADA 100")
        assert (found.entries[0].act, found.entries[0].address, found.total) == ("ban", address, 1)
    assert (await staff.entries("192.0.2.7")).total == 0
    await staff.forget(time.time() + 366 * DAY)
    assert (await staff.entries()).total == 0
