"""Everybody who may ask a server for something, and a request for each of its routes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.server.site import PASSWORD, Site, bearer, new_game, register

from livestone.cli.main import run
from livestone.server.app import create_app
from livestone.server.classes.setup import ClassSetup, Slips
from livestone.server.main import bind
from livestone.server.settings import Settings
from livestone.server.tournaments.settings import LinePorts, LineSettings
from livestone.server.web.identity import COOKIE, guest_id

PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"
SECRET = "s" * 22
ROLES = ("guest", "stranger", "player", "program", "staff", "operator")
# What a route is sent; whatever is not here is sent nothing.
BODIES: Mapping[str, Mapping[str, Any]] = {
    "/api/account/blocks": {"name": "Opponent"},
    "/api/account/bots": {"name": "x"},
    "/api/account/bots/delete": {"name": "Nobodyknows"},
    "/api/account/codes": {"password": "wrong"},
    "/api/account/delete": {"password": "wrong"},
    "/api/account/duty": {"holder": "x", "seconds": 0},
    "/api/account/freeplay-token": {"bot": "Nobodyknows"},
    "/api/account/password": {"password": "wrong", "new": "other words do"},
    "/api/account/sessions/end": {"id": "none"},
    "/api/account/settings": {},
    "/api/account/talk": {"on": True},
    "/api/account/tokens": {"label": "", "scopes": []},
    "/api/account/tokens/revoke": {"id": "none"},
    "/api/account/unblock": {"name": "Opponent"},
    "/api/account/vacation": {"days": 0},
    "/api/admin/{}": {"name": "Opponent"},
    "/api/challenges": {"game": "none"},
    "/api/classes/join": {"code": "wrong"},
    "/api/classes/{}/members": {"name": ""},
    "/api/classes/{}/tournaments": {"name": ""},
    "/api/classes/{}/tournaments/{}/pairings": {},
    "/api/classes/{}/tournaments/{}/settings": {},
    "/api/classes/{}/tournaments/{}/status": {"status": "running"},
    "/api/classes/{}/versions": {"text": ""},
    "/api/device-games/{}": {"version": 0, "record": {}, "created": 0, "updated": 0},
    "/api/freeplay/send-away": {"name": "nobody"},
    "/api/games": {"game": "none", "seats": ["me", "friend"]},
    "/api/games/{}/answer": {"ply": 0, "seat": 1, "kind": "draw", "allow": False},
    "/api/games/{}/look": {"ply": 0},
    "/api/games/{}/offer": {"ply": 0, "kind": "draw"},
    "/api/games/{}/plan": {"ply": 9, "lines": []},
    "/api/games/{}/plies": {"ply": 9, "move": "a1"},
    "/api/games/{}/takeback": {"ply": 9, "seat": 0, "allow": False},
    "/api/games/{}/talk": {"text": "Hello"},
    "/api/games/{}/talk/mute": {},
    "/api/games/{}/talk/report": {"message": 99},
    "/api/games/{}/undo": {"ply": 9},
    "/api/lobby/quick": {"game": "none", "control": "none"},
    "/api/login": {"name": "Opponent", "password": PASSWORD},
    "/api/mail/password": {"secret": "wrong", "password": PASSWORD},
    "/api/mail/proof": {"password": "wrong"},
    "/api/mail/prove": {"secret": "wrong"},
    "/api/mail/reset": {"name": "nobody"},
    "/api/operator": {"secret": "wrong"},
    "/api/people/{}/report": {"reason": "x"},
    "/api/puzzles/attempts": {"game": "none", "options": {}, "text": "x", "moves": ["a1"]},
    "/api/recover": {"name": "Opponent", "code": "x", "password": "wrong"},
    "/api/register": {"name": "x", "password": "x"},
    "/api/studies": {"game": "none"},
    "/api/studies/{}/moves": {"node": 0, "moves": ["z9"]},
    "/api/studies/{}/notes": {"node": 0, "version": 9},
    "/api/studies/{}/promote": {"node": 0, "version": 9},
    "/api/studies/{}/prune": {"node": 0, "version": 9},
    "/api/studies/{}/settings": {"version": 9},
    "/api/tournaments": {"name": ""},
    "/api/tournaments/{}/settings": {},
    "/api/tournaments/{}/status": {"status": "running"},
}


def routes() -> list[tuple[str, str]]:
    """Every route that the application has: its method and its path, parts in braces."""
    app = create_app(Settings(Path(tempfile.gettempdir()) / "never-made"))
    return sorted(
        (method, re.sub(r":\w+\}", "}", route.path))
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD")
    )


@dataclass
class Cast:
    """The headers of each role, and the game, invitation, ladder and study they ask for."""

    url: str
    client: httpx.Client
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    game: str = ""
    invitation: str = ""
    ladder: str = ""
    school: str = ""
    study: str = ""

    def address(self, path: str) -> str:
        """A path with something in place of what is in braces."""
        kind = "/" + path.removeprefix("/api").split("/")[1] + "/"
        first = {
            "/classes/": self.school,
            "/games/": self.game,
            "/studies/": self.study,
            "/invitations/": self.invitation,
            "/tournaments/": self.ladder,
            "/people/": "Opponent",
            "/new/": "freedom",
            "/descriptions/": "freedom",
            "/rules/": "freedom",
            "/admin/": "unban",
        }.get(kind, "none")
        if path == "/api/studies/{id}/delete":
            first = "none"  # the others ask for it still
        path = re.sub(r"\{\w+\}", first, path, count=1)
        path = path.replace("{number}", "1").replace("{version}", "1")
        path = path.replace("/talk/{action}", "/talk/unmute").replace("{form}", "txt")
        return re.sub(r"\{\w+\}", "undo", path)

    def ask(self, role: str, method: str, path: str, **headers: str) -> int:
        """Ask for a route as somebody, and return the status of the answer."""
        plain = re.sub(r"\{\w+\}", "{}", path)
        given: dict[str, Any] = {"headers": {**self.headers[role], **headers}}
        if method == "POST":
            api = path.startswith("/api")
            given["json" if api else "data"] = BODIES.get(plain, {}) if api else {"ply": "9"}
            if api and plain not in BODIES:
                del given["json"]
        self.client.cookies.clear()  # each request brings its own
        with self.client.stream(method, self.url + self.address(path), **given) as answer:
            status = answer.status_code
            if status in (302, 303) and answer.headers["location"].startswith("/login"):
                return 401
            return status


@contextmanager
def cast(folder: Path, kind: type[Site] = Site) -> Iterator[Cast]:
    """A server with everybody there."""
    with bind("127.0.0.1", 0) as listener:
        ports = LinePorts(listener)
        lines = LineSettings(lambda: ports, operator=guest_id(SECRET))
        classes = ClassSetup({"5a": ("Playere",)})
        with kind(folder, lines=lines, classes=classes) as site, site.newcomer() as nobody:
            made = Cast(site.url, nobody)
            people = {role: site.newcomer() for role in (*NAMES, "guest")}
            for role, client in people.items():
                client.get("/api/account")
                if role != "guest":
                    register(client, NAMES[role])
            _set_up(made, people, folder)
            _join(made, people, site.app.state.classes.slips[0])
            for client in people.values():
                client.close()
            yield made


# Those who have accounts.
NAMES = {"stranger": "Strangere", "player": "Playere", "staff": "Staffe", "operator": "Operatore"}
NAMES["opponent"] = "Opponent"


def _set_up(made: Cast, people: Mapping[str, httpx.Client], folder: Path) -> None:
    player, opponent = people["player"], people["opponent"]
    made.game = new_game(player, "me", "friend")["id"]
    (seat,) = player.get(f"/api/games/{made.game}/invitations").json()
    made.invitation = seat["invitation"]
    assert opponent.post(f"/api/invitations/{made.invitation}").status_code == 200
    assert run(["admin", "grant", "Staffe", "--data", str(folder)]) == 0
    assert people["operator"].post("/api/operator", json={"secret": SECRET}).is_success
    made.ladder = player.get("/api/freeplay").json()["ladder"]
    for name, client in people.items():
        made.headers[name] = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    study = {"game": "freedom", "visibility": "private"}
    made.study = player.post("/api/studies", json=study).json()["id"]
    made.headers["program"] = bearer(player, "read", "play", "account")


def _join(made: Cast, people: Mapping[str, httpx.Client], slips: Slips) -> None:
    """Have the operator teach a class, in which the player is."""
    for role, code in (("operator", slips.teacher), ("player", slips.students[0].code)):
        answer = people[role].post("/api/classes/join", json={"code": code})
        made.school = answer.json()["id"]


def outcome(status: int) -> str:
    """What the table says of a status: refused with it, or let in (whatever then is wrong)."""
    assert status < 500, status
    return str(status) if status in (401, 403, 404) else "yes"


Cells = tuple[str, ...]
Table = dict[tuple[str, str], Cells]
# These change who asks.
LAST = ("/operator", "/logout", "/api/logout", "/login", "/api/login")


def observe(made: Cast) -> Table:
    """Ask for every route in every role."""
    found = {}
    for method, path in sorted(routes(), key=lambda route: (LAST.count(route[1]), route[1])):
        asked = (outcome(made.ask(role, method, path)) for role in ROLES)
        found[method, path] = tuple(asked)
    return found


GROUP = re.compile(r"^## (.+)\n\n((?:- `.+`\n)+)", re.MULTILINE)


def read_table(page: str) -> Table:
    """What the page says: for each method and path the outcome in each role."""
    found: Table = {}
    for heading, lines in GROUP.findall(page):
        parts = (part.split(": ") for part in heading.lower().split("; "))
        outcomes = {role: answer for names, answer in parts for role in names.split(", ")}
        cells = tuple(outcomes[role] for role in ROLES)
        found |= dict.fromkeys(re.findall(r"`([A-Z]+) (\S+)`", lines), cells)
    return found


def with_table(page: str, table: Table) -> str:
    """The page with this table: routes that answer alike under one heading."""
    groups: dict[Cells, list[str]] = {}
    for (method, path), cells in sorted(table.items(), key=lambda one: one[0][::-1]):
        groups.setdefault(cells, []).append(f"- `{method} {path}`\n")
    text = page[: page.index("## ")]
    for cells, lines in groups.items():
        named = [
            f"{', '.join(role for role, cell in zip(ROLES, cells, strict=True) if cell == answer)}"
            f": {answer}"
            for answer in dict.fromkeys(cells)
        ]
        text += f"## {'; '.join(named).capitalize()}\n\n{''.join(lines)}\n"
    return text[:-1]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary, cast(Path(temporary)) as everybody:
        PAGE.write_text(with_table(PAGE.read_text("utf-8"), observe(everybody)), "utf-8")
