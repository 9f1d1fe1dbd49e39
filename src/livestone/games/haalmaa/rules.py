"""Haalmaa, six variants of Halma by Fred Horn (1983).

Goal
    Be the first with your pawns on the other side of the triangle.

Your turn
    Red begins, then Blue, then Green. Move one pawn; pass only if none can move. Nothing is
    captured. The points of a row are counted from its left end.

Moves
    Step to a neighbouring empty point, in any of six directions.

    Or leap over one neighbouring pawn, of any colour, to the empty point straight behind it. Then
    the same pawn may leap again, in any direction, and stop where you like.

How it ends
    The first player with all fifteen pawns in their goal wins at once. It is a draw when all
    players pass in a row, when the same position stands a third time, or after 1500 turns. You
    may stand in another player's goal as long as you like, and leave your own again.

Options
    ``full_goal``  three players: ``true`` lets a player win as soon as their goal is full and eight
                   or more of the pawns in it are theirs, so that a straggler cannot hold it up.
    ``end``        two players: ``majority`` ends the game when a player holds eight of the fifteen
                   points, ``full`` only when all fifteen are taken.
    ``ply_cap``    the game is a draw after so many turns; 0 for never.

Sources and rulings
    Each player has fifteen pawns on a triangle of 153 points, seventeen along each edge. A colour's
    *corner* is fifteen points in five rows at a tip of the triangle. Its *circles* are the fifteen
    points of the edge opposite to that corner, without the two tips. With three players, Red, Blue
    and Green, the first to fill their goal with their own pawns wins:

    ``I``    from one's corner to one's circles, by Halma moves: steps and leaps.
    ``II``   from one's circles to one's corner, by Halma moves.
    ``III``  from one's corner to one's circles, by slides.
    ``IV``   from one's circles to one's corner, by slides.

    With two players, Blue and Green, both race for the same place:

    ``1``  from one's own corner for the most points of the third, red corner, by Halma moves.
    ``2``  from one's own circles for the most red circles, by Halma moves.

    Corners (I, III and the first game for two), and circles (II, IV and the second)::

        A B B B B B . . . . . . . G G G G G     . R R R R R R R R R R R R R R R .
        B  B B B B . . . . . . . . G G G G       G . . . . . . . . . . . . . . B
        C   B B B . . . . . . . . . G G G         G . . . . . . . . . . . . . B
        D    B B . . . . . . . . . . G G           G . . . . . . . . . . . . B
        E     B . . . . . . . . . . . G             G . . . . . . . . . . . B
        F      . . . . . . . . . . . .               G . . . . . . . . . . B
        G       . . . . . . . . . . .                 G . . . . . . . . . B
        H        . . . . . . . . . .                   G . . . . . . . . B
        I         . . . . . . . . .                     G . . . . . . . B
        J          . . . . . . . .                       G . . . . . . B
        K           . . . . . . .                         G . . . . . B
        L            . . . . . .                           G . . . . B
        M             R R R R R                             G . . . B
        N              R R R R                               G . . B
        O               R R R                                 G . B
        P                R R                                   G B
        Q                 R                                     .

    Rows are lettered from the top, points numbered from the left. Red moves first, then Blue, then
    Green; with two players Blue. ``M1-L1`` moves the pawn on M1 to L1, however many leaps it
    takes; who has no move plays ``pass``. By a slide a pawn moves one, two or three points in a
    straight line; every point on its way and the last one must be empty. A player passes when no
    other move is left, and only then.

    Fred Horn's text of May 1983 gives the variants, their goals, the number of pawns and the slide
    (text: over "one or two empty points to the next empty point"). The drawing gives the board,
    the corners and the circles (picture): the opposite corner is that of one's own colour, and
    corners and foreign circles share four points at each end of an edge. Ours: the order of the
    players, as listed and clockwise on the drawing; eight points as "most" with two players, since
    nobody can be driven out; that nothing forbids staying in another's goal, with ``full_goal``
    as a remedy; passing, repetition, and the longest game.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from livestone.boards import Board
from livestone.boards.leaps import chains, most_reached
from livestone.boards.zones import enlist, marked, relist
from livestone.core.game import Jit, Position
from livestone.core.layout import Layout, layout
from livestone.core.moving import MovingGame, ply_cap
from livestone.core.rules import Rules
from livestone.games.haalmaa.board import BLUE, GREEN, RED, haalmaa_board, sides
from livestone.games.haalmaa.goals import END, FULL_GOAL, first_home, most_points
from livestone.games.haalmaa.sliding import slides

EMPTY, EDGE = 0, 9  # in ``cells`` a pawn is its player's index + 1
PAWNS = 15
MOST = 8  # of fifteen points
SLIDE = 3


class Haalmaa(MovingGame):
    """What the six games share: where they start, where they go, and how."""

    author = "Fred Horn"
    year = 1983
    seats, pieces = sides(RED, BLUE, GREEN)
    begin: ClassVar[str] = "corner"
    goal: ClassVar[str] = "circles"
    slides: ClassVar[bool] = False
    options = (FULL_GOAL, ply_cap(1500))

    @property
    def max_moves(self) -> int:
        """Fifteen pawns with three points in each of six directions, or with steps and leaps."""
        leaping = most_reached(self.board, self.players * PAWNS - 1)
        return PAWNS * (6 * SLIDE if self.slides else leaping)

    def start_of(self, player: int) -> tuple[int, ...]:
        """The fifteen points where a player's pawns begin."""
        return self.board.zones[f"{self.seats[player].colour}_{self.begin}"].sites

    def goal_of(self, player: int) -> tuple[int, ...]:
        """The fifteen points where a player wants their pawns."""
        colour = self.seats[player].colour if self.players == 3 else RED
        return self.board.zones[f"{colour}_{self.goal}"].sites

    def make_board(self) -> Board:
        """The triangle with its corners or circles, or both: those where pawns begin or go."""
        return haalmaa_board(self.begin, self.goal)

    def make_layout(self) -> Layout:
        """The points (with the wall) and how many passed in succession.

        ``pawns`` lists each player's points in rising order, ``home`` counts those in their goal;
        ``open_ways`` is the table of :class:`~livestone.boards.leaps.Chains`, blank where
        pawns slide.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("passes", "i1")],
            derived=[
                ("pawns", "i2", (self.players, PAWNS)),
                ("home", "i1", self.players),
                ("open_ways", "u1", (1, len(self.board) + 1)),
            ],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this variant."""
        sites, players, pass_move = len(self.board), self.players, self.pass_move
        cap = int(self.option["ply_cap"])
        ways = slides(self.board, SLIDE, jit) if self.slides else chains(self.board, jit, EDGE)
        changed, fill = ways.changed, self.moves_of_all(jit, ways.reach)
        moved, listed, winner = jit(relist), jit(enlist), self._winner(jit)
        begins = np.array([self.start_of(player) for player in range(players)])
        goals = np.array([marked(self.board, self.goal_of(player)) for player in range(players)])

        @jit
        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.home[:] = 0
            for player in range(players):
                listed(s.pawns[player], s.cells, player + 1, player + 1)
                for at in range(PAWNS):
                    s.home[player] += goals[player, s.pawns[player, at]]
            for site in range(sites):
                changed(s.cells, s.open_ways, site)

        def start(s: Position) -> None:
            for player in range(players):
                for at in range(PAWNS):
                    s.cells[begins[player, at]] = player + 1
            derive(s)

        def moves(s: Position, out: Any) -> Any:
            if s.passes == players or (cap and s.turn >= cap) or winner(s) >= 0:
                return 0
            return fill(s.cells, s.open_ways[0], s.pawns[s.mover], PAWNS, out)

        def play(s: Position, move: int) -> None:
            mover = s.mover
            if move == pass_move:
                s.passes += 1
            else:
                origin, target = move // sites, move % sites
                s.cells[target] = mover + 1
                s.cells[origin] = EMPTY
                s.home[mover] += goals[mover, target] - goals[mover, origin]
                moved(s.pawns[mover], origin, target)
                changed(s.cells, s.open_ways, origin)
                changed(s.cells, s.open_ways, target)
                s.passes = 0
            s.mover = (mover + 1) % players
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            won = winner(s)
            if won >= 0:
                score[won] = 1

        return Rules(start, moves, play, outcome, derive=derive)

    def _winner(self, jit: Jit) -> Any:
        """``winner(s)``: the player whose goal is reached, the last mover first, or -1."""
        goals = [self.goal_of(player) for player in range(self.players)]
        return first_home(goals, MOST if self.option["full_goal"] else PAWNS, jit)


