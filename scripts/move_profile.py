"""How much code one move over HTTP passes: ``python scripts/move_profile.py --list``.

A move is posted to the application and profiled from its router to the answer: which functions of
Livestone are called in which files, on the thread of the event loop. What is known from earlier
moves is known.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

from click_times import Client

from livestone.server.app import create_app
from livestone.server.settings import Settings
from livestone.server.web.middleware import Middleware
from livestone.server.web.settings import WebSettings

SOURCE = f"{Path(__file__).parents[1] / 'src'}/"
GAME = {"game": "freedom", "options": {"size": 8}, "seats": ["me", "person"], "control": "5+3"}
WARM_UP, MOVES = 6, 8  # plies played before, and profiled


class Calls:
    """Counts calls of functions whose file begins with ``where``, and changes of file."""

    def __init__(self, where: str) -> None:
        self._where, self._last = where, ""
        self.functions: Counter[CodeType] = Counter()
        self.changes = 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self._where):
            self.functions[code] += 1
            self.changes += code.co_filename != self._last
            self._last = code.co_filename

    def by_file(self) -> dict[str, list[tuple[int, str]]]:
        found: dict[str, list[tuple[int, str]]] = {}
        for code, times in self.functions.items():
            found.setdefault(code.co_filename, []).append((times, code.co_qualname))
        return found

    def __str__(self) -> str:
        return (
            f"{len(self.functions)} functions in {len(self.by_file())} files, "
            f"{self.functions.total()} calls, {self.changes} changes of file"
        )


async def _measure(folder: Path, where: str, whole: bool) -> Calls:
    found, app = [], create_app(Settings(folder))
    async with app.lifespan():
        client = Client(Middleware(app, WebSettings()) if whole else app)
        table = await client.post("/api/games", GAME)
        path = f"/api/games/{table['id']}/plies"
        for ply in range(WARM_UP + MOVES):
            calls = Calls(where)
            sys.setprofile(calls if ply >= WARM_UP else None)
            try:
                table = await client.post(path, {"move": table["legal"][0], "ply": ply})
            finally:
                sys.setprofile(None)
            if ply >= WARM_UP:
                found.append(calls)
    assert table["ply"] == WARM_UP + MOVES, table
    return min(found, key=lambda calls: len(calls.functions))  # work beside it may be counted too


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files and functions")
    parser.add_argument("--all", action="store_true", help="count libraries too")
    parser.add_argument("--whole", action="store_true", help="begin before the rate limit")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        calls = asyncio.run(_measure(Path(folder), "" if options.all else SOURCE, options.whole))
    print(calls)
    if options.list:
        for file, functions in sorted(calls.by_file().items()):
            told = ", ".join(f"{name} {times}" for times, name in sorted(functions, reverse=True))
            print(f"{file.removeprefix(SOURCE)} ({len(functions)}): {told}")


if __name__ == "__main__":
    main()
