"""The strongest level in JavaScript plays the opening book as it does in Python."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.portable.javascript import JS, run_node
from tests.positions import state_after

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.symmetry import mirrored
from livestone.games import load
from livestone.play.book import shipped
from livestone.portable.compile import Compiled

GAME, LEVEL = load("freedom"), 10
# A game that Livestone has no book for.
OTHER = load("freedom", size=6)
# Reads the files of a game itself, as a page does that carries them; prints the book's moves.
READING = """
import { readFile } from "node:fs/promises";
const [source, folder, name] = process.argv.slice(1);
const { Game } = await import(source);
const read = async (file) => new Uint8Array(await readFile(`${folder}/${file}`));
const manifest = JSON.parse(new TextDecoder().decode(await read(name)));
const book = () => read(manifest.book.file);
const game = await Game.from(manifest, await read(manifest.module), undefined, book);
const state = game.start();
const known = [...(await game.book()).moves(state)];
const named = known.map(([move, lead]) => [game.text(move), lead]);
console.log(JSON.stringify(Object.fromEntries(named)));
"""
SCRIPT = (str(JS / "test" / "bots.mjs"), str(JS / "src" / "index.js"))


def from_book(moves: list[str], seed: int) -> Iterator[dict[str, Any]]:
    """The reports with which the strongest level plays on, as long as its book goes."""
    book, state = shipped(GAME), state_after(GAME, *moves)
    assert book is not None
    while (report := book.report(state, seed)) is not None:
        yield json.loads(json.dumps(report.as_json(GAME)))
        state.play(report.move)


def asked(manifest: Path, moves: list[str], seed: int, plies: int, **bot: Any) -> dict[str, Any]:
    bot = {"level": LEVEL, "seed": seed, **bot}
    return {"manifest": str(manifest), "moves": moves, "bot": bot, "plies": plies}


def test_the_book_is_played_alike_for_every_seed_and_in_every_mirror(
    compiled: Callable[[Game], Compiled],
) -> None:
    manifest = compiled(GAME).manifest
    openings = [
        ([], 0),
        ([], 7),
        *((list(mirrored(GAME, ("d7", "c6"), one)), 3) for one in GAME.symmetries),
    ]
    wanted = [[*from_book(moves, seed)] for moves, seed in openings]
    assert all(len(reports) > 2 for reports in wanted)
    questions = [
        asked(manifest, moves, seed, len(reports))
        for (moves, seed), reports in zip(openings, wanted, strict=True)
    ]
    assert run_node(SCRIPT, *questions) == wanted


def test_a_host_may_read_the_file_itself(compiled: Callable[[Game], Compiled]) -> None:
    manifest, book = compiled(GAME).manifest, shipped(GAME)
    assert book is not None
    given = (SCRIPT[1], str(manifest.parent), manifest.name)
    [known] = run_node(["--input-type=module", "--eval", READING, *given])
    moves = book.moves(State(GAME))
    assert known == {GAME.wording.move_text(move): lead for move, lead in moves.items()}


def test_a_weaker_level_knows_no_book(compiled: Callable[[Game], Compiled]) -> None:
    manifest = compiled(GAME).manifest
    [[report]] = run_node(SCRIPT, asked(manifest, [], 0, 1, level=1))
    assert report["nodes"] != next(from_book([], 0))["nodes"]


@pytest.fixture
def copied(compiled: Callable[[Game], Compiled], tmp_path: Path) -> Path:
    """The manifest of the game in a folder of its own."""
    made = compiled(GAME)
    for file in (made.manifest, made.module, made.manifest.with_suffix(".book.json")):
        shutil.copy(file, tmp_path)
    return tmp_path / made.manifest.name


def test_without_the_file_the_bot_thinks(copied: Path) -> None:
    copied.with_suffix(".book.json").unlink()
    [[report]] = run_node(SCRIPT, asked(copied, ["d7"], 0, 1, seconds=0.1))
    book = next(from_book(["d7"], 0))
    assert report["lines"][0]["move"] in state_after(GAME, "d7").legal_texts
    assert report["nodes"] != book["nodes"]


def test_another_book_is_refused(copied: Path) -> None:
    file = copied.with_suffix(".book.json")
    file.write_text(file.read_text().replace('"d7":1.28', '"d7":0.00'))
    with pytest.raises(AssertionError, match="is not the book that the manifest describes"):
        run_node(SCRIPT, asked(copied, [], 0, 1))


def test_a_game_without_a_book_says_so(compiled: Callable[[Game], Compiled]) -> None:
    assert json.loads(compiled(OTHER).manifest.read_text())["book"] is None
    assert not compiled(OTHER).manifest.with_suffix(".book.json").exists()
