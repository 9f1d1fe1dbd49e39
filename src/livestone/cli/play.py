"""``livestone play``: in the browser, on a terminal's whole screen, or line by line."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from cyclopts import Parameter

from livestone.cli.common import (
    GAME_HELP,
    Options,
    Weights,
    check,
    chosen_game,
    flag,
    read_game,
    whole_number,
)
from livestone.errors import BadRequest
from livestone.private_files import KEPT, data_folder, make_folder, only_ours

if TYPE_CHECKING:
    from livestone.cli.session import Session
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


@dataclass(frozen=True)
class Request:
    """What to play, or to look at: the same for all fronts."""

    game: str | None
    option: Options
    level: int | None
    side: str | None
    replay: str | None
    ply: int | None
    weights: Path | None

    @property
    def named(self) -> bool:
        """Whether a game is to start at once."""
        return self.game is not None or bool(self.option) or (self.level, self.side) != (None, None)

    @property
    def replays(self) -> bool:
        return self.replay is not None or self.ply is not None

    @property
    def strength(self) -> int:
        from livestone.play.levels import DEFAULT_LEVEL, LEVELS

        check("level", self.level, 1, len(LEVELS))
        return DEFAULT_LEVEL if self.level is None else self.level

    def chosen(self) -> Game:
        return read_game(self.game or GAME, self.option, self.weights)

    def people(self, game: Game) -> tuple[bool, ...]:
        """Where people sit, from the name of a side; the first seat if left out."""
        names = [seat.name.casefold() for seat in game.seats]
        wanted = names[0] if self.side is None else self.side.casefold()
        if wanted in ("both", "all"):
            return (True,) * len(names)
        if wanted not in names:
            raise BadRequest(f"there is no side {self.side!r}: choose {', '.join(names)} or both")
        return tuple(name == wanted for name in names)


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
    weights: Weights = None,
) -> int:
    """Play in the browser, or in the terminal."""
    request = Request(game, option, level, side, replay, ply, weights)
    if not terminal and not plain:
        return _in_browser(request, data, host, port, browser)
    if request.replays:
        raise BadRequest("--replay and --ply are for the browser: see 'livestone record' here")
    if port is not None or host is not None or not browser:
        raise BadRequest("--port, --host and --no-browser are for play in the browser")
    with only_ours():
        folder = data_folder(data) / "terminal"
        session = _session(request, folder)
        with contextlib.suppress(OSError):  # a game that cannot be kept says so itself
            make_folder(folder.parent)
            make_folder(folder, KEPT)
        if plain:
            _line_by_line(session, folder)
        else:
            return _on_screen(session, folder, ask=not request.named)
    return 0


def _in_browser(
    request: Request, data: Path | None, host: str | None, port: int | None, browser: bool
) -> int:
    if request.named and request.replays:
        raise BadRequest("--replay shows a record: leave out --game, --option, --level and --side")
    if request.weights is not None:
        raise BadRequest("--weights is for --terminal and --plain: browsers have weights built in")
    from livestone.app.built import built_folder
    from livestone.extras import absent
    from livestone.server.main import HOST, PORT, serve, serve_app

    lacks = absent("server", "play in the browser" if data is None else "--data")
    if lacks and (built_folder() is None or data is not None):
        raise lacks
    page = _table(request) if request.named else _record(request)
    if request.game is not None:
        _compile(request.game, needed=lacks is not None)
    port = PORT if port is None else port
    if lacks:
        return serve_app(host or HOST, port, open_browser=browser, page=page)
    return serve(data, host or HOST, port, open_browser=browser, page=page)


def _line_by_line(session: Session, folder: Path) -> None:
    from livestone.cli.plain import Plain as Lines
    from livestone.cli.session import unfinished

    Lines(session, folder, unfinished(folder)).run()


def _on_screen(session: Session, folder: Path, ask: bool) -> int:
    """Play on the whole screen; ``ask`` whether to go on with a game that was kept.

    The exit code is that of a program that a signal has ended, where one has.
    """
    from livestone.cli.session import unfinished

    kept = unfinished(folder)
    dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    if dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadRequest("--terminal needs a terminal that can draw: use --plain instead")
    from livestone.cli.screen import Screen

    screen = Screen(session, folder, kept, ask=ask, warmed=True)
    screen.run()
    return screen.return_code or 0


def _session(request: Request, folder: Path) -> Session:
    from livestone.cli.session import Session

    game = request.chosen()
    return Session(game, request.people(game), request.strength, folder)


def _table(request: Request) -> str:
    """The page of the app that starts a game. Raises BadRequest.

    The catalogue of a built app tells a game's usual table, so that no rules need to be loaded
    before the page is shown.
    """
    from livestone.app.built import entry

    name = request.game or GAME
    usual = {} if request.option or request.side is not None else entry(name)
    if usual:
        seat, options = usual["seats"][0]["colour"], {}
    else:
        from livestone.core.options import text_of

        chosen = request.chosen()
        people = request.people(chosen)
        seat = "all" if all(people) else chosen.seats[people.index(True)].colour
        options = {name: text_of(value) for name, value in chosen.option.items()}
        name = chosen.id
    return f"play/{name}?" + urlencode({"level": request.strength, "seat": seat, **options})


def _compile(name: str, *, needed: bool) -> None:
    """Compile the game of a file for browsers, once; what cannot be is played by the server.

    Raises BrokenGame, and LinkerMissing where it is ``needed``.
    """
    from livestone.core.game_files import named_files, rules_file

    if not named_files():
        return
    from livestone.games import find

    kind = find(name)
    if not rules_file(kind):
        return
    from livestone.app.modules import modules
    from livestone.cli.progress import status_line
    from livestone.errors import LinkerMissing

    try:
        with status_line() as show:
            show(f"compiling {kind.title} for the browser, once ...")
            list(modules([kind()], 1, lambda done, total: None))
    except LinkerMissing:
        if needed:
            raise


def _record(request: Request) -> str:
    """The page of the app that shows a record; the first page for none.

    Raises BadRecord or BadRequest.
    """
    if request.replay is None:
        if request.ply is not None:
            raise BadRequest("--ply says where in a record to begin: give one with --replay")
        return ""
    from livestone.app.links import packed
    from livestone.cli.record import read_replayable

    record = read_replayable(request.replay, request.ply)
    at = "" if request.ply is None else f"?ply={request.ply}"
    return f"shared{at}#{packed(record.as_text())}"
