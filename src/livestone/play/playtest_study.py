"""All that a designer's report tells of a playtest, beside its usual metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from livestone.play.playtest import Playtest
from livestone.play.playtest_metrics import (
    Depth,
    PlaytestMetrics,
    as_plain,
    depth,
    playtest_metrics,
)
from livestone.play.playtest_openings import Balance, Copying, balance, copying
from livestone.play.playtest_size import SiteUse, Size, shortest, size, typical, uses
from livestone.play.playtest_story import Story, story


@dataclass(frozen=True)
class Study:
    """The figures of a report.

    ``ladder`` goes by strength, strongest first; ``sites`` by site; ``shortest`` and ``typical``
    are indexes of games.
    """

    metrics: PlaytestMetrics
    balance: Balance
    ladder: tuple[Depth, ...]
    copying: tuple[Copying, ...]
    story: Story
    size: Size
    sites: tuple[SiteUse, ...]
    shortest: int
    typical: int

    def as_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object; an infinite Elo is null."""
        plain: dict[str, Any] = as_plain(self)
        return plain


def study(played: Playtest) -> Study:
    """Return what a playtest found. Raises ValueError where no game was played."""
    game, games = played.game, played.games
    metrics = playtest_metrics(played)
    rungs = (played.depth, *played.ladder)
    return Study(
        metrics=metrics,
        balance=balance(game, games, played.openings),
        ladder=tuple(filter(None, (depth(trials, game.players) for trials in rungs))),
        copying=tuple(copying(played.copied, games)),
        story=story(games),
        size=size(games, len(game.board), len(game.piece_codes)),
        sites=uses(games, len(game.board)),
        shortest=shortest(games),
        typical=typical(games),
    )
