"""A page finds the language that its reader wants."""

from __future__ import annotations

import json

import pytest
from tests.portable.javascript import JS, run_node

TAGS = ["en", "sr-Latn", "sr-Cyrl"]


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["sr-Latn", "en-US"], "sr-Latn"),
        (["", "sr-RS", "en"], "sr-Cyrl"),
        (["", "sr-Latn-ME"], "sr-Latn"),
        (["", "en-GB", "sr"], "en"),
        (["", "de", "fr"], "en"),
        (["", "no tag@all", "sr-Cyrl"], "sr-Cyrl"),
    ],
)
def test_the_first_wanted_language_that_there_is(wanted: list[str], spoken: str) -> None:
    script = (
        f'import {{ bestOf }} from "{(JS / "table" / "words.js").as_uri()}";'
        f"console.log(JSON.stringify(bestOf({json.dumps(TAGS)}, {json.dumps(wanted)})));"
    )
    assert run_node(["--input-type=module", "--eval", script]) == [spoken]
