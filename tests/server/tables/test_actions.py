"""What the forms at a table are answered, to browsers and to scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client

from livestone.errors import StorageError
from livestone.server.tables.pages import actions

PART = {"X-Part": "main"}
SPEC = {"game": "freedom", "options": {"size": "4"}, "seats": ["me", "person"]}


def started(me: Client) -> str:
    """The path of a game in which one visitor plays both sides."""
    me.get("/")
    return f"/games/{me.post('/api/games', json=SPEC).json()['id']}"


def test_a_script_is_sent_the_table_at_once(newcomer: Callable[..., Client]) -> None:
    """Where a browser is sent on to it; what leads elsewhere sends scripts on as well."""
    me = newcomer()
    at = started(me)
    moved = me.post(f"{at}/moves", data={"move": "b2", "ply": "0"}, headers=PART)
    assert moved.status_code == 200
    shown = [answer.text.partition("<main")[2] for answer in (moved, me.get(at, headers=PART))]
    assert shown[0] == shown[1]
    assert 'aria-current="step">b2</a>' in moved.text
    refused = me.post(f"{at}/moves", data={"move": "b2", "ply": "1"}, headers=PART)
    assert refused.status_code == 400
    assert "b2 is occupied" in refused.text
    assert me.post(f"{at}/moves", data={"move": "a1", "ply": "1"}).status_code == 303
    assert me.post(f"{at}/resign", headers=PART).status_code == 200
    again = me.post(f"{at}/rematch", headers=PART)
    assert again.status_code == 303
    assert again.headers["location"] != at


def test_what_was_done_is_not_called_refused(
    newcomer: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the table cannot be shown just then."""
    me = newcomer()
    at = started(me)

    show = actions.table_page

    async def away(*given: Any) -> Any:
        monkeypatch.setattr(actions, "table_page", show)
        raise StorageError("the table cannot be read")

    monkeypatch.setattr(actions, "table_page", away)
    answer = me.post(f"{at}/moves", data={"move": "b2", "ply": "0"}, headers=PART)
    assert answer.status_code == 503
    assert 'id="board"' not in answer.text
    assert me.get(f"/api{at}").json()["ply"] == 1
