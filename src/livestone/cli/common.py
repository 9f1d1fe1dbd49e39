"""The arguments that several commands share, and the state they ask for."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

from livestone.errors import BadOption, BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.state import State
    from livestone.core.view import View


MAX_JOBS = 256
# The viewer who plays no side.
SPECTATOR = "spectator"
MAX_SECONDS = 1_000_000.0


def _whole(kind: object, tokens: Sequence[Token]) -> int:
    """Read a whole number strictly: cyclopts by itself takes 1.5 for 2. Raises ValueError."""
    text = tokens[0].value
    if re.fullmatch(r"-?[0-9]{1,9}", text) is None:
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _viewer(kind: object, tokens: Sequence[Token]) -> int | str:
    """Read a player's index, or ``spectator``. Raises BadRequest."""
    text = tokens[0].value
    if text == SPECTATOR:
        return text
    try:
        return _whole(kind, tokens)
    except ValueError:
        raise BadRequest(
            f"--viewer {text[:40]!r} is no viewer: choose a player's index, from 0, or {SPECTATOR}"
        ) from None


def _file_name(kind: object, tokens: Sequence[Token]) -> str:
    """Read a file's name or ``-``, but no option that is not there. Raises ValueError."""
    text = tokens[0].value
    if text.startswith("-") and text != "-":
        raise ValueError(f"{text!r} is no file")
    return text


def game_id(kind: object, tokens: Sequence[Token]) -> str:
    """Read a game's id, or add the games of a file and return the id of its one."""
    return named_game(tokens[0].value)


def named_game(text: str) -> str:
    """The id of a game that is named by it, or by the path of its rules."""
    if not _is_file(text):
        return text
    from livestone.games import add_file, catalogue

    return text if text in catalogue() else add_file(text)


def _is_file(name: str) -> bool:
    """Whether a text names a file, or a folder with rules in it, and not a game by its id."""
    if name.endswith(".py") or "/" in name or os.sep in name:
        return True
    return (Path(name) / "rules.py").is_file()


def whole_number(help: str, *names: str) -> Parameter:
    """A whole number; without ``names`` it is called as its argument is."""
    return Parameter(names or None, converter=_whole, help=help)


def flag(help: str, *names: str) -> Parameter:
    """A yes or no that has no opposite, such as ``--json``."""
    return Parameter(names or None, negative=(), help=help)


def input_file(help: str) -> Parameter:
    """The name of a file to read, or ``-`` for standard input."""
    return Parameter(allow_leading_hyphen=True, converter=_file_name, help=help)


def chosen_game(help: str) -> Parameter:
    """A game's id, or the path of its rules."""
    return Parameter(converter=game_id, help=help)


GAME_HELP = "The game's id, as 'livestone games' lists it, or the path of its rules."
GameId = Annotated[str, chosen_game(GAME_HELP)]
OtherGame = Annotated[str | None, chosen_game(f"Another game. {GAME_HELP}")]
Options = Annotated[
    tuple[str, ...],
    Parameter(
        negative=(),
        n_tokens=1,
        metavar="NAME=VALUE",
        help="A rule to choose; may be given several times.",
    ),
]
Moves = Annotated[str, Parameter(metavar="MOVES", help="The plies to play, in order: e5 d4.")]
From = Annotated[str | None, Parameter(help="A position's text to start from, not the opening.")]
Viewer = Annotated[
    int | str | None,
    Parameter(
        converter=_viewer,
        metavar=f"N|{SPECTATOR}",
        help=f"Show only what the player with this index (from 0) or a {SPECTATOR} may see.",
    ),
]
Jobs = Annotated[
    int | None,
    whole_number("Processes side by side; as many as processors that may be used if left out."),
]
Weights = Annotated[
    Path | None,
    Parameter(help="A file of weights for search to judge by, as 'livestone train' writes it."),
]
AsJson = Annotated[bool, flag("Print JSON, for programs.")]


def check(name: str, value: float | None, least: float, most: float) -> None:
    """Refuse an option's number out of bounds. Raises BadRequest."""
    if value is not None and not least <= value <= most:
        raise BadRequest(f"--{name} {value:.9g} makes no sense: choose {least:.9g} to {most:.9g}")


def level_numbers(text: str) -> list[int]:
    """The levels in a text such as ``1,4,10``. Raises BadRequest."""
    words = [word.strip() for word in text.split(",")] if text else []
    for word in words:
        if not re.fullmatch("[0-9]{1,4}", word) or not 1 <= int(word) <= 10:
            raise BadRequest(f"--levels {text[:40]!r}: {word[:10]!r} is none, say 1 to 10")
    return [int(word) for word in words]


def check_seconds(seconds: float | None, most: float = MAX_SECONDS) -> None:
    """Refuse a time that is not above 0, or too long. Raises BadRequest."""
    if seconds is not None and not 0 < seconds <= most:
        raise BadRequest(
            f"--seconds {seconds:g} makes no sense: choose more than 0, up to {most:.9g}"
        )


def check_file(file: Path | None, what: str, *endings: str) -> None:
    """Refuse a file to write that has another ending, or no folder. Raises BadRequest."""
    if file is None:
        return
    if endings and file.suffix.lower() not in endings:
        right = " or ".join(filter(None, [", ".join(endings[:-1]), endings[-1]]))
        raise BadRequest(f"{str(file)!r} is no {what}: end it with {right}")
    if not file.parent.is_dir():
        folder = str(file.parent)
        raise BadRequest(f"{str(file)!r} cannot be written: there is no folder {folder!r}")


def job_count(jobs: int | None) -> int:
    """How many processes are asked for. Raises BadRequest."""
    check("jobs", jobs, 1, MAX_JOBS)
    from livestone.processors import available_processors

    return jobs or available_processors()


def read_options(pairs: Iterable[str]) -> dict[str, object]:
    """The options in ``name=value`` texts. Raises BadOption."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(f"option {pair[:40]!r} is not name=value")
        if name in found:
            raise BadOption(f"option {name[:40]!r} is given twice")
        found[name] = value
    return found


def read_game(game: str, option: Iterable[str] = (), weights: Path | None = None) -> Game:
    """The game with its options chosen. Raises UnknownGame, BadOption or BadRequest."""
    from livestone.games import load

    found = load(game, **read_options(option))
    if weights is None:
        return found
    from livestone.play.weights import with_weights

    return with_weights(found, weights)


def make_state(game: Game, moves: Sequence[str] = (), start: str | None = None) -> State:
    """The state after these plies from the opening, or from a position's text.

    Raises BadPosition, MoveSyntaxError, IllegalMove or GameOver.
    """
    from livestone.core.state import State

    state = State(game) if start is None else State.read(game, start)
    for move in moves:
        state.play(move)
    return state


def make_view(state: State, viewer: int | str | None) -> View:
    """What a player or a spectator may see; everything for None. Raises BadRequest."""
    from livestone.core.view import ONLOOKER

    if viewer == SPECTATOR:
        return state.view(ONLOOKER)
    if viewer is not None and viewer not in range(state.game.players):
        last = state.game.players - 1
        raise BadRequest(
            f"viewer {viewer} is no player: {state.game.title} has 0 to {last}, or say {SPECTATOR}"
        )
    return state.view(viewer)  # type: ignore[arg-type]  # a text was one or refused


def print_json(data: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON value on one line of UTF-8, whatever the terminal's encoding."""
    import msgspec

    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
    sys.stdout.buffer.flush()
