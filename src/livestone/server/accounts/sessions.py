"""Who is logged in: browsers by a session's cookie, programs by a token."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence

from livestone.api.staff import Ban
from livestone.errors import BadField, NotAllowed, NotFound, NotLoggedIn
from livestone.languages.words import mark, t
from livestone.server.accounts.moderation import Moderation, words_until
from livestone.server.accounts.player_tokens import PlayerTokens
from livestone.server.accounts.store import PeopleStore, new_id
from livestone.server.db.owners import OwnerId
from livestone.server.web import scopes
from livestone.server.web.aside import Coalescer
from livestone.server.web.expiring_streams import OpenStreams, StreamExpiry
from livestone.server.web.principals import From, Person, Session, Token, hashed
from livestone.server.web.rate_limit import RateLimit, count_all

NOWHERE = From()
TOKEN_PREFIX = "ls_"
DAY = 24 * 3600.0
FRESH_SECONDS = 5.0  # within which a session that ended in another process ends here
GUEST_SECONDS = 600.0  # a guest's cookie never becomes a session's: a login makes a new one
SEEN_SECONDS = 600.0  # the precision of "last seen"
MAX_KEPT = 20_000
SessionOwner = tuple[Session, Person]


class Sessions:
    """Sessions and tokens of everybody. Every method may raise StorageError."""

    def __init__(
        self, store: PeopleStore, moderation: Moderation, session_days: float, acts: RateLimit
    ) -> None:
        self.open_streams = OpenStreams()
        self._store = store
        self._moderation = moderation
        self._acts = acts
        self._player_tokens = PlayerTokens(store.store)
        self._session_seconds = session_days * DAY
        # By the hash of a cookie, when it was read; None for a guest's.
        self._kept: OrderedDict[str, tuple[float, SessionOwner | None]] = OrderedDict()
        self._changes = 0
        self._coalescer = Coalescer(lambda _, tokens: store.sessions_by(tokens))

    async def session(self, cookie: str, *, together: bool = False) -> SessionOwner | None:
        """Return a cookie's session and person; ``together`` may wait to be read with others."""
        token, now = hashed(cookie), time.monotonic()
        if token in self._kept:
            read, kept = self._kept[token]
            if now - read < (GUEST_SECONDS if kept is None else FRESH_SECONDS):
                return kept
        changes = self._changes
        if together:
            found = (await self._coalescer.get("", token)).get(token)
        else:
            found = await self._store.login(Session, token)
        if found is not None:
            found = await self._use(*found)
        if changes == self._changes:
            self._kept[token] = now, found
            self._kept.move_to_end(token)
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return found

    async def _use(self, session: Session, person: Person) -> SessionOwner | None:
        now = time.time()
        old = now - session.created > self._session_seconds
        if old and not self._store.store.guard.doubtful:
            await self._store.end_session(person.id, session.id)
            return None
        if now - session.seen > SEEN_SECONDS:
            await self._store.mark_used(session, now)
        return session, person

    async def token(self, text: str) -> tuple[Token, Person]:
        """Return the token that a program has sent, and whose it is. Raises NotLoggedIn."""
        found = await self._store.login(Token, hashed(text))
        if found is None:
            raise NotLoggedIn("this token is not known here: perhaps it was revoked")
        token, person = found
        await self.check_ban(person)
        now = time.time()
        if now - (token.seen or 0) > SEEN_SECONDS:
            await self._store.mark_used(token, now)
        return token, person

    def expiry(self, login: Session | Token) -> StreamExpiry:
        """Return what ends a stream when the login it was opened with ends."""

        async def good() -> bool:
            found = await self._store.login(type(login), login.token)
            return found is not None and await self._ban(found[1]) is None

        return StreamExpiry(good)

    async def check_ban(self, person: Person) -> None:
        """Raises NotAllowed for a person who is banned, or whose owner is."""
        ban = await self._ban(person)
        if ban is not None:
            until, words = words_until(ban.until), mark("{name} is banned here {until}: {reason}")
            raise NotAllowed(t(words, name=ban.name, until=until, reason=ban.reason))

    async def _ban(self, person: Person) -> Ban | None:
        return await self._moderation.banned(person.id, person.owner or person.id)

    def recheck(self, *owner_ids: OwnerId) -> None:
        """Read people (ids) from the database again; streams of ended logins end."""
        self._kept.clear()
        self._changes += 1
        for owner_id in owner_ids:
            self.open_streams.tell(owner_id)

    async def recheck_all(self, person: Person) -> None:
        """The same for a person and their bots."""
        bots = await self._store.bots_of(person.id)
        self.recheck(person.id, *(bot.id for bot in bots))

    # Sessions.

    async def end_expired(self, now: float) -> None:
        """Delete sessions that have expired unused. Raises StorageError."""
        await self._store.end_old_sessions(now - self._session_seconds)

    async def open(self, person: Person, token: str, origin: From = NOWHERE) -> Session:
        """Begin a session whose cookie is ``token``, which nobody may have had before."""
        now, device = time.time(), device_words(origin.agent)
        session = Session(hashed(token), new_id(), person.id, device, now, now)
        await self._store.open(session)
        self.recheck()
        return session

    async def logout(self, session: Session) -> None:
        await self._store.end_session(session.owner_id, session.id)
        self.recheck(session.owner_id)

    async def end(self, person: Person, id: str) -> None:
        """End one of a person's sessions. Raises NotFound."""
        if not await self._store.end_session(person.id, id):
            raise NotFound("this session has ended already")
        self.recheck(person.id)

    async def end_others(self, person: Person, session: Session) -> None:
        await self._store.end_others(person.id, session.token)
        self.recheck(person.id)

    async def end_all(self, person: Person) -> None:
        """End a person's sessions and streams, and their bots'; revoke their line tokens."""
        await self._store.end_all(person)
        await self.recheck_all(person)

    # Tokens of programs.

    async def issue_token(
        self, person: Person, label: str, wanted: Sequence[str]
    ) -> tuple[Token, str]:
        """Return a new token and its text, which is kept as a hash only.

        Raises BadField, or TooMany within an hour.
        """
        label = " ".join(label.split())
        if not 1 <= len(label) <= 60 or not label.isprintable():
            raise BadField("label", "say in 1 to 60 characters what the token is for")
        allowed = scopes.FOR_BOTS if person.is_bot else scopes.FOR_PEOPLE
        odd = [scope for scope in wanted if scope not in allowed]
        if odd or not wanted:
            why = t("{scope} is none for it", scope=repr(odd[0])) if odd else t("nothing is chosen")
            words = mark("choose what the token is good for, of {scopes}: {said}")
            raise BadField("scopes", t(words, scopes=", ".join(allowed), said=why))
        count_all((self._acts, person.owner or person.id))
        text = TOKEN_PREFIX + secrets.token_urlsafe(32)
        chosen = [scope for scope in allowed if scope in wanted]
        token = Token(hashed(text), new_id(), person.id, label, chosen, time.time(), None)
        await self._store.add_token(token)
        await self._note_token("token-made", person, f"{label}: {', '.join(chosen)}")
        return token, text

    async def revoke_token(self, person: Person, id: str) -> None:
        """Revoke a token. Raises NotFound."""
        label = await self._store.revoke_token(person.id, id)
        if label is None:
            raise NotFound("this token was revoked already")
        self.recheck(person.id)
        await self._note_token("token-revoked", person, label)

    async def issue_player_token(self, person: Person) -> str:
        count_all((self._acts, person.owner or person.id))
        text = await self._player_tokens.issue(person.name, registered=person.id)
        await self._note_token("token-made", person, "for the line protocol")
        return text

    async def _note_token(self, act: str, whose: Person, detail: str) -> None:
        owner = None if whose.owner is None else await self._store.by_id(whose.owner)
        await self._moderation.note((owner or whose).name, act, whose.name, detail)


# The first that fits: most browsers also claim to be others.
_PROGRAMS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    *(("Safari", "Safari"), ("python", "a Python program"), ("curl", "curl")),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "a Mac"), ("Linux", "Linux")),
)


def device_words(agent: str) -> str:
    """Return in words what a ``User-Agent`` says.

    >>> device_words("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    """
    program = next((name for mark, name in _PROGRAMS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if not program:
        return t("A program on {system}", system=system) if system else t("An unknown program")
    shown = program[0].upper() + program[1:]
    return t("{program} on {system}", program=shown, system=system) if system else shown
