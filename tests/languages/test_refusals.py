"""Refusals that people meet on pages are said by the catalogue, those with values in them too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from livestone import errors, server

SERVER = Path(server.__file__).parent
# Modules whose refusals stay in English, and who reads them.
ENGLISH = {
    "accounts/house_bots.py": "the operator, at the start",
    "accounts/player_tokens.py": "the operator, at the command line",
    "config.py": "the operator, at the start",
    "db/backup.py": "the operator, at the command line",
    "db/file_lock.py": "the operator, at the start",
    "db/migrations/__init__.py": "the operator, at the start",
    "db/notifications.py": "the operator, at the start",
    "db/postgres.py": "the operator, at the start or in the log",
    "db/sqlite_setup.py": "the operator, at the start or in the log",
    "freeplay/connection.py": "programs of players",
    "freeplay/listener.py": "programs of players",
    "freeplay/login.py": "programs of players",
    "freeplay/player.py": "programs of players",
    "freeplay/registry.py": "programs of players",
    "mail/outbox.py": "the operator, in the log",
    "main.py": "the operator, at the start",
    "parsers.py": "the operator, at the start",
    "web/tls.py": "the operator, at the start or in the log",
}


def composed(source: str) -> list[int]:
    """The lines of errors whose message is an f-string that has words."""
    found = (call for node in ast.walk(ast.parse(source)) for call in refusals(node))
    return sorted({call.lineno for call in found if any(map(has_words, call.args))})


def refusals(node: ast.AST) -> Iterator[ast.Call]:
    match node:
        case ast.Raise(exc=ast.Call() as call):
            yield call
        case ast.Call(func=ast.Name(id=name)) if hasattr(errors, name):
            yield node


def has_words(message: ast.expr) -> bool:
    parts = [part for part in ast.walk(message) if isinstance(part, ast.JoinedStr)]
    said = (one.value for part in parts for one in part.values if isinstance(one, ast.Constant))
    in_catalogue = isinstance(message, ast.Call)  # an f-string within fills a place there
    return not in_catalogue and any(re.search(r"[^\W\d_]", str(text)) for text in said)


def test_every_refusal_that_has_values_is_in_the_catalogue() -> None:
    found = []
    for path in sorted(SERVER.rglob("*.py")):
        name = path.relative_to(SERVER).as_posix()
        if name not in ENGLISH:
            found += [f"{name}:{line}" for line in composed(path.read_text("utf-8"))]
    assert found == [], 'say it with t("… {value} …", value=value), or name the module in ENGLISH'


def test_every_module_in_english_has_such_a_refusal() -> None:
    assert [name for name in ENGLISH if not composed((SERVER / name).read_text("utf-8"))] == []


def test_composed_messages_are_found_wherever_an_error_is_made() -> None:
    source = """
raise BadRequest(f"{n} is too much")
raise BadField("name", f"not {name}")
late = GameOver(
    f"{move} came too late" if late else ""
)
raise NotFound("it is not here")
raise NotFound(f"{name}")
raise NotFound(t("{name} is not here", name=f"{name:.20} or so"))
print(f"{n} games")
"""
    assert composed(source) == [2, 3, 4]
