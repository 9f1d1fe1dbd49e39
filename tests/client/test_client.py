"""The client against a real server: games, streams, refusals, and what breaks on the way."""

from __future__ import annotations

import io
import json
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from tests.patience import PATIENCE
from tests.server.site import NO_TLS, PASSWORD, Site

from livestone.client import Client, Event, Game
from livestone.client.stream import follow
from livestone.client.wire import Wire, refusal
from livestone.errors import (
    BadField,
    BadRequest,
    IllegalMove,
    LivestoneError,
    NotAllowed,
    NotFound,
    NotLoggedIn,
    Unreachable,
)

SMALL = {"size": 4}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server without bots."""
    with Site(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def newcomer(site: Site) -> Iterator[Callable[..., Client]]:
    """Makes visitors who have never been here, or with a token or cookie they are ``known`` by."""
    made: list[Client] = []

    def new(**known: str) -> Client:
        made.append(Client(site.url, **known))
        return made[-1]

    yield new
    for client in made:
        client.close()


def pair(newcomer: Callable[..., Client]) -> tuple[Game, Game]:
    """A game that runs, as its two players see it."""
    one, other = newcomer(), newcomer()
    mine = one.new_game("freedom", ["me", "friend"], SMALL)
    (link,) = mine.invitations().values()
    assert other.invitation(link).state == "free"
    theirs = other.accept(f"{one.url}/invitations/{link}")
    mine.refresh()
    return mine, theirs


def test_clocks_and_agreements(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer(), newcomer()
    mine = one.new_game("freedom", ["me", "friend"], SMALL, control="5+3")
    (link,) = mine.invitations().values()
    theirs = other.accept(link)
    theirs.plan(["*", "b2"])
    mine.refresh()
    assert mine.play("a1").last_ply == 2
    clock = mine.table.clock
    assert (mine.table.control.text, clock.running) == ("5+3", 0)
    assert 299 < clock.seats[0].seconds <= clock.seats[1].seconds == 300
    mine.offer("pause")
    theirs.refresh()
    assert theirs.table.can.pause
    theirs.answer("pause", True)
    assert theirs.table.clock.paused
    with pytest.raises(NotAllowed, match="paused"):
        mine.play("c3")
    mine.resume()
    theirs.refresh()
    theirs.offer("draw")
    mine.refresh()
    assert mine.answer("draw", True).reason == "agreed"
    with pytest.raises(NotAllowed, match="over"):
        mine.abort()


def test_two_play_a_game(newcomer: Callable[..., Client]) -> None:
    mine, theirs = pair(newcomer)
    assert (mine.my_turn, theirs.my_turn, theirs.legal) == (True, False, ())
    before = mine.ply
    mine.play("b2")
    assert mine.ply == 1
    # An answer that was lost: the same again is harmless.
    mine.table = replace(mine.at(before), last_ply=before)
    assert mine.play("b2").last_ply == 1
    theirs.refresh()
    theirs.play(theirs.legal[0])
    theirs.undo()
    assert theirs.table.takeback is not None
    mine.refresh()
    mine.answer_takeback(True)
    assert mine.ply == 1
    theirs.resign()
    assert (theirs.over, theirs.result) == (True, "White wins: Black resigned")
    assert "b2" in mine.record()
    assert theirs.rematch() is None
    mine.refresh()
    assert mine.answer_rematch(False) is None
    assert theirs.refresh().offers[0].refused
    assert mine.rematch() is None
    again = theirs.rematch()
    again = mine.rematch()
    assert [seat.is_me for seat in again.seats] == [False, True]
    again.resign()


def test_a_stream_of_one_game_ends_with_it(newcomer: Callable[..., Client]) -> None:
    mine, theirs = pair(newcomer)
    heard = []
    for event in theirs.events():
        heard.append(event.name)
        if len(heard) == 1:
            mine.play("b2")
        elif theirs.my_turn:
            theirs.resign()
    assert heard[0] == "changed"
    assert theirs.over


def test_one_stream_tells_of_every_game(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer(), newcomer()
    games = [one.new_game("freedom", ["me", "friend"], SMALL) for _ in range(3)]
    events = one.events()
    assert {next(events).data["id"] for _ in games} == {game.id for game in games}
    (link,) = games[1].invitations().values()
    other.accept(link)
    event = next(events)
    assert (event.name, event.data["id"]) == ("game", games[1].id)
    assert (event.data["status"], event.data["my_turn"]) == ("running", True)
    games[1].refresh()
    games[1].play("b2")
    event = next(events)
    assert (event.data["ply"], event.data["my_turn"]) == (1, False)
    games[1].resign()
    assert next(events).data["status"] == "finished"
    later = one.new_game("freedom", ["me", "person"], SMALL)
    assert next(events).data["id"] == later.id
    events.close()
    # Who listens anew hears of the games that are not over.
    again = one.events()
    unfinished = {games[0].id, games[2].id, later.id}
    assert {next(again).data["id"] for _ in unfinished} == unfinished
    again.close()


def heard(events: Iterator[Event], status: str) -> dict[str, Any]:
    """What the next event of a challenge says that stands so."""
    for event in events:
        if event.name == "challenge" and event.data["status"] == status:
            return event.data
    raise AssertionError(status)


def test_challenges_and_the_news_of_them(newcomer: Callable[..., Client]) -> None:
    ada, bob = newcomer(), newcomer()
    ada.register("Ada-C", PASSWORD)
    bob.register("Bob-C", PASSWORD)
    first = ada.new_challenge("freedom", to="Bob-C", options=SMALL, control="5+3")
    mine, theirs = ada.events(), bob.events()
    # Who begins to listen hears of what stands, then of every change.
    assert heard(mine, "open")["mine"]
    told = heard(theirs, "open")
    assert (told["id"], told["from"], told["for_you"]) == (first.id, "Ada-C", True)
    assert bob.lobby().for_you[0].takers[0].name == "Ada-C"
    assert bob.decline(first.id, "too late for me").status == "declined"
    assert heard(mine, "declined")["note"] == "too late for me"
    assert "too late for me" in ada.challenge(first.id).why_not
    second = ada.new_challenge("freedom", to="Bob-C", options=SMALL)
    assert heard(theirs, "open")["id"] == second.id
    assert ada.withdraw(second.id).status == "cancelled"
    assert heard(theirs, "cancelled")["id"] == second.id
    third = ada.new_challenge("freedom", to="Bob-C", options=SMALL)
    assert bob.take(f"{bob.url}/challenges/{third.id}").table == heard(mine, "taken")["table"]
    # Who listens only now hears of it still.
    mine.close()
    again = ada.events()
    game = ada.game(heard(again, "taken")["table"])
    bob.game(game.id).say("hello")
    assert next(event for event in again if event.name == "talk").data == {
        "id": game.id,
        "room": "players",
    }
    (said,) = game.talk().messages
    assert (said.name, said.text) == ("Bob-C", "hello")
    assert game.mute(said.id).messages == ()
    assert game.unmute().messages == (said,)
    game.report(said.id, "shouting")
    again.close()
    theirs.close()


def test_looking_for_an_opponent(newcomer: Callable[..., Client]) -> None:
    one, other = newcomer(), newcomer()
    wish = one.seek("freedom", "7+3")
    assert (wish.table, one.seek("freedom", "7+3").id) == (None, wish.id)
    events = one.events()
    found = other.seek("freedom", "7+3", rated=False)
    assert heard(events, "taken")["table"] == found.table
    events.close()
    news = one.lobby_events()
    led, changed = next(news), next(news)
    assert (led.name, led.data, changed.name) == ("paired", {"table": found.table}, "changed")
    news.close()
    assert [seen.id for seen in other.lobby().watch] == [found.table]
    wish = one.seek("any", "7+3")
    (seek,) = other.lobby().seeks
    assert (seek.id, seek.game, seek.why_not, seek.takers[0].name) == (wish.id, "any", "", None)
    assert other.take(seek.id).table == one.challenge(wish.id).table is not None


def test_people_vacations_and_tokens(newcomer: Callable[..., Client]) -> None:
    person = newcomer()
    assert person.account().name is None
    assert len(person.register("Clio", PASSWORD)) == 10
    assert person.vacation().until is None
    away = person.vacation(3)
    assert away.until is not None
    assert 26.9 < away.days_left < 27.1
    assert person.vacation(0).until is None
    assert newcomer(cookie=person.cookie).account().name == "Clio"
    made = person.read(dict, "/account/tokens", {"label": "test", "scopes": ["read"]})
    with newcomer(token=made["token"]) as program:
        assert program.account().name == "Clio"
        assert program.person("clio").name == "Clio"
        assert program.games().total == 0
        assert any(game["game"] == "freedom" for game in program.catalogue())
        with pytest.raises(NotAllowed, match="needs play"):
            program.new_game("freedom", ["me", "person"])
        with pytest.raises(NotAllowed, match="log in"):
            program.logout()
    person.logout()
    assert person.account().name is None
    assert person.login("clio", PASSWORD) == "Clio"


def test_the_stream_of_an_ended_session_ends(newcomer: Callable[..., Client]) -> None:
    person = newcomer()
    person.register("Endymion", PASSWORD)
    game = person.new_game("freedom", ["me", "person"], SMALL)
    made = person.read(dict, "/account/tokens", {"label": "test", "scopes": ["read"]})
    elsewhere = newcomer(token=made["token"])
    own = person.follow(f"/games/{game.id}/events")
    all_games = elsewhere.events()
    assert (next(own).name, next(all_games).name) == ("changed", "game")
    person.read(dict, "/account/tokens/revoke", {"id": made["id"]})
    with pytest.raises(NotLoggedIn):
        next(all_games)
    browser = newcomer()
    browser.login("Endymion", PASSWORD)
    sessions = browser.read(list, "/account/sessions/end", {})
    assert len(sessions) == 1
    # It is opened again as the guest that the cookie now stands for, who has no seat there.
    with pytest.raises(NotAllowed):
        next(own)


def test_refusals(newcomer: Callable[..., Client]) -> None:
    client = newcomer()
    game = client.new_game("freedom", ["me", "person"], SMALL)
    with pytest.raises(NotFound, match="no game"):
        client.game("nowhere at all")
    with pytest.raises(NotFound):
        client.game("no/where")
    with pytest.raises(LivestoneError, match="z9"):
        game.play("z9")
    game.play("b2")
    with pytest.raises(IllegalMove):
        game.play("d4")
    with pytest.raises(BadField) as caught:
        client.register("x", PASSWORD)
    assert caught.value.field == "name"
    with pytest.raises(NotLoggedIn):
        newcomer(token="ls_wrong").account()


@pytest.mark.parametrize("url", ["play.example", "ftp://play.example", "http://", "http://x:99999"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(BadRequest, match="no address"):
        Client(url)


def test_what_is_no_token_and_no_livestone() -> None:
    with pytest.raises(BadRequest, match="this token"):
        Client("http://x", token="a\nb")
    for content in (b"", b"<html>", b"[1]", b"{}", b'{"error": 1}', b"\xff"):
        assert isinstance(refusal(502, content), Unreachable)
    assert type(refusal(418, b'{"error": "new", "message": "x"}')) is LivestoneError


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(Unreachable, match="does not answer"):
        Client(url).account()
    with pytest.raises(Unreachable):
        next(follow(Wire(url), "/events", patience=0.0))


class Broken:
    """A server that answers each connection with given bytes, and closes it."""

    def __init__(self, *answers: bytes, port: int = 0) -> None:
        self.listener = socket.create_server(("127.0.0.1", port))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.asked: list[bytes] = []
        self.thread = threading.Thread(target=self.run, args=(answers,), daemon=True)
        self.thread.start()

    def run(self, answers: tuple[bytes, ...]) -> None:
        with self.listener:
            for answer in answers:
                connection, _ = self.listener.accept()
                with connection:
                    self.asked.append(connection.recv(65536))
                    connection.sendall(answer)


def page(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def test_what_may_be_asked_twice_is() -> None:
    server = Broken(b"", page(b'{"name": null}'))
    with Client(server.url) as client:
        assert client.account().name is None
    assert len(server.asked) == 2
    server = Broken(b"")
    with Client(server.url) as client, pytest.raises(Unreachable):
        client.new_game("freedom", ["me", "person"])
    server.thread.join(PATIENCE)
    assert len(server.asked) == 1


def test_a_server_that_is_restarted_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.client.patience.PAUSES", (0.0,))
    whole = page(b'{"name": "Ada"}')
    gone = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\n\r\n<html>"
    busy = b'{"error": "storage", "message": "try again"}'
    busy = b"HTTP/1.1 503 Busy\r\nContent-Length: %d\r\n\r\n%s" % (len(busy), busy)
    server = Broken(whole, whole[:-3], b"", b"", gone, busy, whole)
    with Client(server.url) as client:
        assert [client.account().name for _ in range(2)] == ["Ada", "Ada"]
    server = Broken(whole, gone, gone)
    with Client(server.url, patience=0.0) as client:
        assert client.account().name == "Ada"
        with pytest.raises(Unreachable):
            client.account()


def test_what_was_not_sent_is_sent_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a lost answer would not be asked for again: nothing has been done yet."""
    monkeypatch.setattr("livestone.client.patience.PAUSES", (0.05,))
    server = Broken(page(b'{"name": null}'))
    with Client(server.url) as client:
        client.account()
        server.thread.join(PATIENCE)
        port = int(server.url.rpartition(":")[2])
        later = threading.Timer(0.3, lambda: begun.append(Broken(page(b"{}"), port=port)))
        begun: list[Broken] = []
        later.start()
        client.read(dict, "/games", {"game": "freedom"}, again=False)
        later.join(PATIENCE)
        assert b"POST /api/games" in begun[0].asked[0]
        begun[0].thread.join(PATIENCE)


