"""What the forms at a table are answered, to browsers and to scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client
from tests.server.site import begin_game, said

from livestone.errors import StorageError
from livestone.server.tables.pages import actions

PART = {"X-Part": "beside"}
SPEC = {"game": "freedom", "options": {"size": "4"}, "seats": ["me", "person"]}


def started(me: Client) -> str:
    """The path of a game in which one visitor plays both sides."""
    me.get("/")
    return f"/games/{me.post('/api/games', json=SPEC).json()['id']}"


def test_a_script_is_sent_what_stands_beside_the_table(newcomer: Callable[..., Client]) -> None:
    """Where a browser is sent on to it; what leads elsewhere sends scripts on as well."""
    me, friend = newcomer(), newcomer()
    at = f"/games/{begin_game(me, friend)}"
    planned = friend.post(f"{at}/plan", data={"lines": "b2 b3", "ply": "0"}, headers=PART)
    assert planned.status_code == 200
    assert ">b2 b3</textarea>" in planned.text
    assert "<main" not in planned.text
    refused = friend.post(f"{at}/plan", data={"lines": "z9 b3", "ply": "0"}, headers=PART)
    assert refused.status_code == 400
    assert "z9" in said(refused)
    assert "<main" not in refused.text
    assert friend.post(f"{at}/plan", data={"lines": "b2 b3", "ply": "0"}).status_code == 303
    assert friend.get(f"{at}/beside").text == planned.text


def test_what_was_done_is_not_called_refused(
    newcomer: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the table cannot be shown just then."""
    me = newcomer()
    at = started(me)

    show = actions.beside_answer

    async def away(*given: Any) -> Any:
        monkeypatch.setattr(actions, "beside_answer", show)
        raise StorageError("the table cannot be read")

    monkeypatch.setattr(actions, "beside_answer", away)
    answer = me.post(f"{at}/moves", data={"move": "b2", "ply": "0"}, headers=PART)
    assert answer.status_code == 503
    assert 'id="board"' not in answer.text
    assert me.get(f"/api{at}").json()["ply"] == 1
