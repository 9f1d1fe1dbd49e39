"""What games show and say: the same compiled and as plain Python, and a reason for every refusal."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from tests.conformance.cases import every_option, looks
from tests.conformance.test_compiled import compiled, compiled_options

from livestone.core.game import Game
from livestone.core.paths import follow
from livestone.core.phrases import NUMBERS, TALLIES
from livestone.core.wording import LINE_NUMBERS
from livestone.errors import IllegalMove

# How many tokens are tried at a position.
TRIED = 40


def tried(game: Game, rng: Random) -> list[int]:
    """Tokens that may be a move: mostly sites, one or two."""
    tokens = range(len(game.wording.tokens))
    sites = range(len(game.board))
    return [rng.choice(sites if rng.random() < 0.9 else tokens) for _ in range(rng.choice((1, 2)))]


@every_option
def test_every_refusal_has_a_reason(game: Game) -> None:
    rng = Random(game.id)
    for state in looks(game)[:-1]:
        paths = state.paths
        for _ in range(TRIED):
            names = [game.wording.tokens[token] for token in tried(game, rng)]
            step = follow(paths, names)
            reason = state.refusal(" ".join(names))
            if step.move is not None:
                assert not reason
            else:
                assert reason
                if game.plain_display.refuse:
                    assert "is not one of the legal moves" not in reason, (state.text, names)


@every_option
def test_texts_and_paths_are_read_back(game: Game) -> None:
    for state in looks(game)[:-1]:
        for move, path in state.paths.items():
            text = game.move_text(move)
            assert " " not in text
            assert state.parse(text) == move
            assert state.parse(" ".join(path)) == move


@every_option
def test_positions_that_were_reached_are_possible(game: Game) -> None:
    for state in looks(game):
        assert not game.problem(state.position)


@compiled_options
def test_display_agrees(game: Game, checked: bool) -> None:
    """All numbers that the display functions fill, at positions of a random game."""
    built, plain, rng = compiled(game, checked)[0], game.plain_display, Random(1)
    lengths = {"pieces": len(game.board), "tally": 3 * TALLIES, "lines": LINE_NUMBERS}
    for state in looks(game):
        s, at_hand = state.position, game.layout.at_hand(state.position)
        move = state.legal[0] if state.legal else 0
        tokens = tried(game, rng)
        asked: dict[str, tuple[Any, ...]] = {
            "path": (move,),
            "pieces": (),
            "refuse": (-1, np.array(tokens, np.int32), len(tokens)),
            "check": (),
            "question": (),
            "secret": (move,),
            "known": (move,),
            "tally": (0,),
            "lines": (0,),
            "face": (1,),
        }
        for name, given in asked.items():
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


def test_a_refusal_says_what_stands_in_the_way() -> None:
    from livestone.core.state import State
    from livestone.games import load

    state = State(load("freedom"))
    state.play("d4")
    try:
        state.play("a1")
    except IllegalMove as error:
        assert str(error) == "a1 is not next to d4, the last stone"
