"""Trangalla, by Folke Eriksson (1966): carry a king across that nobody else can tell.

Rules
    Two players, White and Black, five pieces each: a King and four soldiers that look alike from
    above. Before the game each secretly chooses on which of their five places their King stands.
    White starts; then the players take turns.

    A turn moves one piece, King or soldier, in one of two ways. Either it takes a step along a
    line, forward or sideways, never backward, to an empty place. Or it jumps along a line in any
    direction, backward too, over a piece of either side that stands next to it to the empty place
    straight behind. It may jump on from there, a ply each jump, or ``stop``; in one turn it never
    comes to a place twice nor back to where it started.

    An enemy soldier that is jumped over is turned over at once and belongs to the jumper's side
    from then on. A King looks the same from both sides: jumped over by the enemy, it is taken off
    the board and lost.

    Each player's target is the far tip of the board. The player who brings their King there wins. A
    soldier that gets there is taken off the board. When both Kings are lost the game is a draw, at
    once; who alone has lost their King plays on for that. The tip behind a player's own places, the
    other's target, is closed to that player's pieces.

    A player without a move passes; when both pass one after the other the game is a draw. A turn
    must not bring about the same position for the third time.

Start
    ::

        9         T
        8        b b
        7       b b b
        6      . . . .
        5       . . .
        4      . . . .
        3       w w w
        2        w w
        1         T

    White's target is ``9a``, Black's ``1a``. The places of each rank are lettered from White's
    left. The Kings are chosen with ``K=3b``; a step is ``3a-4b``, a jump ``2a-4a``, and jumps
    on are plies of their own, ``4a-6b``.

Options
    ``home_tip``    ``closed``: as above. ``open``: a player's pieces may also enter the tip behind
                    them, by a jump backward.
    ``open_kings``  ``true``: everybody sees the Kings.
    ``ply_cap``     The game is a draw after so many turns, the choice of the Kings included; 0 for
                    no such end.

Sources and rulings
    The patent (US 3,462,150) as quoted by Fred Horn, who named the game, has the pieces, the
    places, steps, jumps, turning over and the goals. Picture: the board, its lines and targets.
    Ours: turning over happens jump by jump, and a game drawn by the second King ends inside the
    turn; no place twice in one turn; a turn ends on the target. The tip behind is closed because a
    piece there could never be removed and would bar the other's way for ever.
    The text forbids repeating a move for delay more than a number of times that is lost. We forbid
    the third time: what both sides see counts (colours and places, whose turn, and how many pieces
    have never been turned over), never the Kings, so that what is legal tells nothing. The turning
    over of a piece that might be a King is final and begins the count anew.
    A piece that was turned over is known to be a soldier; the bots remember it. At the end of the
    game everybody sees the Kings.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

import numpy as np

from livestone.boards import Board, Piece, Zone, drawn, straight
from livestone.boards.sight import leapt, ways
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import ply_cap
from livestone.core.options import Option
from livestone.core.phrases import Choice
from livestone.core.random import below
from livestone.core.rules import Rules
from livestone.core.runtime import runtime

WHITE, BLACK = 0, 1
EMPTY, EDGE = 0, 9  # in ``cells`` a piece is its player's index + 1, King or not
# How many places each rank has, the first rank first.
RANKS = (1, 2, 3, 4, 3, 4, 3, 2, 1)
SITES = sum(RANKS)
WALL = SITES
HOMES = (("2a", "2b", "3a", "3b", "3c"), ("8a", "8b", "7a", "7b", "7c"))
TARGETS = ("9a", "1a")
# The directions of a step for each player; west is forward for nobody. Counter-clockwise from
# east, so three apart are opposite.
DIRECTIONS = 6
STEPS = ((1, 1, 1, 1, 0, 0), (1, 0, 0, 1, 1, 1))
# A move is origin * SITES + target; then the named moves, then the choice of a King's place.
STOP = SITES * SITES
PASS = STOP + 1
CHOICE = PASS + 1
MIDDLE = 5  # the middle rank
MOVE = re.compile(r"([1-9][a-d])-([1-9][a-d])")
# ``evaluate``: what a King's step forward and a piece more are worth, and a lost King.
STRIDE, MAN, LOSS = 0.035, 0.03, 0.35


class Trangalla(Game):
    """Trangalla with its options."""

    id = "trangalla"
    title = "Trangalla"
    author = "Folke Eriksson"
    year = 1966
    summary = "Bring your King across the board before anybody finds out which piece it is."
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (
        Piece("white piece", "w", "peg", "white"),
        Piece("black piece", "b", "peg", "black"),
        Piece("white King", "W", "peg", "white", "K"),
        Piece("black King", "B", "peg", "black", "K"),
    )
    options = (
        Option(
            "home_tip",
            "closed",
            ("closed", "open"),
            "The tip behind one's own places",
            {"closed": "closed to one's own pieces", "open": "open to everybody"},
        ),
        Option("open_kings", False, (False, True), "Everybody sees the Kings"),
        ply_cap(300, short=20),
    )
    choices: ClassVar[dict[str, Choice]] = {
        "stop": Choice("Stop here", "This piece could jump again; you may also end your turn."),
        "pass": Choice("Pass", "You have no other move."),
    }
    averages = 0.8
    site_fields = ("kings", "jumper")
    repetition = Repetition("forbid", PASS)
    # At most nine pieces (one's own five, four soldiers turned over) with one move a direction.
    max_moves, move_limit = 9 * DIRECTIONS, CHOICE + SITES

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The mirror that exchanges left and right."""
        ranks = [name[0] for name in self.board.names]
        kept = [one for one in self.board.symmetries if [ranks[site] for site in one] == ranks]
        return tuple(kept)

    def make_board(self) -> Board:
        """The drawn board of 23 places."""
        return _board()

    def make_layout(self) -> Layout:
        """The places (with the wall) and what else decides.

        ``fresh`` counts the pieces never turned over and ``unturned`` says where they stand, a bit
        a site. ``kings`` are the Kings' sites (the wall: not chosen, lost, or not known);
        ``chosen`` counts those chosen, ``lost`` has a bit for each player whose King is lost.
        ``jumper`` is the site of the piece that may jump on, ``been`` has a bit for each where it
        has been this turn. ``passes`` counts the last turns that were passes.
        """
        return layout(
            placement=[("cells", "i1", SITES + 1), ("fresh", "i1"), ("chosen", "i1")],
            identity=[
                ("kings", "i1", 2),
                *((name, "i1") for name in ("jumper", "lost", "passes")),
                *((name, "i4") for name in ("unturned", "been")),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for the chosen home tip, Kings and cap."""
        board = self.board
        site, between = board.site, leapt(board)
        near, far, steps = board.neighbours, self._far(), np.array(STEPS) == 1
        targets = np.array([site[name] for name in TARGETS], np.int32)
        homes = np.array([[site[name] for name in home] for home in HOMES], np.int32)
        height = np.array([*(int(name[0]) for name in board.names), MIDDLE], np.int32)
        cap, hidden = int(self.option["ply_cap"]), not self.option["open_kings"]
        pick = jit(below)

        @jit
        def finished(s: Position) -> Any:
            return (
                (s.kings[WHITE] == targets[WHITE])
                | (s.kings[BLACK] == targets[BLACK])
                | (s.lost == 3)
                | (s.passes == 2)
                | ((cap > 0) & (s.turn >= cap))
            )

        @jit
        def jumps(s: Position, origin: int, direction: int) -> Any:
            """Whether the piece on ``origin``, which has jumped, can jump on that way."""
            target = far[s.mover, origin, direction]
            over = s.cells[near[origin, direction]]
            return (over != EMPTY) & (s.cells[target] == EMPTY) & (s.been >> target & 1 == 0)

        @jit
        def begin(s: Position, out: Any) -> int:
            """The steps and first jumps of all the mover's pieces."""
            n = 0
            cells, mover = s.cells, s.mover
            for origin in range(SITES):
                if cells[origin] == mover + 1:
                    for direction in range(DIRECTIONS):
                        step, jump = near[origin, direction], far[mover, origin, direction]
                        free = cells[step] == EMPTY
                        out[n] = origin * SITES + (step if free else jump)
                        n += (free & steps[mover, direction]) | (
                            (not free) & (cells[jump] == EMPTY)
                        )
            return n

        @jit
        def jump_on(s: Position, origin: int, out: Any) -> int:
            """The further jumps of the piece on ``origin``, and ``stop``."""
            n = 0
            for direction in range(DIRECTIONS):
                out[n] = origin * SITES + far[s.mover, origin, direction]
                n += jumps(s, origin, direction)
            out[n] = STOP
            return n + 1

        @jit
        def can_jump(s: Position, origin: int) -> Any:
            found = False
            for direction in range(DIRECTIONS):
                found |= jumps(s, origin, direction)
            return found

        @jit
        def take_off(s: Position, site: int) -> None:
            s.cells[site] = EMPTY
            s.fresh -= s.unturned >> site & 1
            s.unturned &= ~(1 << site)

        @jit
        def jump_over(s: Position, site: int) -> None:
            """Turn the enemy soldier on ``site`` over, or take the enemy King off."""
            if s.cells[site] != 2 - s.mover:
                return
            enemy = 1 - s.mover
            king = s.kings[enemy] == site
            take_off(s, site)
            if king:
                s.kings[enemy] = WALL
                s.lost |= 1 << enemy
            else:
                s.cells[site] = s.mover + 1

        @jit
        def shift(s: Position, origin: int, target: int) -> None:
            s.cells[target] = s.cells[origin]
            s.cells[origin] = EMPTY
            s.unturned |= (s.unturned >> origin & 1) << target
            s.unturned &= ~(1 << origin)
            if s.kings[s.mover] == origin:
                s.kings[s.mover] = target

        @jit
        def end_turn(s: Position) -> None:
            s.jumper = WALL
            s.been = 0
            s.turn += 1
            s.mover = 1 - s.mover

        def start(s: Position) -> None:
            s.cells[SITES] = EDGE
            for player in range(2):
                for site in homes[player]:
                    s.cells[site] = player + 1
                    s.unturned |= 1 << site
            s.fresh = homes.size
            s.kings[:] = WALL
            s.jumper = WALL

        def moves(s: Position, out: Any) -> Any:
            if s.chosen < 2:
                for at in range(len(homes[0])):
                    out[at] = CHOICE + homes[s.mover, at]
                return len(homes[0])
            if finished(s):
                return 0
            if s.jumper != WALL:
                return jump_on(s, int(s.jumper), out)
            n = begin(s, out)
            if n == 0:
                out[0] = PASS
                return 1
            return n

        def play(s: Position, move: int) -> None:
            if move >= STOP:
                s.passes = (s.passes + 1) * (move == PASS)
                if move >= CHOICE:
                    s.kings[s.mover] = move - CHOICE
                    s.chosen += 1
                end_turn(s)
                return
            s.passes = 0
            origin, target = move // SITES, move % SITES
            over = between[origin, target]
            shift(s, origin, target)
            if over != WALL:
                jump_over(s, over)
                s.been |= 1 << origin | 1 << target
            if target == targets[s.mover]:
                if s.kings[s.mover] != target:
                    take_off(s, target)
            elif over != WALL and s.lost != 3 and can_jump(s, target):
                s.jumper = target
                return
            end_turn(s)

        def outcome(s: Position, score: Any) -> None:
            for player in range(2):
                score[player] = 1.0 if s.kings[player] == targets[player] else 0.0

        def evaluate(s: Position, score: Any) -> None:
            lead = 0.0
            for site in range(SITES):
                lead += MAN * (s.cells[site] == WHITE + 1) - MAN * (s.cells[site] == BLACK + 1)
            white, black = s.lost & 1, s.lost >> 1 & 1
            lead += STRIDE * (height[s.kings[WHITE]] - MIDDLE) * (1 - white)
            lead -= STRIDE * (MIDDLE - height[s.kings[BLACK]]) * (1 - black)
            lead += LOSS * (black - white)
            score[WHITE] = min(max(0.5 + lead, 0.5 * black), 1.0 - 0.5 * white)
            score[BLACK] = 1.0 - score[WHITE]

        def derive(s: Position) -> None:
            s.cells[SITES] = EDGE
            for site in range(SITES):
                if s.cells[site] > 2:
                    s.cells[site] -= 2  # a King as a position's text shows it

        def observe(s: Position, viewer: int) -> None:
            if not finished(s):
                for player in range(2):
                    if player != viewer:
                        s.kings[player] = WALL

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if finished(s):
                return
            for player in range(s.chosen):
                if (player != viewer) & (s.lost >> player & 1 == 0):
                    found = 0
                    for site in range(SITES):
                        if (s.cells[site] == player + 1) & (s.unturned >> site & 1):
                            found += 1
                            if pick(rng, found) == 0:
                                s.kings[player] = site

        known = Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)
        return known._replace(observe=observe, determinise=determinise) if hidden else known

    def move_text(self, move: int) -> str:
        """``3a-4b``, ``stop``, ``pass`` or ``K=3b``."""
        names = self.board.names
        if move >= CHOICE:
            return f"K={names[move - CHOICE]}"
        if move >= STOP:
            return "stop" if move == STOP else "pass"
        return "-".join(names[site] for site in divmod(move, SITES))

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to; only where to in the middle of a turn; a King's place."""
        tokens = tuple(self.move_text(move).removeprefix("K=").split("-"))
        return tokens[1:] if int(s.jumper) != WALL and move < STOP else tokens

    def secret(self, s: Position, move: int) -> bool:
        """The choice of a King is."""
        return move >= CHOICE and not self.option["open_kings"]

    def prompt(self, s: Position) -> str:
        """To choose the King."""
        return "Choose which of your pieces is your King." if int(s.chosen) < 2 else ""

    def piece(self, s: Position, site: int) -> Piece | None:
        """The piece, a King only where it is known."""
        if (code := int(s["cells"][site])) == EMPTY:
            return None
        return self.pieces[code + 1 if int(s["kings"][code - 1]) == site else code - 1]

    def why_not(self, s: Position, text: str) -> str | None:
        """What stands in the way, or which rule."""
        if text.startswith("K=") and text[2:] in self.board.site:
            if int(s.chosen) < 2:
                return "a King begins on one of " + ", ".join(HOMES[int(s.mover)])
            return "your King's place is already chosen"
        if text == "stop":
            return "only a piece that has just jumped and can jump on may stop"
        if text == "pass":
            return "there is another move"
        found = MOVE.fullmatch(text)
        if found is None or not {*found.groups()} <= self.board.site.keys():
            return None
        if int(s.chosen) < 2:
            return "first choose the place of your King, like K=" + HOMES[int(s.mover)][0]
        origin, target = (self.board.site[name] for name in found.groups())
        return self._why_no_way(s, origin, target)

    def _why_no_way(self, s: Position, origin: int, target: int) -> str:
        names, mover, jumper = self.board.names, int(s.mover), int(s.jumper)
        here, there = names[origin], names[target]
        if jumper != WALL and origin != jumper:
            return f"the piece on {names[jumper]} has jumped: it jumps on or stops"
        if s.cells[origin] == EMPTY:
            return f"{here} is empty"
        if s.cells[origin] != mover + 1:
            return f"the piece on {here} is not yours"
        over = int(leapt(self.board)[origin, target])
        direction = int(ways(self.board)[origin, target])
        if over == WALL and target not in self.board.neighbours[origin]:
            return f"{there} is neither next to {here} on a line nor straight behind a neighbour"
        if int(s.been) >> target & 1:
            return f"the piece has been on {there} this turn and must not return there"
        if s.cells[target] != EMPTY and over == WALL:
            return f"{there} is occupied"
        if s.cells[target] != EMPTY:
            return f"the place behind, {there}, is not empty"
        if there == TARGETS[1 - mover] and self.option["home_tip"] == "closed":
            return f"{there} is closed to your own pieces"
        if over != WALL and s.cells[over] == EMPTY:
            return f"there is no piece on {names[over]} to jump over"
        if over == WALL and jumper != WALL:
            return "having jumped, it may only jump again or stop"
        if over == WALL and not STEPS[mover][direction]:
            return "a piece only steps forward or sideways"
        return "it would bring about the same position for the third time"

    def problem(self, s: Position) -> str | None:
        """Pieces, Kings and jumps that cannot be."""
        cells = [int(cell) for cell in s.cells[:-1]]
        unturned = {site for site in range(SITES) if int(s.unturned) >> site & 1}
        if int(s.unturned) >> SITES or any(cells[site] == EMPTY for site in unturned):
            return f"unturned={int(s.unturned)} names places where no piece stands"
        if int(s.fresh) != len(unturned):
            return f"fresh={int(s.fresh)}, but {len(unturned)} pieces were never turned over"
        if len(cells) - cells.count(EMPTY) > 10:
            return "there are more than ten pieces"
        if not (0 <= int(s.chosen) <= 2 and 0 <= int(s.lost) <= 3 and 0 <= int(s.passes) <= 2):
            return "chosen and passes are 0 to 2, lost is 0 to 3"
        if int(s.chosen) < 2 and not self._is_setup(s):
            return "the Kings are chosen before anything else happens"
        for player in (WHITE, BLACK):
            problem = self._king_problem(s, player, unturned)
            if problem is not None:
                return problem
        return self._chain_problem(s)

    def _is_setup(self, s: Position) -> bool:
        opening = runtime(self).start()
        same = all(np.array_equal(s[name], opening[name]) for name in ("cells", "unturned", "lost"))
        return same and int(s.mover) == int(s.turn) == int(s.chosen)

    def _king_problem(self, s: Position, player: int, unturned: set[int]) -> str | None:
        name, king = self.seats[player].name, int(s.kings[player])
        if sum(s.cells[site] == player + 1 for site in unturned) > len(HOMES[player]):
            return f"{name} has more than five pieces that were never turned over"
        away = player >= int(s.chosen) or int(s.lost) >> player & 1
        if king == WALL:
            return None if away else f"the place of {name}'s King is missing"
        if away:
            return f"{name}'s King is not chosen or lost, but has a place"
        if s.cells[king] != player + 1 or king not in unturned:
            return f"{name}'s King cannot stand on {self.board.names[king]}"
        return None

    def _chain_problem(self, s: Position) -> str | None:
        jumper = int(s.jumper)
        if jumper == WALL:
            return None if int(s.been) == 0 else "been belongs to a piece that jumps on"
        out = np.zeros(self.max_moves + 1, np.int32)
        here = int(s.been) >> jumper & 1 and not int(s.been) >> SITES and int(s.chosen) == 2
        if s.cells[jumper] != int(s.mover) + 1 or not here or self.plain.moves(s, out) < 2:
            return "jumper names a piece of the player to move that has jumped and can jump on"
        return None

    def _far(self) -> Any:
        """``[player, site, direction]``: where a jump lands; the wall for a closed tip."""
        found = np.stack([self.board.leap, self.board.leap])
        if self.option["home_tip"] == "closed":
            for player in (WHITE, BLACK):
                tip = self.board.site[TARGETS[1 - player]]
                found[player][found[player] == tip] = WALL
        return found


@cache
def _board() -> Board:
    places = {
        f"{rank}{'abcd'[at]}": (2.0 * at - count + 1, float(rank))
        for rank, count in enumerate(RANKS, 1)
        for at in range(count)
    }
    number = list(places).index
    zones = {
        f"{colour}_target": Zone((number(target),), "target", colour)
        for colour, target in zip(("white", "black"), TARGETS, strict=True)
    }
    return drawn(places, straight(places, ((2, 0), (1, 1), (-1, 1))), zones)