class SlidingHaalmaa(Haalmaa):
    """What the two games of slides share.

    Moves
        Slide one, two or three points in a straight line, in any of six directions. Every point on
        the way and the last one must be empty: nothing is leapt over.
    """

    slides = True


class HaalmaaForTwo(Haalmaa):
    """What the two games for two players share.

    Your turn
        Blue begins. Move one pawn; pass only if none can move. Nothing is captured. The points of a
        row are counted from its left end.

    How it ends
        The first player with eight pawns on the fifteen points of the goal wins at once. It is a
        draw when both pass in a row, when the same position stands a third time, or after 800
        turns.
    """

    seats, pieces = sides(BLUE, GREEN)
    options = (END, ply_cap(800))

    def _winner(self, jit: Jit) -> Any:
        """``winner(s)``: the player who holds most points at the end of the game, or -1."""
        return most_points(MOST, PAWNS if self.option["end"] == "full" else MOST, jit)


class Haalmaa1(Haalmaa):
    """Variant I: from the corners to the circles.

    Goal
        Be the first with all fifteen pawns on the circles of your colour, along the edge opposite
        your corner.
    """

    id = "haalmaa_1"
    title = "Haalmaa I"
    summary = "Three players leap from their corners to the circles on the opposite edge."
    minutes, difficulty = (30, 65), 1


