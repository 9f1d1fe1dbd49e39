"""``python -m livestone.lessons GAME``: checks what teaches a game, and shows it as pictures.

Prints how many words, diagrams and lessons there are. With ``--out FOLDER`` it writes ``GAME.html``
with the rules, the drawer and the lessons' positions, in light and dark with ``--theme dark``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from markupsafe import Markup

from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.draw import style
from livestone.draw.scene import Scene
from livestone.errors import LivestoneError
from livestone.games import catalogue, find
from livestone.lessons.page import drawer, rules_page
from livestone.lessons.pictures import Pictures
from livestone.lessons.report import report
from livestone.lessons.steps import Step, steps


def main() -> int:
    """Check the games that are named, or all; exit code 1 where something is wrong."""
    given = argparse.ArgumentParser(prog="python -m livestone.lessons", description=__doc__)
    given.add_argument("game", nargs="*", help="ids of games; all, if left out")
    given.add_argument("--out", type=Path, metavar="FOLDER", help="write GAME.html to look at")
    given.add_argument("--theme", choices=("light", "dark"), default="light")
    chosen = given.parse_args()
    faults = 0
    for name in chosen.game or catalogue():
        try:
            kind = find(name)
            lacking = tell(kind)
        except LivestoneError as error:
            faults += 1
            print(f"{name}: {error}", file=sys.stderr)
            continue
        faults += bool(lacking)
        if chosen.out:
            chosen.out.mkdir(parents=True, exist_ok=True)
            (chosen.out / f"{name}.html").write_text(page(kind, chosen.theme), encoding="utf-8")
    return min(faults, 1)


def tell(kind: type[Game]) -> list[str]:
    """Print what teaches a game, and return what it lacks."""
    found = report(kind)
    print(f"{kind.id}: {found}")
    for text in found.lacking:
        print(f"  {text}")
    for step in steps(kind):
        right = "any turn" if step.right is None else ", ".join(map(" ".join, step.right))
        print(f"  {step.title}: {step.task}: {right[:100]}")
    return found.lacking


def page(kind: type[Game], theme: str) -> str:
    """A page to look at: rules, drawer and lessons."""
    pictures = Pictures("steps")
    drawn = Markup("").join(_step(step, pictures) for step in steps(kind))
    styles = Markup(style.page_stylesheet() + style.stylesheet())
    return Markup(
        '<!doctype html><html lang="en" data-theme="{}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>{}</title><style>{}</style>'
        '<main class="page narrow"><h1>{}</h1><div class="prose rules">{}</div>'
        '<hr><h1>Drawer</h1><div class="how">{}</div><hr><h1>Lessons</h1>'
        '<div class="prose rules">{}{}</div></main></html>'
    ).format(
        theme,
        kind.title,
        styles,
        kind.title,
        rules_page(kind),
        drawer(kind),
        pictures.grounds,
        drawn,
    )


def _step(step: Step, pictures: Pictures) -> Markup:
    shown: Scene = scene(step.state.view(), targets=False)
    picture = pictures.picture(shown.__class__(**{**vars(shown), "signs": step.signs}))
    return Markup(
        '<section><h2>{}</h2><figure class="diagram"><div class="pictures">{}</div></figure>'
        "<p>{}</p><p><em>{}</em> <strong>{}</strong></p><p>Hint: {}</p><p>Wrong: {}</p>"
        "<p>Done: {}</p></section>"
    ).format(
        step.title, picture, step.say, step.task,
        "any" if step.right is None else ", ".join(map(" ".join, step.right)),
        step.hint, str(step.wrong), step.done,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
