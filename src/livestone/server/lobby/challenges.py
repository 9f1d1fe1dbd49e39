"""A challenge: what is played, by whom, and who may take it. Nothing here knows of storage."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.errors import BadRequest, LivestoneError
from livestone.games import catalogue, load
from livestone.play.bot import LEVELS
from livestone.server.db.owners import BOT_MARK
from livestone.server.tables.shapes import MOST_DELAY, MOST_DELAY_SECONDS
from livestone.server.tables.time_control import TimeControl

Audience = Literal["anyone", "person", "link"]
Status = Literal["open", "taken", "cancelled", "declined", "expired"]
AUDIENCES: tuple[Audience, ...] = ("anyone", "person", "link")

ME, ANYONE = "me", "anyone"
ANY_GAME = "any"  # the ``game`` of a wish for whatever the other wants
MOST_NOTE = 100  # letters
LEAST_RATING, MOST_RATING = 0, 4000
MINUTE, HOUR, DAY = 60.0, 3600.0, 24 * 3600.0
# So long a challenge lasts, and so long it outlasts the presence of who made it.
LASTS, LASTS_BY_POST = HOUR, 14 * DAY
GRACE, GRACE_ADDRESSED, GRACE_QUICK = MINUTE, 10 * MINUTE, 25.0
# Why a challenge cannot be taken any more.
PAST: dict[str, str] = {
    "taken": "somebody was quicker: this challenge is taken",
    "cancelled": "this challenge was withdrawn",
    "declined": "this challenge was declined",
    "expired": "this challenge has run out, because nobody took it in time or its maker left",
}
PAST_WISH: dict[str, str] = {
    "taken": "somebody was quicker: {} plays already",
    "cancelled": "{} waits no longer",
    "expired": "{} has left and waits no longer",
}


@dataclass(frozen=True)
class Taker:
    """Somebody who is in a challenge, or would be.

    ``owner`` is what his seats belong to, ``name`` what others see, empty for a guest.
    ``keeper`` is whom a program belongs to, or himself. ``rating`` is None for a guest.
    """

    owner: str
    name: str = ""
    program: bool = False
    keeper: str = ""
    rating: float | None = None
    certain: bool = False
    accepts_bots: bool = True

    @property
    def known(self) -> bool:
        """Whether he has an account."""
        return bool(self.name)

    @property
    def shown(self) -> str:
        """What others read."""
        return self.name or "Guest"

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with; nothing tells guests apart."""
        return {
            "name": self.name.removesuffix(BOT_MARK) or None,
            "bot": self.program,
            "rating": None if self.rating is None else round(self.rating),
            "certain": self.certain,
        }


