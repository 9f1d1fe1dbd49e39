"""``livestone play``: in the browser, on a terminal's whole screen, or line by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import (
    GAME_HELP,
    Options,
    check,
    chosen_game,
    flag,
    read_game,
    whole_number,
)
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game

GAME = "freedom"  # unless told

Data = Annotated[
    Path | None, Parameter(help="The folder where games are kept; yours, if left out.")
]
Port = Annotated[
    int | None, whole_number("The port of the table; the next free one if it is taken.")
]
Host = Annotated[
    str | None,
    Parameter(help="Where the table listens: 0.0.0.0 lets others on your network in."),
]
Browser = Annotated[bool, Parameter(help="Open the browser.")]
Terminal = Annotated[bool, flag("Play here, on the whole screen.")]
Plain = Annotated[bool, flag("Play here line by line: for screen readers and for pipes.")]
Replay = Annotated[
    str | None, Parameter(help="In the browser: show the game in this record, as text or JSON.")
]
AtPly = Annotated[int | None, whole_number("With --replay: after so many plies.")]
GameName = Annotated[str | None, chosen_game(f"Start a game at once. {GAME_HELP}")]
Level = Annotated[int | None, whole_number("Start a game at once: the bot's strength, 1 to 10.")]
Side = Annotated[
    str | None,
    Parameter(help="Start a game at once: the side you play, as in 'white', or 'both' (or 'all')."),
]


def play(
    *,
    data: Data = None,
    port: Port = None,
    host: Host = None,
    browser: Browser = True,
    terminal: Terminal = False,
    plain: Plain = False,
    game: GameName = None,
    option: Options = (),
    level: Level = None,
    side: Side = None,
    replay: Replay = None,
    ply: AtPly = None,
) -> int:
    """Play in the browser, or in the terminal."""
    named = game is not None or bool(option) or level is not None or side is not None
    if terminal or plain:
        if replay is not None or ply is not None:
            raise BadRequest("--replay and --ply are for the browser: see 'livestone record' here")
        if port is not None or host is not None or not browser:
            raise BadRequest("--port, --host and --no-browser are for play in the browser")
        from livestone.server.db.private_files import only_ours

        with only_ours():
            _play_here(read_game(game or GAME, option), level, side, data, plain, named)
        return 0
    if named and (replay is not None or ply is not None):
        raise BadRequest("--replay shows a record: leave out --game, --option, --level and --side")
    from livestone.server.main import HOST, PORT, serve

    page = _table(game or GAME, option, level, side) if named else _record(replay, ply)
    return serve(
        data, host or HOST, PORT if port is None else port, open_browser=browser, page=page
    )


def _table(game: str, option: Options, level: int | None, side: str | None) -> str:
    """The page of the app that starts a game. Raises BadRequest.

    The catalogue of a built app tells a game's usual table, so that no rules need to be loaded
    before the page is shown.
    """
    from urllib.parse import urlencode

    from livestone.app.built import entry

    usual = {} if option or side is not None else entry(game)
    if usual:
        seat, options = usual["seats"][0]["colour"], {}
    else:
        from livestone.core.options import text_of

        chosen = read_game(game, option)
        people = _people(chosen, side)
        seat = "all" if all(people) else chosen.seats[people.index(True)].colour
        options = {name: text_of(value) for name, value in chosen.option.items()}
        game = chosen.id
    return f"play/{game}?" + urlencode({"level": _level(level), "seat": seat, **options})


def _record(file: str | None, ply: int | None) -> str:
    """The page of the app that shows a record; the first page for none.

    Raises BadRecord or BadRequest.
    """
    if file is None:
        if ply is not None:
            raise BadRequest("--ply says where in a record to begin: give one with --replay")
        return ""
    from livestone.app.links import packed
    from livestone.cli.record import read_replayable

    record = read_replayable(file, ply)
    return f"shared{'' if ply is None else f'?ply={ply}'}#{packed(record.as_text())}"


def _play_here(
    game: Game, level: int | None, side: str | None, data: Path | None, plain: bool, named: bool
) -> None:
    """Play a game; only where none was ``named`` does one that was kept come first."""
    import contextlib
    import os
    import sys

    from livestone.cli.session import Session, unfinished
    from livestone.server.db.private_files import KEPT, data_folder, make_folder

    folder = data_folder(data) / "terminal"
    with contextlib.suppress(OSError):  # a game that cannot be kept says so itself
        make_folder(folder.parent)
        make_folder(folder, KEPT)
    session = Session(game, _people(game, side), _level(level), folder)
    kept = unfinished(folder)
    if plain:
        from livestone.cli.plain import Plain as Lines

        Lines(session, folder, kept).run()
        return
    dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    if dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadRequest("--terminal needs a terminal that can draw: use --plain instead")
    from livestone.cli.screen import Screen

    Screen(session, folder, kept, ask=not named, warmed=True).run()


def _level(level: int | None) -> int:
    from livestone.play.levels import DEFAULT_LEVEL, LEVELS

    check("level", level, 1, len(LEVELS))
    return DEFAULT_LEVEL if level is None else level


def _people(game: Game, side: str | None) -> tuple[bool, ...]:
    """Where people sit, from the name of a side; the first seat if left out."""
    names = [seat.name.casefold() for seat in game.seats]
    wanted = names[0] if side is None else side.casefold()
    if wanted in ("both", "all"):
        return (True,) * len(names)
    if wanted not in names:
        raise BadRequest(f"there is no side {side!r}: choose {', '.join(names)} or both")
    return tuple(name == wanted for name in names)
