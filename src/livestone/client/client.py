"""A visitor at a server, and what they may do there."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec

from livestone.api.accounts import Account, AccountName, BotLease, Profile, Registered
from livestone.api.events import Event
from livestone.api.lobby import Challenge, Lobby
from livestone.api.studies import StudyPage, StudyView
from livestone.api.tables import GamePage, Invitation, Table, Vacation
from livestone.client.game import Game
from livestone.client.stream import follow
from livestone.client.study import Study
from livestone.client.wire import Wire, part
from livestone.copying import Uncopied
from livestone.errors import Unreachable

Shape = TypeVar("Shape")


class Client(Uncopied):
    """A visitor at a server: a guest, or the person of the ``token`` or the ``cookie``.

    A guest, or who logs in with name and password, is known by ``cookie`` from then on: keep it to
    come back as the same. Every method raises the error that the server refuses with, and
    Unreachable where it does not answer in ``timeout`` seconds. A server that has answered before
    is restarted, perhaps: methods wait for it, ``patience`` seconds at most (None: for ever), and
    go on. Several threads may use one client.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        cookie: str = "",
        timeout: float = 30.0,
        patience: float | None = 60.0,
    ) -> None:
        self._wire = Wire(url, token, cookie, timeout, patience)

    @property
    def url(self) -> str:
        """The server's address."""
        return self._wire.url

    @property
    def cookie(self) -> str:
        """What one is known by without a token; as good as a password."""
        return self._wire.cookie

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection, and end all streams of events."""
        self._wire.close()

    # Who one is.

    def account(self) -> Account:
        """Return who one is."""
        return self.read(Account, "/account")

    def register(self, name: str, password: str, email: str = "") -> list[str]:
        """Make an account and return its recovery codes, which are shown only now."""
        data = {"name": name, "password": password, "email": email}
        return self.read(Registered, "/register", data, again=False).codes

    def login(self, name: str, password: str, *, adopt: bool = True) -> str:
        """Log in, with the games played as a guest if ``adopt``, and return the name."""
        data = {"name": name, "password": password, "adopt": adopt}
        return self.read(AccountName, "/login", data).name or name

    def logout(self) -> None:
        """End the session."""
        self._wire.ask("/logout", {})

    def person(self, name: str) -> Profile:
        """Return what everybody may see of a person."""
        return self.read(Profile, f"/people/{part(name)}")

    # Games.

    def catalogue(self) -> list[dict[str, Any]]:
        """Return every game that the server has, with its options."""
        return self.read(list[dict[str, Any]], "/catalogue")

    def games(self, page: int = 1) -> GamePage:
        """Return a page of one's games, newest first."""
        return self.read(GamePage, "/games", page=page)

    def game(self, id: str) -> Game:
        """Return one's game with this id."""
        return Game(self, self.read(Table, f"/games/{part(id)}"))

    def new_game(
        self,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, str | int | bool] | None = None,
        opening: str | None = None,
        **more: Any,
    ) -> Game:
        """Start a game; a seat is ``me``, ``person`` (here), ``friend`` or ``bot:LEVEL``.

        ``more`` are other fields of ``POST /api/games``. The invitations to friends' seats are
        :meth:`Game.invitations`.
        """
        data = {"game": game, "seats": list(seats), "options": dict(options or {}), **more}
        if opening is not None:
            data["opening"] = opening
        return Game(self, self.read(Table, "/games", data, again=False))

    def invitation(self, link: str) -> Invitation:
        """Return what an invitation is for: its link, or the secret at its end."""
        return self.read(Invitation, f"/invitations/{part(_secret(link))}")

    def accept(self, link: str) -> Game:
        """Take the seat that an invitation is for; asking twice is harmless."""
        return Game(self, self.read(Table, f"/invitations/{part(_secret(link))}", {}))

    # Lobby.

    def lobby(self, game: str = "") -> Lobby:
        """Return the lobby, of one ``game`` if asked."""
        return self.read(Lobby, "/lobby", game=game or None)

    def lobby_events(self, patience: float | None = None) -> Generator[Event, None, None]:
        """Yield ``changed`` at each change of the lobby, ``paired`` with one's ``table``.

        One is here while one listens, as with :meth:`events`.
        """
        return follow(self._wire, "/lobby/events", patience)

    def new_challenge(self, game: str, *, to: str = "", **more: Any) -> Challenge:
        """Challenge anyone, or the person called ``to``; ``audience="link"``: who has the id.

        ``more`` are other fields of ``POST /api/challenges``, such as ``options``, ``control``,
        ``rated`` and ``side``. A challenge for anyone lasts while one is here.
        """
        data = {"game": game, "to": to, "audience": "person" if to else "anyone", **more}
        return self.read(Challenge, "/challenges", data, again=False)

    def seek(self, game: str, control: str, *, rated: bool = True) -> Challenge:
        """Be paired: at once, and the ``table`` is named, or when a suitable player comes.

        ``game`` may be ``any``, for the game that the other player wants. Asking again goes on
        waiting. The seek ends when one is no longer here.
        """
        data = {"game": game, "control": control, "rated": rated}
        return self.read(Challenge, "/lobby/quick", data)

    def challenge(self, id: str) -> Challenge:
        """Return a challenge by its id, or the link to it."""
        return self.read(Challenge, f"/challenges/{part(_secret(id))}")

    def take(self, id: str) -> Challenge:
        """Take a challenge, or be paired with who waits in the lobby (``lobby().seeks``).

        With the last place the game begins. Asking twice is harmless.
        """
        return self.read(Challenge, f"/challenges/{part(_secret(id))}/take", {})

    def withdraw(self, id: str) -> Challenge:
        """Withdraw one's challenge or seek, or from one that waits for others."""
        return self.read(Challenge, f"/challenges/{part(_secret(id))}/cancel", {})

    def decline(self, id: str, note: str = "") -> Challenge:
        """Decline a challenge that is for oneself, perhaps saying why."""
        return self.read(Challenge, f"/challenges/{part(_secret(id))}/decline", {"note": note})

    def vacation(self, days: int | None = None) -> Vacation:
        """Be away for so many days from now on, 0 to be back; None only asks."""
        data = None if days is None else {"days": days}
        return self.read(Vacation, "/account/vacation", data)

    def take_lease(self, holder: str, seconds: float) -> bool:
        """Ask to be the one program that plays for this account; return whether ``holder`` is.

        Renew it before the seconds are over; 0 releases it.
        """
        data = {"holder": holder, "seconds": seconds}
        return self.read(BotLease, "/account/duty", data).mine

    # Studies.

    def studies(self, page: int = 1) -> StudyPage:
        """Return a page of one's studies, last changed first."""
        return self.read(StudyPage, "/studies", page=page)

    def study(self, id: str) -> Study:
        """Return a study by its id, or the link to it."""
        return Study(self, self.read(StudyView, f"/studies/{part(_secret(id))}"))

    def new_study(self, **made_from: Any) -> Study:
        """Make a study from a ``game``, a ``table``, a ``record`` or a ``sample``.

        The fields are those of ``POST /api/studies``: ``options`` and ``opening`` of a game, the
        ``ply`` to look at, ``title``, ``visibility``.
        """
        return Study(self, self.read(StudyView, "/studies", made_from, again=False))

    def events(self, patience: float | None = None) -> Generator[Event, None, None]:
        """Yield what happens at all one's tables, for as long as one may know it.

        At first, and whenever the stream had to be opened again, there is a ``game`` event for
        each game that is not over, and a ``challenge`` for each that is open or ended in the last
        two minutes. Unreachable is raised only when there was no server for
        ``patience`` seconds.
        """
        return follow(self._wire, "/events", patience)

    # For games, and for whatever this class has no method for.

    def read(
        self,
        shape: type[Shape],
        path: str,
        data: Mapping[str, Any] | None = None,
        *,
        again: bool = True,
        **query: Any,
    ) -> Shape:
        """Ask for a path under ``/api`` and return the answer in this shape."""
        answer = self._wire.ask(path, data, again=again, **query)
        try:
            return msgspec.json.decode(answer, type=shape)
        except msgspec.DecodeError as error:
            raise Unreachable(f"{self.url!r} answered, but not as expected: {error}") from None

    def text(self, path: str) -> str:
        """Ask for a path under ``/api`` and return its text."""
        return self._wire.ask(path).decode("utf-8", "replace")

    def follow(self, path: str, patience: float | None = None) -> Generator[Event, None, None]:
        """Yield the events of a path under ``/api``, opening the stream again when it breaks."""
        return follow(self._wire, path, patience)


def _secret(link: str) -> str:
    """The secret at the end of a link to an invitation, or the id at that of a challenge's.

    >>> _secret("https://play.example/invitations/abc"), _secret("abc")
    ('abc', 'abc')
    """
    return link.strip().rstrip("/").rpartition("/")[2]
