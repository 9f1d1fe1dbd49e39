"""Make the pages of games for the documentation: rules, diagrams, options, from the rule books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from livestone.core.game import Game
from livestone.core.options import Option
from livestone.games import catalogue
from livestone.lessons.diagrams import Diagram, diagrams
from livestone.lessons.markup import parts
from livestone.lessons.option_words import others, usual
from livestone.lessons.pictures import Pictures, middle
from livestone.lessons.rule_book import GOAL, OPTIONS, SOURCES, rule_book

HTML = "```{{raw}} html\n{}\n```"


def game_pages() -> Iterator[tuple[str, str]]:
    """The name and the Markdown of the page of each game, then of the page that lists them."""
    kinds = list(catalogue().values())
    for kind in kinds:
        yield f"games/{kind.id}.md", game_page(kind)
    rows = [
        f"| [{kind.title}]({kind.id}.md) | {len(kind().seats)} | {kind.author}, {kind.year} "
        f"| {kind().words.summary} |"
        for kind in kinds
    ]
    table = ["| game | players | by | in a sentence |", "| --- | --- | --- | --- |", *rows]
    tree = ["```{toctree}", ":hidden:", "", *(kind.id for kind in kinds), "```"]
    yield "games/index.md", "\n".join(["# Games", "", *table, "", *tree, ""])


def game_page(kind: type[Game]) -> str:
    """A game's page in Markdown."""
    game, book, pictures = kind(), rule_book(kind), Pictures("rules")
    found: list[Diagram] = list(diagrams(kind))
    lines = [
        f"# {kind.title}",
        "",
        f"{kind.author}, {kind.year}. For {len(game.seats)} players.",
        "",
    ]
    body: list[str] = []
    for heading, text in book.items():
        own = [pictures.figure(one) for one in found if one.section == heading]
        if heading == GOAL and not own:
            own = [_opening(kind, pictures)]
        title = {OPTIONS: "Options by name"}.get(heading, heading)
        if heading == SOURCES and game.options:
            body += [*_options(game.options), ""]
        body += [f"## {title}", "", markdown(text), ""]
        if own:
            body += [HTML.format(f'<div class="diagrams">{"".join(own)}</div>'), ""]
    return "\n".join([*lines, HTML.format(pictures.grounds), "", *body, *_uses(kind)])


def markdown(text: str) -> str:
    """A text of a rule book in Markdown."""
    found = []
    for part in parts(text):
        if part.kind == "board":
            found.append(f"```text\n{part.text}\n```")
        elif part.kind == "terms":
            found += [f"{name}\n: {meaning}" for name, meaning in part.terms]
        else:
            found.append(part.text)
    return "\n\n".join(found)


def _opening(kind: type[Game], pictures: Pictures) -> str:
    picture = pictures.picture(middle(kind()))
    return f'<figure class="diagram"><div class="pictures">{picture}</div></figure>'


def _options(options: Sequence[Option]) -> list[str]:
    rows = [f"| {option.label} | **{usual(option)}**{others(option)} |" for option in options]
    return ["## Options", "", "| option | values, the usual one first |", "| --- | --- |", *rows]


def _uses(kind: type[Game]) -> list[str]:
    """How to play the game from the command line and from Python."""
    return [
        "## Play it", "",
        f"```sh\nlivestone play --game {kind.id}\nlivestone position {kind.id}\n```", "",
        f'```python\nfrom livestone import State, load\n\nstate = State(load("{kind.id}"))\n'
        "print(state.legal_texts)\n```", "",
    ]  # fmt: skip
