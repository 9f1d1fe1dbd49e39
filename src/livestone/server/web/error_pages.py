"""Pages that say what went wrong, and lead back."""

from __future__ import annotations

from typing import Any

from livestone.errors import LivestoneError
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page

TITLES = {
    400: "That cannot be done",
    401: "Log in first",
    403: "You may not do this",
    404: "There is nothing here",
    405: "That cannot be done",
    409: "Not now",
    413: "That is too much",
    429: "One moment, please",
    500: "Something went wrong here",
    503: "Not possible at the moment",
}
WORDS = {
    403: "Only the players of a game can open it. Were you playing in another browser?",
    404: "The address leads nowhere. Perhaps it was mistyped, or the game is gone.",
    405: "This address is for forms; it cannot be opened like a page.",
    413: "What was sent is longer than anything this page needs.",
    429: "Too much came at once. Wait a few seconds and try again.",
    500: "It is our mistake, not yours. Your games are safe: every move was kept.",
}


def error_page(request: AnyRequest, error: Exception) -> Any:
    status = status_of(error)
    text = WORDS.get(status, "The request makes no sense to this server.")
    if isinstance(error, LivestoneError):
        text = sentence(error)
    title = TITLES.get(status, TITLES[500 if status >= 500 else 400])
    if status == 403 and text.startswith("This game belongs"):
        title, text = text.rstrip("."), WORDS[403]
    return page(request, "message.html", status, title=title, text=text)
