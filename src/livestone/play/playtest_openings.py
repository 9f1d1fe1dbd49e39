"""What first moves and openings are worth, who a game favours, and what copying brings.

Everything here is a pure function of games that have been played.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from livestone.core.game import Game
from livestone.core.symmetry import Symmetry, inverse, mirrored
from livestone.play.statistics import Share, share

if TYPE_CHECKING:
    from livestone.play.playtest import Trial

# How many plies an opening has, and the least games of one that is listed; how many are.
OPENING, MIN_GAMES, MAX_OPENINGS = 2, 5, 12
# The longest list of kinds of mirror that are tried.
MAX_MIRRORS = 3

Path = tuple[str, ...]
Paths = tuple[Path, ...]


@dataclass(frozen=True)
class FirstMove:
    """A first move, the mirrors of it that are as good, and what it brought who made it."""

    text: str
    mirrors: tuple[str, ...]
    score: Share


@dataclass(frozen=True)
class Opening:
    """The first plies of a game, how many games began so, and the first player's score."""

    text: str
    played: Share
    score: Share


@dataclass(frozen=True)
class Balance:
    """Whom a game favours; ``first`` is the score of the player who begins.

    ``favours`` is ``"first"``, ``"others"``, or empty where the interval holds an even score. Of
    the first ``moves``, ``fair`` are those whose interval holds it, nearest first; ``strong`` are
    above it and ``weak`` below it, by their whole intervals.
    """

    first: Share
    even: float
    favours: str
    moves: tuple[FirstMove, ...]
    fair: tuple[str, ...]
    strong: tuple[str, ...]
    weak: tuple[str, ...]
    openings: tuple[Opening, ...]


@dataclass(frozen=True)
class Copying:
    """What a second player scored who copies the first in a mirror where that is legal.

    ``copied`` is how many of their plies were copies; ``usual`` their score without copying.
    """

    mirror: str
    score: Share
    usual: Share
    copied: float


def balance(game: Game, games: Sequence[Trial], begun: Sequence[Trial]) -> Balance:
    """Return who is favoured in ``games``, and what the first moves of ``begun`` games brought."""
    even = 1 / game.players
    first = score(games, 0)
    moves = _moves(game, begun)
    rising = sorted(moves, key=lambda move: abs(move.score.value - even))
    return Balance(
        first=first,
        even=even,
        favours=_side(first, even, "others", "first"),
        moves=moves,
        fair=tuple(move.text for move in rising if _side(move.score, even, "-", "+") == ""),
        strong=tuple(move.text for move in moves if _side(move.score, even, "-", "+") == "+"),
        weak=tuple(move.text for move in moves if _side(move.score, even, "-", "+") == "-"),
        openings=_openings(game, games),
    )


def copying(played: Sequence[tuple[str, Sequence[Trial]]], games: Sequence[Trial]) -> list[Copying]:
    """Return what copying brought in each mirror, beside the usual ``games``."""
    found = []
    for mirror, trials in played:
        if not trials:
            continue
        plies = sum(trial.movers.count(1) for trial in trials)
        copies = sum(trial.copies for trial in trials)
        found.append(Copying(mirror, score(trials, 1), score(games, 1), copies / max(plies, 1)))
    return found


def score(games: Sequence[Trial], seat: int) -> Share:
    """Return what a seat scored; a draw is a part of a win."""
    return share(min(sum(game.brought(seat) for game in games), len(games)), len(games))


def first_moves(game: Game, paths: Mapping[int, Path]) -> dict[Paths, list[int]]:
    """Return the moves with these paths, those together that are mirrors of each other."""
    found: dict[Paths, list[int]] = {}
    for move, path in paths.items():
        found.setdefault(least(game, (path,)), []).append(move)
    return found


def least(game: Game, paths: Paths) -> Paths:
    """Return the least of the mirrors of some plies, which stands for them all."""
    mirrors = game.symmetries or (tuple(range(len(game.board))),)
    return min(tuple(mirrored(game, path, one) for path in paths) for one in mirrors)


def mirrors(game: Game) -> dict[str, Symmetry]:
    """Return the mirrors of a game for two in which a player can copy, by their names.

    Only those that undo themselves, and one of those that differ by a turn of the board.
    """
    group = game.board.symmetries
    found: dict[str, Symmetry] = {}
    alike: set[Symmetry] = set()
    for one in group[1:] if game.players == 2 else ():
        if one in alike or inverse(one) != one or len(found) == MAX_MIRRORS:
            continue
        turned = (inverse(other) for other in group)
        alike |= {
            tuple(back[one[there]] for there in other)
            for other, back in zip(group, turned, strict=True)
        }
        name = _name(game, one)
        found[name if name not in found else f"{name} ({len(found) + 1})"] = one
    return found


def _name(game: Game, mirror: Symmetry) -> str:
    """What a mirror does to the board as it is drawn."""
    centres = game.board.centres
    middle = [sum(centre[at] for centre in centres) / len(centres) for at in (0, 1)]
    sums = [
        [centres[site][at] + centres[image][at] - 2 * middle[at] for at in (0, 1)]
        for site, image in enumerate(mirror)
    ]
    x, y = max(sums, key=lambda one: math.hypot(*one))
    if math.hypot(x, y) < 1e-6:
        return "a half turn"
    if abs(x) < 1e-6:
        return "left and right"
    return "top and bottom" if abs(y) < 1e-6 else "a slanting axis"


def _side(found: Share, even: float, below: str, above: str) -> str:
    """On which side of an even score a whole interval lies, if on any."""
    return above if found.low > even else below if found.high < even else ""


def _moves(game: Game, begun: Sequence[Trial]) -> tuple[FirstMove, ...]:
    groups: dict[Paths, list[Trial]] = {}
    for trial in begun:
        groups.setdefault(least(game, trial.opening[:1]), []).append(trial)
    found = [
        FirstMove(" ".join(trials[0].opening[0]), _images(game, trials[0]), score(trials, 0))
        for trials in groups.values()
    ]
    return tuple(sorted(found, key=lambda move: -move.score.value))


def _images(game: Game, trial: Trial) -> tuple[str, ...]:
    path = trial.opening[0]
    images = (" ".join(mirrored(game, path, one)) for one in game.symmetries)
    return tuple(sorted({*images} - {" ".join(path)}))


def _openings(game: Game, games: Sequence[Trial]) -> tuple[Opening, ...]:
    """The most played openings, mirrors counted together."""
    groups: dict[Paths, list[Trial]] = {}
    for trial in games:
        if len(trial.opening) == OPENING:
            groups.setdefault(least(game, trial.opening), []).append(trial)
    found = [
        Opening(
            ", ".join(" ".join(path) for path in opening),
            share(len(trials), len(games)),
            score(trials, 0),
        )
        for opening, trials in groups.items()
        if len(trials) >= MIN_GAMES
    ]
    return tuple(sorted(found, key=lambda one: (-one.played.count, one.text))[:MAX_OPENINGS])
