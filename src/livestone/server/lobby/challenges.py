"""A challenge: what is played, by whom, and who may take it. Nothing here knows of storage."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from livestone.api.lobby import Audience, Challenge, Player, Status
from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.errors import BadRequest, LivestoneError
from livestone.games import catalogue, load
from livestone.languages.words import mark, t
from livestone.names import trimmed
from livestone.play.levels import LEVELS
from livestone.play.time_control import TimeControl
from livestone.server.db.owners import BOT_MARK, OwnerId
from livestone.server.tables.shapes import MAX_DELAY

Text = Annotated[str, Meta(max_length=200)]

AUDIENCES: tuple[Audience, ...] = ("anyone", "person", "link")

ME, ANYONE = "me", "anyone"
ANY_GAME = "any"  # the ``game`` of a seek for whatever the other player wants
MAX_NOTE = 100  # letters
MIN_RATING, MAX_RATING = 0, 4000
MINUTE, HOUR, DAY = 60.0, 3600.0, 24 * 3600.0
# How long a challenge lasts, and how long it outlasts the presence of its maker (seconds).
LASTS, LASTS_CORRESPONDENCE = HOUR, 14 * DAY
GRACE, GRACE_ADDRESSED, GRACE_QUICK = MINUTE, 10 * MINUTE, 25.0
# Why a challenge cannot be taken any more.
PAST: dict[str, str] = {
    "taken": mark("another player was quicker: this challenge is taken"),
    "cancelled": mark("this challenge was withdrawn"),
    "declined": mark("this challenge was declined"),
    "expired": mark("this challenge has run out, because nobody took it in time or its maker left"),
}
PAST_SEEK: dict[str, str] = {
    "taken": mark("another player was quicker: {name} plays already"),
    "cancelled": mark("{name} no longer waits"),
    "expired": mark("{name} has left and no longer waits"),
}


@dataclass(frozen=True)
class ChallengePlayer:
    """A player of a challenge, or one who asks to take it.

    ``owner`` owns their seats. ``name`` is what others see, empty for a guest. ``keeper`` is the
    person whom a program belongs to, or they themselves. ``rating`` is None for a guest.
    """

    owner_id: OwnerId
    name: str = ""
    program: bool = False
    keeper: str = ""
    rating: float | None = None
    certain: bool = False
    accepts_bots: bool = True

    @property
    def known(self) -> bool:
        return bool(self.name)

    @property
    def shown_name(self) -> str:
        return self.name or "Guest"

    def shown(self) -> Player:
        """Return what others may know; nothing tells guests apart."""
        rating = None if self.rating is None else round(self.rating)
        return Player(self.name.removesuffix(BOT_MARK) or None, self.program, rating, self.certain)


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to make: what is played, with how much time, and who may take it.

    ``control`` is ``none`` or a time control such as ``5+3`` or ``3d``. ``side`` is your seat,
    random where left out; ``seats`` may say ``me``, ``anyone`` or ``bot:LEVEL`` for each player.
    ``audience`` is ``anyone`` (it is listed), ``person`` (named in ``to``) or ``link`` (everybody
    who knows its id); ``low`` and ``high`` bound their ratings. A ``public`` game may be watched,
    """

    game: Text
    options: dict[Text, str | int | bool] = {}
    control: Text = "none"
    side: Annotated[int, Meta(ge=0, le=20)] | None = None
    seats: Annotated[tuple[Text, ...], Meta(max_length=20)] = ()
    rated: bool = False
    low: Annotated[int, Meta(ge=0, le=4000)] | None = None
    high: Annotated[int, Meta(ge=0, le=4000)] | None = None
    audience: Audience = "anyone"
    to: Text = ""
    public: bool | None = None
    delay: Annotated[int, Meta(ge=0, le=MAX_DELAY)] = 0


