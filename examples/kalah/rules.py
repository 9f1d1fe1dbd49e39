"""Kalah: sow seeds around the board and gather them in your store.

Goal
    Have more seeds in your store than your opponent.

Your turn
    South begins. Take all seeds from a house on your side and sow them, one each, into the houses
    and your store that follow counter-clockwise; the other store is left out. If the last seed
    falls into your store, move again.

Captures
    If the last seed falls into an empty house on your side, and the house opposite has seeds, both
    go to your store.

How it ends
    When a player's houses are all empty after a move. The other player puts the seeds in their
    houses into their own store. More seeds win; equal numbers are a draw.

Options
    ``seeds``  3 or 4 in each house at the start.

Sources and rulings
    Six houses a side: South's a1 to f1, North's a2 to f2 above them, so that a2 is opposite a1.
    South sows from a1 towards f1 and the store on the right, North from f2 towards a2 and the store
    on the left. A move is the house's name; each further move of a turn is a ply. A lap of thirteen
    seeds ends in the house where it began. Rules: William Julius Champion, US patent 2,720,362
    (1955); Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, Solving Kalah (2000), where an empty
    house opposite means no capture.
"""

from math import cos, pi, sin

import numpy as np

from livestone.boards import Board, Label, counted, neighbour_table
from livestone.core.game import Game, Seat
from livestone.core.layout import layout
from livestone.core.options import Option
from livestone.core.rules import Rules

HOUSES = 6
# South's houses, North's, each from the left, then their stores.
STORES = (2 * HOUSES, 2 * HOUSES + 1)
SITES = 2 * HOUSES + 2
# The way round: South's houses and store, then North's.
ROUND = (*range(HOUSES), STORES[0], *range(2 * HOUSES - 1, HOUSES - 1, -1), STORES[1])
COLUMNS = "abcdef"


class Kalah(Game):
    """Kalah with its options."""

    id = "kalah"
    title = "Kalah"
    author = "William Julius Champion"
    year = 1940
    seats = (Seat("South", "white"), Seat("North", "black"))
    options = (Option("seeds", 4, (3, 4), "Seeds in each house"),)
    points = True
    unit = "seeds"
    max_moves = HOUSES

    @property
    def total(self):
        """How many seeds there are."""
        return 2 * HOUSES * self.option["seeds"]

    @property
    def pieces(self):
        """Any number of seeds."""
        return counted("seed", "seeds", self.total, colour="yellow")

    @property
    def max_turn_plies(self):
        """All but the last ply of a turn put a seed into the store."""
        return self.total + 1

    @property
    def max_turns(self):
        """A ply stores a seed or brings all nearer to a store, and no seed has far to go."""
        return HOUSES * self.total * (self.total + 1)

    def make_board(self):
        """Two rows of houses between two stores."""
        places = [(x, y) for y in (0, 2) for x in range(HOUSES)] + [(HOUSES, 1), (-1, 1)]
        names = [f"{letter}{row}" for row in (1, 2) for letter in COLUMNS]
        circle = [(cos(step * pi / 12), sin(step * pi / 12)) for step in range(24)]
        heights = [0.45] * 2 * HOUSES + [1.4] * 2
        return Board(
            kind="houses",
            names=(*names, "south", "north"),
            centres=tuple((float(x), float(y)) for x, y in places),
            neighbours=neighbour_table(places, ((1, 0), (-1, 0))),
            rows=(
                tuple(range(HOUSES, 2 * HOUSES)),
                (STORES[1], STORES[0]),
                tuple(range(HOUSES)),
            ),
            outlines=tuple(
                tuple((x + 0.45 * dx, y + height * dy) for dx, dy in circle)
                for (x, y), height in zip(places, heights, strict=True)
            ),
            labels=tuple(Label(names[at], *_beside(*places[at])) for at in range(2 * HOUSES)),
            symmetries=(tuple(range(SITES)),),
        )

    def make_layout(self):
        """The seeds in each house and store (and the wall)."""
        return layout(placement=[("cells", "i1", SITES + 1)])

    def rules(self, jit):
        """The rules."""
        seeds, stores = self.option["seeds"], STORES
        following = np.zeros((2, SITES), np.int32)  # where each player sows the next seed
        for player in range(2):
            ring = [site for site in ROUND if site != STORES[1 - player]]
            for at, site in enumerate(ring):
                following[player, ring[at - 1]] = site

        @jit
        def held(cells, player):
            """The seeds in a player's houses."""
            count = 0
            for at in range(HOUSES):
                count += cells[player * HOUSES + at]
            return count

        @jit
        def gather(cells, player):
            """Put the seeds in a player's houses into their store."""
            for at in range(HOUSES):
                cells[stores[player]] += cells[player * HOUSES + at]
                cells[player * HOUSES + at] = 0

        def start(s):
            for site in range(2 * HOUSES):
                s.cells[site] = seeds

        def moves(s, out):
            n = 0
            if held(s.cells, 1 - s.mover) == 0:
                return n
            for at in range(HOUSES):
                site = s.mover * HOUSES + at
                out[n] = site
                n += s.cells[site] > 0
            return n

        def play(s, move):
            own, site, hand = stores[s.mover], move, s.cells[move]
            s.cells[move] = 0
            for _ in range(hand):
                site = following[s.mover, site]
                s.cells[site] += 1
            if site // HOUSES == s.mover and s.cells[site] == 1:
                opposite = (site + HOUSES) % (2 * HOUSES)
                if s.cells[opposite] > 0:
                    s.cells[own] += s.cells[opposite] + 1
                    s.cells[opposite] = 0
                    s.cells[site] = 0
            over = held(s.cells, 0) == 0 or held(s.cells, 1) == 0
            if over:
                gather(s.cells, 0)
                gather(s.cells, 1)
            if over or site != own:
                s.mover = 1 - s.mover
                s.turn += 1

        def outcome(s, score):
            for player in range(2):
                score[player] = s.cells[stores[player]]

        return Rules(start, moves, play, outcome)


def _beside(x, y):
    """Where a house's name is written: below South's, above North's."""
    return x, y - 0.75 if y == 0 else y + 0.75
