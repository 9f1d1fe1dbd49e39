"""What the operator asks for, as rows for the store."""

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
GRACE, MOST_GRACE = 60.0, 3600.0  # seconds that an absent player is waited for
MOST_NAME = 80  # characters of a tournament's name
MOST_GAMES = 10_000  # that two who are always there may need for each other, and more


@dataclass(frozen=True)
class TournamentRequest:
    """A tournament as the operator wants it.

    ``entrants`` left out are those who are there; ``rounds`` None (for a Swiss tournament) are as
    many as are usual, ``games`` are those of each meeting. Raises BadRequest.
    """

    name: str
    kind: str = "swiss"
    rounds: int | None = None
    games: int = 2
    terms: TournamentRules = field(default_factory=TournamentRules)
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
            f"{grace:g} seconds to wait for somebody make no sense: choose 0 to {MOST_GRACE:g}"
        )
    return grace


def tournament_row(order: TournamentRequest, entrants: Sequence[str]) -> TournamentRow:
    """Return the row of a new tournament. Raises BadRequest."""
    plan = Plan.of(
        order.kind,
        order.terms.make_game(),
        rounds=order.rounds,
        games=order.games,
        seed=secrets.randbits(31),
    )
    return _row(order.name.strip(), plan, order.terms, order.grace, entrants)


def ladder_row(terms: TournamentRules, entrants: Sequence[str] = ()) -> TournamentRow:
    """Return the row of a new ladder, which goes on without end."""
    plan = Plan.of(LADDER, terms.make_game(), games=1)
    return _row("The ladder", plan, terms, GRACE, entrants)


def _row(
    name: str, plan: Plan, terms: TournamentRules, grace: float, entrants: Sequence[str]
) -> TournamentRow:
    now = time.time()
    return TournamentRow(
        id=secrets.token_hex(8),
        name=name,
        kind=plan.kind,
        plan=plan.as_json(),
        settings=terms.as_json() | {"grace": grace},
        entrants=list(entrants),
        status="running",
        created=now,
        updated=now,
    )
