"""What is said in Coy Lips: which stone is placed, each player's shapes, and refusals."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Jit, Position
from livestone.core.phrases import NOT_LEGAL, OCCUPIED, TOKEN, Choice, Phrases, Words
from livestone.core.rules import Display
from livestone.games.coy_lips.groups import EMPTY, SHAPES
from livestone.games.coy_lips.rules import FIRST, MOST, CoyLips, O, X

say = Phrases()
ONE_CELL = say("a move is one cell, or pass")
JOINS = say("{0} would join the group of {1}, placed this turn")
STONE_OF = say("Place stone {0:number} of up to {1:number}, or end the turn.")
NO_SHAPES = say("no shapes")
NOT_THE_MOVERS = say("the stones of this turn, {0:sites}, must be the mover's, once each")
NOT_IN_ORDER = say("the stones of this turn must be named once each, in order: {0:sites}")
IN_ONE_GROUP = say("{0:sites} are in one group and cannot be of one turn")
ALL_SHAPES = say("All seven shapes are there.")
MORE_SHAPES = say("More different shapes win.")
OLDER_SHAPES = say("Both have equally many shapes: the set that changed longer ago wins.")
NEVER_A_SHAPE = say("Nobody has a shape.")
WRONG_QUIET = say("quiet counts the turns without a stone just before this one: 0, 1 or 2")
WRONG_CHANGED = say("changed is 0, or 1 for O, 2 for X, whose set of shapes changed last")
TURN_HAS_ENDED = say("with {0:sites} placed this turn has ended")
NEVER_CHANGED = say("changed must say whose set of shapes changed last: there are shapes")
FIRST_SHAPE = len(say.texts)
for _shape in SHAPES:
    say(_shape)

WORDS = Words(
    say,
    summary="Four stones a turn, all in different groups: complete the seven shapes of four.",
    choices={"pass": Choice("End the turn", "You may place fewer stones, or none at all.")},
    mark="tetrahexes",
    minutes=(20, 35),
    difficulty=3,
    kind="placing",
)


def display(game: CoyLips, jit: Jit) -> Display:
    """What is shown of Coy Lips."""
    sites, neighbours = len(game.board), game.board.neighbours

    def spell(move: int, out: Any) -> int:
        out[0] = move
        return TOKEN

    def refuse(s: Position, form: int, tokens: Any, n: int, out: Any) -> int:
        site = tokens[0]
        out[0] = site
        if n > 1 or site >= sites:
            return ONE_CELL
        if s.cells[site] != EMPTY:
            return OCCUPIED
        for at in range(len(s.fresh)):
            out[1] = s.fresh[at]
            for direction in range(6):
                there = neighbours[site, direction]
                joins = s.cells[there] == s.mover + 1 and s.label[there] == s.label[out[1]]
                if out[1] < sites and joins:
                    return JOINS
        return NOT_LEGAL

    def question(s: Position, out: Any) -> int:
        out[0] = s.placed + 1
        out[1] = FIRST if s.mover == O and s.stones == s.placed else MOST
        return STONE_OF

    def tally(s: Position, player: int, out: Any) -> int:
        n = 0
        for shape in range(len(SHAPES)):
            if s.shapes[player, shape]:
                out[3 * n] = FIRST_SHAPE + shape
                n += 1
        if n == 0:
            out[0] = NO_SHAPES
            n = 1
        return n

    def ending(s: Position, winner: int, out: Any) -> int:
        if winner < 0:
            return NEVER_A_SHAPE
        lead = 0
        for shape in range(len(SHAPES)):
            lead += (s.sets[O] >> shape & 1) - (s.sets[X] >> shape & 1)
        if s.sets[winner] == (1 << len(SHAPES)) - 1:
            return ALL_SHAPES
        return MORE_SHAPES if lead != 0 else OLDER_SHAPES

    return Display(
        spell=spell,
        refuse=refuse,
        check=_check(game, jit),
        question=question,
        ending=ending,
        tally=tally,
    )


def _check(game: CoyLips, jit: Jit) -> Any:
    """Stones of this turn that are not there or in one group, or counters out of range."""
    sites = len(game.board)

    @jit
    def wrong_fresh(s: Position, count: int, out: Any) -> int:
        for at in range(count):
            if s.cells[out[at]] != s.mover + 1:
                return NOT_THE_MOVERS
        for at in range(1, len(s.fresh)):
            before, here = s.fresh[at - 1], s.fresh[at]
            if before > here or (before == here and here < sites):
                return NOT_IN_ORDER
        for at in range(count):
            for before in range(at):
                if s.label[out[before]] == s.label[out[at]]:
                    return IN_ONE_GROUP
        return 0

    @jit
    def has_ended(s: Position, count: int) -> bool:
        """Whether no other stone can follow those of this turn."""
        if s.mover == O and count == s.stones and count == FIRST:
            return True
        for site in range(sites):
            if s.free[site]:
                return False
        return count > 0

    def check(s: Position, out: Any) -> int:
        count = 0
        for at in range(len(s.fresh)):
            if s.fresh[at] < sites:
                out[count] = s.fresh[at]
                count += 1
        out[count] = sites
        wrong = wrong_fresh(s, count, out)
        if wrong:
            return int(wrong)
        if not 0 <= s.quiet <= min(2, s.turn) or (s.quiet == 2 and count > 0):
            return WRONG_QUIET
        if s.changed not in (0, O + 1, X + 1):
            return WRONG_CHANGED
        if has_ended(s, count):
            return TURN_HAS_ENDED
        # Those of an unfinished turn do not count yet.
        return NEVER_CHANGED if (s.held or s.sets[1 - s.mover]) and not s.changed else 0

    return check
