"""A page finds the language that its reader wants."""

from __future__ import annotations

import json

from tests.portable.javascript import JS, run_node

TAGS = ["en", "sr-Latn", "sr-Cyrl"]
# What is wanted, and the language that is spoken then.
CASES = [
    (["sr-Latn", "en-US"], "sr-Latn"),
    (["", "sr-RS", "en"], "sr-Cyrl"),
    (["", "sr-Latn-ME"], "sr-Latn"),
    (["", "en-GB", "sr"], "en"),
    (["", "de", "fr"], "en"),
    (["", "no tag@all", "sr-Cyrl"], "sr-Cyrl"),
]


def test_the_first_wanted_language_that_there_is() -> None:
    wanted = json.dumps([tags for tags, _ in CASES])
    script = (
        f'import {{ bestOf }} from "{(JS / "table" / "words.js").as_uri()}";'
        f"const spoken = {wanted}.map((wanted) => bestOf({json.dumps(TAGS)}, wanted));"
        "console.log(JSON.stringify(spoken));"
    )
    assert run_node(["--input-type=module", "--eval", script]) == [[tag for _, tag in CASES]]
