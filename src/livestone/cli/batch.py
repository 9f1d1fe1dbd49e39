"""``livestone position --batch``: a conversation with another program, a JSON object a line."""

from __future__ import annotations

import sys
from typing import Any, Literal

import msgspec

from livestone.cli.common import make_state, make_view
from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import BadRequest, LivestoneError
from livestone.games import load

# No game of any size needs a longer line.
MAX_BYTES = 200_000
# Compiling takes a moment: it pays for a game that is asked about often.
OFTEN = 20
# So many games with their options are remembered.
MAX_GAMES = 100


class Request(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    """One line: the position after ``moves`` from the opening, or from the text ``from``."""

    game: str
    options: dict[str, Any] = {}
    moves: list[str] = []
    start: str | None = None
    viewer: int | Literal["spectator"] | None = None


class Batch:
    """Answers requests, with the games that were asked about kept at hand.

    So is the last position, since programs tend to follow a game ply by ply.
    """

    def __init__(self) -> None:
        self._games: dict[tuple[str, bytes], Game] = {}
        self._asked: dict[Game, int] = {}
        self._from: tuple[Game, str | None] | None = None
        self._given: list[str] = []
        self._state: State
        self._decoder = msgspec.json.Decoder(Request)

    def answer(self, line: bytes) -> dict[str, Any]:
        """Return the answer to one line: a position, or an error and why."""
        try:
            request = self._read(line)
            game = self._game(request)
            return make_view(self._reach(game, request), request.viewer).as_json()
        except LivestoneError as error:
            return {"error": error.code, "message": str(error)}

    def _read(self, line: bytes) -> Request:
        if len(line) > MAX_BYTES:
            raise BadRequest(f"the line has over {MAX_BYTES} bytes")
        try:
            return self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = " ".join(str(error).split())
            raise BadRequest(f"the line is no request as a JSON object: {reason}") from None

    def _reach(self, game: Game, request: Request) -> State:
        """The state that is asked for, from the last one if that is on the way."""
        begin = (game, request.start)
        if begin != self._from or request.moves[: len(self._given)] != self._given:
            self._state = make_state(game, (), request.start)
            self._from, self._given = begin, []
        for move in request.moves[len(self._given) :]:
            self._state.play(move)
            self._given.append(move)
        return self._state

    def _game(self, request: Request) -> Game:
        key = request.game, msgspec.json.encode(request.options)
        game = self._games.get(key)
        if game is None:
            game = load(request.game, **request.options)
            if len(self._games) >= MAX_GAMES:
                self._games.clear()
            self._games[key] = game
        asked = self._asked[game] = self._asked.get(game, 0) + 1
        if asked == OFTEN:
            compile_rules(game)
            self._from = None
        return game


def answer_all() -> None:
    """Answer every line of stdin on stdout, each at once, until the input ends."""
    batch = Batch()
    read, out = sys.stdin.buffer, sys.stdout.buffer
    while line := read.readline(MAX_BYTES + 2):
        rest = line
        while not rest.endswith(b"\n") and len(rest) > MAX_BYTES:
            rest = read.readline(MAX_BYTES + 2)
        out.write(msgspec.json.encode(batch.answer(line.removesuffix(b"\n"))) + b"\n")
        out.flush()