class Haalmaa2(Haalmaa):
    """Variant II: from the circles to the corners.

    Goal
        Your pawns start on the circles of your colour. Be the first with all fifteen in the shaded
        corner of your colour, opposite.
    """

    id = "haalmaa_2"
    title = "Haalmaa II"
    summary = "Three players leap from the circles on their edge to the opposite corner."
    minutes, difficulty = (40, 80), 1
    begin, goal = "circles", "corner"


class Haalmaa3(SlidingHaalmaa):
    """Variant III: sliding from the corners to the circles.

    Goal
        Be the first with all fifteen pawns on the circles of your colour, along the edge opposite
        your corner.
    """

    id = "haalmaa_3"
    title = "Haalmaa III"
    summary = "Three players slide from their corners to the circles on the opposite edge."
    minutes, difficulty = (30, 60), 2


class Haalmaa4(SlidingHaalmaa):
    """Variant IV: sliding from the circles to the corners.

    Goal
        Your pawns start on the circles of your colour. Be the first with all fifteen in the shaded
        corner of your colour, opposite.
    """

    id = "haalmaa_4"
    title = "Haalmaa IV"
    summary = "Three players slide from the circles on their edge to the opposite corner."
    minutes, difficulty = (35, 90), 2
    begin, goal = "circles", "corner"


class Haalmaa5(HaalmaaForTwo):
    """The first game for two: from the corners to the third corner.

    Goal
        Both start with fifteen pawns in an upper corner. Be the first with eight of yours in the
        red corner at the bottom.
    """

    id = "haalmaa_5"
    title = "Haalmaa for two, 1"
    summary = "Two players leap from their corners and race for most points of the third."
    minutes, difficulty = (10, 50), 2
    goal = "corner"


class Haalmaa6(HaalmaaForTwo):
    """The second game for two: from the circles to the red circles.

    Goal
        Blue starts along the right edge, Green along the left, with fifteen pawns each. Be the
        first with eight of yours on the red circles along the top edge.
    """

    id = "haalmaa_6"
    title = "Haalmaa for two, 2"
    summary = "Two players leap from their edges and race for most circles on the third."
    minutes, difficulty = (5, 15), 2
    begin = "circles"
