"""The pages of accounts: forms that say what is wrong beside the field, and what is shown once."""

from __future__ import annotations

import re

from httpx import Client, Response
from tests.server.site import PASSWORD, Site, new_game

from livestone.server.accounts.pages import ACTIONS, PAGES


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
    for path in ("/people/paget", "/account"):
        assert link(me.get(path)) == "Paget"
    assert len(me.get("/api/games").json()["games"]) == 1
    me.post("/logout")
    assert me.get("/api/account").json() == {"name": None}
    back = me.post("/login", data={"name": "Paget", "password": PASSWORD, "next": "/account"})
    assert (back.url.path, link(back)) == ("/account", "Paget")
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


def test_the_account(me: Client) -> None:
    register(me, "Counter")

    def post(action: str, **form: str) -> Response:
        return me.post(f"/account/{action}", data=form)

    assert "settings are saved" in post("settings", accepts_bots="yes").text
    assert 'id="email-error"' in post("email", email="nonsense", password=PASSWORD).text
    assert 'id="email-password-error"' in post("email", email="a@x.example", password="no").text
    assert me.get("/api/account").json()["email"] is None
    shown = post("email", email="a@x.example", password=PASSWORD).text
    assert "Your e-mail address is changed" in shown
    assert 'value="a@x.example"' in shown
    assert 'id="old-error"' in post("password", password="wrong", new="another password").text
    assert 'id="new-error"' in post("password", password=PASSWORD, new="x").text
    assert 'id="codes-password-error"' in post("codes", password="wrong").text
    assert "New recovery codes" in post("codes", password=PASSWORD).text
    assert "Countbot" in post("bot", name="Countbot").text
    assert 'id="bot-name-error"' in post("bot", name="Countbot").text
    shown = post("token", label="my bot", bot="Countbot", read="yes", bot_="").text
    assert re.search(r'value="ls_[\w-]{43}"', shown)
    assert "choose what the token is good for" in post("token", label="x").text.lower()
    page = me.get("/account").text
    assert "ls_" not in page
    (id,) = re.findall(r'name="id" value="(\w+)">Revoke', page)
    assert "is revoked" in post("revoke", id=id, bot="Countbot").text
    assert 'id="block-name-error"' in post("block", name="nobody-at-all").text
    assert "Countbot" in post("block", name="Countbot").text
    assert "Unblock" not in post("unblock", name="Countbot").text
    assert "no bot yet" not in post("delete-bot", bot="Countbot").text
    assert me.get("/people/Countbot").status_code == 404
    for days, why in (("soon", "is no number of days"), ("31", "30 of 30 days a year are left")):
        page = post("vacation", days=days)
        assert (page.status_code, 'id="days-error"' in page.text) == (400, True)
        assert why in page.text
    assert "You are away until" in post("vacation", days="30").text
    assert me.get("/api/account/vacation").json()["days_left"] == 0
    assert "Go on vacation" in post("back").text
    assert post("nonsense").status_code == 404
    assert 'id="delete-password-error"' in post("delete", password="wrong").text
    post("delete", password=PASSWORD)
    assert link(me.get("/login")) == "Log in"


def test_guests_are_asked_to_log_in(me: Client) -> None:
    assert me.get("/account").url.path == "/login"
    for action in (*ACTIONS, *PAGES):
        assert me.post(f"/account/{action}").url.path == "/login"


def test_a_lost_password(me: Client, site: Site) -> None:
    (code, *_) = re.findall(r"<code>([a-z2-7-]+)</code>", register(me, "Loser").text)
    with site.newcomer() as other:
        other.follow_redirects = True
        form = {"name": "Loser", "code": code, "password": "another few words"}
        assert "every token of yours and of your bots is revoked" in (
            other.post("/recover", data=form).text
        )
        assert other.post("/recover", data=form).status_code == 401
    assert link(me.get("/login")) == "Log in"
