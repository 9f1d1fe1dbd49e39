"""Accounts, as the API answers them."""

from __future__ import annotations

from msgspec import Struct


class Account(Struct, frozen=True):
    """Who one is: ``name`` is None for a guest."""

    name: str | None
    bot: bool = False
    email: str | None = None
    email_proved: bool = False
    mail_turns: bool = False
    accepts_bots: bool = True
