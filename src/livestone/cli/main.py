"""The command ``livestone``: it imports the subcommand's module and turns errors into one line.

Exit codes: 0 done, 1 a mistake of ours, 2 something asked for that cannot be, 130 ended by Ctrl-C
(0 where that is a usual end), 141 the reader of our output has gone.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import App, ArgumentCollection, CycloptsError

from livestone.cli import usage
from livestone.cli.interrupt import CODE, end_as_usual, end_at_once
from livestone.cli.progress import compiling_shown
from livestone.cli.streams import open_closed_streams
from livestone.errors import BadRequest, LivestoneError

AGAIN = 0.02  # seconds
LINE = 79  # the longest line of progress
# Modules are imported only when their command is used.
COMMANDS = {
    "play": ("livestone.cli.play:play", "Play in the browser, or in the terminal."),
    "new": ("livestone.cli.new:new", "Write a player of your own, to begin with."),
    "try": ("livestone.cli.try_out:try_out", "See how good your player is."),
    "bot": ("livestone.cli.bot:bot", "Let your player play on a server."),
    "serve": ("livestone.cli.serve:serve", "Let players log in and play each other."),
    "class": ("livestone.cli.classes:serve_class", "Serve a class that writes players."),
    "house": ("livestone.cli.house:house", "Play as house bots on a server."),
    "token": ("livestone.cli.token:token", "Let a player log in under a name."),
    "admin": ("livestone.cli.admin:admin", "Choose the staff of a server."),
    "backup": ("livestone.cli.backup:backup", "Copy everything a server keeps."),
    "restore": ("livestone.cli.backup:restore", "Put such a copy back."),
    "tournament": ("livestone.cli.tournament:tournament", "Let players meet in a tournament."),
    "match": ("livestone.cli.match:match", "Find out which of two is stronger."),
    "position": ("livestone.cli.position:position", "Show a position and its legal moves."),
    "analyse": ("livestone.cli.analyse:analyse", "Rank the best moves of a position."),
    "engine": ("livestone.cli.engine:engine", "Think for other programs."),
    "review": ("livestone.cli.review:review", "Find the moves that lost a game."),
    "draw": ("livestone.cli.draw:draw", "Draw a position as a picture."),
    "sheet": ("livestone.cli.sheet:sheet", "Print a game: rules, board and pieces."),
    "games": ("livestone.cli.games:games", "List the games and their options."),
    "new-game": ("livestone.cli.new_game:new_game", "Write a game of your own, to begin with."),
    "check-game": ("livestone.cli.check_game:check_game", "Check a game, and say what is slow."),
    "record": ("livestone.cli.record:record", "Check, show or convert a game record."),
    "import": ("livestone.cli.importing:import_printed", "Read a game as it was printed."),
    "rate": ("livestone.cli.rate:rate", "Rate the players of finished games."),
    "perft": ("livestone.cli.perft:perft", "Count the ways to play some turns."),
    "solve": ("livestone.cli.solve:solve", "Prove what a position is worth."),
    "puzzles": ("livestone.cli.puzzles:puzzles", "List a game's puzzles, or find new ones."),
    "playtest": ("livestone.cli.playtest:playtest", "Let bots play, and report on a game."),
    "train": ("livestone.cli.train:train", "Train the weights by which search judges a game."),
    "book": ("livestone.cli.book:book", "Make an opening book."),
    "compile": ("livestone.cli.compile:compile_games", "Compile games for browsers and programs."),
    "site": ("livestone.cli.site:site", "Write the games as pages that need no server."),
    "warm": ("livestone.cli.warm:warm", "Compile games ahead of playing them."),
    "bench": ("livestone.cli.bench:bench", "Measure how fast Livestone thinks."),
    "help": ("livestone.cli.main:show_help", "Tell what a command does and how to call it."),
}
# How the help pages name arguments that may be left out.
OPTIONAL = {
    "admin": "ACT [NAME]",
    "class": "[NAMES.txt...]",
    "tournament": "ENTRANT...",
    "match": "ENTRANT ENTRANT",
    "playtest": "GAME...",
    "position": "[GAME]",
    "engine": "[GAME]",
    "rate": "FILE...",
    "sheet": "[GAME]",
    "compile": "[GAME]",
    "site": "[GAME...]",
    "warm": "[GAME]",
    "bench": "[GAME]",
    "help": "[COMMAND]",
}


def make_app(command: str | None = None) -> App:
    """Return the command with its subcommands; ``command`` is the one that is asked for.

    Its own page says more of it than the list of all, which must not import them.
    """
    app = App(
        name="livestone",
        help="A table for Freedom and its rare cousins.",
        version=_version,
        help_format="plaintext",
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        default_parameter=usage.ARGUMENTS,
        help_formatter=usage.HelpPage(),
    )
    for order, (name, (place, words)) in enumerate(COMMANDS.items()):
        arguments = OPTIONAL.get(name)
        line = arguments and f"livestone {name} [OPTIONS] {arguments}"
        told = {} if name == command else {"help": words}
        config = _settings if name == "serve" else None
        app.command(place, name=name, sort_key=order, usage=line, config=config, **told)
    return app


def _version() -> str:
    import livestone

    return livestone.__version__


def _settings(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Complete the settings of ``livestone serve``; imported when that is called."""
    from livestone.server.config import complete

    complete(app, commands, arguments)