def test_closing_ends_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.client.patience.PAUSES", (600.0,))
    server = Broken(page(b'{"name": null}'))
    client = Client(server.url, patience=None)
    client.account()
    server.thread.join(PATIENCE)
    timer = threading.Timer(0.2, client.close)
    timer.start()
    with pytest.raises(Unreachable):
        client.account()
    timer.join(PATIENCE)


@pytest.mark.parametrize("answer", [b"hello\r\n\r\n", page(b"<html>"), page(b'{"games": 1}')])
def test_odd_answers(answer: bytes) -> None:
    with Client(Broken(answer, answer).url) as client, pytest.raises(Unreachable):
        client.games()


def test_a_stream_goes_on_when_it_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("livestone.client.patience.PAUSES", (0.0,))
    server = Broken(
        STREAM + b': hello\nretry: 1000\n\nevent: game\nid: 7\ndata: {"id":"a"}\n\nevent: ga',
        b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
        b"",
        STREAM + b"event: game\r\nid: 8\r\ndata:{}\r\n\r\n",
    )
    events = Client(server.url).events()
    assert [(event.id, event.data) for event in (next(events), next(events))] == [
        ("7", {"id": "a"}),
        ("8", {}),
    ]
    events.close()


# Studies ----------------------------------------------------------------------------------------