@dataclass(frozen=True)
class ChallengeRow:
    """A challenge as it is kept: see ``challenges`` in :mod:`livestone.server.db.schema`.

    ``players`` are those who are in, its maker first. A ``quick`` one is a seek to be paired, whose
    ``game`` may be :data:`ANY_GAME`. ``note`` is why it was declined.
    """

    id: str
    game: str
    options: dict[str, Any]
    control: str
    seats: list[str]
    shuffled: bool
    rated: bool
    low: int | None
    high: int | None
    audience: Audience
    target: OwnerId | None
    public: bool
    delay: int
    created: float
    expires: float
    kind: Literal["open", "quick"] = "open"
    status: Status = "open"
    game_id: str | None = None
    version: int = 1
    note: str = ""
    players: tuple[ChallengePlayer, ...] = ()

    @property
    def maker(self) -> ChallengePlayer:
        return self.players[0]

    @property
    def places(self) -> int:
        return sum(not seat.startswith("bot:") for seat in self.seats)

    @property
    def correspondence(self) -> bool:
        """Whether it waits for days, whether its maker is here or not."""
        control = TimeControl.read(self.control)
        return control.kind == "days" or (not control.timed and self.audience != "anyone")

    def left(self, seen: float, now: float) -> bool:
        """Whether its maker, last ``seen`` at that time, has been away for too long."""
        if self.correspondence:
            return False
        grace = GRACE if self.audience == "anyone" else GRACE_ADDRESSED
        grace = GRACE_QUICK if self.kind == "quick" else grace
        return now - max(seen, self.created) > grace

    def shown(self, owner_id: OwnerId, why_not: str | None = None) -> Challenge:
        """Return the challenge as one visitor sees it; ``table`` is for those who may see it."""
        included = self.includes(owner_id)
        return Challenge(
            id=self.id,
            kind=self.kind,
            status=self.status,
            mine=self.maker.owner_id == owner_id,
            joined=included,
            game=self.game,
            options=self.options,
            control=TimeControl.read(self.control).shown(),
            seats=None if self.shuffled else tuple(self.seats),
            rated=self.rated,
            low=self.low,
            high=self.high,
            audience=self.audience,
            public=self.public,
            delay=self.delay,
            note=self.note,
            places=self.places,
            takers=tuple(player.shown() for player in self.players),
            created=self.created,
            expires=self.expires,
            table=self.game_id if included or self.public else None,
            why_not=why_not,
        )

    def load(self) -> Game:
        """Return the game with its options, or the first. Raises UnknownGame or BadOption."""
        return load(first_game() if self.game == ANY_GAME else self.game, **self.options)

    def includes(self, owner_id: OwnerId) -> bool:
        return any(player.owner_id == owner_id for player in self.players)


def first_game() -> str:
    """Return the game that is played where no player wants a particular one."""
    return next(iter(catalogue()))


def past(challenge: ChallengeRow) -> str:
    if challenge.kind == "quick":
        return t(PAST_SEEK[challenge.status], name=challenge.maker.name or t("this guest"))
    return t(PAST[challenge.status]) + (f": {challenge.note}" if challenge.note else "")


def clean_note(text: str) -> str:
    """Return why a player declines, on one line. Raises BadRequest."""
    text = " ".join(text.split())
    if len(text) > MAX_NOTE or not text.isprintable():
        raise BadRequest(
            t("say in {most} letters at most why you decline, or nothing", most=MAX_NOTE)
        )
    return text


def why_not(challenge: ChallengeRow, player: ChallengePlayer, blocked: bool = False) -> str:
    """Return why a player may not take a challenge, "" where they may; ``blocked`` either way."""
    if challenge.status != "open":
        return past(challenge)
    if challenge.maker.owner_id == player.owner_id:
        return t("you cannot take your own challenge")
    if challenge.includes(player.owner_id):
        return t("you have taken this challenge already: it waits for others")
    if blocked:
        return t("this challenge is not for you")
    if challenge.audience == "person" and challenge.target != player.owner_id:
        return t("this challenge is for another player")
    asked = challenge.target == player.owner_id  # the maker of a challenge to a program accepts it
    if player.program and not asked and not all(one.accepts_bots for one in challenge.players):
        return t("{name} plays with people only", name=challenge.maker.shown_name)
    rated = challenge.rated and (player.known or challenge.kind == "open")
    if rated and not player.known:
        return t("a rated game needs an account: log in, or look for a casual one")
    if rated and any(one.keeper == player.keeper for one in challenge.players):
        return t("a program and its owner play no rated games with each other")
    return _out_of_range(challenge, player)


def _out_of_range(challenge: ChallengeRow, player: ChallengePlayer) -> str:
    words = range_words(challenge.low, challenge.high)
    if not words:
        return ""
    if player.rating is None:
        return t("this challenge is for ratings of {words}: log in first", words=words)
    rating = round(player.rating)
    if (challenge.low or MIN_RATING) <= rating <= (challenge.high or MAX_RATING):
        return ""
    text = mark("this challenge is for ratings of {words}, and yours is {rating}")
    return t(text, words=words, rating=rating)


def range_words(low: int | None, high: int | None) -> str:
    """A range of ratings in words; empty for everybody.

    >>> range_words(1400, 1600), range_words(1400, None), range_words(None, 1600)
    ('1400 to 1600', '1400 and more', 'up to 1600')
    """
    if low is None:
        return "" if high is None else t("up to {high}", high=high)
    if high is None:
        return t("{low} and more", low=low)
    return t("{low} to {high}", low=low, high=high)


