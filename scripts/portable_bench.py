"""How fast searches run in WebAssembly, beside machine code: ``python scripts/portable_bench.py``.

Each search makes the same playouts from the opening three times: natively, in wasmtime, and in Node
where that is installed. Seconds are the processor's, and the best of ``--rounds`` count.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from livestone.core.game import Game
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.portable.compile import Compiled, compile_game
from livestone.search.guided import Guided, guides
from livestone.search.uct import Settings, Tree

HEADINGS = ("game", "search", "native/s", "wasmtime/s", "share", "node/s", "share")
NODES = 400_000


@dataclass(frozen=True)
class Work:
    """A call: the exported function, its arrays by name as they are at first, and its arguments.

    An argument that is a text is the pointer to that array. ``native`` makes the same call.
    """

    function: str
    arrays: dict[str, Any]
    arguments: tuple[Any, ...]
    native: Callable[[], int]


def uct_work(game: Game, playouts: int) -> Work:
    """UCT from the opening."""
    tree, settings = planted(game, Tree), Settings().record(game)
    arrays = {
        "tree": tree.nodes, "used": tree.used, "stack": tree._stack, "history": tree._history,
        "stats": tree._stats, "averages": tree._averages, "rng": tree.rng,
        "settings": np.asarray(settings),
    }  # fmt: skip
    stack = len(tree._stack)
    arguments = (
        "tree", len(tree.nodes), "used", 1, "stack", stack, "stack", stack, game.layout.words,
        "history", *tree._history.shape, 0, "stats", len(tree._stats),
        "averages", *tree._averages.shape, playouts, "rng", 1, "settings",
    )  # fmt: skip
    return Work("uct_grow", kept(arrays), arguments, tree.parts(playouts, settings)[0])


def guided_work(game: Game, playouts: int) -> Work:
    """Guided search from the opening."""
    search = Guided(game)
    tree: Any = planted(game, search.tree)
    settings: Any = search.weights().record(game)
    hand = tree._hands[0]
    arrays = {
        "tree": tree.nodes, "used": hand.used, "stack": hand.stack, "odds": tree._odds,
        "luck": tree._luck, "stats": hand.stats, "rng": hand.rng, "settings": np.asarray(settings),
    }  # fmt: skip
    arguments = (
        "tree", len(tree.nodes), "used", 2, "stack", len(hand.stack), "odds", *tree._odds.shape,
        "luck", len(tree._luck), "stats", len(hand.stats), playouts, "rng", 1, "settings",
    )  # fmt: skip
    return Work("guided_grow", kept(arrays), arguments, tree.parts(playouts, settings)[0])


def planted(game: Game, kind: type[Tree]) -> Tree:
    """A tree over the opening, before its first playout."""
    tree = kind(game, NODES)
    tree.nodes[:] = np.zeros(1, tree.nodes.dtype)[0]
    tree.rng = seeded(1)
    tree.plant(State(game).position, [])
    return tree


def kept(arrays: dict[str, Any]) -> dict[str, Any]:
    """Copies of arrays, to begin again from."""
    return {name: array.copy() for name, array in arrays.items()}


def native_rate(make: Callable[[], Work], playouts: int, rounds: int) -> float:
    """Playouts a second in machine code."""
    make().native()  # compiles
    times = []
    for _ in range(rounds):
        work = make()
        began = time.process_time()
        assert work.native() == playouts
        times.append(time.process_time() - began)
    return playouts / min(times)


def wasmtime_rate(made: Compiled, work: Work, playouts: int, rounds: int) -> tuple[float, float]:
    """Playouts a second in wasmtime, and the seconds it takes to instantiate the module."""
    store = wasmtime.Store()
    module = wasmtime.Module.from_file(store.engine, str(made.module))
    began = time.perf_counter()
    exported: Any = dict(wasmtime.Instance(store, module, []).exports(store).items())
    instantiated = time.perf_counter() - began
    places = {name: exported["alloc"](store, part.nbytes) for name, part in work.arrays.items()}
    given = [places[one] if isinstance(one, str) else int(one) for one in work.arguments]
    times = []
    for _ in range(rounds):
        for name, part in work.arrays.items():
            exported["memory"].write(store, part.tobytes(), places[name])
        began = time.process_time()
        assert exported[work.function](store, *given) == playouts
        times.append(time.process_time() - began)
    return playouts / min(times), instantiated


def node_rate(
    made: Compiled, work: Work, playouts: int, rounds: int
) -> tuple[float, float, float] | None:
    """The same in Node, and the seconds from a compiled module to what is drawn of the opening.

    None where Node is not installed.
    """
    node = shutil.which("node")
    if node is None:
        return None
    plan = {
        "module": str(made.module),
        "manifest": str(made.manifest),
        "function": work.function,
        "arguments": [one if isinstance(one, str) else int(one) for one in work.arguments],
        "rounds": rounds + 1,  # the first is slow: it is compiled again while it runs
        "arrays": {name: _array(part.tobytes()) for name, part in work.arrays.items()},
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        script = Path(__file__).with_suffix(".mjs")
        told = subprocess.run([node, script, file.name], capture_output=True, check=True).stdout
    found = json.loads(told)
    assert found["done"] == playouts
    return playouts / min(found["seconds"]), found["instantiated"], found["drawn"]


def _array(content: bytes) -> dict[str, Any]:
    """An array of a plan; one of zeros is only a length."""
    empty = not any(content)
    return {"length": len(content), "content": "" if empty else base64.b64encode(content).decode()}


def rows(game: Game, made: Compiled, playouts: int, rounds: int) -> Iterator[tuple[str, ...]]:
    """What is measured of a game, a row for each search."""
    makers = {"UCT": lambda: uct_work(game, playouts)}
    if guides(game):
        makers["guided"] = lambda: guided_work(game, playouts)
    for name, make in makers.items():
        native = native_rate(make, playouts, rounds)
        wasm, instantiated = wasmtime_rate(made, make(), playouts, rounds)
        node = node_rate(made, make(), playouts, rounds)
        browser = ("-", "-") if node is None else (f"{node[0]:,.0f}", f"{node[0] / native:.2f}")
        shares = (f"{native:,.0f}", f"{wasm:,.0f}", f"{wasm / native:.2f}", *browser)
        yield (made.module.stem, name, *shares)
    small = len(gzip.compress(made.module.read_bytes()))
    times = f"wasmtime {instantiated * 1000:.1f} ms"
    if node is not None:
        times += f", node {node[1] * 1000:.1f} ms; first drawn in {node[2] * 1000:.1f} ms"
    yield "", f"{made.bytes:,} bytes, {small:,} compressed, instantiated in {times}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure games, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games unless given")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--playouts", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args(arguments)
    print(" ".join(f"{word:>12}" for word in HEADINGS))
    with tempfile.TemporaryDirectory() as folder:
        for name in args.games or catalogue():
            game = load(name, **dict(pair.split("=", 1) for pair in args.option))
            began = time.perf_counter()
            made = compile_game(game, Path(folder))
            seconds = time.perf_counter() - began
            for row in rows(game, made, args.playouts, args.rounds):
                print(" ".join(f"{word:>12}" for word in row), flush=True)
            print(f"{'':>12} compiled in {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