def test_a_study(newcomer: Callable[..., Client]) -> None:
    client = newcomer()
    study = client.new_study(game="freedom", options={"size": 4}, title="Mine")
    study.play("b2", "b3", "c3")
    assert study.line() == ["b2", "b3", "c3"]
    assert study.at(study.node).position is not None
    first = study.nodes[1].id
    study.play("a1", node=first)
    assert study.line() == ["b2", "a1"]
    study.note("Odd,\nvery.", "?!", [{"colour": "red", "at": "a1"}])
    noted = study.find(study.node)
    assert (noted.comment, noted.glyph, noted.marks[0].at) == ("Odd,\nvery.", "?!", "a1")
    again = client.new_study(record=json.dumps(study.file()))
    assert (again.view.title, again.nodes) == (study.view.title, study.nodes)
    study.promote(wholly=True)
    assert "a1" in study.record()
    other = client.study(study.id)
    study.settle(title="Ours", visibility="private")
    with pytest.raises(NotAllowed):
        other.settle(title="Theirs")
    assert other.refresh().title == "Ours"
    study.prune()
    assert (study.line(), len(study.nodes)) == (["b2"], 4)
    copy = study.copy()
    assert client.studies().total == 3
    for one in (copy, again):
        one.delete()
    assert [line.id for line in client.studies().studies] == [study.id]
    with pytest.raises(NotFound):
        client.study(copy.id)
    with pytest.raises(NotFound):
        study.find(99)


def test_of_a_game_and_its_review(newcomer: Callable[..., Client]) -> None:
    client = newcomer()
    game = client.new_game("freedom", ["me", "person"], {"size": 4})
    game.play("b2")
    with pytest.raises(NotAllowed):
        game.study()
    game.resign()
    study = game.study(1)
    assert study.line() == ["b2"]
    assert game.review().status == "none"


def test_studies_are_in_the_download(site: Site) -> None:
    with httpx.Client(base_url=site.url, timeout=PATIENCE, verify=NO_TLS) as one:
        body = {"name": "Keeper", "password": PASSWORD}
        assert one.post("/api/register", json=body).status_code == 201
        wanted = {"game": "freedom", "visibility": "private"}
        id = one.post("/api/studies", json=wanted).json()["id"]
        kept = one.get(f"/api/studies/{id}/file").json()
        answer = one.get("/api/account/games.zip")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            assert json.loads(file.read(f"studies/{id}.json")) == kept
