"""How the owners of games and studies, and the names at seats, are told apart."""

from __future__ import annotations

MARK = "@"  # begins the owner of everything that belongs to an account, and no guest
BOT_MARK = " (bot)"  # after a bot's name, which has no space
GUESTS = ("Guest", "Player 1", "Player 2", "Player 3", "Player 4")
