"""Games of a report that are played through on the app's own board.

The page carries the app's script for it and the compiled games, so that it needs nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from html import escape

from livestone.app import bundle
from livestone.app.built import built_folder
from livestone.app.files import compact
from livestone.app.modules import modules
from livestone.app.single_file import element, script_text
from livestone.core.game import Game
from livestone.core.state import State
from livestone.draw.svg import draw
from livestone.errors import BundlerMissing, LinkerMissing
from livestone.play.playtest import Playtest, Trial
from livestone.portable.compile import file_name
from livestone.records.record import Participant, Record

SCRIPT = "report"
Say = Callable[[str], None]


def shown(played: Playtest, trial: Trial, words: str) -> str:
    """A game as its final position, which a click makes a board that plays it through."""
    state = State(played.game)
    for move in trial.moves:
        state.play(move)
    people = [Participant(f"{strength:,} playouts", "bot") for strength in trial.playouts]
    text = Record.of(state, people).as_text()
    picture = draw(state, standalone=False)
    return (
        f'<figure class="replay" data-game="{escape(file_name(played.game))}">{picture}'
        f"<figcaption>{escape(words)}</figcaption>"
        f"<button hidden>Play it through</button><details><summary>The record</summary>"
        f"<pre>{escape(text)}</pre></details></figure>"
    )


def carried(games: Sequence[Game], jobs: int, say: Say) -> tuple[str, str]:
    """The script and the compiled games as markup; or nothing, and a sentence that says why."""
    folder = built_folder()
    try:
        say("bundling the board ...")
        script = bundle.script(SCRIPT) if bundle.has_sources() else None
        if script is None and folder is not None:
            script = (folder / f"{SCRIPT}.js").read_bytes()
        files = dict(_compiled(games, jobs, say))
    except (BundlerMissing, LinkerMissing, OSError) as error:
        return "", f"The games cannot be played through in this page: {error}."
    if script is None:
        return "", "The games cannot be played through in this page: the app is not installed."
    elements = "".join(element(name, content) for name, content in files.items())
    return f'{elements}<script type="module">{script_text(script)}</script>', ""


def _compiled(games: Sequence[Game], jobs: int, say: Say) -> Iterator[tuple[str, bytes]]:
    """The lighter module of each game and its manifest, which are enough to replay it."""
    made = modules(games, jobs, lambda done, of: say(f"compiling the board: {done} of {of}"))
    for game, files in made:
        name = file_name(game)
        if f"{name}.light.json" in files:
            name = f"{name}.light"
        manifest = json.loads(files[f"{name}.json"])
        yield f"games/{file_name(game)}.json", compact(manifest)
        yield f"games/{file_name(game)}.wasm", files[f"{name}.wasm"]
