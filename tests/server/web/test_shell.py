"""The app at a server: every address of a page, what links tell, and where pages have gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.site import Site, register

from livestone.app import bundle
from livestone.app.shell import NAMES, OF_A_GAME
from livestone.server.web.settings import WebSettings
from livestone.server.web.shell import OF_A_GAME as TITLES
from livestone.server.web.shell import OTHERS

ROUTES = (bundle.ROOT / "js/app/routes.js").read_text("utf-8")
# Nothing at the server is called 1; but there may be such a game on a device, and every puzzle.
ELSEWHERE = ("/game/1", "/review/1", "/puzzle/freedom/1")
PATHS = dict(re.findall(r'^  "?(\w*)"?: "(/.*)",$', ROUTES, re.MULTILINE))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("data")) as running, running.newcomer() as somebody:
        register(somebody, "Passerby")
        yield running


@pytest.fixture
def me(site: Site) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url) as client:
        yield client


def example(path: str) -> str:
    """An address of a page."""
    path = path.partition("#")[0].replace(":name", "Passerby")
    return re.sub(r":(\w+)\??", lambda field: "freedom" if field[1] == "game" else "1", path)


def test_the_server_and_the_app_know_the_same_pages() -> None:
    assert len(PATHS) > 15
    first = {path.partition("#")[0].split("/")[1] for path in PATHS.values()}
    apart = {"people", "game", "review", "invitations", "classes"}
    assert first == {path.split("/")[1] for path in OTHERS} | set(TITLES) | apart
    assert set(OF_A_GAME) == set(TITLES)
    assert set(NAMES) <= first


@pytest.mark.parametrize("path", sorted({example(path) for path in PATHS.values()}))
def test_every_page_is_the_same_small_shell(me: httpx.Client, path: str) -> None:
    page = me.get(path)
    assert page.status_code == (404 if "1" in path and path not in ELSEWHERE else 200)
    assert '<html lang="en" data-server="" data-files="/app/">' in page.text
    assert page.text.partition("</head>")[0].count("<title>") == 1
    assert '<script type="module" src="/app/app.js">' in page.text
    assert "livestone play --terminal" in page.text  # where no script runs
    (picture,) = re.findall(r'property="og:image" content="(.*?)"', page.text)
    shown = me.get(picture)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    scripts = re.search(r"script-src ([^;]*)", page.headers["content-security-policy"])
    assert scripts is not None
    assert "unsafe-inline" not in scripts[1]
    for address in re.findall(r'(?:src|href)="(/app/.*?)"', page.text):
        assert me.get(address).status_code == 200


def test_a_page_about_a_game_names_it_and_unknown_games_are_not_there(me: httpx.Client) -> None:
    page = me.get("/setup/freedom")
    assert "<title>New game of Freedom - Livestone</title>" in page.text
    assert "/previews/freedom.png" in page.text
    assert me.get("/setup/fredom").status_code == 404
    assert "did you mean" in me.get("/setup/fredom").text


def test_a_profiles_page_names_the_person(me: httpx.Client) -> None:
    page = me.get("/people/passerby")
    assert "<title>Passerby - Livestone</title>" in page.text
    assert 'content="Ratings and last games of Passerby"' in page.text
    unknown = me.get("/people/Nobodyknows")
    assert (unknown.status_code, "/app/app.js" in unknown.text) == (404, True)


def about(page: str) -> dict[str, str]:
    """What a page says of itself where a link to it is shown."""
    return dict(re.findall(r'property="og:(\w+)" content="(.*?)"', page))


def test_a_public_game_is_shown_as_spectators_see_it(me: httpx.Client, site: Site) -> None:
    game = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"], "public": True}
    id = me.post("/api/games", json={**game, "delay": 1}).json()["id"]
    pictures = []
    with site.newcomer() as stranger:
        for ply, move in enumerate(("b2", "b3")):
            me.post(f"/api/games/{id}/plies", json={"move": move, "ply": ply})
            said = about(stranger.get(f"/game/{id}").text)
            assert said["description"] == "Freedom: Player 1 – Player 2"
            assert said["image"].startswith(f"{site.url}/pictures/game/{id}.png")
            pictures.append(stranger.get(said["image"]).content)
            assert pictures[-1].startswith(b"\x89PNG")
        assert pictures[0] != pictures[1]
        assert stranger.get(f"/review/{id}").status_code == 200
        private = me.post("/api/games", json={**game, "public": False}).json()["id"]
        page = stranger.get(f"/game/{private}")
        assert (page.status_code, about(page.text)["title"]) == (200, "A game")
        assert "/previews/freedom.png" in about(page.text)["image"]
        assert stranger.get(f"/pictures/game/{private}.png").status_code == 403
        assert me.get(f"/game/{'a' * 24}").status_code == 404


def test_a_study_is_shown_at_the_end_of_its_main_line(me: httpx.Client, site: Site) -> None:
    made = me.post("/api/studies", json={"game": "freedom", "options": {"size": 4}}).json()
    id = made["id"]
    with site.newcomer() as stranger:
        empty = stranger.get(about(stranger.get(f"/studies/{id}").text)["image"]).content
        me.post(f"/api/studies/{id}/moves", json={"node": 0, "moves": ["b2", "b3"]})
        said = about(stranger.get(f"/studies/{id}").text)
        assert said["image"].startswith(f"{site.url}/pictures/study/{id}.png")
        assert stranger.get(said["image"]).content not in (empty, b"")


def test_rules_are_read_without_scripts(me: httpx.Client) -> None:
    for game in ("freedom", "twins", "shuttle"):
        text = me.get(f"/rules/{game}").text
        assert "Sources and rulings</h2>" in text
        assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' in text
        assert "``" not in text


def test_old_addresses_lead_to_the_new_ones(me: httpx.Client) -> None:
    moved = {
        "/new/freedom?size=6": "/setup/freedom?size=6",
        "/rules/freedom/sample": "/sample/freedom",
        "/rules/freedom/sheet.pdf": "/app/sheets/freedom.pdf",
        "/games/abc?ply=3": "/game/abc?ply=3",
        "/games/abc/review?ply=3": "/review/abc?ply=3",
        "/site/index.html": "/",
        "/site": "/",
    }
    for old, new in moved.items():
        answer = me.get(old)
        assert (answer.status_code, answer.headers["location"]) == (301, new)
    gone = me.get("/site/sw.js")  # the service worker of the old pages gives way
    assert "unregister" in gone.text


def test_unbuilt_files_are_served_as_they_are(me: httpx.Client) -> None:
    module = me.get("/app/js/app/main.js")
    assert module.headers["content-type"].startswith("text/javascript")
    assert module.text == (bundle.ROOT / "js/app/main.js").read_text("utf-8")
    for outside in ("/app/js/package.json", "/app/js/../pyproject.toml", "/app/js/test/local.mjs"):
        assert me.get(outside).status_code == 404
    catalogue = me.get("/app/catalogue.json").json()
    assert {"freedom", "twins"} <= {game["id"] for game in catalogue["games"]}
    assert all(game["compiled"] == [] for game in catalogue["games"])
    assert me.get("/app/lessons/freedom.json").json()["drawer"].count("<figure") == 3
    assert me.get("/app/sheets/shuttle.pdf").content.startswith(b"%PDF-")


def test_below_a_base_path_everything_is_there(tmp_path: Path) -> None:
    web = WebSettings(base_path="/table")
    with Site(tmp_path, web=web) as site, httpx.Client(base_url=site.url) as me:
        text = me.get("/table/setup/freedom").text
        assert 'data-server="/table" data-files="/table/app/"' in text
        assert 'src="/table/app/app.js"' in text
        assert 'href="/table/"' in text
        assert me.get("/table/app/app.js").status_code == 200
