"""Measure how much guided search gives away where the result after every move is proved.

``make choices ARGS="FILE --nodes 10000 40000 --set cut=4"`` runs it. Positions of Freedom 10x10
come from games that guided search plays against itself with few playouts, after random openings of
four plies; every move in them is proved to win, draw or lose, and not all are alike. FILE keeps
them, and gets more until it has ``--positions``. To make a draw of a win gives half a point away.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.games import load
from livestone.play.match import opening
from livestone.search.guided import Guidance, Guided
from livestone.search.proof_search import ProofSearch, Stopped
from livestone.search.report import Limits

# The playouts of a move in the games, and the most nodes that proving a position may take.
PLAYOUTS, MAX_NODES = 1_000, 20_000_000


def main() -> None:
    """Do what is asked for; an end by Ctrl-C keeps the positions found so far."""
    try:
        tell(parsed())
    except (OSError, LivestoneError) as error:
        sys.exit(f"choices: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def tell(asked: argparse.Namespace) -> None:
    """Make what positions are missing, and print a line for each number of playouts."""
    game = load("freedom")
    settings = replace(Guidance(), **dict(map(setting, asked.set)))
    known = positions(game, asked.file, asked.positions, asked.plies)
    for nodes in asked.nodes:
        lost = [
            given_away(game, known, settings, Limits(nodes=nodes), seed)
            for seed in range(asked.seeds)
        ]
        mean = sum(map(sum, lost)) / len(known) / len(lost)
        each = ", ".join(f"{sum(points):g}" for points in lost)
        print(f"{nodes:,} playouts: {mean:.4f} points a move ({each} of {len(known)} moves)")


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("file", type=Path, help="where the positions are kept")
    reader.add_argument("--positions", type=positive, default=100)
    reader.add_argument("--plies", type=positive, nargs="+", default=[32, 34, 36, 39], help="to go")
    reader.add_argument("--nodes", type=positive, nargs="+", default=[10_000, 40_000])
    reader.add_argument("--seeds", type=positive, default=2)
    reader.add_argument("--set", nargs="+", default=[], help="NAME=VALUE of a Guidance")
    return reader.parse_args()


def positive(text: str) -> int:
    """A whole number of one or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def setting(text: str) -> tuple[str, Any]:
    """A setting by its name, as it is written in a command."""
    name, _, value = text.partition("=")
    known = {field.name: type(getattr(Guidance(), field.name)) for field in fields(Guidance)}
    if name not in known:
        sys.exit(f"choices: {name!r} is no setting; there are {', '.join(known)}")
    try:
        return name, known[name](value)
    except ValueError:
        sys.exit(f"choices: {value!r} is no number for {name!r}, as in {name}=2")


def positions(game: Game, file: Path, count: int, plies: list[int]) -> list[dict[str, Any]]:
    """Positions as texts, with what each move brings its player: 1, 0 or -1."""
    try:
        text = file.read_text("utf-8") if file.exists() else ""
        found = [json.loads(line) for line in text.splitlines()]
        number = max((entry["game"] for entry in found), default=0)
    except (ValueError, LookupError, TypeError):
        sys.exit(f"choices: {file} is no file of positions that this command has written")
    with file.open("a", encoding="utf-8") as sink:
        while len(found) < count:
            number += 1
            for state in moments(game, number, plies):
                results = proved(state)
                if len(set(results.values())) > 1:
                    entry = {"game": number, "text": state.text, "results": results}
                    found.append(entry)
                    print(json.dumps(entry), file=sink, flush=True)
            print(f"{len(found)} of {count} positions", end="\r", file=sys.stderr, flush=True)
    return found[:count]


def moments(game: Game, number: int, plies: list[int]) -> list[State]:
    """A game's positions with so many plies to go."""
    search, state = Guided(game, seed=number, reuse=True), opening(game, 4, number)
    sites, found = len(game.board), []
    while sites - state.ply > min(plies):
        *_, report = search.search(state, Limits(nodes=PLAYOUTS))
        state.play(report.move)
        if sites - state.ply in plies:
            found.append(state.copy())
    return found


def proved(state: State) -> dict[str, int]:
    """What each move brings its player; nothing where that takes too long."""

    def check(nodes: int) -> None:
        if nodes > MAX_NODES:
            raise Stopped

    search = ProofSearch(state.game, piece=2 * MAX_NODES, check=check)
    sign, results = 1 if state.mover == 0 else -1, {}
    for move in state.legal:
        child = state.copy()
        child.play(move)
        try:
            first = search.settle(child, 1) - (not search.settle(child, 0))
        except Stopped:
            return {}
        results[state.game.wording.move_text(move)] = sign * first
    return results


def given_away(
    game: Game, known: list[dict[str, Any]], settings: Guidance, limits: Limits, seed: int
) -> list[float]:
    """The points that a search gives away in each position."""
    search, lost = Guided(game, seed=seed, settings=settings), []
    for entry in known:
        *_, report = search.search(State.read(game, entry["text"]), limits)
        results = entry["results"]
        lost.append((max(results.values()) - results[game.wording.move_text(report.move)]) / 2)
    return lost


if __name__ == "__main__":
    main()
