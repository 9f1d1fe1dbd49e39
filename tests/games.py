"""Two small games that exist in the tests only; together they use every part of the contract.

``twins`` is the worked example: turns of two plies, two or three players, points for each of them,
something hidden, a hexagonal board. ``shuttle`` moves pieces, hops on, and has repetition rules.
"""

from __future__ import annotations

from typing import Any

from livestone.boards import Board, Piece, hexhex, square
from livestone.core.game import Game, Jit, Position, Repetition, Seat
from livestone.core.layout import Layout, layout
from livestone.core.options import Option
from livestone.core.random import below
from livestone.core.rules import Rules
from livestone.games import catalogue, data_file, register

# Games with the same rules as another of their family, over other tables: what takes long is tested
# on them in the full tests only.
SISTERS = {"haalmaa_2", "haalmaa_4", "haalmaa_6", "kasteel_2"}

# The games that have a sample, as all do that ship. Of others, added by hand, neither a
# picture in the docs is asked for nor that bots play them well.
SHIPPED = sorted(id for id, kind in catalogue().items() if data_file(kind, "sample.txt").is_file())

EMPTY, EDGE = 0, 9  # in ``cells`` a piece is its player's index + 1


@register
class Twins(Game):
    """Twins: two stones a turn on a hexagon of hexagons.

    Rules
        Red, Blue and, with three players, Green take turns to place stones on empty cells. The
        first turn of the game is one stone, every later turn two, placed one ply at a time. The
        game ends when the board is full; the last turn may therefore be one stone short.
        Each row of exactly three stones of one colour is a point for its player. Most points win.

        With ``secret=true`` every player's first ply, a turn of its own, chooses a cell as their
        *heart*, which nobody else sees until the end. Each of their stones that stands on another
        player's heart costs a player one point.

    Start
        An empty board, Red to move. ``e5`` places a stone there, ``heart=e5`` chooses it.
    """

    id = "twins"
    title = "Twins"
    author = "The Livestone authors"
    year = 2026
    pieces = (
        Piece("red", "r", "disc", "red"),
        Piece("blue", "b", "disc", "blue"),
        Piece("green", "g", "disc", "green"),
    )
    options = (
        Option("side", 3, (2, 3, 4), "Cells along a side"),
        Option("players", 2, (2, 3), "Players"),
        Option("secret", False, (False, True), "Secret hearts"),
    )
    points = True
    spread = 1.5
    site_fields = ("hearts",)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Red, Blue and perhaps Green."""
        everybody = (Seat("Red", "red"), Seat("Blue", "blue"), Seat("Green", "green"))
        return everybody[: int(self.option["players"])]

    @property
    def max_moves(self) -> int:
        """A stone or a heart on every cell."""
        return len(self.board)

    @property
    def move_limit(self) -> int:
        """First the stones, then the hearts."""
        return 2 * len(self.board)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All of the hexagon's."""
        return self.board.symmetries

    def make_board(self) -> Board:
        """A hexagon of hexagons."""
        return hexhex(int(self.option["side"]))

    def make_layout(self) -> Layout:
        """The cells (with the wall); the hearts' sites (the wall: none or not known).

        ``chosen`` counts the hearts chosen, which everybody knows; ``stones`` the stones.
        """
        return layout(
            placement=[("cells", "i1", len(self.board) + 1)],
            identity=[("hearts", "i2", self.players), ("chosen", "i1")],
            derived=[("stones", "i2")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this board, number of players and secrecy."""
        sites, players = len(self.board), self.players
        neighbours = self.board.neighbours
        secret = bool(self.option["secret"])
        pick = jit(below)

        @jit
        def starts_three(cells: Any, site: int, direction: int) -> bool:
            """Whether a row of exactly three begins at ``site`` and runs in ``direction``."""
            colour = cells[site]
            if (colour == EMPTY) | (cells[neighbours[site, direction + 3]] == colour):
                return False
            length = 0
            while cells[site] == colour:
                length += 1
                site = neighbours[site, direction]
            return length == 3

        def start(s: Position) -> None:
            s.cells[sites] = EDGE
            s.hearts[:] = sites
            s.chosen = 0 if secret else players

        def moves(s: Position, out: Any) -> int:
            n = 0
            for site in range(sites):
                if s.chosen < players:
                    out[n] = sites + site
                    n += 1
                else:
                    out[n] = site
                    n += s.cells[site] == EMPTY
            return n

        def play(s: Position, move: int) -> None:
            if move >= sites:
                s.hearts[s.mover] = move - sites
                s.chosen += 1
            else:
                s.cells[move] = s.mover + 1
                s.stones += 1
                if (s.stones % 2 == 0) & (s.stones < sites):
                    return  # the second stone of the turn is still to come
            s.turn += 1
            s.mover = (s.mover + 1) % players

        def outcome(s: Position, score: Any) -> None:
            score[:] = 0
            for site in range(sites):
                for direction in range(3):
                    if starts_three(s.cells, site, direction):
                        score[s.cells[site] - 1] += 1
            for player in range(players):
                on_heart = s.cells[s.hearts[player]]
                if (on_heart != EMPTY) & (on_heart != EDGE) & (on_heart != player + 1):
                    score[on_heart - 1] -= 1

        def derive(s: Position) -> None:
            s.cells[sites] = EDGE
            s.stones = 0
            for site in range(sites):
                s.stones += s.cells[site] != EMPTY

        def observe(s: Position, viewer: int) -> None:
            if s.stones < sites:
                for player in range(players):
                    if player != viewer:
                        s.hearts[player] = sites

        def determinise(s: Position, viewer: int, rng: Any) -> None:
            if secret and s.stones < sites:
                for player in range(s.chosen):
                    if player != viewer:
                        s.hearts[player] = pick(rng, sites)

        def marks(s: Position, out: Any) -> None:
            out[:] = 0
            for site in range(sites):
                for direction in range(3):
                    if starts_three(s.cells, site, direction):
                        there = site
                        for _ in range(3):
                            out[there] = 1
                            there = neighbours[there, direction]

        return Rules(
            start,
            moves,
            play,
            outcome,
            derive=derive,
            marks=marks,
            observe=observe if secret else None,
            determinise=determinise if secret else None,
        )

    def move_text(self, move: int) -> str:
        """``e5``, or ``heart=e5``."""
        names = self.board.names
        return names[move] if move < len(names) else f"heart={names[move - len(names)]}"

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """One cell."""
        return (self.board.names[move % len(self.board)],)

    def prompt(self, s: Position) -> str:
        """To choose a heart."""
        return "Choose your heart." if int(s.chosen) < self.players else ""

    def why_not(self, s: Position, text: str) -> str | None:
        """Occupied, or the wrong time for a heart."""
        name = text.removeprefix("heart=")
        if name not in self.board.site:
            return None
        if s.cells[self.board.site[name]] != EMPTY:
            return f"{name} is occupied"
        return "hearts are chosen only in a player's first turn"

    def problem(self, s: Position) -> str | None:
        """Stones and hearts that no order of play can give."""
        sites, players = len(self.board), self.players
        secret = bool(self.option["secret"])
        chosen, stones = int(s.chosen), int(s.stones)
        if not 0 <= chosen <= players or (not secret and chosen < players):
            return f"chosen={chosen} is no number of hearts that {players} players can have chosen"
        if chosen < players and stones:
            return "there are stones before all hearts are chosen"
        if any(int(heart) < sites for heart in s.hearts[chosen if secret else 0 :]):
            return "there is a heart that nobody has chosen yet"
        counts = [0] * players
        for ply in range(stones):
            counts[(ply + 1) // 2 % players] += 1
        standing = [int((s.cells[:-1] == player + 1).sum()) for player in range(len(self.pieces))]
        if standing[:players] != counts or sum(standing) != stones:
            return f"{standing} stones of each colour cannot have been placed in turns"
        ended = (stones + 1 + (stones == sites and stones % 2 == 0)) // 2
        if int(s.turn) != ended + chosen * secret:
            return f"turn={int(s.turn)} does not fit {stones} stones"
        if int(s.mover) != int(s.turn) % players:
            return f"{self.seats[int(s.mover)].name} is not the one to move"
        return None

    def secret(self, s: Position, move: int) -> bool:
        """The choice of a heart is."""
        return move >= len(self.board)


@register
class Shuttle(Game):
    """Shuttle: change places on a strip of cells.

    Rules
        Two white pieces stand on the first two cells of a strip, two black ones on the last two.
        White starts. A turn moves one piece to the next cell, forwards or backwards, if that is
        empty, or hops with it over one piece of either colour to the empty cell behind. A piece
        that has hopped may hop on in the same direction, a ply each, or ``stop``.
        Who stands on both cells where the other began wins; who cannot move loses. After ``cap``
        turns the game is a draw.

        ``repetition``: a position that comes back for the third time is nothing (``none``), a draw
        (``draw``), or not allowed (``forbid``; a player with nothing else then has to ``pass``).

    Start
        ``ww...bb``, White to move; ``a1-b1`` is a move.
    """

    id = "shuttle"
    title = "Shuttle"
    author = "The Livestone authors"
    year = 2026
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    options = (
        Option("length", 7, (5, 6, 7), "Length of the strip"),
        Option("repetition", "none", ("none", "draw", "forbid"), "A position's third time"),
        Option("cap", 60, (8, 60), "Turns until the game is a draw"),
    )
    site_fields = ("hopper",)

    @property
    def length(self) -> int:
        """Cells of the strip."""
        return int(self.option["length"])

    @property
    def max_moves(self) -> int:
        """Each of two pieces goes two ways; a hop on and ``stop`` are only two."""
        return 4

    @property
    def stop_move(self) -> int:
        """The move that ends a chain of hops, after all pairs of sites."""
        return self.length * self.length

    @property
    def pass_move(self) -> int:
        """The move of a player to whom repetition leaves no other."""
        return self.stop_move + 1

    @property
    def move_limit(self) -> int:
        """``pass`` is the last move."""
        return self.pass_move + 1

    @property
    def repetition(self) -> Repetition | None:
        """As the option says."""
        third = self.option["repetition"]
        return None if third == "none" else Repetition(third, self.pass_move)

    def make_board(self) -> Board:
        """One row of cells."""
        return square(self.length, 1)

    def make_layout(self) -> Layout:
        """The cells (with the wall); the piece that has hopped and its direction (0 or 4)."""
        return layout(
            placement=[("cells", "i1", self.length + 1)],
            identity=[("hopper", "i1"), ("heading", "i1"), ("left", "i2")],
        )

    def rules(self, jit: Jit) -> Rules:
        """The rules, for this length and cap."""
        length, cap = self.length, int(self.option["cap"])
        neighbours, leap = self.board.neighbours, self.board.leap
        stop_move = self.stop_move

        @jit
        def can_hop(cells: Any, site: int, direction: int) -> Any:
            over = cells[neighbours[site, direction]]
            return (over != EMPTY) & (over != EDGE) & (cells[leap[site, direction]] == EMPTY)

        @jit
        def home(cells: Any, player: int) -> Any:
            """Whether ``player`` stands where the other began."""
            first = length - 2 if player == 0 else 0
            return (cells[first] == player + 1) & (cells[first + 1] == player + 1)

        def start(s: Position) -> None:
            s.cells[:2] = 1
            s.cells[length - 2 :] = 2
            s.cells[length] = EDGE
            s.hopper = length
            s.left = cap

        def moves(s: Position, out: Any) -> int:
            cells = s.cells
            if s.left == 0 or home(cells, 0) or home(cells, 1):
                return 0
            if s.hopper < length:
                out[0] = s.hopper * length + leap[s.hopper, s.heading]
                out[1] = stop_move
                return 2
            n = 0
            for site in range(length):
                if cells[site] == s.mover + 1:
                    for direction in (0, 4):
                        if cells[neighbours[site, direction]] == EMPTY:
                            out[n] = site * length + neighbours[site, direction]
                            n += 1
                        elif can_hop(cells, site, direction):
                            out[n] = site * length + leap[site, direction]
                            n += 1
            return n

        def play(s: Position, move: int) -> None:
            s.hopper = length
            heading = 0
            if move < stop_move:
                origin, target = move // length, move % length
                s.cells[target] = s.cells[origin]
                s.cells[origin] = EMPTY
                heading = 0 if target > origin else 4
                hops_on = abs(target - origin) == 2 and can_hop(s.cells, target, heading)
                if hops_on and not home(s.cells, s.mover):
                    s.hopper = target
                    s.heading = heading
                    return
            s.heading = 0
            s.left -= 1
            s.turn += 1
            s.mover = 1 - s.mover

        def outcome(s: Position, score: Any) -> None:
            won = [home(s.cells, 0), home(s.cells, 1)]
            if s.left > 0 and not won[0] and not won[1]:
                won[1 - s.mover] = True
            for player in range(2):
                score[player] = 1.0 if won[player] else 0.0

        def evaluate(s: Position, score: Any) -> None:
            ahead = 0
            for site in range(length):
                ahead += site * (s.cells[site] == 1) - (length - 1 - site) * (s.cells[site] == 2)
            score[0] = 0.5 + ahead / (4 * length)
            score[1] = 1 - score[0]

        def derive(s: Position) -> None:
            s.cells[length] = EDGE

        return Rules(start, moves, play, outcome, evaluate=evaluate, derive=derive)

    def move_text(self, move: int) -> str:
        """``a1-b1``, ``stop`` or ``pass``."""
        if move >= self.stop_move:
            return "stop" if move == self.stop_move else "pass"
        return "-".join(self.board.names[site] for site in divmod(move, self.length))

    def path(self, s: Position, move: int) -> tuple[str, ...]:
        """From and to; once it hops only where to."""
        tokens = tuple(self.move_text(move).split("-"))
        return tokens[1:] if int(s.hopper) < self.length and len(tokens) == 2 else tokens

    def why_not(self, s: Position, text: str) -> str | None:
        """The named choices; anything else explains itself."""
        return {
            "stop": "only a piece that has just hopped and can hop on may stop",
            "pass": "there is another move",
        }.get(text)

    def problem(self, s: Position) -> str | None:
        """Pieces that went missing, and hops that cannot have happened."""
        cells = [int(cell) for cell in s.cells[:-1]]
        if (cells.count(1), cells.count(2)) != (2, 2):
            return "there must be two pieces of each colour"
        if not 0 <= int(s.left) <= int(self.option["cap"]):
            return f"left={int(s.left)} turns are not possible"
        if int(s.turn) + int(s.left) != int(self.option["cap"]):
            return f"turn={int(s.turn)} and left={int(s.left)} do not add up to the cap"
        hopper, heading = int(s.hopper), int(s.heading)
        if hopper == self.length:
            return None if heading == 0 else "heading is given, but no piece hops"
        if heading not in (0, 4) or cells[hopper] != int(s.mover) + 1:
            return "the hopper is a piece of the player to move, heading 0 (right) or 4 (left)"
        over = int(self.board.neighbours[hopper, heading])
        land = int(self.board.leap[hopper, heading])
        if land == self.length or cells[land] or not cells[over]:
            return "the hopper cannot hop on"
        return None