def new_challenge(
    spec: NewChallenge, maker: ChallengePlayer, now: float, target: ChallengePlayer | None = None
) -> ChallengeRow:
    """Return a challenge, to the ``target`` if any. Raises UnknownGame, BadOption, BadRequest."""
    game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
    seats = _seats(game, spec)
    problem = _seats_problem(game, spec, seats) or _problem(spec, maker, seats, target)
    if problem:
        raise BadRequest(problem)
    made = ChallengeRow(
        id=secrets.token_urlsafe(16),
        game=game.id,
        options={name: text_of(value) for name, value in game.option.items()},
        control=str(control),
        seats=seats,
        shuffled=spec.side is None and not spec.seats,
        rated=spec.rated,
        low=spec.low,
        high=spec.high,
        audience=spec.audience,
        target=None if target is None else target.owner_id,
        public=spec.audience == "anyone" if spec.public is None else spec.public,
        delay=spec.delay,
        created=now,
        expires=now + LASTS,
        players=(maker,),
    )
    return replace(made, expires=now + LASTS_CORRESPONDENCE) if made.correspondence else made


def new_seek(
    game: str, control: str, rated: bool, maker: ChallengePlayer, now: float
) -> ChallengeRow:
    """Return a seek; ``game`` may be :data:`ANY_GAME`. Raises UnknownGame or BadRequest."""
    of_any = game == ANY_GAME
    spec = NewChallenge(
        first_game() if of_any else game, control=control, rated=rated and maker.known
    )
    made = replace(new_challenge(spec, maker, now), kind="quick")
    return replace(made, game=ANY_GAME, options={}) if of_any else made


def terms_of(seeks: Sequence[ChallengeRow]) -> ChallengeRow:
    """Return the terms when these seeks are paired: the first particular game, rated if all are."""
    found = next((one for one in seeks if one.game != ANY_GAME), seeks[0])
    return replace(found, game=found.load().id, rated=all(one.rated for one in seeks))


def _seats(game: Game, spec: NewChallenge) -> list[str]:
    side = spec.side or 0
    return list(spec.seats) or [ME if seat == side else ANYONE for seat in range(game.players)]


def _seats_problem(game: Game, spec: NewChallenge, seats: Sequence[str]) -> str:
    n, last = len(seats), game.players - 1
    if not spec.seats and ME not in seats:
        title, side = game.title, spec.side
        return t("{game} has no seat {side}: say 0 to {last}", game=title, side=side, last=last)
    if n != game.players:
        return t(
            "{game} has {seats} seats, not {n}: say me, anyone or bot:LEVEL for each",
            game=game.title,
            seats=game.players,
            n=n,
        )
    allowed = (ME, ANYONE, *(f"bot:{level.number}" for level in LEVELS))
    for seat in seats:
        if seat not in allowed:
            return t(
                "{seat} can take no seat of a challenge: say me, anyone or bot:1 to bot:{last}",
                seat=repr(seat[:40]),
                last=len(LEVELS),
            )
    if seats.count(ME) != 1 or ANYONE not in seats:
        return mark("a challenge has one seat for 'me', and one at least for 'anyone'")
    return ""


def _problem(
    spec: NewChallenge, maker: ChallengePlayer, seats: Sequence[str], target: ChallengePlayer | None
) -> str:
    """Return what is wrong with what is asked for, empty if nothing is."""
    low, high = spec.low, spec.high
    if spec.audience not in AUDIENCES:
        audience = repr(spec.audience[:20])
        known = ", ".join(AUDIENCES)
        return t("{audience} is no audience: say {known}", audience=audience, known=known)
    if spec.rated and not maker.known:
        return mark("a rated game needs an account: log in, or make it casual")
    if spec.rated and any(seat.startswith("bot:") for seat in seats):
        return mark("games with house bots are not rated: make it casual")
    for bound in (low, high):
        if bound is not None and not MIN_RATING <= bound <= MAX_RATING:
            return t(
                "no rating is {bound}: say {least} to {most}",
                bound=bound,
                least=MIN_RATING,
                most=MAX_RATING,
            )
    if low is not None and high is not None and low > high:
        return t("no rating is {words}: swap the two", words=range_words(low, high))
    if spec.audience != "person":
        return _unused_name(trimmed(spec.to))
    if target is None:
        return mark("name the player whom you challenge")
    if target.owner_id == maker.owner_id:
        return mark("you cannot challenge yourself")
    if maker.program and not target.accepts_bots:
        return t("{name} plays with people only", name=target.shown_name)
    if spec.rated and maker.keeper == target.keeper:
        return mark("a program and its owner play no rated games with each other")
    return ""


def _unused_name(name: str) -> str:
    if not name:
        return ""
    return t(
        "to challenge {name}, choose a player by name (audience 'person'), or leave the name out",
        name=repr(name[:40]),
    )


def playable(challenge: ChallengeRow) -> bool:
    try:
        challenge.load()
    except LivestoneError:
        return False
    return True
