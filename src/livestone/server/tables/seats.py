"""Who sits where at a new table, how it stands, and the invitations to its open seats.

An invitation's secret is made from the inviter's own token, so that they alone can be shown it
again; the store keeps its hash only, like a visitor's.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import random
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.languages.words import t
from livestone.play.levels import LEVELS
from livestone.play.time_control import TimeControl
from livestone.server.db.owners import OwnerId
from livestone.server.tables.clock import Clock, with_clocks
from livestone.server.tables.store import GameRow, SeatRow

INVITATION_BYTES = 16
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike


def seat_rows(
    game: Game, wanted: Sequence[str], owner_id: OwnerId, own_name: str = ""
) -> list[SeatRow]:
    """Return the seats of a new table. Raises BadRequest, quoting what makes no sense.

    ``wanted`` has one text a player: ``me``, ``person``, ``friend`` or ``bot:N``; see
    :class:`livestone.server.tables.shapes.TableSpec`. An open seat has no invitation yet.
    ``own_name`` is
    that of a visitor with an account; people who share their screen stay Player 1 and Player 2.
    """
    if len(wanted) != game.players:
        raise BadRequest(
            t(
                "{game} has {seats} seats, not {n}: say me, person, friend or bot:LEVEL for each",
                game=game.title,
                seats=game.players,
                n=len(wanted),
            )
        )
    here = sum(seat in ("me", "person") for seat in wanted)
    people = here + wanted.count("friend")
    rows: list[SeatRow] = []
    guests = 0
    for index, seat in enumerate(wanted):
        if seat in ("me", "person", "friend"):
            guests += 1
            name = "Guest" if people == 1 else f"Player {guests}"
            if seat == "friend":
                rows.append(SeatRow(index, "open", None, None, name))
                continue
            if own_name and here == 1:
                name = own_name
            rows.append(SeatRow(index, "person", owner_id, None, name))
        else:
            rows.append(_bot(index, seat))
    if not here:
        raise BadRequest("one seat at least must be 'me' or 'person'")
    return rows


def assign_seats(
    game: Game,
    wanted: Sequence[str],
    sitters: Sequence[tuple[OwnerId, str]],
    shuffled: bool = False,
) -> list[SeatRow]:
    """Return the seats of a table for people who have met. Raises BadRequest.

    ``wanted`` has ``me`` for the first of the ``sitters`` (each an owner and their name, empty
    for a guest), ``anyone`` for the others, in order, or ``bot:N``; ``shuffled`` makes the seats
    random.
    """
    order = list(wanted)
    if shuffled:
        random.SystemRandom().shuffle(order)
    others = iter(sitters[1:])
    guests, rows = sum(not name for _, name in sitters), []
    for index, seat in enumerate(order):
        if seat.startswith("bot:"):
            rows.append(_bot(index, seat))
            continue
        owner_id, name = sitters[0] if seat == "me" else next(others)
        guest = "Guest" if guests == 1 else f"Player {index + 1}"
        rows.append(SeatRow(index, "person", owner_id, None, name or guest))
    return rows


def new_row(
    state: State, opening: str | None, seats: Sequence[SeatRow], control: TimeControl, at: float
) -> GameRow:
    """The row of a new game that begins at ``state``, and at this moment of the server's time."""
    now = time.time()
    row = GameRow(
        id="".join(secrets.choice(_ID_LETTERS) for _ in range(24)),
        game=state.game.id,
        options=dict(state.game.option),
        opening=opening,
        status="waiting" if any(seat.kind == "open" for seat in seats) else "running",
        mover=state.mover,
        created=now,
        updated=now,
        control=str(control),
    )
    clock = Clock.fresh(control, len(seats))
    return with_clocks(row, clock.run(at), seats, at)[0]


def _bot(index: int, seat: str) -> SeatRow:
    """The seat of ``bot:LEVEL``. Raises BadRequest."""
    found = re.fullmatch(r"bot:([0-9]{1,3})", seat)
    if found is None or not 1 <= int(found[1]) <= len(LEVELS):
        shown = repr(seat if len(seat) <= 40 else seat[:37] + "...")
        raise BadRequest(
            t(
                "{seat} is nobody to play with: say me, person, friend or bot:1 to bot:{last}",
                seat=shown,
                last=len(LEVELS),
            )
        )
    level = int(found[1])
    return SeatRow(index, "bot", None, level, f"Bot, level {level}")


def invitation(secret: str, game: str, seat: int) -> str:
    """Return the invitation to a seat that only who knows ``secret`` can make (128 bits).

    >>> invitation("a visitor's token", "xyz", 1)
    'bwf0-1DR-DYE-u-GiIj-Vw'
    """
    digest = hmac.digest(secret.encode(), f"invitation {game} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:INVITATION_BYTES]).decode().rstrip("=")


def stored(invitation: str) -> str:
    return hashlib.sha256(invitation.encode()).hexdigest()


def invite(secret: str, game: str, seats: Sequence[SeatRow]) -> list[SeatRow]:
    return [
        replace(seat, invitation=stored(invitation(secret, game, seat.seat)))
        if seat.kind == "open"
        else seat
        for seat in seats
    ]


def invitations(secret: str, game: str, seats: Sequence[SeatRow]) -> dict[int, str]:
    made = {seat.seat: invitation(secret, game, seat.seat) for seat in seats if seat.kind == "open"}
    return {seat: text for seat, text in made.items() if stored(text) == seats[seat].invitation}