def show_help(command: str = "", /) -> None:
    """Tell what a command does and how to call it, or list the commands."""
    if command and command not in COMMANDS:
        raise BadRequest(usage.unknown_command(command, [*COMMANDS]))
    make_app(command).help_print([command] if command else [])


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command with these arguments (the command line's), and exit."""
    try:
        code = _main(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        code = CODE
    sys.exit(code)


def _main(arguments: Sequence[str]) -> int:
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.unraisablehook = complain
    end_as_usual()
    with compiling_shown():
        code = run(arguments)
    end_at_once()  # what is left to do is Python's own
    return code


def complain(error: sys.UnraisableHookArgs) -> None:
    """Report errors that cannot be caught, except those of a compilation cut off by Ctrl-C.

    A Ctrl-C that cannot be caught, as in a destructor, is sent again soon after.
    """
    if issubclass(error.exc_type, KeyboardInterrupt):
        start_new_thread(_interrupt_again, ())
    elif not str(getattr(error.object, "__module__", "")).startswith("llvmlite."):
        sys.__unraisablehook__(error)


def _interrupt_again() -> None:
    time.sleep(AGAIN)  # until whatever could not be interrupted is over
    interrupt_main()


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code; errors have become one line on stderr."""
    try:
        code = call(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            # The terminal has written ^C, perhaps into a line of progress.
            print(f"\r{' ' * LINE}", end="\r", file=sys.stderr, flush=True)
        return CODE
    except BrokenPipeError:
        drop_output()
        return 141
    except SystemExit as error:
        # How rich, which writes the help, ends where nobody reads it.
        if isinstance(error.__context__, BrokenPipeError):
            return 141
        raise
    except CycloptsError as error:
        if isinstance(error.__cause__, LivestoneError):  # a value that was read and refused
            return refuse(str(error.__cause__))
        return refuse(usage.misread(error, [*COMMANDS]))
    except LivestoneError as error:
        reason = error.__cause__
        if isinstance(reason, OSError) and reason.errno in usage.FULL:
            return refuse(usage.failed(reason))
        return refuse(str(error))
    except OSError as error:
        drop_output()
        return refuse(usage.failed(error))
    except Exception as error:
        if os.environ.get("LIVESTONE_DEBUG"):
            raise
        if isinstance(error, ModuleNotFoundError):
            from livestone.extras import missing

            if extra := missing(error, f"livestone {arguments[0]}"):
                return refuse(str(extra))
        if (place := _in_a_game(error)) is not None:
            return refuse(f"a game is at fault: {place}")
        refuse(f"a mistake of ours, {error!r}: set LIVESTONE_DEBUG=1 to see where, and report it")
        return 1
    return code if isinstance(code, int) else 0


def call(arguments: Sequence[str]) -> object:
    """Call the command that is asked for. Raises CycloptsError before anything is done."""
    app = make_app(arguments[0] if arguments else None)
    try:
        return app(arguments, exit_on_error=False, print_error=False)
    except CycloptsError:
        joined = usage.with_moves_joined(arguments)
        if joined == [*arguments]:
            raise
        return app(joined, exit_on_error=False, print_error=False)


def drop_output() -> None:
    """Drop what is still unwritten, so that it is not tried again when Python ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _in_a_game(error: Exception) -> str | None:
    """Where and why a game's own source has failed; None where it was something else."""
    from livestone.core.faults import place_in_a_game, told

    place = place_in_a_game(error)
    return told(error, *place) if place else None


def refuse(message: str) -> int:
    """Say on one line of stderr what was wrong, and return the exit code for it."""
    print(f"livestone: {' '.join(message.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
