"""Challenges: what may be asked for, and who may take it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from livestone.errors import BadOption, BadRequest, UnknownGame
from livestone.server.lobby.challenges import (
    DAY,
    GRACE,
    HOUR,
    ChallengePlayer,
    ChallengeRow,
    NewChallenge,
    new_challenge,
    new_seek,
    why_not,
)

ADA = ChallengePlayer("@ada", "Ada", keeper="@ada", rating=1500.0)
BO = ChallengePlayer("@bo", "Bo", keeper="@bo", rating=1700.0)
BOT = ChallengePlayer("@rob", "Rob (bot)", program=True, keeper="@bo", rating=1600.0)
GUEST = ChallengePlayer("0123")


def made(
    maker: ChallengePlayer = ADA, target: ChallengePlayer | None = None, **more: Any
) -> ChallengeRow:
    """A challenge of Freedom."""
    return new_challenge(NewChallenge("freedom", **more), maker, 100.0, target)


def test_what_is_made() -> None:
    plain = made()
    assert (plain.shuffled, plain.public, plain.rated, plain.places) == (True, True, False, 2)
    assert (plain.options["size"], plain.control) == ("10", "none")
    assert len(plain.id) == 22, "128 bits, which nobody guesses"
    chosen = made(side=1, audience="link", options={"size": 8}, control="5+3")
    assert chosen.seats == ["anyone", "me"]
    assert (chosen.shuffled, chosen.public) == (False, False)
    assert made(audience="link", public=True, delay=3).delay == 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"control": "soon"}, "'soon' is no time control"),
        ({"side": 2}, "has no seat 2"),
        ({"seats": ("me",)}, "has 2 seats, not 1"),
        ({"seats": ("me", "friend")}, "'friend' can take no seat"),
        ({"seats": ("me", "bot:3")}, "one at least for 'anyone'"),
        ({"seats": ("anyone", "anyone")}, "one seat for 'me'"),
        ({"low": 1700, "high": 1500}, "no rating is 1700 to 1500"),
        ({"audience": "person"}, "name the player whom"),
        ({"audience": "all"}, "'all' is no audience"),
    ],
)
def test_what_makes_no_sense_is_refused(spec: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        made(**spec)


def test_unknown_games_options_and_rated_guests_are_refused() -> None:
    with pytest.raises(UnknownGame):
        new_challenge(NewChallenge("chess"), ADA, 0.0)
    with pytest.raises(BadOption):
        made(options={"size": 3})
    with pytest.raises(BadRequest, match="needs an account"):
        made(GUEST, rated=True)
    assert not new_seek("freedom", "5+3", True, GUEST, 0.0).rated
    with pytest.raises(BadRequest, match="challenge yourself"):
        made(audience="person", target=ADA)
    with pytest.raises(BadRequest, match="people only"):
        made(BOT, audience="person", target=replace(ADA, accepts_bots=False))


@pytest.mark.parametrize(
    ("spec", "player", "why"),
    [
        ({}, BO, ""),
        ({}, BOT, ""),
        ({}, ADA, "you cannot take your own challenge"),
        ({"rated": True}, GUEST, "a rated game needs an account"),
        ({"rated": True}, BO, ""),
        ({"low": 1600}, BO, ""),
        ({"low": 1701}, BO, "for ratings of 1701 and more, and yours is 1700"),
        ({"high": 1699}, BO, "for ratings of up to 1699"),
        ({"low": 1000, "high": 1699}, BO, "for ratings of 1000 to 1699"),
        ({"low": 1000}, GUEST, "log in first"),
    ],
)
def test_who_may_take_it(spec: dict[str, Any], player: ChallengePlayer, why: str) -> None:
    found = why_not(made(**spec), player)
    assert why in found
    assert bool(why) == bool(found)


def test_who_may_not() -> None:
    assert why_not(made(), BO, blocked=True) == "this challenge is not for you"
    assert why_not(made(), replace(BOT, keeper="@ada")) == ""
    assert "program and its owner" in why_not(made(rated=True), replace(BOT, keeper="@ada"))
    shy = replace(ADA, accepts_bots=False)
    assert why_not(made(shy), BOT) == "Ada plays with people only"
    mine = made(audience="person", target=BO)
    assert why_not(mine, BO) == ""
    assert "another player" in why_not(mine, GUEST)
    seek = new_seek("freedom", "5", True, ADA, 0.0)
    assert why_not(seek, BO) == why_not(seek, GUEST) == ""
    assert "program and its owner" in why_not(seek, replace(BOT, keeper="@ada"))
    assert why_not(seek, BO, blocked=True) == "this challenge is not for you"
    assert why_not(replace(seek, status="cancelled"), BO) == "Ada no longer waits"
    for status in ("taken", "cancelled", "declined", "expired"):
        assert why_not(replace(made(), status=status), BO)  # type: ignore[arg-type]


def test_how_long_it_lasts() -> None:
    live, post = made(control="5+3"), made(control="3d")
    assert live.expires == 100 + HOUR
    assert post.expires == 100 + 14 * DAY
    assert not live.left(100.0, 100 + GRACE)
    assert live.left(100.0, 101 + GRACE)
    assert not live.left(500.0, 500.0), "they are here"
    assert not post.left(0.0, 1e9), "its maker need not be here"
    assert not made(audience="link").left(0.0, 1e9)
    assert made(audience="link", control="5").left(0.0, 1e9)
    assert new_seek("freedom", "5", False, ADA, 0.0).left(0.0, 60.0)
    assert not new_seek("freedom", "1d", False, ADA, 0.0).left(0.0, 60.0)
