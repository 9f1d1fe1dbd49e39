"""``livestone games``: the catalogue, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from livestone.cli.common import AsJson, print_json

if TYPE_CHECKING:
    from livestone.core.game import Game


def games(*, json: AsJson = False) -> None:
    """List the games and their options."""
    from livestone.games import catalogue, described

    listed = [game() for game in catalogue().values()]
    if json:
        print_json([described(game) for game in listed])
    else:
        _print_table(listed)


def _print_table(listed: list[Game]) -> None:
    from rich.console import Console
    from rich.table import Table

    from livestone.core.options import allowed, text_of

    table = Table(title="Games", title_justify="left", title_style="bold", show_lines=True)
    for heading in ("id", "game", "players", "options"):
        table.add_column(heading, no_wrap=heading == "id")
    for game in listed:
        options = [
            f"{option.name}={text_of(option.default)} ({allowed(option.values)})"
            for option in game.options
        ]
        options += [
            f"preset={name}: " + ", ".join(f"{key}={text_of(value)}" for key, value in set_.items())
            for name, set_ in game.presets.items()
        ]
        title = f"{game.title}\n{game.author}, {game.year}"
        table.add_row(game.id, title, str(game.players), "\n".join(options))
    Console(markup=False, highlight=False).print(table)
