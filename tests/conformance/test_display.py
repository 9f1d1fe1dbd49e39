"""What games show and say is the same compiled and as plain Python."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from tests.conformance.test_compiled import compiled, compiled_options

from livestone.conformance.cases import looks
from livestone.conformance.states import tried
from livestone.core.game import Game
from livestone.core.phrases import NUMBERS, TALLIES
from livestone.core.wording import LINE_NUMBERS
from livestone.records.samples import sample


@compiled_options
def test_display_agrees(game: Game, checked: bool) -> None:
    """All numbers that the display functions fill, at positions of a random game and of the sample.

    The sample ends with what is drawn over the board where somebody has won.
    """
    built, plain, rng = compiled(game, checked)[0], game.plain_display, Random(1)
    lengths = {"pieces": len(game.board), "tally": 3 * TALLIES, "lines": LINE_NUMBERS}
    record = sample(game.id)
    ends = [record.replay()] if record else []
    for state in (*looks(game), *(end for end in ends if end.game == game)):
        s, at_hand = state.position, game.layout.at_hand(state.position)
        move = state.legal[0] if state.legal else 0
        tokens = tried(game, rng)
        asked: list[tuple[str, tuple[Any, ...]]] = [
            ("path", (move,)),
            ("pieces", ()),
            ("refuse", (-1, np.array(tokens, np.int32), len(tokens))),
            ("check", ()),
            ("question", ()),
            ("secret", (move,)),
            ("known", (move,)),
            ("tally", (0,)),
            ("lines", (0,)),
            ("face", (1,)),
        ]
        if plain.face:
            asked.append(("lines", (1,)))
        for name, given in asked:
            function = getattr(plain, name)
            if function is None or (
                name in ("path", "refuse", "secret", "question") and state.over
            ):
                continue
            ours, theirs = np.zeros((2, lengths.get(name, NUMBERS + len(game.board))), np.int32)
            outs = ((), ()) if name == "secret" else ((ours,), (theirs,))
            assert function(at_hand, *given, *outs[0]) == built.rule(name)(s, *given, *outs[1]), (
                name
            )
            assert ours.tolist() == theirs.tolist(), name
        spelled = [0] * NUMBERS, np.zeros(NUMBERS, np.int32)
        assert plain.spell(move, spelled[0]) == built.rule("spell")(move, spelled[1])  # type: ignore[misc]
        assert spelled[0] == spelled[1].tolist()
