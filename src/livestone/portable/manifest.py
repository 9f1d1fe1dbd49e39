"""The manifest of a module: what a host must know to call it, as a JSON object.

``format`` is its version. ``records`` are the layouts that arguments point to, ``exports`` the
functions with their arguments, ``searches`` the numbers that searches start from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from numba import types

from livestone.compiler.arrays import dtype_of
from livestone.compiler.wasm import FAILED, OUT_OF_BOUNDS, OUT_OF_MEMORY
from livestone.compiler.wrappers import REFUSED, Export, is_signed, result_type
from livestone.core.game import Game
from livestone.core.layout import Layout
from livestone.core.playouts import MAX_PLIES
from livestone.core.repetition import DEPTH
from livestone.play import bot
from livestone.play.levels import LEVELS
from livestone.portable.description import description
from livestone.portable.link import MAX_MEMORY
from livestone.search import (
    alphabeta_kernel,
    guided,
    guided_kernel,
    solving_kernel,
    strongest,
    tree,
    uct,
)
from livestone.search.table import ENTRY

FORMAT = "livestone-game-2"
# What ``status`` says.
STATUS = {
    0: "done",
    OUT_OF_MEMORY: "out of memory",
    OUT_OF_BOUNDS: "an index outside an array",
    FAILED: "failed",
    REFUSED: "a pointer outside the blocks, or an array too short",
}


def manifest(
    game: Game, name: str, found: Sequence[Export], module: bytes, book: tuple[str, bytes] | None
) -> dict[str, Any]:
    """Return the manifest of a module, and of the file of the opening book, if there is one."""
    records = _Records(game)
    functions = {export.name: records.function(export) for export in found}
    return {
        "format": FORMAT,
        "id": game.id,
        "options": dict(game.option),
        **description(game),
        "module": f"{name}.wasm",
        **_content(module),
        "book": None if book is None else {"file": book[0], **_content(book[1])},
        "players": game.players,
        "sites": len(game.board),
        "max_moves": game.max_moves,
        "move_limit": game.move_limit,
        "repetition": _repetition(game),
        "most_memory": MAX_MEMORY,
        "status": {str(code): words for code, words in STATUS.items()},
        "position": _position(game.layout),
        "records": records.known,
        "exports": functions,
        "searches": _searches(game, functions),
        "levels": [{**asdict(level), "patient": level.patient} for level in LEVELS],
    }


def _content(file: bytes) -> dict[str, Any]:
    """What tells whether a file is the one that is meant."""
    return {"bytes": len(file), "sha256": hashlib.sha256(file).hexdigest()}


def _repetition(game: Game) -> dict[str, Any] | None:
    rule = game.repetition
    return None if rule is None else {"third": rule.third, "pass_move": rule.pass_move}


def _position(layout: Layout) -> dict[str, Any]:
    """Where the fields of a position lie, by block."""
    blocks = ("placement", "identity", "derived")
    return {
        **_layout(layout.dtype),
        "words": layout.words,
        "placement_words": layout.placement_words,
        "identity_words": layout.identity_words,
        **{block: list(getattr(layout, block)) for block in blocks},
    }


def _layout(dtype: Any) -> dict[str, Any]:
    """The size of a record and its fields: type as in NumPy, offset in bytes, shape."""
    fields = {
        name: {
            "type": part.base.str.lstrip("<|"),
            "offset": offset,
            "shape": list(part.shape),
        }
        for name, (part, offset, *_) in dtype.fields.items()
        if not name.startswith("_")
    }
    return {"bytes": dtype.itemsize, "fields": fields}


class _Records:
    """The layouts that arguments point to, each under the name of the argument met first."""

    def __init__(self, game: Game) -> None:
        self._names: dict[Any, str] = {game.layout.dtype: "position"}
        self.known: dict[str, Any] = {}

    def function(self, export: Export) -> dict[str, Any]:
        """The arguments of an exported function, and what it returns."""
        kernel = export.kernel
        named = zip(kernel.arguments, kernel.types, strict=True)
        arguments = [self._argument(export, name, type_) for name, type_ in named]
        if isinstance(export.returns, types.BaseTuple):
            shape = [len(export.returns)]
            arguments.append({"name": "result", "kind": "array", "type": "i4", "least": shape})
        return {"arguments": arguments, "result": _result(export)}

    def _argument(self, export: Export, name: str, type_: Any) -> dict[str, Any]:
        if isinstance(type_, types.Array):
            least = export.sizes.get(name, (0,) * type_.ndim)
            made = {"kind": "array", "type": self._type(export, name, type_.dtype)}
            return {"name": name, **made, "least": list(least)}
        if isinstance(type_, types.Record):
            return {"name": name, "kind": "record", "type": self._type(export, name, type_)}
        wide = isinstance(type_, types.Integer) and not is_signed(type_)
        return {"name": name, "kind": "i64" if wide else "i32"}

    def _type(self, export: Export, name: str, type_: Any) -> str:
        """A NumPy type's short name, or that of a record."""
        dtype = dtype_of(type_)
        if dtype.fields is None:
            return dtype.str.lstrip("<|")
        if dtype not in self._names:
            self._names[dtype] = made = f"{export.name}.{name}"
            self.known[made] = _layout(dtype)
        return self._names[dtype]


def _result(export: Export) -> str:
    if isinstance(export.returns, types.NoneType | types.BaseTuple):
        return "status"
    kind = str(result_type(export))
    return "f64" if kind == "double" else kind


def _searches(game: Game, functions: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers that the searches of a module need from their hosts."""
    found: dict[str, Any] = {
        "rules": {"depth": DEPTH, "most_plies": MAX_PLIES},
        "uct": {
            "settings": _row(uct.Settings().record(game)),
            "stack": tree.STACK,
            "longest": tree.LONGEST,
            "guesses": uct.GUESSES,
            "seeds": uct.SEEDS,
            "megabytes": strongest.MEGABYTES,
            "alike": game.knobs.alike,
        },
    }
    found["strongest"] = {"contempt": strongest.CONTEMPT}
    if "alphabeta_run" in functions:
        meter = ("at", "nodes", "until", "age", "reduces")
        plies = alphabeta_kernel.MAX_DEPTH
        found["alphabeta"] = {
            "plies": plies,
            "stack": plies + DEPTH + 2,
            "unit": alphabeta_kernel.UNIT,
            "infinite": alphabeta_kernel.INFINITE,
            "entry_bytes": ENTRY.itemsize,
            "meter": list(meter),
            "spread": game.knobs.spread,
            "megabytes": bot.MEGABYTES,
        }
    if "guided_grow" in functions:
        found["guided"] = {
            "settings": _row(guided.Guidance().record(game)),
            "stack": guided_kernel.STACK,
            "longest": guided_kernel.LONGEST,
            "luck": guided_kernel.KINDS,
        }
    if "solver_run" in functions:
        found["solver"] = {
            "plies": alphabeta_kernel.MAX_DEPTH,
            "stack": alphabeta_kernel.MAX_DEPTH + 2,
            "entry_bytes": solving_kernel.ENTRY.itemsize,
            "meter": ["at", "nodes", "until", "goal"],
        }
    return found


def _row(record: Any) -> dict[str, Any]:
    """A record of numbers by name."""
    return {name: record[name].item() for name in record.dtype.names}
