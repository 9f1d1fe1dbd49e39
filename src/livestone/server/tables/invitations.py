"""The secret in the link that invites a person to a seat.

It is made from the inviter's own token, so that they alone can be shown it again; the store keeps
its hash only, like a visitor's.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import replace

from livestone.server.tables.store import SeatRow

BYTES = 16


def invitation(secret: str, game: str, seat: int) -> str:
    """Return the invitation to a seat that only who knows ``secret`` can make (128 bits).

    >>> invitation("a visitor's token", "xyz", 1)
    'bwf0-1DR-DYE-u-GiIj-Vw'
    """
    digest = hmac.digest(secret.encode(), f"invitation {game} {seat}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode().rstrip("=")


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
