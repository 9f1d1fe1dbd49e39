"""Reads what a guide points out in a first game, from the steps of a game's lessons.

A step that says ``when: MOMENT`` gives a tip: the text of ``tell``, or else of ``done``, is told
when that first happens. A moment is one of these::

    start        the first turn
    refusal      a move was refused
    capture      pieces were captured
    gain, loss   a player's points grow, or shrink
    few 2        the person has at most so many moves
    many 20      they have at least so many, after a turn with fewer
    choice pass  this may be chosen by name
    turn         a turn has several moves
    win          the person can win on this turn
    threat       another player could win on the next turn
"""

from __future__ import annotations

from dataclasses import dataclass

from livestone.core.game import Game
from livestone.lessons.text_format import Block
from livestone.suggest import instead

# What follows each moment's name.
NOTHING, NUMBER, CHOICE = "", "2", "pass"
MOMENTS = {
    "start": NOTHING,
    "refusal": NOTHING,
    "capture": NOTHING,
    "gain": NOTHING,
    "loss": NOTHING,
    "few": NUMBER,
    "many": NUMBER,
    "choice": CHOICE,
    "turn": NOTHING,
    "win": NOTHING,
    "threat": NOTHING,
}


@dataclass(frozen=True)
class Tip:
    """What is told when something first happens; ``what`` is the moment's number or choice."""

    moment: str
    what: int | str | None
    say: str

    def as_json(self) -> dict[str, object]:
        """The tip for a page."""
        return {"moment": self.moment, "what": self.what, "say": self.say}


def tip_of(block: Block, game: Game) -> Tip | None:
    """The tip that a step of lessons gives, None for most. Raises BadLesson."""
    if not block.value("when"):
        if block.value("tell"):
            raise block.problem("'tell' needs a 'when' that says when it is told", "tell")
        return None
    moment, *words = block.words("when")
    if moment not in MOMENTS:
        raise block.problem(f"there is no moment {moment!r}: {instead(moment, MOMENTS)}", "when")
    wanted = MOMENTS[moment]
    if len(words) != bool(wanted):
        example = f"{moment} {wanted}".strip()
        raise block.problem(f"{block.value('when')!r} is no moment: write '{example}'", "when")
    return Tip(moment, _what(block, game, wanted, words), block.value("tell") or block.need("done"))


def _what(block: Block, game: Game, wanted: str, words: list[str]) -> int | str | None:
    if wanted == NUMBER:
        if not words[0].isdecimal():
            raise block.problem(f"{words[0]!r} is no number", "when")
        return int(words[0])
    if wanted == CHOICE:
        named = list(game.words.choices)
        if words[0] not in named:
            raise block.problem(
                f"there is no choice {words[0]!r}: {instead(words[0], named)}", "when"
            )
        return words[0]
    return None
