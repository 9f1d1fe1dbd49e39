"""A small client of a Livestone server, over its JSON API and its event streams.

>>> from livestone.client import Client
>>> client = Client("https://play.example/table")
>>> client.url
'https://play.example/table'

:class:`Client` is a guest, a person or a bot at a server. :class:`Game` is a game of theirs.
Every refusal of the server is the :class:`livestone.errors.LivestoneError` that it was there. It
needs nothing but the standard library and msgspec, and imports no engine.
"""

from __future__ import annotations

from livestone.api.accounts import Account
from livestone.api.chat import Conversation
from livestone.api.events import Event
from livestone.api.lobby import Challenge, Lobby
from livestone.api.studies import Review, StudyPage, StudyView
from livestone.api.tables import GameLine, GamePage, Hint, Invitation, Seat, Table, Vacation
from livestone.client.client import Client
from livestone.client.game import Game
from livestone.client.study import Study

__all__ = [
    "Account",
    "Challenge",
    "Client",
    "Conversation",
    "Event",
    "Game",
    "GameLine",
    "GamePage",
    "Hint",
    "Invitation",
    "Lobby",
    "Review",
    "Seat",
    "Study",
    "StudyPage",
    "StudyView",
    "Table",
    "Vacation",
]
