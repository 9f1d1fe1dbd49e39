"""The pages as a browser without scripts meets them; the test games show that they name none."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.site import Site, begin_game, said

from livestone.core.state import State
from livestone.errors import StorageError
from livestone.games import catalogue, load
from livestone.records import samples
from livestone.records.record import Note, Participant, Record
from livestone.server.tables.pages import actions

BESIDE = {"X-Part": "beside"}  # what scripts ask for


def start(me: httpx.Client, game: str = "freedom", **form: str) -> str:
    """Start a game in which the visitor plays every side; return its path."""
    answer = me.post(f"/new/{game}", data={"seat1": "person"} | form)
    assert answer.status_code == 200, said(answer)
    assert answer.history[0].status_code == 303
    return answer.url.path


def paths(answer: httpx.Response) -> dict[str, list[str]]:
    """The moves that the page offers."""
    found = re.search(r'id="snapshot">(.*?)</script>', answer.text)
    return json.loads(found[1])["paths"] if found else {}


def play(me: httpx.Client, at: str, move: str, ply: int | str, **more: Any) -> httpx.Response:
    """Send the form that plays a move."""
    return me.post(f"{at}/moves", data={"move": move, "ply": str(ply)}, **more)


def test_the_gallery_shows_every_game(me: httpx.Client) -> None:
    page = me.get("/")
    for words in ("Freedom", "Veljko Ćirović", "2010", "2 players", "Twins", "2 or 3 players"):
        assert words in said(page)
    assert page.text.count('role="img"') == len(catalogue())
    assert "Continue" not in said(page)
    page = me.post("/new/freedom")  # an empty form means the defaults
    assert "Bot, level 1" in said(page)
    assert "board size 10" in said(page)
    assert "Continue" in said(me.get("/"))
    me.post("/new/freedom", data={"seat0": "bot:3", "seat1": "me"})
    assert "Bot, level 3" in said(me.post("/new/freedom"))  # as strong as the last one
    assert "Bot, level 1" in said(me.post("/new/twins"))


def test_the_form_offers_what_the_game_declares(me: httpx.Client) -> None:
    page = said(me.get("/new/twins")).replace("( ", "(")
    for words in ("Cells along a side", "Secret hearts", "Green (with 3 players", "Yes", "No"):
        assert words in page
    page = me.get("/new/freedom", params={"size": "400"})
    assert page.status_code == 400
    assert "'400' is not allowed" in said(page)
    page = me.get("/new/freedom", params={"preset": "freeplay", "size": "8"})
    assert 'value="rows" checked' in page.text
    assert 'value="8" selected' in page.text
    assert 'aria-pressed="true">Freeplay' in page.text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"size": "3"}, "'3' is not allowed: choose 4 to 16"),
        ({"colour": "red"}, "there is no option 'colour'"),
        ({"preset": "freeplay", "scoring": "stones"}, "contradicts preset=freeplay"),
        ({"seat0": "bot:1", "seat1": "bot:1"}, "one seat at least must be"),
        ({"seat1": "<script>"}, "'<script>' is nobody to play with"),
        ({"own_control": "a while"}, "'a while' is no time control"),
    ],
)
def test_a_refused_form_says_why(me: httpx.Client, form: dict[str, str], words: str) -> None:
    page = me.post("/new/freedom", data=form)
    assert page.status_code == 400
    assert words.lower() in said(page).lower()
    assert "<script>" not in page.text
    assert "Start" in said(page)
    assert "You have not played yet" in said(me.get("/games"))


def test_clocks(me: httpx.Client) -> None:
    page = me.get("/new/freedom?control=2+7")
    assert 'value="2+7" selected>2 minutes + 7 seconds a turn' in page.text
    for form, control, shown in (
        ({"control": "5+3"}, "5+3", "5:00"),
        ({"control": "5+3", "own_control": "10/3x30"}, "10/3x30", "10:00"),
        ({"control": "2d"}, "2d", "2 d 0 h"),
    ):
        at = start(me, size="4", **form)
        page = me.get(at)
        assert page.text.count('role="timer"') == 2
        assert f"Time left: {shown}" in said(page)
        assert ("then 3 × 30 s" in said(page)) == (control == "10/3x30")
        table = me.get(f"/api{at}").json()
        assert (table["control"]["text"], table["clock"]["running"]) == (control, None)
        for ply, move in enumerate(("a1", "b1")):
            play(me, at, move, ply)
        assert me.get(f"/api{at}").json()["clock"]["running"] == 0
        again = control.replace("+", "%2B").replace("/", "%2F")
        assert f"control={again}" in me.get(at).text
    assert "timer" not in me.get(start(me, size="4")).text


@pytest.mark.parametrize(
    ("move", "ply", "status", "words"),
    [
        ("d4", "1", 400, "d4 is not next to a1"),
        ("", "1", 400, "No move was given"),
        ("b2", "7", 409, "the game is at ply 1"),
        ("b2", "-1", 400, "ply '-1' is not a number"),
        ("<b>", "1", 400, "'<b>' is not a move of this game"),
        ("x" * 5000, "1", 400, "is not a move"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(
    me: httpx.Client, move: str, ply: str, status: int, words: str
) -> None:
    at = start(me, size="4")
    for _ in range(2):  # a form that is sent twice is played once
        assert 'data-last="1"' in play(me, at, "a1", 0).text
    page = play(me, at, move, ply)
    assert page.status_code == status
    assert words.lower() in said(page).lower()
    assert sorted(paths(page)) == ["a2", "b1", "b2"]
    assert "<b>" not in page.text


def test_replay_and_records(me: httpx.Client) -> None:
    at = start(me, size="4")
    play(me, at, "a1", 0)
    play(me, at, "b2", 1)
    page = me.get(at, params={"ply": "1"})
    assert "Move 1 of 2" in said(page)
    assert paths(page) == {}
    assert f'href="{at}?ply=0"' in page.text
    for ply in ("3", "-1", "x"):
        assert me.get(at, params={"ply": ply}).status_code == 400
    text = me.get(f"{at}/record/txt")
    assert text.headers["content-type"].startswith("text/plain")
    assert "attachment" in text.headers["content-disposition"]
    assert "a1" in text.text
    assert me.get(f"{at}/record/json").json()
    assert me.get(f"{at}/record/exe").status_code == 404
    for action, status in (("dance", 404), ("events", 405)):
        assert me.post(f"{at}/{action}").status_code == status


def test_resign_undo_and_rematch(me: httpx.Client) -> None:
    at = start(me, size="4", seat1="bot:2")
    assert "Your turn" in said(me.get(at))
    page = me.post(f"{at}/undo", data={"ply": "0"})
    assert page.status_code == 409
    page = me.post(f"{at}/resign")
    assert "Black wins: White resigned." in said(page)
    assert play(me, at, "a1", 0).status_code == 409
    page = me.post(f"{at}/rematch")
    assert page.url.path != at
    assert re.search(r'id="seat-1".*?You', page.text, re.DOTALL)


def test_other_peoples_games_are_refused(site: Site, me: httpx.Client) -> None:
    at = start(me, size="4")
    with site.newcomer() as other:
        for answer in (other.get(at), other.post(f"{at}/resign")):
            assert answer.status_code == 403
            assert "This game belongs to another player" in said(answer)
            assert "livestone-table" not in answer.text
    assert 'data-last="0"' in me.get(at).text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/invitations/none", 404),
        ("/games/none", 404),
        ("/new/chess", 404),
        ("/rules/chess", 404),
        ("/replay", 404),
        ("/static/../app.py", 404),
        ("/games?page=x", 400),
        ("/games?page=99", 404),
    ],
)
def test_what_is_not_there(me: httpx.Client, path: str, status: int) -> None:
    page = me.get(path)
    assert page.status_code == status
    assert "Choose a game" in said(page)
    assert "Traceback" not in page.text


def test_my_games_are_paged(me: httpx.Client) -> None:
    for _ in range(21):
        me.post("/new/freedom", data={"size": "4", "seat1": "person"}, follow_redirects=False)
    first = me.get("/games")
    assert "Page 1 of 2" in said(first)
    assert "Older" in said(first)
    second = me.get("/games?page=2")
    assert second.text.count("Board size 4") == 1
    assert "Newer" in said(second)


def test_two_people_at_one_screen_hand_it_over(me: httpx.Client) -> None:
    at = start(me, "twins", side="2", secret="true")
    page = me.get(at)
    assert "Red's turn: hand the screen over, then press Show." in said(page)
    assert 'id="type"' not in page.text
    assert paths(page) == {}
    heart = "heart=c2"
    refused = play(me, at, heart, 0)
    assert refused.status_code == 409
    assert "board is covered" in said(refused)
    page = me.post(f"{at}/look", data={"ply": "0"})
    assert heart in paths(page)
    page = play(me, at, heart, 0)
    assert "Blue's turn: hand the screen over" in said(page)
    assert "chosen" in said(page)
    for address in (at, f"{at}?ply=1", f"{at}/record/txt", f"{at}/record/json", f"/api{at}"):
        assert heart not in me.get(address).text
    assert me.post(f"{at}/look", data={"ply": "0"}).status_code == 409
    page = me.post(f"{at}/look", data={"ply": "1"})
    assert heart in paths(page)  # as a choice of Blue's
    assert "chosen" in said(page)


def test_two_browsers_without_scripts(site: Site, me: httpx.Client) -> None:
    page = me.post("/new/shuttle", data={"seat1": "friend"})
    assert "Waiting for a friend" in said(me.get("/"))
    assert "Called off." in said(me.post(f"{page.url.path}/resign"))
    page = me.post("/new/shuttle", data={"seat1": "friend", "control": "5+3"})
    at = page.url.path
    assert "Waiting for a friend to take Black's seat." in said(page)
    assert '<meta http-equiv="refresh" content="5">' in page.text
    assert "Hint" not in said(page)
    found = re.search(r'value="(http[^"]*/invitations/[^"]*)"', page.text)
    link = found[1].removeprefix(site.url)
    assert "works on this computer only" in said(page)
    assert "start Livestone with livestone play --host 0.0.0.0 and open" in said(page)
    assert "This seat" not in said(me.get(link))
    assert "You play at this table already" in said(me.get(link))
    with site.newcomer() as other, site.newcomer() as third:
        other.follow_redirects = third.follow_redirects = True
        page = other.get(link)
        assert "You are invited to play Black" in said(page)
        assert "5 minutes + 3 seconds a turn." in said(page)
        assert at not in page.text
        assert 'name="robots" content="noindex"' in page.text
        page = other.post(link)
        assert page.url.path == at
        assert "Waiting for Player 1 (White)" in said(page)
        assert other.get(link).url.path == at
        assert "/invitations/" not in page.text
        for answer, status in ((third.get(link), 200), (third.post(link), 409)):
            assert answer.status_code == status
            assert "Another person has taken this seat" in said(answer)
            assert at not in answer.text
        for ply, (who, move) in enumerate(((me, "a1-c1"), (other, "f1-e1"), (me, "b1-d1"))):
            assert play(who, at, move, ply).status_code == 200
        assert "So far: b1-d1." in said(me.get(at))
        page = other.get(at)
        assert "Waiting for Player 1 (White). So far: b1-d1." in said(page)
        page = me.post(f"{at}/undo", data={"ply": "3"})
        assert 'data-last="2"' in page.text
        page = me.post(f"{at}/undo", data={"ply": "2"})
        assert "You ask to take back a1-c1 f1-e1." in said(page)
        page = other.get(at)
        assert "White asks to take back a1-c1 f1-e1." in said(page)
        answer = {"ply": "2", "seat": "0", "allow": "no"}
        page = other.post(f"{at}/takeback", data=answer)
        assert "asks to take back" not in said(page)
        page = other.post(f"{at}/takeback", data={**answer, "allow": "yes"})
        assert page.status_code == 409
        assert "Nobody asks for that any more" in said(page)
        page = other.post(f"{at}/takeback", data={**answer, "seat": "x"})
        assert page.status_code == 400
        me.post(f"{at}/resign")
        page = me.post(f"{at}/rematch")
        assert page.url.path == at
        assert "You ask for a rematch." in said(page)
        assert 'content="5"' in page.text  # the answer is shown without scripts too
        page = other.get(at)
        assert "White asks for a rematch." in said(page)
        page = other.post(f"{at}/answer", data={**answer, "kind": "rematch", "allow": "yes"})
        assert page.url.path != at
        assert f'href="{page.url.path}" id="rematch">To the rematch' in me.get(at).text


def test_named_choices_are_buttons(me: httpx.Client) -> None:
    state = State(load("shuttle"))
    chance = random.Random(1)
    while "stop" not in state.legal_texts:
        state.play(chance.choice(state.unsorted))
        if state.over:
            state = State(state.game)
    at = start(me, "shuttle")
    for ply, move in enumerate(state.move_texts):
        page = play(me, at, move, ply)
    assert 'value="stop">Stop' in page.text
    page = play(me, at, "stop", state.ply)
    assert 'value="stop"' not in page.text
    assert "stop" in said(page)


def test_a_sample_game_can_be_watched(
    me: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State(load("twins", side=2, players=3))
    while not state.over:
        state.play(state.unsorted[0])
    record = Record.of(state, [Participant(name) for name in ("Ana", "Ben", "Cleo")])
    text = record.as_text().replace("2. d1 a2", "2. d1 {begins well} a2")
    (tmp_path / "twins.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(samples, "data_file", lambda game, name: tmp_path / f"{game.id}.txt")
    samples.sample.cache_clear()
    assert "Watch a sample game" in me.get("/rules/twins").text
    page = me.get("/rules/twins/sample?ply=0")
    assert "The opening position." in said(page)
    assert page.text.count('<th scope="col">') == 3
    page = me.get("/rules/twins/sample?ply=2")
    assert "Move 2 of 7: d1. begins well" in said(page)
    assert page.text.count("<form") == 2  # the theme's, and one that leads to a study
    assert "sample?ply=3" in page.text
    assert "Move 7 of 7" in said(me.get("/rules/twins/sample"))
    assert me.get("/rules/twins/sample?ply=8").status_code == 400
    assert me.get("/rules/shuttle/sample").status_code == 404
    samples.sample.cache_clear()


def test_a_shared_link_has_a_picture_at_a_whole_address(me: httpx.Client) -> None:
    for path, game in ((start(me), "freedom"), ("/rules/straat", "straat"), ("/games", "")):
        page = me.get(path).text
        (address,) = re.findall('property="og:image" content="(.*?)"', page)
        assert address.startswith(str(me.base_url.join(f"/previews/{game}")))
        title = re.findall(r"<title>(?:\(1\) )?(.*?)<", page)[0]
        assert f'property="og:title" content="{title}"' in page
        picture = me.get(address)
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
    assert me.get("/previews/chess.png").status_code == 404


def test_the_theme_is_a_cookie(me: httpx.Client, other: httpx.Client) -> None:
    page = me.post("/theme", data={"theme": "dark", "back": "/games"})
    assert page.url.path == "/games"
    assert page.headers["content-encoding"] == "gzip"
    assert 'data-theme="dark"' in page.text
    unpacked = other.get("/games", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in unpacked.headers
    assert "data-theme" not in unpacked.text, "it is each visitor's own"
    me.follow_redirects = False
    for elsewhere in ("https://x.example", "//x.example", "/\\x.example", "/a\nb", ""):
        answer = me.post("/theme", data={"theme": "<x>", "back": elsewhere})
        assert answer.headers["location"] == "/"
        assert "data-theme" not in me.get("/").text


def test_a_server_with_a_record_and_an_address_for_others(tmp_path: Path) -> None:
    state = State(load("freedom", size=4))
    for move in ("b2", "c3"):
        state.play(move)
    players = [Participant("my_player", "bot"), Participant("greedy", "bot")]
    record = Record.of(state, players, notes=[Note(comment="Cost about 4 points.")])
    outside = "http://192.0.2.7:9"
    with Site(tmp_path, outside=outside, replay=record) as site, site.newcomer() as client:
        page = client.get("/replay?ply=1").text
        assert "my_player" in page
        assert "greedy" in page
        assert "Move 1 of 2: b2. Cost about 4 points." in page
        assert "Move 2 of 2: c3." in client.get("/replay").text
        assert client.get("/replay?ply=3").status_code == 400
        client.follow_redirects = True
        page = client.post("/new/shuttle", data={"seat1": "friend"})
        assert f'value="{outside}/invitations/' in page.text
        assert "works on this computer only" not in said(page)


def test_a_script_is_sent_what_stands_beside_the_table(
    newcomer: Callable[..., httpx.Client],
) -> None:
    """Where a browser is sent on to it."""
    me, friend = newcomer(), newcomer()
    at = f"/games/{begin_game(me, friend)}"
    plan = {"lines": "b2 b3", "ply": "0"}
    planned = friend.post(f"{at}/plan", data=plan, headers=BESIDE)
    assert planned.status_code == 200
    assert ">b2 b3</textarea>" in planned.text
    refused = friend.post(f"{at}/plan", data={**plan, "lines": "z9 b3"}, headers=BESIDE)
    assert refused.status_code == 400
    assert "z9" in said(refused)
    assert "<main" not in planned.text + refused.text
    assert friend.post(f"{at}/plan", data=plan).status_code == 303
    assert friend.get(f"{at}/beside").text == planned.text


def test_what_was_done_is_not_called_refused(
    me: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the table cannot be shown just then."""
    at, show = start(me, size="4"), actions.beside_answer

    async def away_once(*given: Any) -> Any:
        monkeypatch.setattr(actions, "beside_answer", show)
        raise StorageError("the table cannot be read")

    monkeypatch.setattr(actions, "beside_answer", away_once)
    answer = play(me, at, "b2", 0, headers=BESIDE)
    assert answer.status_code == 503
    assert 'id="board"' not in answer.text
    assert me.get(f"/api{at}").json()["ply"] == 1


