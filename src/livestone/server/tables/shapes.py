"""What the tables are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
