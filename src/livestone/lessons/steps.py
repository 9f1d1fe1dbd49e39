"""Reads and checks ``lessons.txt``: a position, a sentence, and a task that a turn solves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.draw.signs import Sign
from livestone.errors import BadLesson
from livestone.lessons.positions import PLACE, blocks_for, game_of, play_all, signs_of, state_of
from livestone.lessons.tasks import right_turns, task_of
from livestone.lessons.text_format import Block
from livestone.lessons.tips import Tip, tip_of
from livestone.portable.compile import everything

FILE = "lessons.txt"
TEXTS = ("say", "hint", "done")
FIELDS = (*PLACE, *TEXTS, "marks", "arrows", "task", "not", "reply", "continue", "when", "tell")
FAMILIES = ("wrong",)  # "wrong", and "wrong d7" for what is wrong with d7
# More right turns than this are not listed one by one: the task is then too easy to be one.
MAX_RIGHT = 400


@dataclass(frozen=True)
class Step:
    """One step of a game's lessons.

    ``right`` are the turns that solve the task, None where every turn does; ``wrong`` says what
    is wrong with a move, with any other under an empty text. ``reply`` is played when the task is
    solved, and the next step goes on from there if it ``continues``. ``tip`` is what a guide tells
    of it in a first game.
    """

    title: str
    state: State
    say: str
    task: str
    right: tuple[tuple[str, ...], ...] | None
    hint: str
    wrong: dict[str, str]
    done: str
    reply: tuple[str, ...]
    continues: bool
    signs: tuple[Sign, ...]
    tip: Tip | None

    def as_json(self) -> dict[str, Any]:
        """What a page needs that shows the step and knows no rules."""
        names = self.state.game.board.names
        return {
            "title": self.title,
            "options": dict(self.state.game.option),
            "position": State(self.state.game, self.state.opening).text,
            "moves": self.state.move_texts,
            "say": self.say,
            "task": self.task,
            "right": self.right,
            "hint": self.hint,
            "wrong": self.wrong,
            "done": self.done,
            "reply": self.reply,
            "continues": self.continues,
            "signs": [
                [one.colour, names[one.at], *([] if one.to is None else [names[one.to]])]
                for one in self.signs
            ],
        }


@cache
def steps(kind: type[Game]) -> tuple[Step, ...]:
    """The steps of a game's lessons in the order of its file. Raises BadLesson."""
    found: list[Step] = []
    for block in blocks_for(kind, FILE):
        block.check_names((*FIELDS, *FAMILIES), FAMILIES)
        found.append(_step(block, kind, found[-1] if found else None))
    return tuple(found)


def _step(block: Block, kind: type[Game], before: Step | None) -> Step:
    continues = block.flag("continue")
    state = _next(block, before) if continues else state_of(block, game_of(block, kind))
    if state.over:
        raise block.problem("the game is over in this position: there is nothing to play")
    if state.game not in set(everything({kind.id: kind})):
        raise block.problem(
            "the site has no game with these options: change one of the usual", "options"
        )
    task = block.need("task")
    right = _right(block, state)
    free = right is None
    return Step(
        title=block.title,
        state=state,
        say=block.need("say"),
        task=task,
        right=right,
        hint=block.value("hint") if free else block.need("hint"),
        wrong=_wrong(block, state, free),
        done=block.value("done"),
        reply=_reply(block, state, right),
        continues=continues,
        signs=signs_of(block, state.game),
        tip=tip_of(block, state.game),
    )


def _next(block: Block, before: Step | None) -> State:
    """The state after the step before: its one right turn, and the reply."""
    if before is None or not before.right or len(before.right) != 1:
        raise block.problem(
            "only after a step with exactly one right turn can the next one go on", "continue"
        )
    if block.value("position") or block.value("moves") or block.value("options"):
        raise block.problem("a step that continues has no position of its own", "continue")
    state = before.state.copy()
    play_all(block, state, (*before.right[0], *before.reply), "continue")
    return state


def _right(block: Block, state: State) -> tuple[tuple[str, ...], ...] | None:
    """The turns that solve the task, None where all do."""
    try:
        wanted = task_of(block.value("task"), state)
        unwanted = task_of(block.value("not"), state) if block.value("not") else None
        found, count = right_turns(
            state,
            lambda turn: wanted(turn) and not (unwanted and unwanted(turn)),
            block.value("task"),
        )
    except BadLesson as error:
        raise block.problem(error, "task") from None
    if block.value("task") == "any" and unwanted is None:
        return None
    if not found:
        raise block.problem("no turn solves this task", "task")
    if len(found) == count:
        raise block.problem("every turn solves this task: give another, or 'any'", "task")
    if len(found) > MAX_RIGHT:
        raise block.problem(f"{len(found)} turns solve this task: at most {MAX_RIGHT}", "task")
    return tuple(found)


def _wrong(block: Block, state: State, free: bool) -> dict[str, str]:
    """What is wrong with each move that the block names, and with all others."""
    found = {"": block.value("wrong") if free else block.need("wrong")}
    for name, field in block.fields.items():
        first, *moves = name.split()
        for move in moves if first == "wrong" else ():
            if why := state.refusal(move):
                raise block.problem(f"{move}: {why}", name)
            found[move] = field.value
    return found


def _reply(
    block: Block, state: State, right: tuple[tuple[str, ...], ...] | None
) -> tuple[str, ...]:
    """The moves that are played in answer; they must be legal after every right turn."""
    reply = tuple(block.words("reply"))
    if reply and right is None:
        raise block.problem("there is no reply to just any turn: give a task", "reply")
    for turn in right or ():
        after = state.copy()
        for move in turn:
            after.play(move)
        play_all(block, after, reply, "reply")
    return reply
