"""The page and the API of a review: what was found in words, for whoever may see the game."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable
from typing import Any

from httpx import Client
from tests.server.site import Site
from tests.server.studies.test_api import game
from tests.server.studies.test_reviews import reviewed

from livestone.server.db.database import FILE


def keep(site: Site, id: str, found: dict[str, Any]) -> None:
    """Put a review into the database, as the engine would have made it."""
    row = (id, "done", 3, 3, json.dumps(found), time.time(), time.time())
    with sqlite3.connect(site.folder / FILE, timeout=30) as connection:
        connection.execute("INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def test_what_was_found_is_told(site: Site, newcomer: Callable[..., Client]) -> None:
    me, other = newcomer(), newcomer()
    id = game(me, "a1", "b1", "c1")
    assert me.post(f"/games/{id}/review").status_code == 409
    assert "it can be reviewed when it is over" in me.post(f"/games/{id}/review").text
    me.post(f"/api/games/{id}/resign")
    assert f'action="/games/{id}/review"' in me.get(f"/games/{id}").text
    assert "Review with the engine" in me.get(f"/games/{id}/review").text
    keep(site, id, reviewed())
    answer = me.get(f"/games/{id}/review?ply=2").text
    said = re.sub(r"\s+", " ", answer)
    assert "Black played a1. It cost about 25% of a win; b1 was better." in said
    assert "Accuracy 89; 10% of a win lost on average." in said
    assert "cost about 25% of a win; better was b1 c1" in said
    assert "No move cost much" in said
    assert f'href="/games/{id}/review?ply=2"' in answer
    assert f'data-review="/api/games/{id}/review"' in answer
    assert 'http-equiv="refresh"' not in answer
    assert me.post(f"/games/{id}/review").status_code == 303
    assert me.get(f"/api/games/{id}/review").json()["review"] == reviewed()
    for way in (f"/games/{id}/review", f"/api/games/{id}/review"):
        assert other.get(way).status_code == 403
        assert other.post(way).status_code == 403
    assert me.get(f"/games/{id}/review?ply=9").status_code == 400
