"""What pages come to when they are used, in both themes: axe finds nothing, nothing sticks out."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.steps import (
    REFUSED,
    act,
    asked,
    begun,
    check,
    command,
    invite,
    play,
    ready,
    sit,
    site,
    start,
)
from tests.patience import PATIENCE
from tests.server.studies.test_reviews import reviewed

from livestone.bot_host.tokens import load as keys_of
from livestone.server.db.sqlite_setup import FILE

pytestmark = pytest.mark.browser
WIDE, WIDER = "Wwwwwwwwwwwwwwwwwwwa", "Mmmmmmmmmmmmmmmmmmmo"
FORMS = ("/nowhere", "/register", "/login", "/recover", "/mail/reset")


def test_forms(visit: Callable[..., Page]) -> None:
    page = visit()
    for address in FORMS:
        page.goto(address)
        check(page, address)


def test_the_pages_of_people_and_of_the_staff(visit: Callable[..., Page], server: Server) -> None:
    """With names as wide as they can be, and all parts opened."""
    page = visit()
    for name in (WIDE, WIDER):
        account = {"name": name, "password": "four words will do", "email": "a@mail.example"}
        assert page.request.post("/api/register", data=account).ok
        assert page.request.post(f"/api/people/{WIDE}/report", data={"reason": "So good"}).ok
        assert page.request.post("/api/account/bots", data={"name": f"{name[:16]}-bot"}).ok
        token = {"label": "to read", "scopes": ["read"]}
        assert page.request.post("/api/account/tokens", data=token).ok
        if name == WIDE:
            assert page.request.post("/api/logout").ok
    challenge = {"game": "freedom", "audience": "person", "to": WIDE}
    made = page.request.post("/api/challenges", data=challenge).json()
    page.goto(f"/challenges/{made['id']}")
    expect(page.get_by_text(f"Waiting for {WIDE} to answer")).to_be_visible()
    check(page, "a challenge to somebody")
    command("admin", "grant", WIDER, "--data", str(server.data))
    for deed, given in (
        ("announce", {"text": "Tonight the server restarts.", "days": "1"}),
        ("ban", {"name": WIDE, "reason": "To see how it looks"}),
    ):
        assert page.request.post(f"/api/admin/{deed}", data=given).ok
    for address in ("/account", f"/people/{WIDE}", "/admin"):
        page.goto(address)
        page.locator("html[data-ready]").wait_for(state="attached")
        for part in page.locator("details:is(.fold, .more) > summary").all():
            part.click()
        expect(page.locator(".folded:empty")).to_have_count(0)
        check(page, address)
    # Other tests have the same server.
    for announced in page.request.get("/api/admin").json()["announcements"]:
        asked(page, "/api/admin/withdraw", {"id": str(announced["id"])})


def test_the_lobby_with_house_bots(
    visit: Callable[..., Page], server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "tokens"
    command("admin", "house", str(file), "--data", str(server.data))
    with contextlib.ExitStack() as here:
        keys = keys_of(file, {})
        for key in keys:
            headers = {"authorization": f"Bearer {key.token}"}
            at = f"{server.url}/api/events"
            here.enter_context(httpx.stream("GET", at, headers=headers, timeout=PATIENCE))
        page = visit()
        page.goto("/lobby?game=freedom")
        expect(page.locator("#house .presets button")).to_have_count(len(keys))
        page.locator("#house-3").press("Enter")
        expect(page.locator("#waiting")).to_contain_text("For House-3:")
        check(page, "a house bot is challenged")


def test_the_table_of_one_browser(visit: Callable[..., Page]) -> None:
    page = visit()
    address = start(page, seat1="person")
    play(page, "a1")
    site(page, "d4").click()
    page.locator(REFUSED).wait_for()
    page.locator(".sure[data-what=resign] summary").click()
    check(page, "a refused move, and resigning")
    page.goto(f"{address}?ply=0")
    ready(page)
    check(page, "replay")


def test_the_table_of_two_browsers(visit: Callable[..., Page]) -> None:
    host, guest = visit(), visit()
    (link,) = invite(host, "shuttle", seat1="friend", control="30+20")
    check(host, "waiting for a friend")
    address = host.url
    host.goto(link)
    check(host, "one's own invitation")
    host.goto(address)
    sit(guest, link)
    for page, words in ((guest, "Good luck!"), (host, "Have fun!")):
        page.locator("#say-text").fill(words)
        page.locator("#say-text").press("Enter")
        page.locator("#talk-log").get_by_text(words).wait_for()
    host.locator("#talk-log summary").first.click()
    act(host, address, "plies", move="a1-c1", ply=0)
    act(host, address, "undo", ply=1)
    guest.locator(".offers", has_text="take back").wait_for()
    check(guest, "asked to take back")
    act(guest, address, "offer", ply=1, kind="draw")
    host.locator(".offers", has_text="draw").wait_for()
    check(host, "talk, and asked for a draw")
    act(guest, address, "resign")
    act(guest, address, "rematch")
    host.locator(".offers", has_text="rematch").wait_for()
    check(host, "asked for a rematch")


def test_the_lobby_and_its_pages(visit: Callable[..., Page]) -> None:
    host, guest = visit(), visit()
    spec = {"game": "freedom", "options": {"size": 4}, "side": 0}
    taken, made, linked = (
        asked(host, "/api/challenges", spec | more)["id"] for more in ({}, {}, {"audience": "link"})
    )
    guest.goto(f"/challenges/{linked}")
    check(guest, "a challenge by link")
    table = asked(guest, f"/api/challenges/{taken}/take", {})["table"]
    onlooker = visit()
    onlooker.goto("/lobby")
    onlooker.locator(f"#offer-{made}").wait_for()
    onlooker.locator(f'.boards a[href$="{table}"]').click()
    onlooker.locator("#onlooker").wait_for()
    check(onlooker, "watching")
    onlooker.go_back()
    onlooker.locator(f"#offer-{made}").wait_for()
    check(onlooker, "a lobby with a challenge and a game to watch")


def test_a_review(visit: Callable[..., Page], server: Server) -> None:
    page = visit()
    address = begun(page, "freedom", {"size": "4", "seat1": "person"})
    for ply, move in enumerate(("a1", "b1", "c1")):
        act(page, address, "plies", move=move, ply=ply)
    act(page, address, "resign")
    row = (address.rpartition("/")[2], "done", 3, 3, json.dumps(reviewed()), 1.0, 1.0)
    with sqlite3.connect(server.data / FILE, timeout=PATIENCE) as connection:
        connection.execute("INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    page.goto(address.replace("/game/", "/review/"))
    page.locator(".mistakes button").first.click()
    page.locator(".telling", has_text="b1 was better").wait_for()
    check(page, "a review")


def test_a_study(visit: Callable[..., Page]) -> None:
    page = visit()
    made = asked(page, "/api/studies", {"sample": "koerier", "ply": 5})
    note = {"node": 5, "version": 1, "comment": "Long words about it", "glyph": "?!"}
    asked(page, f"/api/studies/{made['id']}/notes", note)
    page.goto(f"/studies/{made['id']}?node=5")
    for box in page.locator(".tool > summary").all():
        box.click()
    check(page, "a study")
