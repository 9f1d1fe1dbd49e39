"""What happens again and again is told of once a minute."""

from livestone.server.web.log_throttle import MOST_KEYS, TELL_SECONDS, Tally


def test_tally() -> None:
    now, told = [500.0], []
    tally = Tally(lambda key, times: told.append((key, times)), lambda: now[0])
    for key in ("a", "a", "b", "a"):
        tally.count(key)
    assert told == [("a", 1), ("b", 1)]
    now[0] += TELL_SECONDS
    tally.count("a")
    tally.count("a")
    assert told[2:] == [("a", 3)]


def test_it_keeps_only_so_many() -> None:
    told = []
    tally = Tally(lambda key, times: told.append(key), lambda: 0.0)
    for number in range(3 * MOST_KEYS):
        tally.count(str(number))
    assert len(tally._kept) <= MOST_KEYS + 1
    assert len(told) == 3 * MOST_KEYS
