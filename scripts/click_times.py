"""How long a move takes on the server's side, posted, stored and answered.

``python scripts/click_times.py`` runs it for every game.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar.types import ASGIApp

from livestone.games import catalogue, load
from livestone.server.app import create_app
from livestone.server.settings import Settings
from livestone.server.web.identity import COOKIE, new_token


@dataclass(frozen=True)
class ClickTimes:
    """Milliseconds from a posted move to the whole answer: the median and 99 % of all."""

    median: float
    percentile_99: float
    clicks: int


def click_times(game: str, clicks: int = 300) -> ClickTimes:
    """Play ``clicks`` plies by two people at one screen, through the whole application.

    Nothing goes over a network and no bot thinks; the store is a real file.
    """
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(game, clicks, Path(folder)))


async def _measure(game: str, clicks: int, folder: Path) -> ClickTimes:
    app = create_app(Settings(folder))
    taken: list[float] = []
    async with app.lifespan():
        client = Client(app)
        players = load(game).players
        while len(taken) < clicks:
            table = await client.post("/api/games", {"game": game, "seats": ["person"] * players})
            while table["status"] == "running" and len(taken) < clicks:
                ply = table["ply"]
                if table["curtain"] is not None:
                    table = await client.post(f"/api/games/{table['id']}/look", {"ply": ply})
                legal = table["legal"]
                body = {"move": legal[len(legal) // 2], "ply": ply}
                table = await client.post(f"/api/games/{table['id']}/plies", body)
                taken.append(client.milliseconds)
    percentile = statistics.quantiles(taken, n=100)[98]
    return ClickTimes(statistics.median(taken), percentile, len(taken))


class Client:
    """Just enough of a browser to post JSON to an application in this process."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.cookie = f"{COOKIE}={new_token()}"
        # The last answer's bytes, and how long it took, in all and in this thread's processor time.
        self.size, self.milliseconds, self.processor = 0, 0.0, 0.0

    async def post(self, path: str, data: dict[str, Any], query: str = "") -> dict[str, Any]:
        body = json.dumps(data).encode()
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = {
            "host": "localhost",
            "content-type": "application/json",
            "content-length": str(len(body)),
            "cookie": self.cookie,
        }
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "state": {},
            "extensions": {},
        }
        began, busy = time.perf_counter(), time.thread_time()
        await self.app(scope, receive, send)
        self.milliseconds = 1000 * (time.perf_counter() - began)
        self.processor = 1000 * (time.thread_time() - busy)
        content = b"".join(part.get("body", b"") for part in sent)
        self.size = len(content)
        answer: dict[str, Any] = json.loads(content)
        if "error" in answer:
            raise RuntimeError(answer["message"])
        return answer


def main() -> None:
    """Measure every game and print a line each."""
    for game in catalogue():
        times = click_times(game)
        print(
            f"{game}: a click takes {times.median:.1f} ms (median of {times.clicks}), "
            f"{times.percentile_99:.1f} ms (99 %)"
        )


if __name__ == "__main__":
    main()
