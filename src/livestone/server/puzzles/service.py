"""Tries at puzzles: the server judges each by its move, and rates solver and puzzle together."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from litestar.di import NamedDependency
from msgspec import Meta, Struct
from sqlalchemy import Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.puzzles import Attempted, Solver, Theme
from livestone.core.options import Value
from livestone.errors import NotFound
from livestone.games import find
from livestone.languages.words import t
from livestone.play.rating import Duel, Rating, update
from livestone.puzzles.puzzle import Puzzle, shipped
from livestone.server.db.owners import OwnerId
from livestone.server.db.schema.people import attempts, puzzle_ratings, solvers
from livestone.server.db.store import Store, put, run
from livestone.server.quotas.charges import ATTEMPT_BYTES
from livestone.server.web.rate_limit import RateLimit, count_all
from livestone.tasks import uninterrupted

# Newcomers begin among the easier puzzles. How uncertain a puzzle's rating, which comes from bots,
# is before anybody has tried it.
NEWCOMER, UNTRIED = Rating(1000.0), 150.0


class Attempt(Struct, forbid_unknown_fields=True):
    """A turn in a puzzle, which is named by its game, all options and the position's text.

    ``moves`` are those of the turn, as far as it went; null where the solver asks for the answer.
    """

    game: Annotated[str, Meta(max_length=80)]
    options: Annotated[dict[str, Value], Meta(max_length=20)]
    text: Annotated[str, Meta(max_length=2000)]
    moves: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=20)] | None


class Puzzles:
    """The tries of people with accounts. A puzzle is tried once for a rating, then for practice.

    What is stored is bounded by the puzzles that are shipped, and goes with its person's account.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tries = RateLimit(60, 60.0)

    async def solver(self, owner_id: OwnerId) -> Solver:
        """How well a person solves puzzles."""
        async with self._store.reading() as connection:
            row = (await connection.execute(_row(solvers, "owner_id", owner_id))).first()
            solved = func.sum(attempts.c.solved.cast(solvers.c.streak.type))
            query = select(attempts.c.theme, func.count(), solved)
            mine = query.where(attempts.c.owner_id == owner_id).group_by(attempts.c.theme)
            found = (await connection.execute(mine.order_by(attempts.c.theme))).all()
        themes = tuple(Theme(*counted) for counted in found)
        rating = _rating(row) or NEWCOMER
        return Solver(
            rating.value,
            rating.deviation,
            sum(theme.tried for theme in themes),
            sum(theme.solved for theme in themes),
            row.streak if row else 0,
            row.longest if row else 0,
            themes,
        )

    @uninterrupted
    async def attempt(self, owner_id: OwnerId, turn: Attempt) -> Attempted:
        """Try a turn in a puzzle. Raises NotFound, UnknownGame, TooMany, or as ``State.parse``."""
        game, text = turn.game, turn.text
        puzzle = _puzzles(find(game).id).get(_key(game, turn.options, text))
        if puzzle is None:
            raise NotFound(
                t(
                    "{text} is no puzzle of {game}: it may be of another edition",
                    text=repr(text[:80]),
                    game=game,
                )
            )
        solved = turn.moves is not None and _solves(puzzle, turn.moves)
        count_all((self._tries, owner_id))
        async with self._store.writing() as connection:
            return await self._attempt(connection, owner_id, puzzle, solved)

    async def _attempt(
        self, connection: AsyncConnection, owner_id: OwnerId, puzzle: Puzzle, solved: bool
    ) -> Attempted:
        key = _key(puzzle.game, puzzle.options, puzzle.text)
        row = (await connection.execute(_row(solvers, "owner_id", owner_id))).first()
        known = (await connection.execute(_row(puzzle_ratings, "puzzle", key))).first()
        before, hard = _rating(row) or NEWCOMER, _rating(known) or Rating(puzzle.rating, UNTRIED)
        mine = (attempts.c.owner_id == owner_id) & (attempts.c.puzzle == key)
        counted = (await connection.execute(select(attempts.c.solved).where(mine))).first() is None
        streak = row.streak if row else 0
        after = before
        if counted:
            streak = streak + 1 if solved else 0
            longest = max(streak, row.longest if row else 0)
            after = update(before, [Duel(hard, float(solved))])
            hard = update(hard, [Duel(before, 1.0 - solved)])
            tried = {"owner_id": owner_id, "puzzle": key, "theme": puzzle.theme, "solved": solved}
            await self._store.quotas.charge(connection, owner_id, ATTEMPT_BYTES)
            await connection.execute(insert(attempts), tried)
            kept = {"owner_id": owner_id, "streak": streak, "longest": longest, **asdict(after)}
            await run(connection, *put(solvers, kept))
            await run(connection, *put(puzzle_ratings, {"puzzle": key, **asdict(hard)}))
        change = after.value - before.value
        return Attempted(
            solved, counted, puzzle.best, puzzle.result, after.value, change, hard.value, streak
        )


def _solves(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Whether a turn has the right moves, in any order. Raises as ``State.parse`` for others."""
    state = puzzle.state()
    for move in moves:
        state.play(state.parse(move))
    return sorted(state.move_texts) == sorted(puzzle.best)


def _row(table: Table, name: str, key: str) -> Any:
    return select(table).where(table.c[name] == key)


def _rating(row: Any) -> Rating | None:
    return Rating(row.value, row.deviation, row.volatility) if row else None


@cache
def _puzzles(game: str) -> dict[str, Puzzle]:
    """The puzzles that come with a game, by their keys."""
    return {_key(one.game, one.options, one.text): one for one in shipped(find(game))}


def _key(game: str, options: Mapping[str, Any], text: str) -> str:
    """What names a puzzle in every edition that has it."""
    named = json.dumps([game, dict(sorted(options.items())), text], ensure_ascii=False)
    return hashlib.sha256(named.encode()).hexdigest()[:32]


PuzzlesDep = NamedDependency[Puzzles]
