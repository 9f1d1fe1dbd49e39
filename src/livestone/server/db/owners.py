"""How the owners of games and studies, and the names at seats, are told apart."""

from __future__ import annotations

from typing import NewType

from livestone.languages.words import mark

# Who owns seats, games and studies: the hash of a guest's token, or an account's id.
OwnerId = NewType("OwnerId", str)
NOBODY = OwnerId("")

MARK = "@"  # begins the owner of everything that belongs to an account, and no guest
BOT_MARK = " (bot)"  # after a bot's name, which has no space
GUESTS = (mark("Guest"), mark("Player 1"), mark("Player 2"), mark("Player 3"), mark("Player 4"))


def group_of(owner_id: OwnerId, address: str) -> str:
    """With whom they share what is scarce: the guests of an address, or the accounts there."""
    return f"address {address} {owner_id.startswith(MARK)}" if address else ""
