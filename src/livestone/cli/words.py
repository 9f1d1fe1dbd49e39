"""Positions and results in words and characters, for the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from livestone.cli.session import Session
    from livestone.core.game import Game
    from livestone.core.state import State
    from livestone.core.view import View
    from livestone.records.record import Result
    from livestone.search.report import Report

ASCII = ("C", "POSIX")  # locales without more letters
# What a player did who ended a game.
HOW = {
    "resigned": "resigned",
    "timeout": "ran out of time",
    "abandoned": "left",
    "illegal": "made an illegal move",
    "failed": "failed",
}


def board(view: View) -> str:
    """The board as plain text, with who is to move or how it ended above it."""
    from livestone.core.scene import scene
    from livestone.draw import plain

    picture = scene(view)
    return f"{picture.title}\n\n{plain.draw(picture, unicode=unicode())}"


def unicode() -> bool:
    """Whether the reader of what we print can read more than ASCII."""
    out = sys.__stdout__  # whatever stands in for it, as on the whole screen
    if out is None:
        return True
    try:
        "○●▀╔".encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return not out.isatty() or not is_ascii(os.environ)


def is_ascii(environment: Mapping[str, str]) -> bool:
    """Whether a terminal's locale is one that promises ASCII only."""
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[1] == "C.UTF-8" and names[2] in ASCII:
        names[1] = ""  # Python has set it, which tells nothing of the terminal
    return next(filter(None, names), "") in ASCII


def ended(session: Session) -> str:
    """How a session's game ended and why, as sentences: ``White won. Black cannot move.``"""
    return f"{ending(session.result, session.game)}. {session.view().ending}".rstrip()


def ending(result: Result | None, game: Game) -> str:
    """How a game ended, in words: ``White won 24–18``, ``Black won, White resigned``."""
    from livestone.core.view import prize

    if result is None:
        return "still running"
    names = [game.seats[player].name for player in result.winners]
    won = f"{' and '.join(names)} won" if names else "a draw"
    if result.reason == "finished":
        points = "–".join(str(score) for score in result.scores)
        return f"{won} {points}" if game.points else f"{won}{prize(game, result.scores)}"
    if result.by is None:
        return f"{won}, {result.reason.replace('-', ' ')}"
    return f"{won}, {game.seats[result.by].name} {HOW[result.reason]}"


def score(view: View) -> str:
    """The score of all: ``White 4, Black 0 live stones``; empty where nothing is counted."""
    from livestone.core.view import number

    game = view.game
    if view.tally:
        told = zip(game.seats, view.tally, strict=True)
        return "; ".join(f"{seat.name}: {tally}" for seat, tally in told)
    if not game.points:
        return ""
    points = zip(game.seats, view.scores, strict=True)
    return f"{', '.join(f'{seat.name} {number(score)}' for seat, score in points)} {game.unit}"


def thought(report: Report, game: Game, player: int) -> str:
    """What a search thinks, for ``player``: ``62% for White, expects b2 c3, 12000 nodes``."""
    best = report.best
    parts = [f"{best.value[player]:.0%} for {game.seats[player].name}"]
    if best.proved:
        parts[0] += ", proved"
    if best.points is not None:
        points = "-".join(f"{point:.0f}" for point in best.points)
        parts.append(f"about {points} {game.unit}")
    line = " ".join(game.wording.move_text(move) for move in best.pv[:6])
    return ", ".join([*parts, f"expects {line}", f"{report.nodes} nodes"])


def turns(state: State, view: View) -> Iterator[tuple[int, str, str]]:
    """The turns so far: each one's number, who took it and its plies, as far as they are seen."""
    moves = iter(view.moves)
    for number, (mover, plies) in enumerate(state.turns, 1):
        yield number, state.game.seats[mover].name, " ".join(next(moves) for _ in plies)


def tip(report: Report, game: Game, player: int) -> str:
    """A hint for ``player``: ``Try b2: 62% for White, expects b2 c3, 12000 nodes.``"""
    return f"Try {game.wording.move_text(report.move)}: {thought(report, game, player)}."


def turn(view: View, several: bool, unfinished: int = 0) -> str:
    """Whose turn it is, the plies already played in it, and what the game asks for."""
    mover = view.game.seats[view.mover or 0].name
    parts = [f"{mover} to move." if several else "Your move."]
    if unfinished:
        parts.append(f"So far: {' '.join(view.moves[-unfinished:])}.")
    return " ".join([*parts, view.prompt]).strip()


def played(view: View) -> str:
    """What a player did in the last ply: ``plays b2``, or that the choice is secret."""
    from livestone.core.view import SECRET

    last = view.moves[-1]
    return "has chosen in secret" if last == SECRET else f"plays {last}"


def offer(view: View) -> list[str]:
    """The named choices that a ply may begin with, each with what it is: ``pass: Leave it``."""
    from livestone.core.paths import follow

    game = view.game
    found = []
    for token in follow(view.paths).next:
        if token not in game.board.site:
            choice = game.words.choices.get(token)
            words = [choice.label, choice.note] if choice else []
            found.append(
                ": ".join([token, " - ".join(word for word in words if word)]).rstrip(": ")
            )
    return found


def counted(count: int, one: str, several: str = "") -> str:
    """A number of things: ``1 game``, ``2 games``, ``3 plies``."""
    return f"{count} {one if count == 1 else several or f'{one}s'}"


def title(game: Game) -> str:
    """A game's title with its options: ``Freedom (size 10, scoring stones)``."""
    return f"{game.title} ({options(game)})" if game.option else game.title


def options(game: Game) -> str:
    """The chosen options in a few words: ``size 10, scoring stones``."""
    from livestone.core.options import text_of

    return ", ".join(f"{name} {text_of(value)}" for name, value in game.option.items())
