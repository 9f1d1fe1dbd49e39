"""No template of the server says anything that translators do not find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes

from livestone.server.web import rendering

TEMPLATES = sorted(Path(rendering.__file__).parents[1].glob("*/templates/*.html"))
SHOWN = ("alt", "aria-label", "placeholder", "title")
TRANSLATED = ("t", "tm", "tn")
# The same in every language.
NAMES = re.compile(r"\b(?:Livestone|UTC)\b")
# Attributes that stand in a block of their own are no words.
ATTRIBUTES = re.compile(r"{% block \w+_attributes %}.*?{% endblock %}", re.DOTALL)


class Words(HTMLParser):
    """The words that a reader of a page sees, or hears."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in SHOWN and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def untranslated(source: str) -> list[str]:
    """The words of a template that stand outside of ``t``, ``tn`` and ``tm``."""
    tree = rendering.environment().parse(ATTRIBUTES.sub("", source))
    outputs = (part for output in tree.find_all(nodes.Output) for part in output.nodes)
    said = "".join(text for part in outputs for text in constants(part))
    words = {" ".join(text.split()) for text in Words(said).found}
    return sorted(text for text in words if re.search(r"[^\W\d_]", NAMES.sub("", text)))


def constants(part: nodes.Node) -> Iterator[str]:
    """The texts that a template puts out itself, and labels that it gives to a macro."""
    match part:
        case nodes.TemplateData(data=text) | nodes.Const(value=str(text)):
            yield text
        case nodes.Call(node=nodes.Name(name=name)) if name in TRANSLATED:
            return
        case nodes.Call():
            given = [*part.args, *(keyword.value for keyword in part.kwargs)]
            for one in given:
                label = isinstance(one, nodes.Const) and str(one.value)[:1].isupper()
                if label or not isinstance(one, nodes.Const):
                    yield from constants(one)
        case nodes.Filter(node=nodes.Expr() as inner, name=name) if name != "format":
            yield from constants(inner)
        case nodes.CondExpr():
            yield from constants(part.expr1)
            yield from constants(part.expr2 or nodes.Const(""))
        case nodes.Concat() | nodes.Or() | nodes.Add():
            for inner in part.iter_child_nodes():
                yield from constants(inner)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_that_is_not_translated(path: Path) -> None:
    assert untranslated(path.read_text("utf-8")) == []


def test_words_outside_are_found_wherever_a_reader_meets_them() -> None:
    source = """
      <h1 class="big" title="A title">{{ t("Said") }} and more</h1>
      <p>{{ "Won" if won else t("Lost") }}</p> <p>{{ name or "A guest" }}</p>
      {{ field("id", "Label", note=note) }}
    """
    assert untranslated(source) == ["A guest", "A title", "Label", "Won", "and more"]
