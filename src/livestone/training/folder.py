"""A training's folder: what was asked for and everything it has found, so that it can go on.

``plan.json`` says what is trained. Each round has a folder of positions, fitted weights, the
results of its match, pair by pair, and at last ``round.json`` with what came of it. A file is there
whole or not at all; so whatever ends the command, the next one goes on from there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TextIO

from livestone.core.options import Value
from livestone.errors import BadRequest
from livestone.ranges import check_whole
from livestone.training.dataset import Dataset, load, save
from livestone.whole_file import write_whole

PLAN, ROUND, PAIRS, WEIGHTS, LOCK = (
    "plan.json",
    "round.json",
    "pairs.txt",
    "weights.npz",
    "lock",
)


@dataclass(frozen=True)
class Plan:
    """What is trained and how: the same plan finds the same weights.

    ``games`` of self-play a round with ``nodes`` a move; a match of at most ``pairs`` pairs of
    games with ``trial_nodes`` a move.
    """

    game: str
    options: dict[str, Value]
    games: int = 1_000
    nodes: int = 2_000
    pairs: int = 400
    trial_nodes: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("games", "nodes", "pairs", "trial_nodes"):
            check_whole(name, getattr(self, name), 1)


@dataclass(frozen=True)
class Round:
    """What came of one round.

    ``losses`` are mean squared errors, in points, on the positions fitted to, step by step;
    ``before`` and ``after`` those of the old and the new weights on games held out. ``counts`` are
    the match's pairs by points (0, ½, 1, 1½, 2), ``elo`` the new weights' lead with its interval.
    """

    number: int
    games: int
    positions: int
    losses: tuple[float, ...]
    before: float
    after: float
    counts: tuple[int, ...]
    llr: float
    elo: tuple[float | None, float | None, float | None]
    accepted: bool

    def as_json(self) -> dict[str, Any]:
        """Return the round as a JSON object."""
        return asdict(self)


class Folder:
    """A context around a training's folder, which no other process may use meanwhile.

    ``resume`` asks for one that is there, otherwise there must be none. Raises BadRequest.
    """

    def __init__(self, place: Path, *, resume: bool) -> None:
        self.place = place
        there = (place / PLAN).is_file()
        if resume and not there:
            raise BadRequest(f"there is no training in {str(place)!r} to go on with")
        if there and not resume:
            raise BadRequest(
                f"{str(place)!r} holds a training already: go on with it by --resume, "
                "or choose another folder with --out"
            )
        place.mkdir(parents=True, exist_ok=True)
        self._lock = (place / LOCK).open("a")
        self._alone()

    def plan(self) -> Plan:
        """The plan that is kept there. Raises BadRequest."""
        found = self._object(self.place / PLAN)
        try:
            return Plan(**found)
        except TypeError:
            raise self._damaged(self.place / PLAN) from None

    def begin(self, plan: Plan) -> None:
        """Keep a new training's plan."""
        _write(self.place / PLAN, asdict(plan))

    def round(self, number: int) -> Round | None:
        """A round that is over, or None."""
        file = self._of(number) / ROUND
        if not file.is_file():
            return None
        found = self._object(file)
        try:
            values = {field.name: found[field.name] for field in fields(Round)}
        except KeyError:
            raise self._damaged(file) from None
        return Round(**{name: _tuple(value) for name, value in values.items()})

    def finish(self, found: Round) -> None:
        """Keep what came of a round."""
        _write(self._of(found.number) / ROUND, found.as_json())

    def positions(self, number: int, batch: int) -> Path:
        """The file of a batch of self-play."""
        return self._of(number) / f"positions-{batch:04}.npz"

    def keep(self, file: Path, dataset: Dataset) -> None:
        """Keep a batch."""
        save(file, **dataset._asdict())

    def datasets(self, number: int) -> Iterator[Dataset]:
        """All the batches of a round."""
        for file in sorted(self._of(number).glob("positions-*.npz")):
            yield Dataset(**load(file))

    def weights(self, number: int) -> Any:
        """What was fitted in a round, or None: arrays by name."""
        file = self._of(number) / WEIGHTS
        return load(file) if file.is_file() else None

    def keep_weights(self, number: int | None, **arrays: Any) -> None:
        """Keep what was fitted in a round, or the best there is (None)."""
        place = self.place if number is None else self._of(number)
        save(place / WEIGHTS, game=self.plan().game, **arrays)

    def pairs(self, number: int) -> list[float]:
        """The results of a round's match so far; a last line that is not whole is dropped."""
        file = self._of(number) / PAIRS
        if not file.is_file():
            return []
        text = file.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        try:
            found = [float(line) for line in whole.splitlines()]
        except ValueError:
            raise self._damaged(file) from None
        if whole != text:
            file.write_text(whole, "utf-8")
        return found

    @contextlib.contextmanager
    def trial(self, number: int) -> Iterator[TextIO]:
        """The file of results, to add to."""
        with (self._of(number) / PAIRS).open("a", encoding="utf-8", buffering=1) as file:
            yield file

    def _of(self, number: int) -> Path:
        place = self.place / f"round-{number:02}"
        place.mkdir(exist_ok=True)
        return place

    def _alone(self) -> None:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._lock.close()
                raise BadRequest(
                    f"the training in {str(self.place)!r} is going on in another command"
                ) from None

    def _object(self, file: Path) -> dict[str, Any]:
        try:
            found = json.loads(file.read_text("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._damaged(file)
        return found

    def _damaged(self, file: Path) -> BadRequest:
        return BadRequest(f"{str(file)!r} is damaged: it is not what a training wrote there")

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()


def _write(file: Path, data: dict[str, Any]) -> None:
    write_whole(file, f"{json.dumps(data, ensure_ascii=False, indent=1)}\n".encode())


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
