"""E-mail in the browser and over the API: proving an address, stopping, a new password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from httpx import Client
from tests.server.mail.smtp import MailServer
from tests.server.site import PASSWORD, Site, begin_game, register, until

from livestone.server.mail.settings import MailSettings
from livestone.server.quotas.settings import QuotaSettings


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    """A mail server."""
    with MailServer() as running:
        yield running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: MailServer) -> Iterator[Site]:
    """A server that sends mail."""
    told = MailSettings(
        "127.0.0.1", "t@x.example", "http://x.example", server.port, "none", after=0
    )
    kept = QuotaSettings(account_days=365)
    with Site(tmp_path_factory.mktemp("data"), mail=told, quotas=kept) as running:
        yield running


def person(site: Site, name: str) -> Client:
    """Somebody with an account and an address."""
    client = site.newcomer()
    client.follow_redirects = True
    register(client, name, email=f"{name}@mail.example")
    return client


def link(server: MailServer, name: str, kind: str) -> str:
    """Wait for the link that is sent to a person; its path."""

    def sent() -> str:
        for to, letter in server.letters:
            found = re.search(rf"http://x\.example(/mail/{kind}/\S+)", letter.get_content())
            if to == f"{name}@mail.example" and found:
                server.letters.remove((to, letter))
                return found[1]
        return ""

    return str(until(sent))


def proved(site: Site, server: MailServer, name: str) -> Client:
    """Somebody with a proved address."""
    client = person(site, name)
    assert client.post("/api/mail/proof", json={"password": PASSWORD}).status_code == 200
    secret = link(server, name, "prove").rpartition("/")[2]
    assert client.post("/api/mail/prove", json={"secret": secret}).json() == {"name": name}
    return client


def test_an_address_is_proved(site: Site, server: MailServer) -> None:
    with closing(person(site, "Ada")) as ada, site.newcomer() as elsewhere:
        account = ada.get("/api/account").json()
        assert (account["mails"], account["expires"]) == (True, 365)
        wrong = ada.post("/api/mail/proof", json={"password": "not this"})
        assert (wrong.status_code, wrong.json()["field"]) == (400, "password")
        assert ada.post("/api/account/settings", json={"mail_turns": True}).status_code == 400
        assert ada.post("/api/mail/proof", json={"password": PASSWORD}).is_success
        path = link(server, "Ada", "prove")
        assert "Is Ada@mail.example your address?" in elsewhere.get(path).text
        assert not ada.get("/api/account").json()["email_proved"]  # looking proves nothing
        assert "is proved" in elsewhere.post(path).text
        for method in ("GET", "POST"):
            assert elsewhere.request(method, path).status_code == 404
        shown = ada.post("/api/account/settings", json={"mail_turns": True}).json()
        assert (shown["email_proved"], shown["mail_turns"], shown["expires"]) == (True, True, 0)
        # Another address is not proved by this.
        changed = {"email": "new@mail.example", "password": PASSWORD}
        assert ada.post("/api/account/settings", json=changed).is_success
        assert not ada.get("/api/account").json()["email_proved"]


def test_one_click_stops_it(site: Site, server: MailServer) -> None:
    with (
        closing(proved(site, server, "Stopper")) as one,
        closing(person(site, "Other")) as other,
        site.newcomer() as nobody,
    ):
        assert one.post("/api/account/settings", json={"mail_turns": True}).is_success
        begin_game(one, other)
        path = link(server, "Stopper", "stop")
        assert "Stop mails to Stopper about turns?" in nobody.get(path).text
        assert one.get("/api/account").json()["mail_turns"]
        click = {"List-Unsubscribe": "One-Click"}
        assert nobody.post(path, data=click).status_code == 200
        assert not one.get("/api/account").json()["mail_turns"]
        assert nobody.post(path[:-3] + "zzz").status_code == 404


def test_a_new_password(site: Site, server: MailServer) -> None:
    with closing(proved(site, server, "Lost")) as one, site.newcomer() as browser:
        browser.follow_redirects = True
        answers = [browser.post("/mail/reset", data={"name": name}) for name in ("nobody", "lost")]
        assert answers[0].text == answers[1].text
        path = link(server, "Lost", "password")
        assert "New password" in browser.get(path).text
        short = browser.post(path, data={"password": "short"})
        assert (short.status_code, "password-error" in short.text) == (400, True)
        done = browser.post(path, data={"password": "another four words"})
        assert (done.url.path, browser.get("/api/account").json()["name"]) == ("/account", "Lost")
        assert done.url.params["done"] == "recovered"
        assert one.get("/api/account").json()["name"] is None
        assert browser.post(path, data={"password": "a third four words"}).status_code == 404
        again = [browser.post("/api/mail/reset", json={"name": "lost"}) for _ in range(3)]
        assert [answer.status_code for answer in again] == [200, 200, 429]


def test_another_password_kills_the_links(site: Site, server: MailServer) -> None:
    """Whoever has a link, or the mail with it, gets in by it no more."""
    with closing(proved(site, server, "Changer")) as one, site.newcomer() as thief:
        (code, *_) = one.post("/api/account/codes", json={"password": PASSWORD}).json()["codes"]
        for path, body in (
            ("account/password", {"password": PASSWORD, "new": "another four words"}),
            ("recover", {"name": "Changer", "code": code, "password": PASSWORD}),
        ):
            assert thief.post("/api/mail/reset", json={"name": "changer"}).is_success
            sent = link(server, "Changer", "password")
            assert thief.get(sent).status_code == 200
            assert one.post(f"/api/{path}", json=body).is_success
            assert thief.get(sent).status_code == 404
            assert thief.post(sent, data={"password": "the thief's own words"}).status_code == 404


def test_without_a_mail_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Site(tmp_path_factory.mktemp("data")) as site, closing(person(site, "Ada")) as ada:
        assert not ada.get("/api/account").json()["mails"]
        assert "by e-mail" not in ada.get("/recover").text
        assert ada.get("/mail/reset").status_code == 404
        answer = ada.post("/api/mail/proof", json={"password": PASSWORD})
        assert answer.status_code == 404
        assert answer.json()["message"] == "this server sends no e-mail"
