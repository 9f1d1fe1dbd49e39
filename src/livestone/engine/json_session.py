"""An engine that a program talks to in JSON lines: many queries at a time, answered in any order.

After the manner of KataGo's analysis engine: every line of either side is an object with the ``id``
that the query was given.
"""

from __future__ import annotations

import math
import threading
import time
from typing import Any

import msgspec

from livestone import __version__
from livestone.copying import Uncopied
from livestone.engine.lines import Output
from livestone.engine.minds import Answers, Mind
from livestone.engine.pool import Job, Pool
from livestone.engine.queries import Order, Query, known_id, read_object, read_query, warnings
from livestone.errors import BadField, LivestoneError
from livestone.games import catalogue, described

Id = str | int
# How often it is looked whether somebody still waits.
LOOK_SECONDS = 0.5


class JsonSession(Uncopied):
    """Answers objects by ``write``, each on a line; a mistake is answered and ends nothing."""

    def __init__(self, write: Output, pool: Pool[Mind], answers: Answers) -> None:
        self._write, self._pool, self._answers = write, pool, answers
        self._open: dict[Id, list[Job[Mind]]] = {}
        self._changed = threading.Condition()

    def hear(self, line: bytes | None) -> bool:
        """Do what a line says; None is a line too long."""
        if line is not None and not line.strip():
            return True
        id: Id | None = None
        try:
            data = read_object(line)
            id = known_id(data)
            query = read_query(data)
            for field, words in warnings(data, query):
                self._tell({"id": id, "warning": words, "field": field})
            self._ask(query) if isinstance(query, Query) else self._obey(query)
        except LivestoneError as error:
            self._refuse(id, error)
        return True

    def end(self, patience: float | None = None) -> None:
        """Answer everything that was asked, for so many seconds at most."""
        end = math.inf if patience is None else time.monotonic() + patience
        while self._open:
            if self._write.lost or time.monotonic() > end:
                self.stop()
            with self._changed:
                self._changed.wait_for(lambda: not self._open, LOOK_SECONDS)

    def stop(self) -> None:
        """Stop everything, since nobody waits for it."""
        self._terminate([*self._open])

    def _ask(self, query: Query) -> None:
        plies = query.plies if query.plies is not None else (len(query.moves),)
        asking: Job[Mind] = Job(lambda mind, job: None, lambda: None)
        with self._changed:
            if query.id in self._open:
                raise BadField("id", f"a query {str(query.id)!r} is being answered: choose another")
            self._open[query.id] = [asking]
        try:
            for ply in plies:
                self._submit(query, ply)
        except LivestoneError:
            self._terminate([query.id])
            raise
        finally:
            self._leave(query.id, asking)

    def _submit(self, query: Query, ply: int) -> None:
        about = {"id": query.id, "ply": ply}
        mine: list[Job[Mind]] = []

        def work(mind: Mind, job: Job[Mind]) -> None:
            self._answer(query, ply, mind, job)
            self._leave(query.id, job)

        def drop() -> None:
            self._tell({**about, "final": True, "terminated": True, "lines": []})
            self._leave(query.id, mine[0])

        with self._changed:  # so that it is known before it is done
            mine.append(self._pool.submit(work, priority=query.priority, drop=drop))
            self._open[query.id].append(mine[0])

    def _leave(self, id: Id, job: Job[Mind]) -> None:
        """Note that a job of a query is done."""
        with self._changed:
            self._open[id].remove(job)
            if not self._open[id]:
                del self._open[id]
                self._changed.notify_all()

    def _answer(self, query: Query, ply: int, mind: Mind, job: Job[Mind]) -> None:
        """Analyse a position and tell; whatever happens is told."""
        try:
            self._analyse(query, ply, mind, job)
        except LivestoneError as error:
            self._refuse(query.id, error, ply)
        except Exception as error:
            self._refuse(query.id, LivestoneError(f"internal error: {error!r}"), ply)

    def _analyse(self, query: Query, ply: int, mind: Mind, job: Job[Mind]) -> None:
        game = mind.game(query)
        key = query.key(game, ply)
        about = {"id": query.id}
        known = None if key is None else self._answers.find(key)
        if known is not None:
            self._tell({**about, **known, "cached": True})
            return
        last: dict[str, Any] = {}
        told = time.monotonic()
        state = mind.state(query, game, ply)
        for report in mind.analyse(query, state, job, self._answers.cleared):
            if self._write.lost:
                return
            now = time.monotonic()
            due = query.report_every is not None and now - told >= query.report_every
            if due or report.final:
                told, last = now, report.as_json()
                stopped = {"terminated": True} if job.stopped and report.final else {}
                self._tell({**about, **last, **stopped})
        if key is not None and not job.stopped:
            self._answers.keep(key, last)

    def _obey(self, order: Order) -> None:
        about: dict[str, Any] = {"id": order.id, "action": order.action}
        if order.action == "version":
            self._tell({**about, "version": __version__, "engine": "Livestone"})
        elif order.action == "games":
            self._tell({**about, "games": [described(kind()) for kind in catalogue().values()]})
        elif order.action == "clear":
            self._answers.clear()
            self._tell(about)
        elif order.action == "terminate_all":
            self._tell({**about, "stopped": self._terminate([*self._open])})
        elif order.target is None:
            raise BadField("target", "target is missing: give the id of the query to terminate")
        else:
            stopped = self._terminate([order.target])
            self._tell({**about, "target": order.target, "stopped": stopped})

    def _terminate(self, ids: list[Id]) -> int:
        """Stop queries; return how many of them there were."""
        with self._changed:
            found = [self._open[id].copy() for id in ids if id in self._open]
        for jobs in found:
            for job in jobs:
                self._pool.stop(job)
        return len(found)

    def _refuse(self, id: Id | None, error: LivestoneError, ply: int | None = None) -> None:
        answer: dict[str, Any] = {"id": id, "error": error.code, "message": str(error)}
        if isinstance(error, BadField):
            answer["field"] = error.field
        if ply is not None:
            answer["ply"] = ply
        self._tell(answer)

    def _tell(self, answer: dict[str, Any]) -> None:
        self._write(msgspec.json.encode(answer))
