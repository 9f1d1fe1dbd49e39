"""Registration, login and recovery as forms, which say what is wrong beside the field."""

from __future__ import annotations

import re

from httpx import Client, Response
from tests.server.site import PASSWORD, Site, new_game


def register(client: Client, name: str) -> Response:
    """Fill the form in."""
    return client.post("/register", data={"name": name, "password": PASSWORD, "email": ""})


def link(page: Response) -> str:
    """What the header says about who one is."""
    found = re.search(r'<a class="me"[^>]*>([^<]*)</a>', page.text)
    assert found
    return found[1]


def test_registering_and_logging_in(me: Client) -> None:
    assert link(me.get("/login")) == "Log in"
    new_game(me, "me", "person")
    made = register(me, "Paget")
    assert len(re.findall(r"<li><code>[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}</code>", made.text)) == 10
    assert made.headers["cache-control"] == "no-store"
    assert link(made) == "Paget"
    assert link(me.get("/recover")) == "Paget"
    assert len(me.get("/api/games").json()["games"]) == 1
    me.post("/logout")
    assert me.get("/api/account").json()["name"] is None
    back = me.post("/login", data={"name": "Paget", "password": PASSWORD, "next": "/account"})
    assert (back.url.path, link(me.get("/recover"))) == ("/account", "Paget")
    assert me.get("/login").url.path == "/account"


def test_what_is_wrong_stands_beside_the_field(me: Client) -> None:
    page = me.post("/register", data={"name": "<b>", "password": "short", "email": "x"})
    assert page.status_code == 400
    for field in ("name", "password", "email"):
        assert f'id="{field}-error"' in page.text
    assert "&lt;b&gt;" in page.text
    assert "<b>" not in page.text
    assert "short" not in page.text
    wrong = me.post("/login", data={"name": "nobody-here", "password": "x"})
    assert wrong.status_code == 401
    assert "do not belong together" in wrong.text
    register(me, "Awayer")
    me.post("/logout")
    evil = {"name": "Awayer", "password": PASSWORD, "next": "https://evil.example/"}
    me.follow_redirects = False
    assert me.post("/login", data=evil).headers["location"] == "/"


def test_a_lost_password(me: Client, site: Site) -> None:
    (code, *_) = re.findall(r"<code>([a-z2-7-]+)</code>", register(me, "Loser").text)
    with site.newcomer() as other:
        other.follow_redirects = True
        form = {"name": "Loser", "code": code, "password": "another few words"}
        back = other.post("/recover", data=form).url
        assert (back.path, back.params["done"]) == ("/account", "recovered")
        assert other.post("/recover", data=form).status_code == 401
    assert link(me.get("/login")) == "Log in"
