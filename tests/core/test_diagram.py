from __future__ import annotations

import pytest
from tests.positions import state_after

from livestone.core.diagram import Diagram, diagrams
from livestone.core.state import State
from livestone.games import load

GAME = load("freedom", size=4)


def fits(diagram: Diagram, state: State) -> list[str]:
    """The sites on which a diagram shows something else."""
    pieces = state.game.wording.standing(state.position)
    names = state.game.board.names
    return [names[at] for at, piece in enumerate(pieces) if not diagram.fits(at, piece)]


@pytest.mark.parametrize(
    "text",
    [
        ". . . .\n. . . .\n. w . .\n. . B .",
        "  a b c d\n4 . . . . 4".replace("4 .", ".").replace(". 4", ".   4")
        + "\n. . . .   3\n. w . .  2\n. . B .  1.\n  abcd",
        "| . . . .\n|  . . . .\n|   . w . .\n|    . . b .",
        "# . . . . #\n# . . . . #\n\n# . w . . #\n# . . b . #\n# # # # # #",
        "? . . . . @\n. . . . !\n. * . .\n. . b .",
    ],
)
def test_ways_to_draw_one(text: str) -> None:
    (diagram,), rest = diagrams(text.splitlines(), GAME, ())
    assert rest == set()
    assert fits(diagram, state_after(GAME, "b2", "c1")) == []
    assert fits(diagram, state_after(GAME, "b2", "c2")) == ["c1", "c2"]


def test_what_is_no_diagram() -> None:
    for text in (". . . .\n. . . .\n. w . .", ". . .\n" * 4, "a game\n. . . .", "a b c d"):
        found, rest = diagrams(text.splitlines(), GAME, ())
        assert found == []
        assert rest == {line for line, row in enumerate(text.splitlines(), 1) if row}


def test_lines_that_are_something_else() -> None:
    text = "1. a1 a2\n" + ". . . .\n" * 4 + "The end."
    (diagram,), rest = diagrams(text.splitlines(), GAME, {1})
    assert rest == {6}
    assert sorted(set(diagram.lines)) == [2, 3, 4, 5]
    assert diagram.lines[GAME.board.site["a1"]] == 5
