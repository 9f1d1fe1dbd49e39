"""How the owners of games and studies, and the names at seats, are told apart."""

from __future__ import annotations

from livestone.languages.words import mark

MARK = "@"  # begins the owner of everything that belongs to an account, and no guest
BOT_MARK = " (bot)"  # after a bot's name, which has no space
GUESTS = (mark("Guest"), mark("Player 1"), mark("Player 2"), mark("Player 3"), mark("Player 4"))
