"""What a game's module exports: rules, referee, perft and random games, and every search it has.

Rules and the referee are compiled with array bounds checked, so that no position or move, however
wrong, reads or writes anything else. Searches are not, for speed: they trust positions, and check
only that their arrays are long enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba

from livestone.compiler.wrappers import Export
from livestone.core import playouts
from livestone.core.game import Game
from livestone.core.kernels import (
    INT32S,
    KEYS,
    WORDS,
    drawn_kernel,
    identity_kernel,
    legal_kernel,
    note_kernel,
)
from livestone.core.repetition import DEPTH
from livestone.portable.folding import Unfolding, unfoldings
from livestone.portable.forms import conversion
from livestone.portable.kernels import PortableKernels
from livestone.search import alphabeta_work, endgame_solver, guided_kernel, tree
from livestone.search.alphabeta_kernel import MAX_DEPTH
from livestone.search.endgame_solver import can_solve
from livestone.search.guided import guides
from livestone.search.solving_kernel import BUCKET

# The rules of another form that a host needs beside the solver.
SOLVER_RULES = ("play", "bounds")


def exports(game: Game, kind: type[PortableKernels]) -> Iterator[Export]:
    """Yield the exports of a game, to be compiled."""
    plain, checked = kind(game), kind(game, check_bounds=True)
    yield from (Export(name, checked.rule(name)) for name in checked.rule_names)
    yield from _referee(checked)
    yield from _rules_only(plain, checked)
    yield from _uct(plain)
    if game.players == 2 and game.plain.determinise is None:
        form = _form(plain, game.for_search)
        yield from _alphabeta(game, form)
        if guides(game):
            yield from _guided(game, plain, form)
    if can_solve(game):
        yield from _solver(game, _form(plain, game.for_solving))


def tables(game: Game, kind: type[PortableKernels]) -> list[Unfolding]:
    """Return the tables that a game's module makes when they are first needed."""
    return unfoldings((game, game.for_search, game.for_solving), kind)


def _form(plain: PortableKernels, form: Game) -> PortableKernels:
    """The kernels of another form of the game, if it is another."""
    return plain if form == plain.game else type(plain)(form)


def _referee(checked: PortableKernels) -> Iterator[Export]:
    """The referee: the history, repetition, and the legal moves with the history applied."""
    at = numba.int64
    yield Export("referee_note", checked.build(note_kernel, KEYS, WORDS, at))
    yield Export("referee_identity", checked.build(identity_kernel, KEYS))
    yield Export("referee_drawn", checked.build(drawn_kernel, WORDS, at, WORDS, at))
    legal = checked.build(legal_kernel, checked.stack, WORDS, at, INT32S, WORDS, at)
    yield Export("referee_legal", legal)


def _rules_only(plain: PortableKernels, checked: PortableKernels) -> Iterator[Export]:
    """What needs only the rules."""
    yield Export("perft", playouts.perft(checked), wide=True, endless=True)
    sizes = {"stack": (2,), "rng": (1,), "wins": (plain.game.players + 1,)}
    yield Export("random_games", playouts.random_games(plain), sizes)


def _uct(plain: PortableKernels) -> Iterator[Export]:
    """UCT."""
    game = plain.game
    sizes = {
        "tree": (1,),
        "used": (1,),
        "stack": (tree.STACK,),
        "words": (tree.STACK, game.layout.words),
        "history": (1, game.layout.placement_words + 1),
        "stats": (game.max_moves,),
        "averages": (game.move_limit, game.players, 2),
        "rng": (1,),
    }
    yield Export("uct_grow", tree.grow(plain), sizes, {"past": ("history", tree.LONGEST)})
    yield Export("uct_prune", tree.prune(plain), {}, _PRUNE)


# A tree is pruned at one of its nodes, into another that is no shorter.
_PRUNE = {"root": ("tree", 1), "tree": ("into", 0)}


def _alphabeta(game: Game, form: PortableKernels) -> Iterator[Export]:
    """Alpha-beta, for open games of two players."""
    plies, most = MAX_DEPTH, game.max_moves + 1
    grid = (plies + 2, most)
    sizes: dict[str, tuple[int, ...]] = {
        "stack": (plies + DEPTH + 2,),
        "words": (plies + DEPTH + 2, form.game.layout.words),
        "frames": (plies + 1,),
        "moves": grid,
        "order": grid,
        "gains": grid,
        "lines": (plies + 1, plies + 1),
        "table": (2,),
        "history": (plies + 2, form.game.layout.placement_words + 1),
        "score": (2,),
        "leads": (most,),
        "meter": (5,),
    }
    yield Export("alphabeta_run", alphabeta_work.alphabeta(form), sizes)
    yield from _conversion("alphabeta", game, form)


def _guided(game: Game, plain: PortableKernels, form: PortableKernels) -> Iterator[Export]:
    """Guided search."""
    sizes = {
        "tree": (1,),
        "used": (2,),
        "stack": (guided_kernel.STACK,),
        "odds": (1, 2),
        "luck": (guided_kernel.KINDS,),
        "stats": (game.max_moves,),
        "rng": (1,),
    }
    yield Export("guided_grow", guided_kernel.grow(form), sizes)
    yield Export("guided_prune", guided_kernel.prune(form), {}, _PRUNE)
    yield Export("guided_luck", guided_kernel.luck(plain), {"luck": (guided_kernel.KINDS,)})
    yield Export("guided_odds", guided_kernel.odds(plain), {"table": (1, 2)})


def _solver(game: Game, form: PortableKernels) -> Iterator[Export]:
    """The endgame solver."""
    plies = MAX_DEPTH
    grid = (plies + 2, game.max_moves + 1)
    sizes: dict[str, tuple[int, ...]] = {
        "stack": (plies + 2,),
        "frames": (plies + 1,),
        "moves": grid,
        "order": grid,
        "memory": (BUCKET,),
        "meter": (4,),
    }
    yield Export("solver_run", endgame_solver.solver(form), sizes)
    yield from (Export(f"solver_{name}", form.rule(name)) for name in SOLVER_RULES)
    yield from _conversion("solver", game, form)


def _conversion(search: str, game: Game, form: PortableKernels) -> Iterator[Export]:
    """How a position gets into the form of a search, where that is another."""
    if form.game != game:
        sizes = {"octets": (_bytes(form.game),), "position": (_bytes(game),)}
        yield Export(f"{search}_convert", conversion(game, form), sizes)


def _bytes(game: Game) -> Any:
    return game.layout.dtype.itemsize
