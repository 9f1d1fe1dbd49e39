"""Walking along paths: how every front end turns clicks, keys and words into a move.

A path is the tokens a person gives, in order, to make a move: site names and named choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

Move = TypeVar("Move", int, str)


class Step(NamedTuple, Generic[Move]):
    """Where the tokens given so far lead: the ``move`` they complete, and what may come ``next``.

    Neither when they lead nowhere; both when a longer path begins with a whole shorter one.
    """

    move: Move | None
    next: tuple[str, ...]


def follow(paths: Mapping[Move, Sequence[str]], tokens: Sequence[str] = ()) -> Step[Move]:
    """Return where ``tokens`` lead among the paths of the legal moves (by move or its text).

    >>> follow({"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3"), "pass": ("pass",)})
    Step(move=None, next=('a1', 'pass'))
    >>> follow({"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3")}, ["a1"])
    Step(move=None, next=('b2', 'c3'))
    >>> follow({"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3")}, ["a1", "c3"])
    Step(move='a1-c3', next=())
    """
    given = tuple(tokens)
    complete: Move | None = None
    following: dict[str, None] = {}
    for move, path in paths.items():
        if tuple(path[: len(given)]) != given:
            continue
        if len(path) > len(given):
            following[path[len(given)]] = None
        elif complete is None:
            complete = move
    return Step(complete, tuple(following))