def test_nothing_inline_and_little_to_load(me: httpx.Client) -> None:
    at = start(me)
    me.post(f"{at}/moves", data={"move": "e5", "ply": "0"})
    page = me.get(at)
    assert "style=" not in page.text
    assert "<style" not in page.text
    assert not re.search(r'<script(?![^>]* (src=|type="application/json"))', page.text)
    assert not re.search(r"\son[a-z]+=", page.text)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    assert not [name for name in files if "/js/" in name and "/table/" not in name][1:]
    total = 0
    for path in (at, *sorted(files)):
        with me.stream("GET", path) as answer:
            assert answer.status_code == 200
            total += len(b"".join(answer.iter_raw()))
            if path != at:
                assert "immutable" in answer.headers["cache-control"]
    assert total < 90_000


def test_the_board_is_turned_over(me: httpx.Client) -> None:
    at = start(me, "straat", seat1="person")
    play(me, at, "a1HN", 0)
    front = me.get(at).text
    assert f'href="{at}?face=back"' in front
    assert 'aria-label="a1, half block, black top (white behind), last move"' in front
    back = me.get(f"{at}?face=back").text
    assert 'aria-label="a1, white block (half, black top behind), last move"' in back
    assert "Turn back to the front" in back
    assert f'href="{at}?ply=0&amp;face=back"' in back
    sample = "/rules/straat/sample"
    assert f'href="{sample}?face=back"' in me.get(sample).text
    assert f'href="{sample}?ply=14&amp;face=back"' in me.get(f"{sample}?ply=15&face=back").text
    assert "Straat, back, " in me.get(f"{sample}?ply=15&face=back").text
    earlier = me.get(f"{at}?ply=0").text
    assert f'href="{at}?ply=0&amp;face=back"' in earlier
    assert "Turn over" not in me.get(start(me)).text


def test_the_game_of_memory_does_not_tell_of_the_back(me: httpx.Client) -> None:
    at = start(me, "straat", seat1="person", show_back="false")
    play(me, at, "a1FE", 0)
    play(me, at, "b2HN", 1)
    page = me.get(f"{at}?face=back")
    assert "a1F b2HN" in said(page)
    assert "a1FE" not in page.text
    assert "behind" not in page.text
    assert "Turn over" not in page.text
    assert "1. a1F\n" in me.get(f"{at}/record/txt").text
    assert me.post(f"{at}/resign").is_success
    assert "1. a1FE\n" in me.get(f"{at}/record/txt").text
    assert "a1FE" in me.get(at).text
    assert "Turn over" in me.get(at).text
