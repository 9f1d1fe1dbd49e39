"""Proves what the moves of a position are worth side by side, each apart from the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.state import State
from livestone.play.executors import Executor
from livestone.play.results import run
from livestone.play.workers import Stop, Stopped
from livestone.search.proof import principal_variation
from livestone.search.proof_search import ProofSearch, Proved

Bounds = tuple[int | None, int | None]


@dataclass(frozen=True)
class Question:
    """A position whose lead is asked for, at least as far as it lies between the bounds."""

    game: Game
    text: str
    bounds: Bounds
    megabytes: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Answer:
    """What is proved, best play where that is the exact lead, and how many nodes it took."""

    proved: Proved
    line: tuple[str, ...]
    nodes: int


def prove(question: Question, stop: Stop) -> Answer:
    """Settle a question: the work of a process. Raises Stopped."""

    def check(nodes: int) -> None:
        if stop():
            raise Stopped

    game = question.game
    search = ProofSearch(game, megabytes=question.megabytes, check=check)
    state = State.read(game, question.text)
    proved = search.margin(state, *question.bounds)
    moves = principal_variation(search, state) if proved.exact else []
    return Answer(proved, tuple(map(game.wording.move_text, moves)), search.solver.nodes)


def prove_children(
    search: ProofSearch,
    children: Mapping[str, State],
    bounds: Bounds,
    megabytes: int,
    executor: Executor,
    tell: Callable[[int, int], None],
    stop: Stop,
) -> dict[str, Answer]:
    """Prove the positions after moves that ``search`` does not know yet, and let it know.

    Each takes so many ``megabytes``. Once ``stop`` says so, the answers so far are all there are.
    """
    tasks = {
        name: Question(search.game, child.text, bounds, megabytes)
        for name, child in children.items()
        if not search.proved(child).exact
    }
    found: dict[str, Answer] = {}
    with suppress(Stopped), closing(run(prove, tasks, executor, stop)) as answers:
        for name, answer in answers:
            search.learn(children[name], answer.proved)
            found[name] = answer
            tell(len(found), len(tasks))
    return found
