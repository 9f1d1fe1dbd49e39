"""Pages that say what went wrong, and lead back."""

from __future__ import annotations

from typing import Any

from livestone.errors import LivestoneError
from livestone.languages.words import mark, t
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page

TITLES = {
    400: mark("That cannot be done"),
    401: mark("Log in first"),
    403: mark("You may not do this"),
    404: mark("There is nothing here"),
    405: mark("That cannot be done"),
    409: mark("Not now"),
    413: mark("That is too much"),
    429: mark("One moment, please"),
    500: mark("Something went wrong here"),
    503: mark("Not possible at the moment"),
}
WORDS = {
    403: mark("Only the players of a game can open it. Were you playing in another browser?"),
    404: mark("The address leads nowhere. Perhaps it was mistyped, or the game is gone."),
    405: mark("This address is for forms; it cannot be opened like a page."),
    413: mark("What was sent is longer than anything this page needs."),
    429: mark("Too much came at once. Wait a few seconds and try again."),
    500: mark("It is our mistake, not yours. Your games are safe: every move was kept."),
}

NO_SENSE = mark("The request makes no sense to this server.")


def error_page(request: AnyRequest, error: Exception) -> Any:
    status = status_of(error)
    words = WORDS.get(status, NO_SENSE)
    text = sentence(error) if isinstance(error, LivestoneError) else t(words)
    title = t(TITLES.get(status, TITLES[500 if status >= 500 else 400]))
    if status == 403 and str(error).startswith("this game belongs"):
        title, text = text.rstrip("."), t(WORDS[403])
    return page(request, "message.html", status, title=title, text=text)