@dataclass(frozen=True)
class ChallengeSpec:
    """What somebody asks for.

    ``seats`` has ``me``, ``anyone`` or ``bot:LEVEL`` for each player; left out, everybody but the
    maker is ``anyone``. ``side`` is the maker's seat, None for a random one. ``low`` and ``high``
    bound the ratings of who may take it; ``to`` names the person it is for. ``delay`` and
    ``delay_seconds`` are by how many plies and seconds onlookers are behind.
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    control: str = "none"
    side: int | None = None
    seats: tuple[str, ...] = ()
    rated: bool = False
    low: int | None = None
    high: int | None = None
    audience: Audience = "anyone"
    to: str = ""
    public: bool | None = None
    delay: int = 0
    delay_seconds: int = 0


@dataclass(frozen=True)
class Challenge:
    """A challenge as it is kept: see ``challenges`` in :mod:`livestone.server.db.schema`.

    ``takers`` are those who are in, its maker first. A ``quick`` one is a wish to be paired, whose
    ``game`` may be :data:`ANY_GAME`. Who declines may say why in a ``note``.
    """

    id: str
    kind: Literal["open", "quick"]
    game: str
    options: dict[str, Any]
    control: str
    seats: list[str]
    shuffled: bool
    rated: bool
    low: int | None
    high: int | None
    audience: Audience
    target: str | None
    public: bool
    delay: int
    status: Status
    game_id: str | None
    version: int
    created: float
    expires: float
    note: str = ""
    delay_seconds: int = 0
    takers: tuple[Taker, ...] = ()

    @property
    def maker(self) -> Taker:
        """Who made it."""
        return self.takers[0]

    @property
    def places(self) -> int:
        """How many people play."""
        return sum(not seat.startswith("bot:") for seat in self.seats)

    @property
    def full(self) -> bool:
        """Whether everybody is there."""
        return len(self.takers) >= self.places

    @property
    def by_post(self) -> bool:
        """Whether it waits for days, whether its maker is here or not."""
        control = TimeControl.read(self.control)
        return control.kind == "days" or (not control.timed and self.audience != "anyone")

    def left(self, seen: float, now: float) -> bool:
        """Whether its maker has left, who was last ``seen`` at that time."""
        if self.by_post:
            return False
        grace = GRACE if self.audience == "anyone" else GRACE_ADDRESSED
        grace = GRACE_QUICK if self.kind == "quick" else grace
        return now - max(seen, self.created) > grace

    def load(self) -> Game:
        """Return the game with its options; the first there is for a wish for any.

        Raises UnknownGame or BadOption.
        """
        return load(first_game() if self.game == ANY_GAME else self.game, **self.options)

    def includes(self, owner: str) -> bool:
        """Whether somebody is in already."""
        return any(taker.owner == owner for taker in self.takers)


def first_game() -> str:
    """Return the game that is played where nobody wants a particular one."""
    return next(iter(catalogue()))


def past(challenge: Challenge) -> str:
    """Return why a challenge that is not open any more cannot be taken."""
    if challenge.kind == "quick":
        return PAST_WISH[challenge.status].format(challenge.maker.name or "this guest")
    return PAST[challenge.status] + (f": {challenge.note}" if challenge.note else "")


def clean_note(text: str) -> str:
    """Return why somebody declines, on one line. Raises BadRequest."""
    text = " ".join(text.split())
    if len(text) > MOST_NOTE or not text.isprintable():
        raise BadRequest(f"say in {MOST_NOTE} letters at most why you decline, or nothing")
    return text


def why_not(challenge: Challenge, taker: Taker, blocked: bool = False) -> str:
    """Return why somebody may not take a challenge, in words; empty where he may.

    ``blocked`` says that he and somebody who is in have nothing to do with each other.
    """
    if challenge.status != "open":
        return past(challenge)
    if challenge.maker.owner == taker.owner:
        return "nobody takes his own challenge"
    if challenge.includes(taker.owner):
        return "you have taken this challenge already: it waits for others"
    if blocked:
        return "this challenge is not for you"
    if challenge.audience == "person" and challenge.target != taker.owner:
        return "this challenge is for somebody else"
    asked = challenge.target == taker.owner  # who asks for a program accepts it
    if taker.program and not asked and not all(one.accepts_bots for one in challenge.takers):
        return f"{challenge.maker.shown} plays with people only"
    rated = challenge.rated and (taker.known or challenge.kind == "open")
    if rated and not taker.known:
        return "a rated game needs an account: log in, or look for a casual one"
    if rated and any(one.keeper == taker.keeper for one in challenge.takers):
        return "a program and its owner play no rated games with each other"
    return _out_of_range(challenge, taker)


def _out_of_range(challenge: Challenge, taker: Taker) -> str:
    low, high = challenge.low, challenge.high
    if low is None and high is None:
        return ""
    if taker.rating is None:
        return f"this challenge is for ratings of {range_words(low, high)}: log in first"
    if not (low or LEAST_RATING) <= round(taker.rating) <= (high or MOST_RATING):
        words = range_words(low, high)
        return f"this challenge is for ratings of {words}, and yours is {round(taker.rating)}"
    return ""


def range_words(low: int | None, high: int | None) -> str:
    """A range of ratings in words; empty for everybody.

    >>> range_words(1400, 1600), range_words(1400, None), range_words(None, 1600)
    ('1400 to 1600', '1400 and more', 'up to 1600')
    """
    if low is None:
        return "" if high is None else f"up to {high}"
    return f"{low} and more" if high is None else f"{low} to {high}"


def new_challenge(
    spec: ChallengeSpec, maker: Taker, now: float, target: Taker | None = None
) -> Challenge:
    """Return the challenge that somebody asks for.

    ``target`` is whom it is for. Raises UnknownGame, BadOption or BadRequest, quoting what makes
    no sense.
    """
    game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
    seats = _seats(game, spec)
    _check(spec, maker, seats, target)
    return lasting(
        Challenge(
            id=secrets.token_urlsafe(16),
            kind="open",
            game=game.id,
            options={name: text_of(value) for name, value in game.option.items()},
            control=str(control),
            seats=seats,
            shuffled=spec.side is None and not spec.seats,
            rated=spec.rated,
            low=spec.low,
            high=spec.high,
            audience=spec.audience,
            target=None if target is None else target.owner,
            public=spec.audience == "anyone" if spec.public is None else spec.public,
            delay=spec.delay,
            delay_seconds=spec.delay_seconds,
            status="open",
            game_id=None,
            version=1,
            created=now,
            expires=now,
            takers=(maker,),
        )
    )


def lasting(made: Challenge) -> Challenge:
    """Return a new challenge with the time at which it runs out."""
    return replace(made, expires=made.created + (LASTS_BY_POST if made.by_post else LASTS))


def new_wish(game: str, control: str, rated: bool, maker: Taker, now: float) -> Challenge:
    """Return a wish to be paired at a game as it is usually played, with anybody suitable.

    ``game`` may be :data:`ANY_GAME`. Raises UnknownGame or BadRequest.
    """
    of_any = game == ANY_GAME
    spec = ChallengeSpec(
        first_game() if of_any else game, control=control, rated=rated and maker.known
    )
    made = lasting(replace(new_challenge(spec, maker, now), kind="quick"))
    return replace(made, game=ANY_GAME, options={}) if of_any else made


def terms_of(wishes: Sequence[Challenge]) -> Challenge:
    """Return the one of these wishes whose game is played when they are paired, with the terms.

    It is the first for a particular game, and rated where all want that.
    """
    found = next((one for one in wishes if one.game != ANY_GAME), wishes[0])
    return replace(found, game=found.load().id, rated=all(one.rated for one in wishes))


def _seats(game: Game, spec: ChallengeSpec) -> list[str]:
    """Who sits where."""
    seats = list(spec.seats)
    if not seats:
        side = spec.side or 0
        if not 0 <= side < game.players:
            raise BadRequest(f"{game.title} has no seat {side}: say 0 to {game.players - 1}")
        seats = [ANYONE] * game.players
        seats[side] = ME
    if len(seats) != game.players:
        raise BadRequest(
            f"{game.title} has {game.players} seats, not {len(seats)}: "
            "say me, anyone or bot:LEVEL for each"
        )
    allowed = (ME, ANYONE, *(f"bot:{level.number}" for level in LEVELS))
    for seat in seats:
        if seat not in allowed:
            raise BadRequest(
                f"{seat[:40]!r} can take no seat of a challenge: say me, anyone or bot:1 to "
                f"bot:{len(LEVELS)}"
            )
    if seats.count(ME) != 1 or ANYONE not in seats:
        raise BadRequest("a challenge has one seat for 'me', and one at least for 'anyone'")
    return seats


def _check(spec: ChallengeSpec, maker: Taker, seats: Sequence[str], target: Taker | None) -> None:
    if spec.audience not in AUDIENCES:
        raise BadRequest(f"{spec.audience[:20]!r} is no audience: say {', '.join(AUDIENCES)}")
    if spec.rated and not maker.known:
        raise BadRequest("a rated game needs an account: log in, or make it casual")
    if spec.rated and any(seat.startswith("bot:") for seat in seats):
        raise BadRequest("games with house bots are not rated: make it casual")
    for bound in (spec.low, spec.high):
        if bound is not None and not LEAST_RATING <= bound <= MOST_RATING:
            raise BadRequest(f"no rating is {bound}: say {LEAST_RATING} to {MOST_RATING}")
    if spec.low is not None and spec.high is not None and spec.low > spec.high:
        raise BadRequest(f"no rating is {range_words(spec.low, spec.high)}: swap the two")
    if not 0 <= spec.delay <= MOST_DELAY:
        raise BadRequest(f"onlookers can be 0 to {MOST_DELAY} plies behind, not {spec.delay}")
    if not 0 <= spec.delay_seconds <= MOST_DELAY_SECONDS:
        raise BadRequest(
            f"onlookers can be 0 to {MOST_DELAY_SECONDS} seconds behind, not {spec.delay_seconds}"
        )
    if spec.audience == "person":
        _check_target(spec, maker, target)


def _check_target(spec: ChallengeSpec, maker: Taker, target: Taker | None) -> None:
    if target is None:
        raise BadRequest("say whom you challenge")
    if target.owner == maker.owner:
        raise BadRequest("nobody can challenge himself")
    if maker.program and not target.accepts_bots:
        raise BadRequest(f"{target.shown} plays with people only")
    if spec.rated and maker.keeper == target.keeper:
        raise BadRequest("a program and its owner play no rated games with each other")


def playable(challenge: Challenge) -> bool:
    """Whether its game is still one of ours, with these options."""
    try:
        challenge.load()
    except LivestoneError:
        return False
    return True


def challenge_json(one: Challenge, owner: str) -> dict[str, Any]:
    """Return the JSON object that the API answers with; ``table`` is for who may see it."""
    included = one.includes(owner)
    return {
        "id": one.id,
        "kind": one.kind,
        "status": one.status,
        "mine": one.maker.owner == owner,
        "game": one.game,
        "options": one.options,
        "control": TimeControl.read(one.control).as_json(),
        "seats": None if one.shuffled else one.seats,
        "rated": one.rated,
        "low": one.low,
        "high": one.high,
        "audience": one.audience,
        "public": one.public,
        "delay": one.delay,
        "delay_seconds": one.delay_seconds,
        "note": one.note,
        "places": one.places,
        "takers": [taker.as_json() for taker in one.takers],
        "created": one.created,
        "expires": one.expires,
        "table": one.game_id if included or one.public else None,
    }
