"""Quick pairing, whoever waits: properties of the pure function."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.server.lobby.challenges import ANY_GAME, ChallengePlayer, ChallengeRow, new_seek
from livestone.server.lobby.pairing import NEAR, PATIENCE, WIDER, distance, match, reach, suit

NOW = 1000.0
SEEK = new_seek("freedom", "5+3", True, ChallengePlayer("o"), NOW)


def waiting(
    id: int,
    rating: float | None = 1500.0,
    since: float = NOW,
    game: str = "g",
    rated: bool = True,
    players: int = 2,
    **more: Any,
) -> ChallengeRow:
    """A seek of one player."""
    owner = more.pop("owner_id", f"o{id}")
    known = rating is not None
    keeper = more.pop("keeper", owner)
    return replace(
        SEEK,
        id=f"w{id}",
        game=game,
        control=more.pop("control", "5+3"),
        rated=rated and known,
        created=since,
        seats=["me", *["anyone"] * (players - 1)],
        players=(
            ChallengePlayer(
                owner, owner if known else "", keeper=keeper if known else "", rating=rating, **more
            ),
        ),
    )


@st.composite
def crowds(draw: st.DrawFn, players: int = 2) -> list[ChallengeRow]:
    """People who wait, some of them for several games, some with programs of their own."""
    crowd = []
    for id in range(draw(st.integers(0, 12))):
        rating = draw(st.none() | st.integers(800, 2400).map(float))
        game = draw(st.sampled_from(("g", "h", ANY_GAME)))
        crowd.append(
            waiting(
                id,
                rating,
                NOW - draw(st.integers(0, 90)),
                game,
                draw(st.booleans()),
                2 if game == ANY_GAME else players,
                control=draw(st.sampled_from(("5+3", "3+2"))),
                owner_id=f"o{draw(st.integers(0, 9))}",
                keeper=f"k{draw(st.integers(0, 9))}",
                program=draw(st.booleans()),
                accepts_bots=draw(st.booleans()),
            )
        )
    return crowd


BLOCKS = st.sets(st.frozensets(st.integers(0, 9).map(lambda n: f"o{n}"), min_size=2, max_size=2))


@settings(max_examples=30)
@given(crowds(), BLOCKS)
def test_pairs_suit_and_nobody_suitable_is_left_over(
    crowd: list[ChallengeRow], blocks: set[frozenset[str]]
) -> None:
    groups = match(crowd, NOW, blocks)
    assert match(crowd[::-1], NOW, blocks) == groups, "the order of the list means nothing"
    chosen = [one for group in groups for one in group]
    assert len({one.id for one in chosen}) == len(chosen)
    assert len({one.maker.owner_id for one in chosen}) == len(chosen), "one game for each"
    for one, other in groups:
        assert suit(one, other, NOW, blocks)
        assert suit(other, one, NOW, blocks)
        assert frozenset((one.maker.owner_id, other.maker.owner_id)) not in blocks
        assert distance(one, other) <= min(reach(one, NOW), reach(other, NOW))
    busy = {one.maker.owner_id for one in chosen}
    left = [one for one in crowd if one.maker.owner_id not in busy]
    assert not [pair for pair in combinations(left, 2) if suit(*pair, NOW, blocks)]


@settings(max_examples=30)
@given(crowds(players=3), BLOCKS)
def test_groups_of_three_suit_each_other(
    crowd: list[ChallengeRow], blocks: set[frozenset[str]]
) -> None:
    for group in match(crowd, NOW, blocks):
        wanted = {one.game for one in group} - {ANY_GAME}
        assert len(group) == (3 if wanted else 2)
        assert len(wanted) < 2
        assert all(suit(one, other, NOW, blocks) for one, other in combinations(group, 2))


def test_whoever_has_waited_longest_chooses_the_nearest() -> None:
    crowd = [waiting(1, 1500, NOW - 9), waiting(2, 1580), waiting(3, 1450), waiting(4, 1510)]
    assert [{one.id for one in group} for group in match(crowd, NOW)] == [
        {"w1", "w4"},
        {"w2", "w3"},
    ]


def test_people_look_further_the_longer_they_wait() -> None:
    far = NEAR + 10 * WIDER
    pair = [waiting(1, 1500), waiting(2, 1500 + far)]
    assert match(pair, NOW) == []
    assert match(pair, NOW + 9.9) == []
    assert len(match(pair, NOW + 10)) == 1
    assert len(match([waiting(1, 500), waiting(2, 3000)], NOW + PATIENCE)) == 1
    impatient = [waiting(1, 500, NOW - PATIENCE), waiting(2, 3000)]
    assert match(impatient, NOW) == [], "both must be content"


def test_guests_suit_anybody_and_blocks_keep_apart() -> None:
    pair = [waiting(1, None), waiting(2, 2200)]
    assert len(match(pair, NOW)) == 1
    assert match(pair, NOW, {frozenset(("o1", "o2"))}) == []
    assert match([waiting(1), waiting(2, rated=False)], NOW) == [], "rated meets rated"
    assert match([waiting(1), waiting(2, program=True, accepts_bots=True)], NOW)
    shy = waiting(1, accepts_bots=False)
    assert match([shy, waiting(2, program=True)], NOW) == []


def test_who_wants_any_game_meets_whoever_waits_with_the_same_clock() -> None:
    anybody = waiting(1, None, game=ANY_GAME)
    for other in (waiting(2), waiting(2, game="h"), waiting(2, None, game=ANY_GAME)):
        assert len(match([anybody, other], NOW)) == 1
    assert match([anybody, waiting(2, control="3+2")], NOW) == []
    assert match([waiting(2), waiting(3, game="h")], NOW) == []
    three = [waiting(2, None, players=3), waiting(3, None, players=3)]
    assert match([anybody, three[0]], NOW) == [], "one is missing still"
    assert [len(group) for group in match([anybody, *three], NOW)] == [3]
    first = waiting(4, None, NOW - 9, game=ANY_GAME)
    assert match([first, three[0], waiting(5, game="h")], NOW) == [(first, waiting(5, game="h"))]
