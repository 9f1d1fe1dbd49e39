"""Who is here, as one process sees it and others tell it."""

from __future__ import annotations

from tests.server.conftest import Now

from livestone.server.web.presence import HERE_SECONDS, LOBBY, Presence, Seen, VisitorIdentity

ADA, BOT, GUEST = (
    VisitorIdentity("@ada", "Ada"),
    VisitorIdentity("@rob", "Rob (bot)", True),
    VisitorIdentity("0123"),
)


def test_whoever_asks_is_here_for_a_while() -> None:
    clock = Now()
    presence = Presence(clock)
    presence.touch(ADA)
    clock.at += HERE_SECONDS
    presence.touch(GUEST)
    assert set(presence.here()) == {"@ada", "0123"}
    clock.at += 1
    assert set(presence.here()) == {"0123"}
    assert presence.seen() == {"0123": clock.at - 1}


def test_a_listener_is_here_until_it_leaves() -> None:
    clock = Now()
    presence = Presence(clock)
    with presence.staying(ADA), presence.staying(ADA, "table"), presence.staying(BOT, "table"):
        clock.at += 10 * HERE_SECONDS
        assert presence.at("table") == {"@ada", "@rob"}
        assert {seen.who for seen in presence.own() if seen.place == LOBBY} == {ADA}
        assert presence.seen()["@ada"] == clock.at
    assert presence.at("table") == set()
    assert set(presence.here()) == {"@ada", "@rob"}, "they have only just gone"
    clock.at += HERE_SECONDS + 1
    assert presence.here() == {}


def test_what_other_processes_tell_grows_old() -> None:
    clock = Now()
    presence = Presence(clock)
    presence.others = (Seen(ADA, LOBBY, clock.at), Seen(BOT, "table", clock.at - HERE_SECONDS))
    assert set(presence.here()) == {"@ada", "@rob"}
    clock.at += 1
    assert set(presence.here()) == {"@ada"}
    assert [seen.who for seen in presence.own()] == [], "those are not told on"
