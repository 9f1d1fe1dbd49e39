"""The operator's request for a tournament, checked, and the rows that are made of it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from livestone.errors import BadRequest
from livestone.play.tournament.plan import Plan
from livestone.server.tournaments.rules import TournamentRules
from livestone.server.tournaments.store import LADDER, TournamentRow

KINDS = ("swiss", "round-robin", "knock-out")
GRACE, MOST_GRACE = 60.0, 3600.0  # seconds to wait for an absent player
MOST_NAME = 80  # characters of a tournament's name


@dataclass(frozen=True)
class TournamentRequest:
    """A tournament to start.

    Without ``entrants`` everybody who is logged in takes part. ``rounds`` are for a Swiss
    tournament; None: as many as usual. ``games`` are those of each meeting, ``grace`` the seconds
    to wait for an absent player. Raises BadRequest.
    """

    name: str
    kind: str = "swiss"
    rounds: int | None = None
    games: int = 2
    rules: TournamentRules = field(default_factory=TournamentRules)
    grace: float = GRACE
    entrants: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.name.strip() and len(self.name) <= MOST_NAME and self.name.isprintable()):
            raise BadRequest(f"a tournament needs a name, of at most {MOST_NAME} characters")
        if self.kind not in KINDS:
            raise BadRequest(
                f"{self.kind[:40]!r} is no kind of tournament here: choose {', '.join(KINDS)}"
            )
        check_grace(self.grace)


def check_grace(grace: float) -> float:
    """Return the grace in seconds. Raises BadRequest."""
    if not 0 <= grace <= MOST_GRACE:
        raise BadRequest(
            f"{grace:g} seconds to wait for a player make no sense: choose 0 to {MOST_GRACE:g}"
        )
    return grace


def tournament_row(request: TournamentRequest, entrants: Sequence[str]) -> TournamentRow:
    """Return the row of a new tournament. Raises BadRequest."""
    plan = Plan.of(
        request.kind,
        request.rules.make_game(),
        rounds=request.rounds,
        games=request.games,
        seed=secrets.randbits(31),
    )
    return _row(request.name.strip(), plan, request.rules, request.grace, entrants)


def ladder_row(rules: TournamentRules, entrants: Sequence[str] = ()) -> TournamentRow:
    """Return the row of a new ladder, which has no last round."""
    plan = Plan.of(LADDER, rules.make_game(), games=1)
    return _row("The ladder", plan, rules, GRACE, entrants)


def _row(
    name: str, plan: Plan, rules: TournamentRules, grace: float, entrants: Sequence[str]
) -> TournamentRow:
    now = time.time()
    return TournamentRow(
        id=secrets.token_hex(8),
        name=name,
        kind=plan.kind,
        plan=plan.as_json(),
        settings=rules.as_json() | {"grace": grace},
        entrants=list(entrants),
        status="running",
        created=now,
        updated=now,
    )
