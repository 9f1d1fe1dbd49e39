"""Training: rounds of self-play, a fit and an acceptance match, each kept as soon as it is done."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np

from livestone.core.game import Game
from livestone.core.learning import Features, Teachable
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.play.executors import Executor
from livestone.play.sprt import Sprt
from livestone.search.alphabeta import AlphaBeta
from livestone.training.acceptance_match import Pair, in_order, play_pair
from livestone.training.dataset import Dataset, joined
from livestone.training.fit import STEPS, fit, loss
from livestone.training.folder import Folder, Plan, Round
from livestone.training.selfplay import Batch, play_batch

# Games that one task plays, and the rounds whose positions are fitted to.
BATCH = 20
MEMORY = 8
# The round whose weights are those at the beginning.
START = 0
# An acceptance match asks whether the new weights are as strong as the old, or so many Elo
# stronger.
ELO0, ELO1 = 0.0, 30.0
Tell = Callable[[str, int, int], None]


class Training:
    """One training in its folder; ``tell(what, done, total)`` hears of its progress.

    Raises BadRequest for a game whose judgement has no weights.
    """

    def __init__(
        self, game: Game, plan: Plan, folder: Folder, executor: Executor, tell: Tell
    ) -> None:
        self.game, self.plan = game, plan
        self._folder, self._executor, self._tell = folder, executor, tell
        # The game as search plays it, with the best weights so far.
        self._form: Any = teachable(self.game)
        # What training began with may have been replaced since.
        start = folder.weights(START)
        if start is None:
            folder.keep_weights(START, weights=self._form.weights)
        else:
            self._form = self._form.with_weights(start["weights"])

    def rounds(self, count: int) -> Iterator[Round]:
        """Yield so many rounds, those of earlier commands first."""
        for number in range(1, count + 1):
            found = self._folder.round(number) or self._round(number)
            if found.accepted:
                self._form = self._form.with_weights(self._folder.weights(number)["weights"])
            self._folder.keep_weights(None, weights=self._form.weights)
            yield found

    def _round(self, number: int) -> Round:
        self._play(number)
        fitted = self._folder.weights(number)
        if fitted is None:
            fitted = self._fit(number)
            self._folder.keep_weights(number, **fitted)
        test = self._try(number, fitted["weights"])
        gap = test.gap
        found = Round(
            number,
            self.plan.games,
            int(fitted["positions"]),
            tuple(round(value, 5) for value in fitted["losses"].tolist()),
            round(float(fitted["before"]), 5),
            round(float(fitted["after"]), 5),
            tuple(test.counts),
            round(test.llr, 3),
            (_finite(gap.value), _finite(gap.low), _finite(gap.high)),
            test.verdict == "H1",
        )
        self._folder.finish(found)
        return found

    def _play(self, number: int) -> None:
        """Play the games of a round that have not been played yet."""
        games, folder = self.plan.games, self._folder
        first = (number - 1) * games
        starts = range(first, first + games, BATCH)
        files = [folder.positions(number, at) for at in range(len(starts))]
        todo = [at for at, file in enumerate(files) if not file.is_file()]
        batches = [
            Batch(
                self.game,
                self._form,
                self.plan.nodes,
                self.plan.seed,
                range(starts[at], min(starts[at] + BATCH, first + games)),
            )
            for at in todo
        ]
        self._prepare(self._form)
        done = len(files) - len(todo)
        self._tell("playing", done, len(files))
        with closing(self._executor(play_batch, batches)) as results:
            for index, dataset in results:
                folder.keep(files[todo[index]], dataset)
                done += 1
                self._tell("playing", done, len(files))

    def _fit(self, number: int) -> dict[str, Any]:
        """Fit to the games of the last rounds, but for those held out."""
        rounds = range(max(1, number - MEMORY + 1), number + 1)
        self._tell("fitting", 0, STEPS)
        dataset = joined(part for at in rounds for part in self._folder.datasets(at))
        features = self._form.features(dataset.positions)
        kept, held = (_part(dataset, features, chosen) for chosen in _split(dataset))
        old = self._form.weights
        fitted = fit(
            *kept, old, self._form.stiffness, progress=lambda at, of: self._tell("fitting", at, of)
        )
        return {
            "weights": fitted.weights,
            "losses": np.array(fitted.losses),
            "before": loss(*held, old),
            "after": loss(*held, fitted.weights),
            "positions": len(dataset.game),
        }

    def _try(self, number: int, weights: Any) -> Sprt:
        """Let the new weights play the old ones until the test has an answer."""
        test = Sprt(ELO0, ELO1)
        for points in self._folder.pairs(number):
            test.add(points)
        if test.verdict is None and test.pairs < self.plan.pairs:
            self._try_on(number, test, self._form.with_weights(weights))
        return test

    def _try_on(self, number: int, test: Sprt, new: Game) -> None:
        plan, game, old = self.plan, self.game, self._form
        pairs = [
            Pair(game, new, old, plan.trial_nodes, plan.seed + number, at)
            for at in range(test.pairs, plan.pairs)
        ]
        self._prepare(new)
        self._tell("trying", test.pairs, plan.pairs)
        with self._folder.trial(number) as file, closing(self._executor(play_pair, pairs)) as done:
            for points in in_order(done):
                file.write(f"{points:g}\n")
                test.add(points)
                self._tell("trying", test.pairs, plan.pairs)
                if test.verdict:
                    break

    def _prepare(self, form: Game) -> None:
        """Compile once, before many processes would."""
        AlphaBeta(self.game, megabytes=1, form=form).choose(State(self.game), 1)


def teachable(game: Game) -> Teachable:
    """The form of a game that can be trained. Raises BadRequest when there is none."""
    form = game.for_search
    if isinstance(form, Teachable):
        return form
    raise BadRequest(
        f"{game.id!r} cannot be trained: what its search judges by has no weights to fit"
    )


def _split(dataset: Dataset) -> tuple[Any, Any]:
    """Which positions to fit to, and which to hold out."""
    held = dataset.held_out
    return ~held, held


def _part(dataset: Dataset, features: Features, chosen: Any) -> tuple[Features, Any]:
    return Features(*(column[chosen] for column in features)), dataset.target[chosen]


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
