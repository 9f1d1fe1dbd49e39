"""E-mail: what the API says after a link was asked for."""

from __future__ import annotations

from msgspec import Struct


class ProofSent(Struct, frozen=True):
    """The address that a link was sent to."""

    sent: str | None


class ResetAsked(Struct, frozen=True):
    """A link is sent if the name has a proved address; the answer does not tell."""

    asked: bool = True
