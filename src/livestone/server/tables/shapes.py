"""What the tables are asked for, and what pages show of them beside the API's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from livestone.api.tables import Invitation, Plan, Table
from livestone.core.game import Game
from livestone.core.view import View
from livestone.play.time_control import TimeControl

MAX_DELAY = 50  # of onlookers, in plies


@dataclass(frozen=True)
class TableSpec:
    """What a visitor asks for: a game, its options as texts, and who takes each seat.

    A seat is ``me``, ``person`` (another person at this screen: the seat belongs to the same
    visitor), ``friend`` (the person who opens the invitation) or ``bot:N`` with a level.
    ``opening`` is a position text to start from, ``control`` the text of a time control: see
    :mod:`livestone.play.time_control`. A game that is not ``rated`` counts for nothing;
    anybody may watch a ``public`` one, ``delay`` plies behind.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    opening: str | None = None
    control: str = "none"
    rated: bool = True
    public: bool = False
    delay: int = 0


@dataclass(frozen=True)
class InvitationView:
    """What an invitation shows: ``why`` forbids the seat, ``view`` is the opening position."""

    invitation: Invitation
    why: str
    view: View


@dataclass(frozen=True)
class TableView:
    """What a page shows of one table: the API's answer, and what draws it.

    ``view`` is the position at ``table.ply`` as the visitor may see it; its legal moves are empty
    unless it is the visitor's turn now, so a page offers exactly those.
    """

    table: Table
    game: Game
    view: View
    control: TimeControl

    def with_plan(self, plan: Plan) -> TableView:
        return replace(self, table=msgspec.structs.replace(self.table, plan=plan))
