"""Accounts over HTTP: coming and going, whose seats are whose, tokens, and who may do what."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Callable
from typing import Any

from httpx import Client
from tests.server.site import (
    LIMITS,
    PASSWORD,
    Site,
    bearer,
    begin_game,
    log_in,
    new_game,
    play_move,
    register,
)

from livestone.records.record import Record
from livestone.server.web import scopes
from livestone.server.web.identity import COOKIE

Newcomer = Callable[..., Client]


def test_a_guest_becomes_a_person(newcomer: Newcomer, site: Site) -> None:
    guest, other, elsewhere = newcomer(), newcomer(), newcomer()
    id = new_game(guest, "me", "friend")["id"]
    invitations = guest.get(f"/api/games/{id}/invitations").json()
    before = guest.cookies[COOKIE]
    assert len(before) == 22  # 128 random bits
    assert len(register(guest, "Ada")["codes"]) == 10
    assert guest.cookies[COOKIE] != before
    seats = guest.get(f"/api/games/{id}").json()["seats"]
    assert (seats[0]["is_me"], seats[0]["account"]) == (True, "Ada")
    assert guest.get(f"/api/games/{id}/invitations").json() == invitations
    other.post(f"/api/invitations/{invitations[0]['invitation']}")
    assert other.get(f"/api/games/{id}").json()["seats"][0]["name"] == "Ada"
    # The guest's token is nobody's now, and elsewhere are the same games.
    with site.newcomer() as stale:
        stale.cookies[COOKIE] = before
        assert stale.get(f"/api/games/{id}").status_code == 403
    assert log_in(elsewhere, "ada") == 200
    assert elsewhere.get("/api/games").json()["total"] == 1
    play_move(elsewhere, id, "b2", 0)
    assert guest.get(f"/api/games/{id}").json()["ply"] == 1
    tokens = [one.cookies[COOKIE] for one in (guest, elsewhere, other)]
    for file in site.folder.iterdir():
        kept = file.read_bytes()
        assert PASSWORD.encode() not in kept
        assert not any(token.encode() in kept for token in tokens)


def test_games_of_a_guest_are_adopted_at_login_if_wanted(newcomer: Newcomer) -> None:
    newcomer("Bringer")
    for adopt in (True, False):
        guest = newcomer()
        id = new_game(guest, "me", "friend")["id"]
        assert log_in(guest, "Bringer", adopt=adopt) == 200
        assert guest.get(f"/api/games/{id}").status_code == (200 if adopt else 403)


def test_blanks_around_a_name_mean_nothing(newcomer: Newcomer, site: Site) -> None:
    """In whatever field it is typed or pasted."""
    guest, other = newcomer(), newcomer("Trimother")
    codes = register(guest, " Trimmed\u200b")["codes"]
    typed, others = "\u00a0trimmed \n", " trimother "

    def done(path: str, **body: Any) -> Any:
        answer = guest.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    assert guest.get("/api/account").json()["name"] == "Trimmed"
    done("/api/logout")
    new = "some other words"
    assert done("/api/recover", name=typed, code=codes[0], password=new)["name"] == "Trimmed"
    done("/api/logout")
    assert done("/api/login", name=typed, password=new)["name"] == "Trimmed"
    assert done("/api/account/bots", name=" Trimbot ")["name"] == "Trimbot"
    token = done("/api/account/tokens", label="x", scopes=["read"], bot="Trimbot ")
    done("/api/account/tokens/revoke", id=token["id"], bot=" Trimbot")
    assert done("/api/account/freeplay-token", bot="Trimbot ")["name"] == "Trimbot"
    assert done("/api/account/bots/delete", name=" Trimbot ") == []
    assert done("/api/account/blocks", name=others) == ["Trimother"]
    assert done("/api/account/unblock", name=others) == []
    challenge = {"game": "freedom", "audience": "person", "to": others}
    assert done("/api/challenges", **challenge)["audience"] == "person"
    assert guest.get("/api/people/%20Trimother%20").json()["name"] == "Trimother"
    assert other.post("/login", data={"name": others, "password": PASSWORD}).status_code == 303
    with sqlite3.connect(site.folder / "livestone.db") as database:
        kept = [name for (name,) in database.execute("SELECT name FROM people")]
    assert all(name == name.strip() for name in kept)


def test_sessions(newcomer: Newcomer) -> None:
    one, two, three = newcomer("Sessa"), newcomer(), newcomer()
    two.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) Gecko/2010 Firefox/140.0"
    assert (log_in(two, "Sessa"), log_in(three, "Sessa")) == (200, 200)
    listed = one.get("/api/account/sessions").json()
    assert sorted(row["here"] for row in listed) == [False, False, True]
    (firefox,) = (row for row in listed if row["device"] == "Firefox on Linux")
    assert set(firefox) == {"id", "device", "created", "seen", "here"}
    ended = one.post("/api/account/sessions/end", json={"id": firefox["id"]}).json()
    assert len(ended) == 2
    assert two.get("/api/account").json()["name"] is None
    assert one.post("/api/account/sessions/end", json={"id": firefox["id"]}).status_code == 404
    assert len(one.post("/api/account/sessions/end", json={}).json()) == 1
    assert three.get("/api/account").json()["name"] is None
    before = one.cookies[COOKIE]
    assert one.post("/api/logout").json()["name"] is None
    assert one.cookies[COOKIE] != before
    one.cookies.clear()
    one.cookies[COOKIE] = before
    assert one.get("/api/account").json()["name"] is None


def test_wrong_passwords_and_unknown_names(newcomer: Newcomer) -> None:
    client = newcomer()
    newcomer("Guarded")
    answers = [
        client.post("/api/login", json={"name": name, "password": "not the one"})
        for name in ("Guarded", "Unknown") * LIMITS.account
    ]
    assert len({(one.status_code, one.text) for one in answers}) == 1
    assert answers[0].status_code == 401
    for name in ("Guarded", "Unknown"):
        answer = client.post("/api/login", json={"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
        assert "minutes" in answer.json()["message"]


def test_a_browser_in_which_one_has_logged_in_is_let_in(newcomer: Newcomer) -> None:
    """Even while somebody at the same address tries one password after the other."""
    mine, old, stranger = newcomer("Besieged"), newcomer(), newcomer()
    log_in(old, "Besieged")
    new = "another four words"
    body = {"password": PASSWORD, "new": new}
    assert mine.post("/api/account/password", json=body).is_success
    mine.post("/api/logout")
    while log_in(stranger, "Besieged", "a guess") == 401:
        pass
    assert log_in(stranger, "Besieged", new) == 429
    assert log_in(old, "Besieged", new) == 429  # it knows an older password only
    assert log_in(mine, "Besieged", new) == 200
    assert log_in(mine, "Someone-else", "a guess") == 401


def test_names_that_neither_people_nor_bots_may_have(newcomer: Newcomer) -> None:
    owner = newcomer("Milan")
    for name in ("MILAN", "Mllan", "Mílan", "TheM0derator", "a b"):
        for client, path, more in (
            (owner, "/api/account/bots", {}),
            (newcomer(), "/api/register", {"password": PASSWORD}),
        ):
            answer = client.post(path, json={"name": name, **more})
            assert (answer.status_code, answer.json()["error"]) == (400, "bad-field"), (path, name)
            assert answer.json()["field"] == "name"


def test_the_password_and_the_codes(newcomer: Newcomer) -> None:
    one, two, lost = newcomer(), newcomer(), newcomer()
    codes = register(one, "Forgetful")["codes"]
    log_in(two, "Forgetful")
    wrong = {"password": "not the one", "new": "another one of them"}
    assert one.post("/api/account/password", json=wrong).json()["error"] == "bad-field"
    right = {"password": PASSWORD, "new": "another one of them"}
    assert one.post("/api/account/password", json=right).status_code == 200
    assert one.get("/api/account").json()["name"] == "Forgetful"
    assert two.get("/api/account").json()["name"] is None
    body = {"name": "forgetful", "code": codes[3].upper(), "password": "a third one at last"}
    assert lost.post("/api/recover", json=body).status_code == 200
    assert lost.get("/api/account").json()["codes_left"] == 9
    assert one.get("/api/account").json()["name"] is None
    assert two.post("/api/recover", json=body).status_code == 401
    sure = {"password": "a third one at last"}
    assert set(lost.post("/api/account/codes", json=sure).json()["codes"]).isdisjoint(codes)
    body["code"] = codes[4]
    assert two.post("/api/recover", json=body).status_code == 401


def test_an_email_address_takes_the_password(newcomer: Newcomer) -> None:
    """Else whoever finds a browser open, or a token, has a new password sent to themselves."""
    one, program = newcomer(), newcomer()
    register(one, "Mailer", email="mailer@example.org")
    program.headers.update(bearer(one, "account"))

    def change(client: Client, **body: object) -> tuple[int, str]:
        answer = client.post("/api/account/settings", json=body)
        return answer.status_code, one.get("/api/account").json()["email"]

    for body in ({}, {"password": "not the one"}):
        for email in ("thief@example.org", ""):
            assert change(one, email=email, **body) == (400, "mailer@example.org")
    taken = {"email": "thief@example.org", "password": PASSWORD}
    assert change(program, **taken) == (401, "mailer@example.org")
    # Whatever else is sent with the same address needs none.
    for client in (one, program):
        same = change(client, email="mailer@example.org", accepts_bots=False)
        assert same == (200, "mailer@example.org")
    assert change(one, email="new@example.org", password=PASSWORD) == (200, "new@example.org")
    assert change(one, email="", password=PASSWORD) == (200, None)


def test_recovery_ends_every_login(newcomer: Newcomer, site: Site) -> None:
    """Whoever had the account may have left ways in."""
    thief, owner, program, robot = (newcomer() for _ in range(4))
    (code, *_) = register(thief, "Robbed")["codes"]
    thief.post("/api/account/bots", json={"name": "Robbedbot"})
    program.headers.update(bearer(thief, "read"))
    robot.headers.update(bearer(thief, "read", "bot", bot="Robbedbot"))
    for bot in (None, "Robbedbot"):
        assert thief.post("/api/account/freeplay-token", json={"bot": bot}).is_success
    theirs = bearer(newcomer("Unconcerned"), "read")
    body = {"name": "Robbed", "code": code, "password": "another few words"}
    answer = owner.post("/api/recover", json=body)
    assert answer.json() == {"name": "Robbed", "sessions_ended": 1, "tokens_revoked": 4}
    assert thief.get("/api/account").json()["name"] is None
    assert [one.get("/api/account").status_code for one in (program, robot)] == [401, 401]
    assert owner.get("/api/account/tokens").json() == []
    assert newcomer().get("/api/account", headers=theirs).is_success
    with sqlite3.connect(site.folder / "livestone.db") as database:
        good = "SELECT name FROM accounts WHERE revoked IS NULL AND name LIKE 'Robbed%'"
        assert database.execute(good).fetchall() == []
        said = "SELECT detail FROM audit WHERE act = 'recovered' AND about = 'Robbed'"
        ((detail,),) = database.execute(said)
    assert detail == "by a recovery code: 1 sessions ended, 4 tokens revoked"


def test_the_log_tells_what_was_done_to_an_account(newcomer: Newcomer, site: Site) -> None:
    one = newcomer()
    (code, *_) = register(one, "Noted")["codes"]

    def post(path: str, **body: object) -> Any:
        answer = one.post(f"/api/{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    for email in ("a@x.example", "b@x.example", ""):
        post("account/settings", email=email, password=PASSWORD)
    post("account/bots", name="Notedbot")
    made = post("account/tokens", label="laptop", scopes=["read", "play"])
    theirs = post("account/tokens", label="the bot's", scopes=["bot"], bot="Notedbot")
    post("account/freeplay-token", bot="Notedbot")
    post("account/tokens/revoke", id=made["id"])
    post("account/tokens/revoke", id=theirs["id"], bot="Notedbot")
    post("account/bots/delete", name="Notedbot")
    post("account/password", password=PASSWORD, new="another few words")
    post("recover", name="Noted", code=code, password="a third few words")
    with sqlite3.connect(site.folder / "livestone.db") as database:
        query = "SELECT act, about, detail FROM audit WHERE actor = 'Noted' ORDER BY id"
        lines = database.execute(query).fetchall()
    assert lines == [
        ("email-changed", "Noted", "given"),
        ("email-changed", "Noted", "changed"),
        ("email-changed", "Noted", "removed"),
        ("bot-made", "Notedbot", ""),
        ("token-made", "Noted", "laptop: read, play"),
        ("token-made", "Notedbot", "the bot's: bot"),
        ("token-made", "Notedbot", "for the line protocol"),
        ("token-revoked", "Noted", "laptop"),
        ("token-revoked", "Notedbot", "the bot's"),
        ("bot-deleted", "Notedbot", ""),
        ("password-changed", "Noted", ""),
        ("recovered", "Noted", "by a recovery code: 1 sessions ended, 0 tokens revoked"),
    ]


def test_bots_and_their_tokens(newcomer: Newcomer, site: Site) -> None:
    owner, opponent, program = newcomer("Botmaker"), newcomer("Opponent"), newcomer()
    assert owner.post("/api/account/bots", json={"name": "Clanker"}).status_code == 201
    assert log_in(newcomer(), "Clanker", "") == 401
    program.headers.update(bearer(owner, "read", "bot", bot="Clanker"))
    id = begin_game(program, opponent)
    seat = opponent.get(f"/api/games/{id}").json()["seats"][0]
    assert (seat["name"], seat["account"], seat["program"]) == ("Clanker (bot)", "Clanker", True)
    assert Record.read(opponent.get(f"/api/games/{id}/record.txt").text).players[0].kind == "bot"
    assert COOKIE not in program.cookies
    text = program.headers["Authorization"].split()[1]
    assert all(text.encode() not in file.read_bytes() for file in site.folder.iterdir())
    shown = opponent.get("/api/people/clanker").json()
    assert (shown["bot"], shown["owner"]) == (True, "Botmaker")
    body = {"label": "x", "scopes": ["play"], "bot": "Clanker"}
    assert owner.post("/api/account/tokens", json=body).status_code == 400
    assert opponent.post("/api/account/tokens", json=body).status_code == 403
    former = bearer(owner, "read")
    listed = owner.get("/api/account/tokens").json()
    assert not any("token" in one for one in listed)
    (mine,) = [one["id"] for one in listed if one["scopes"] == ["read"]]
    owner.post("/api/account/tokens/revoke", json={"id": mine})
    for path in ("/games", "/api/account"):
        assert newcomer().get(path, headers=former).status_code == 401
    assert owner.post("/api/account/bots/delete", json={"name": "Clanker"}).json() == []
    answer = program.get("/api/games")
    assert (answer.status_code, answer.json()["error"]) == (401, "not-logged-in")
    assert opponent.get(f"/api/games/{id}").json()["winners"] == [1]


# What may be asked with a token of each scope.
ROUTES = [
    ("GET", "/api/games", "read play bot"),
    ("POST", "/api/games", "play bot"),
    ("GET", "/api/games/x", "read play bot"),
    ("GET", "/api/games/x/record.txt", "read play bot"),
    ("GET", "/api/games/x/events", "read play bot"),
    ("POST", "/api/games/x/plies", "play bot"),
    ("POST", "/api/games/x/resign", "play bot"),
    ("POST", "/api/invitations/x", "play bot"),
    ("GET", "/api/account", "read play bot account"),
    ("GET", "/api/account/games.zip", "read"),
    ("GET", "/api/account/blocks", "account"),
    ("POST", "/api/account/settings", "account"),
    ("POST", "/api/account/bots", "account"),
]


def test_what_each_scope_may(newcomer: Newcomer) -> None:
    owner = newcomer("Scopist")
    owner.post("/api/account/bots", json={"name": "Scopebot"})
    programs = {}
    for scope in scopes.ANY:
        programs[scope] = newcomer()
        bot = "Scopebot" if scope == "bot" else None
        programs[scope].headers.update(bearer(owner, scope, bot=bot))
    for method, path, allowed in ROUTES:
        for scope, program in programs.items():
            body = None if method == "GET" else b"{}"
            answer = program.request(method, path, content=body)
            refused = answer.status_code == 403 and "token" in answer.text
            assert refused == (scope not in allowed.split()), (method, path, scope, answer.text)


def test_others_may_not(newcomer: Newcomer) -> None:
    one, other = newcomer(), newcomer("Intruder")
    register(one, "Rightful", email="rightful@example.org")
    one.post("/api/account/bots", json={"name": "Rightbot"})
    bearer(one, "read")
    session = one.get("/api/account/sessions").json()[0]["id"]
    mine = one.get("/api/account/tokens").json()[0]["id"]
    for path, body, status in (
        ("sessions/end", {"id": session}, 404),
        ("tokens/revoke", {"id": mine}, 404),
        ("tokens/revoke", {"id": mine, "bot": "Rightbot"}, 403),
        ("freeplay-token", {"bot": "Rightful"}, 403),
        ("bots/delete", {"name": "Rightbot"}, 403),
        ("bots/delete", {"name": "Rightful"}, 403),
    ):
        assert other.post(f"/api/account/{path}", json=body).status_code == status, path
    shown = other.get("/api/people/rightful").text
    assert "example.org" not in shown
    assert one.get("/api/account").json()["email"] == "rightful@example.org"


def test_blocking_and_settings(newcomer: Newcomer) -> None:
    one = newcomer("Blocker")
    newcomer("Blockee")
    for _ in range(2):
        assert one.post("/api/account/blocks", json={"name": "blockee"}).json() == ["Blockee"]
    assert one.post("/api/account/blocks", json={"name": "Blocker"}).status_code == 400
    assert one.post("/api/account/unblock", json={"name": "Blockee"}).json() == []
    changed = one.post("/api/account/settings", json={"accepts_bots": False}).json()
    assert changed["accepts_bots"] is False
    assert one.get("/api/people/Blocker").json()["accepts_bots"] is False
    assert one.post("/api/account/settings", json={"email": "nonsense"}).status_code == 400


def test_ratings_and_the_profile(newcomer: Newcomer) -> None:
    one, other = newcomer("Winner"), newcomer("Loser")
    id = begin_game(one, other)
    play_move(one, id, "b2", 0)
    play_move(other, id, "b3", 1)
    other.post(f"/api/games/{id}/resign")
    called_off = begin_game(one, other)
    one.post(f"/api/games/{called_off}/resign")  # nobody has moved: it counts for nothing
    shown = one.get("/api/people/Winner").json()
    (rating,) = shown["ratings"]
    assert (rating["game"], rating["wins"], rating["losses"]) == ("freedom", 1, 0)
    assert rating["rating"] > 1500 > other.get("/api/people/Loser").json()["ratings"][0]["rating"]
    (_, last) = shown["games"]
    assert (last["others"], last["won"], last["id"]) == (["Loser"], True, id)
    assert [game["id"] for game in other.get("/api/people/Winner").json()["games"]] == [None, None]


def test_export(newcomer: Newcomer) -> None:
    one, other = newcomer("Exporter"), newcomer()
    ids = {begin_game(one, other) for _ in range(2)}
    play_move(one, next(iter(ids)), "b2", 0)
    answer = one.get("/api/account/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert file.testzip() is None
        expected = {f"{form}/{id}.{form}" for id in ids for form in ("txt", "json")}
        assert set(file.namelist()) == {"README.txt", *expected}
        for id in ids:
            text = file.read(f"txt/{id}.txt").decode()
            assert text == one.get(f"/api/games/{id}/record.txt").text


def test_deleting(newcomer: Newcomer, site: Site) -> None:
    one, other, again = newcomer(), newcomer(), newcomer()
    register(one, "Leaver", email="leaver@example.org")
    id = begin_game(one, other)
    play_move(one, id, "b2", 0)
    wrong = one.post("/api/account/delete", json={"password": "not the one"})
    assert wrong.json()["error"] == "bad-field"
    assert one.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert one.get("/api/account").json()["name"] is None
    seen = other.get(f"/api/games/{id}").json()
    assert (seen["winners"], seen["seats"][0]["name"]) == ([1], "Deleted player")
    assert other.post(f"/api/games/{id}/rematch").status_code == 409
    assert other.get("/api/people/Leaver").status_code == 404
    assert log_in(one, "Leaver") == 401
    body = {"name": "leaver", "password": PASSWORD}
    assert again.post("/api/register", json=body).status_code == 400
