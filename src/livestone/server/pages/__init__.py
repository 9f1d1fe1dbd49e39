"""The pages: HTML for people, from templates, with boards drawn in place.

Every page can be read, and every game played, without scripts; ``static/board.js`` only saves
reloading. ``handlers`` are the routes; they expect the dependencies of ``given.py``.
"""

from __future__ import annotations

from livestone.server.pages import (
    account,
    actions,
    challenge,
    entry,
    freeplay,
    gallery,
    game,
    invitation,
    lobby,
    mail,
    message,
    operate,
    render,
    replay,
    review,
    rules,
    sample,
    setup,
    staff,
    start,
    studies,
    study,
    talk,
)

handlers = [
    *entry.handlers,
    *account.handlers,
    *gallery.handlers,
    *setup.handlers,
    *game.handlers,
    *actions.handlers,
    *talk.handlers,
    *staff.handlers,
    *mail.handlers,
    *invitation.handlers,
    *lobby.handlers,
    *challenge.handlers,
    *rules.handlers,
    *sample.handlers,
    *replay.handlers,
    *start.handlers,
    *review.handlers,
    *studies.handlers,
    *study.handlers,
    *operate.handlers,
    *freeplay.handlers,
    *render.handlers,
]
error_page = message.error_page

__all__ = ["error_page", "handlers"]
