"""Standings: a small tournament worked out by hand."""

from __future__ import annotations

from tests.play.tournament.simulate import THREE, begin, make, names, play

from livestone.play.tournament import Score, Tournament
from livestone.play.tournament.standings import TIES


def cup(kind: str, games: dict[str, tuple[str, int, int]]) -> Tournament:
    """A tournament of single games: ``{"p1 p2": ("p1", 8, 5)}``, the winner or '' for a draw."""
    found = make(kind, 4, games=1, rounds=3 if kind == "swiss" else None)
    while not found.over:
        begin(found)
        for fixture in found.open():
            pair = " ".join(sorted(fixture.players))
            winner, *scores = games[pair]
            if pair.split() != list(fixture.players):
                scores.reverse()
            seats = [fixture.players.index(winner)] if winner else []
            found.add(fixture.result(seats, scores))
    return found


# p1: 1 + 0 + 1 = 2; p2: 0 + 1 + 1 = 2; p3: 1 + 0 + ½ = 1½; p4: 0 + 0 + ½ = ½.
GAMES = {
    "p1 p2": ("p1", 9, 4),
    "p1 p3": ("p3", 3, 6),
    "p1 p4": ("p1", 12, 1),
    "p2 p3": ("p2", 7, 5),
    "p2 p4": ("p2", 20, 0),
    "p3 p4": ("", 6, 6),
}


def test_a_round_robin() -> None:
    table = {one.name: one for one in cup("round-robin", GAMES).standings()}
    assert [(one.rank, one.name, one.points) for one in table.values()] == [
        (1, "p1", 2.0),
        (2, "p2", 2.0),
        (3, "p3", 1.5),
        (4, "p4", 0.5),
    ]
    first, second, third = table["p1"], table["p2"], table["p3"]
    assert (first.wins, first.draws, first.losses, first.games) == (2, 0, 1, 3)
    assert (first.ties["direct"], second.ties["direct"], third.ties["direct"]) == (1, 0, 0)
    # Those beaten with all their points, those drawn with half of them.
    assert first.ties["berger"] == 2.0 + 0.5
    assert second.ties["berger"] == 1.5 + 0.5
    assert third.ties["berger"] == 2.0 + 0.25
    assert (first.ties["wins"], first.ties["scored"]) == (2, 24)
    assert first.rating.value > third.rating.value > table["p4"].rating.value
    low, high = first.rating.interval
    assert low < first.rating.value < high


def test_sonneborn_berger_where_the_tied_have_drawn() -> None:
    games = GAMES | {"p1 p2": ("", 5, 5), "p1 p3": ("p1", 6, 3), "p1 p4": ("", 1, 1)}
    games |= {"p2 p3": ("", 5, 5), "p3 p4": ("p3", 7, 1)}
    table = cup("round-robin", games).standings()
    # p1: ½ p2, p3, ½ p4; p2: ½ p1, ½ p3, p4; each has 2 points, p3 1½, p4 ½.
    assert [(one.name, one.points, one.ties["direct"]) for one in table[:2]] == [
        ("p1", 2.0, 0.5),
        ("p2", 2.0, 0.5),
    ]
    assert [one.ties["berger"] for one in table[:2]] == [2.75, 2.25]


def test_buchholz() -> None:
    table = {one.name: one for one in cup("swiss", GAMES).standings()}
    assert {name: one.ties["buchholz"] for name, one in table.items()} == {
        "p1": 4.0, "p2": 4.0, "p3": 4.5, "p4": 5.5
    }  # fmt: skip


def test_a_bye_counts_for_buchholz_what_one_has() -> None:
    found = play(make("swiss", 3, rounds=1))
    free = found.rounds[0].byes[0]
    standing = next(one for one in found.standings() if one.name == free)
    assert (standing.points, standing.ties["buchholz"], standing.byes) == (2, 2, 1)


def test_nothing_tells_two_apart_who_did_the_same() -> None:
    drawn = dict.fromkeys(GAMES, ("", 5, 5))
    assert {one.rank for one in cup("round-robin", drawn).standings()} == {1}


def test_the_crosstable() -> None:
    found = cup("round-robin", GAMES)
    table = found.crosstable()
    assert [standing.name for standing, _ in table] == ["p1", "p2", "p3", "p4"]
    assert table[0][1] == (None, Score(wins=1), Score(losses=1), Score(wins=1))
    assert [str(score) for score in table[2][1] if score] == ["1/1", "0/1", "0.5/1"]
    scores = found.head_to_head()
    for one in names(4):
        for other, score in scores[one].items():
            back = scores[other][one]
            assert (score.wins, score.draws, score.losses) == (back.losses, back.draws, back.wins)


def test_three_at_a_table() -> None:
    """The winner has beaten both, the losers are not compared."""
    found = make("round-robin", 3, THREE, games=1)
    begin(found)
    found.add(found.open()[0].result([0], [1, 0, 0]))
    scores = found.head_to_head()
    assert scores == {
        "p1": {"p2": Score(wins=1), "p3": Score(wins=1)},
        "p2": {"p1": Score(losses=1)},
        "p3": {"p1": Score(losses=1)},
    }
    assert [one.rank for one in found.standings()] == [1, 2, 2]


def test_games_that_were_not_played_are_not_rated() -> None:
    found = make("round-robin", 2)
    begin(found)
    one, other = found.open()
    found.add(one.given_up(["p2"]))
    found.add(other.given_up(["p1", "p2"]))
    table = found.standings()
    assert [(standing.name, standing.points) for standing in table] == [("p1", 1), ("p2", 0)]
    assert [(one.wins, one.draws, one.losses) for one in table] == [(1, 0, 1), (0, 0, 2)]
    assert {one.rating.deviation for one in table} == {350.0}
    assert found.head_to_head()["p1"]["p2"] == Score(wins=1)


def test_every_tie_break_is_explained() -> None:
    found: set[str] = set()
    for kind in ("round-robin", "swiss", "knock-out", "ladder", "match"):
        table = play(make(kind, 2, rounds=2 if kind in ("ladder", "swiss") else None)).standings()
        found.update(table[0].ties)
    assert found == set(TIES)
    assert all(name and meaning for name, meaning in TIES.values())
