"""Collect all texts of the interface, and bring the gettext files up to date with them.

Texts of JavaScript, of templates and of Python are the arguments of ``t``, ``tn``, ``tm`` and
``mark``, and refusals that are said as they are; texts of games are what their words and options
say. ``make languages`` runs it; translators then fill in what is empty in the files.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from livestone.core.game import Game
from livestone.core.phrases import PLACE
from livestone.draw.shapes import shape
from livestone.games import catalogue
from livestone.languages.catalogue import FOLDER, LANGUAGES, NAME, TEMPLATE
from livestone.lessons.player_lessons import SOURCE, lessons
from livestone.play.levels import LEVELS

ROOT = Path(__file__).parents[1]
# Lines of a gettext file's head that say nothing of its texts.
SAID_ELSEWHERE = re.compile(r'"(?:\w+-)*(?:Date|Bugs-To|Translator|Team|By|Id-Version): ')
KEYWORDS = {"t": (1,), "tm": (1,), "tn": (1, 2)}  # of templates, with the places of their texts
# Folders of the server whose refusals people read on pages.
REFUSING = (
    *("accounts", "chat", "lobby", "mail", "pages"),
    *("staff", "studies", "tables", "tournaments"),
)
# A call of ``t`` or ``tn`` wherever it stands, in a template or in another call too.
_TEXT = r'\s*("(?:[^"\\]|\\.)*")'
CALL = re.compile(rf"\bt\({_TEXT}|\btn\({_TEXT},{_TEXT}")


def main() -> None:
    """Write the template, and every language's file with the texts that are there now."""
    template = collected()
    TEMPLATE.write_bytes(written(template))
    for file in sorted({language.file for language in LANGUAGES}):
        path = FOLDER / file
        known = read(path) if path.exists() else Catalog(locale=path.stem, fuzzy=False)
        known.header_comment = template.header_comment
        known.update(template, no_fuzzy_matching=True)
        known.obsolete.clear()
        path.write_bytes(written(known))
        empty = sum(
            not message.string or not any(message.string) for message in known if message.id
        )
        print(f"{path.relative_to(ROOT)}: {len(known)} texts, {empty} without a translation")


def collected() -> Catalog:
    """All texts of the interface."""
    found = Catalog(header_comment="# Texts of Livestone.", fuzzy=False)
    titles = {kind.title for kind in own_games()}
    for name, text in (
        *script_texts(),
        *template_texts(),
        *python_texts(),
        *game_texts(),
        *lesson_texts(),
    ):
        comments = [NAME] if text in titles or len(text) == 1 else ()
        found.add(text, locations=[(name, 0)], auto_comments=comments)
    return found


def script_texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Each text of the JavaScript sources, with the file that says it."""
    for path in sorted((ROOT / "js").glob("*/**/*.js")):
        for text in texts_in(path.read_text("utf-8")):
            yield str(path.relative_to(ROOT)), text


def texts_in(source: str) -> Iterator[str | tuple[str, str]]:
    """The texts that a script says; one that depends on a number in two forms."""
    for call in CALL.finditer(source):
        text, one, many = (json.loads(found) if found else "" for found in call.groups())
        yield text or (one, many)


def template_texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Each text of the server's templates."""
    for path in sorted((ROOT / "src").glob("**/templates/*.html")):
        with path.open("rb") as file:
            for _, text, _, _ in extract("jinja2.ext:babel_extract", file, KEYWORDS):
                yield str(path.relative_to(ROOT)), text


def python_texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Each text of the Python sources."""
    for path in sorted((ROOT / "src").glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="tn"), args=[ast.Constant(one), ast.Constant(many), _]
                ):
                    yield str(path.relative_to(ROOT)), (str(one), str(many))
                case ast.Call(func=ast.Name(id="t" | "mark"), args=[ast.Constant(str(text))]):
                    yield str(path.relative_to(ROOT)), text
                case ast.Raise(exc=ast.Call(args=[*_, ast.Constant(str(text))])):
                    if path.parent.name in REFUSING and " " in text:
                        yield str(path.relative_to(ROOT)), text


def game_texts() -> Iterator[tuple[str, str]]:
    """Each text of the games that interfaces show by itself."""
    for kind in own_games():
        for text in texts_of(kind()):
            yield f"src/{kind.__module__.rsplit('.', 1)[0].replace('.', '/')}", text
    for level in LEVELS:
        yield "src/livestone/play/bot.py", level.name


def lesson_texts() -> Iterator[tuple[str, str]]:
    """Each text of the playground's lessons."""
    for lesson in lessons():
        for text in lesson.texts:
            yield str(SOURCE.relative_to(ROOT)), text


def own_games() -> list[type[Game]]:
    """The games of this repository: others may be installed beside them."""
    return [kind for kind in catalogue().values() if kind.__module__.startswith("livestone.")]


def texts_of(game: Game) -> Iterator[str]:
    """The words of one game; of its phrases the questions that no number fills."""
    words = game.words
    yield from filter(None, (game.title, words.summary, words.mark, words.kind))
    yield from (seat.name for seat in game.seats)
    for choice in words.choices.values():
        yield from filter(None, (choice.label, choice.note))
    yield from (text for text in words.say.texts if text.endswith(".") and not PLACE.search(text))
    yield from (name[:1].upper() + name[1:] for name in game.presets)
    for option in game.options:
        yield option.label
        yield from filter(None, option.value_labels.values())
        yield from (
            value
            for value in option.values
            if isinstance(value, str) and not option.value_labels.get(value)
        )
    for piece in game.pieces:
        yield piece.name
        if piece.name == piece.colour:
            yield shape(piece).noun
    yield from (name for name in (*game.board.zones, *game.other_faces) if name)
    if game.points:
        yield game.unit


def read(path: Path) -> Catalog:
    """A gettext file."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def written(found: Catalog) -> bytes:
    """A catalogue as a file, the same for the same texts."""
    for message in found:
        message.flags.discard("python-format")  # a per cent sign is no place to fill
    file = BytesIO()
    write_po(file, found, width=100, omit_header=False, sort_output=True, include_lineno=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not SAID_ELSEWHERE.match(line)).encode()


if __name__ == "__main__":
    main()
