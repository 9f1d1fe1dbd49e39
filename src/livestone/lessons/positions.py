"""Makes the positions that blocks of ``diagrams.txt`` and ``lessons.txt`` describe."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path

from livestone.core.game import Game
from livestone.core.state import State
from livestone.draw.signs import FORMS, Sign
from livestone.errors import LivestoneError
from livestone.games import catalogue, data_file
from livestone.lessons.text_format import Block, read_blocks
from livestone.suggest import instead

# Fields that say which game, and which position of it.
PLACE = ("games", "options", "position", "moves")
COLOUR = "green"  # of a mark or an arrow whose colour is not said
WORDS = {"green": "marked", "red": "crossed out", "blue": "in a square", "yellow": "in a triangle"}


def file_of(kind: type[Game], name: str) -> Path:
    """Where a game's ``diagrams.txt`` or ``lessons.txt`` is, if it has any: in its folder."""
    rules = Path(inspect.getfile(kind))
    return rules.parent / name if rules.name == "rules.py" else data_file(kind, name)


def blocks_for(kind: type[Game], name: str) -> list[Block]:
    """The blocks of a file that are about a game. Raises BadLesson."""
    return [block for block in read_blocks(file_of(kind, name)) if is_for(block, kind)]


def is_for(block: Block, kind: type[Game]) -> bool:
    """Whether a block is about a game: it names it, or names none. Raises BadLesson."""
    ids = block.words("games")
    known = {one.id for one in catalogue().values() if one.__module__ == kind.__module__} | {
        kind.id
    }
    for id in ids:
        if id not in known:
            raise block.problem(f"there is no game {id!r} here: {instead(id, known)}", "games")
    return not ids or kind.id in ids


def game_of(block: Block, kind: type[Game]) -> Game:
    """The game with the options of a block. Raises BadLesson."""
    pairs = [word.partition("=") for word in block.words("options")]
    try:
        return kind(**{name: value for name, _, value in pairs})
    except LivestoneError as error:
        raise block.problem(error, "options") from None


def state_of(block: Block, game: Game) -> State:
    """The state that a block describes: a position, and moves from there. Raises BadLesson."""
    try:
        text = block.value("position")
        state = State.read(game, text) if text else State(game)
    except LivestoneError as error:
        raise block.problem(error, "position") from None
    play_all(block, state, block.words("moves"), "moves")
    return state


def play_all(block: Block, state: State, moves: Iterable[str], name: str) -> None:
    """Play moves that a field gives. Raises BadLesson."""
    for move in moves:
        try:
            state.play(move)
        except LivestoneError as error:
            raise block.problem(f"{move}: {error}", name) from None


def signs_of(block: Block, game: Game, prefix: str = "") -> tuple[Sign, ...]:
    """The marks and arrows of a block; with the prefix ``after`` those of the second picture."""
    name = f"{prefix} marks".strip()
    found = [_sign(block, game, name, *_coloured(word)) for word in block.words(name)]
    name = f"{prefix} arrows".strip()
    return (*found, *(_arrow(block, game, name, word) for word in block.words(name)))


def site_of(block: Block, game: Game, name: str, site: str) -> int:
    """The number of a site that a field names. Raises BadLesson."""
    if site not in game.board.site:
        raise block.problem(f"there is no site {site!r}: {instead(site, game.board.names)}", name)
    return game.board.site[site]


def _arrow(block: Block, game: Game, name: str, word: str) -> Sign:
    colour, sites = _coloured(word)
    start, dash, end = sites.partition("-")
    if not dash:
        raise block.problem(f"{word!r} is no arrow: write 'a1-b2'", name)
    drawn = _sign(block, game, name, colour, start)
    return Sign(drawn.colour, drawn.at, site_of(block, game, name, end))


def _sign(block: Block, game: Game, name: str, colour: str, site: str) -> Sign:
    if colour not in FORMS:
        raise block.problem(f"{colour!r} is no colour: {instead(colour, FORMS)}", name)
    return Sign(colour, site_of(block, game, name, site), words=WORDS[colour])


def _coloured(word: str) -> tuple[str, str]:
    """A word's colour and the rest: ``red:a1``."""
    colour, colon, rest = word.partition(":")
    return (colour, rest) if colon else (COLOUR, word)
