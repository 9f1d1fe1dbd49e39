"""Why a text is no legal move: what every game says alike, and what its own rules say."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from livestone.core.game import Game
from livestone.core.paths import follow
from livestone.core.phrases import PLACE, TOKEN
from livestone.errors import GameOver, IllegalMove, LivestoneError, MoveSyntaxError

if TYPE_CHECKING:
    from livestone.core.state import State

# The form of tokens that are given one by one.
PATH = -1


def refusal(state: State, text: str) -> LivestoneError:
    """Return the error that says why ``text`` is not legal in a state where it is not."""
    shown = repr(text if len(text) <= 40 else text[:37] + "...")
    if state.over:
        return after_the_end(state, shown)
    written = read(state.game, text)
    longest = max(map(len, state.paths.values()))
    if written is None or (written[0] == PATH and len(written[1]) > longest):
        example = state.legal_texts[0]
        return MoveSyntaxError(f"{shown} is not a move of this game: write one like {example!r}")
    return IllegalMove(_reason(state, text, *written))


def after_the_end(state: State, shown: str) -> GameOver:
    """Return the error of a move after the end."""
    return GameOver(f"{shown} cannot be played: the game is over after ply {state.ply}")


def read(game: Game, text: str) -> tuple[int, list[int]] | None:
    """Return the form in which a text is written, and its tokens; None where it is no move.

    Tokens with spaces between them are a path; its form is PATH.
    """
    token = game.wording.token
    for form, pattern in _patterns(game):
        found = pattern.fullmatch(text)
        if found and all(name in token for name in found.groups()):
            return form, [token[name] for name in found.groups()]
    names = text.split()
    return (PATH, [token[name] for name in names]) if names and set(names) <= {*token} else None


def _reason(state: State, text: str, form: int, tokens: list[int]) -> str:
    """Why tokens are no legal move, as a sentence about them."""
    wording = state.game.wording
    names = [wording.tokens[token] for token in tokens]
    given_alone = form in (PATH, TOKEN)
    if given_alone and len(tokens) == 1 and _goes_on_from(state, tokens[0]):
        return f"the turn goes on from {names[0]}: say where to"
    if given_alone and follow(state.paths, names).next:
        return f"{' '.join(names)} is the beginning of a move: say how it goes on"
    for move in state.legal:
        if not given_alone and wording.spelled(move)[1] == tokens and len(tokens) > 1:
            return f"{text} is not how this move is written: write {wording.move_text(move)}"
    reason, about = wording.refusal(state.position, form, tokens)
    if not reason:
        return f"{text} is not one of the legal moves"
    return reason if about else f"{text} is not possible: {reason}"


def _goes_on_from(state: State, token: int) -> bool:
    """Whether a turn goes on from a site that moves' texts begin with, but not their paths."""
    if not state.unfinished:
        return False
    spelled = (state.game.wording.spelled(move)[1] for move in state.legal)
    return any(len(tokens) > 1 and tokens[0] == token for tokens in spelled)


@cache
def _patterns(game: Game) -> list[tuple[int, re.Pattern[str]]]:
    """For each form in which moves are written a pattern whose groups are the tokens."""
    names = sorted(map(re.escape, game.wording.tokens), key=len, reverse=True)
    any_token = f"({'|'.join(names)})"
    found = []
    for form in game.words.say.forms:
        between = map(re.escape, PLACE.split(game.words.say.texts[form])[::3])
        found.append((form, re.compile(any_token.join(between))))
    return found
