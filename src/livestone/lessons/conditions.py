"""Checks what a diagram says of its position: ``legal d5; captures 2; winner white``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import number
from livestone.suggest import instead

Words = Sequence[str]


def failure(text: str, before: State, state: State) -> str:
    """Why conditions do not all hold at a state, reached from ``before``; empty where they do.

    >>> from livestone.games import load
    >>> state = State(load("freedom"))
    >>> failure("legal a1 j10; moves 99", state, state)
    'moves 99: there are 100 legal moves'
    """
    for condition in filter(None, (part.strip() for part in text.split(";"))):
        name, *words = condition.split()
        if name not in CONDITIONS:
            return f"there is no condition {name!r}: {instead(name, CONDITIONS)}"
        if why := CONDITIONS[name](words, before, state):
            return f"{condition}: {why}"
    return ""


def captured(before: State, state: State) -> int:
    """How many pieces of others than the mover at ``before`` are gone from the board since."""
    counts = [Counter(_colours(one)) for one in (before, state)]
    own = before.game.seats[int(before.position["mover"])].colour
    return sum(max(0, n - counts[1][colour]) for colour, n in counts[0].items() if colour != own)


def gained(before: State, state: State) -> float:
    """What the mover at ``before`` has scored since."""
    player = int(before.position["mover"])
    return state.scores[player] - before.scores[player]


def _colours(state: State) -> list[str]:
    standing = state.game.wording.standing(state.position)
    return [piece.colour for piece in standing if piece is not None]


def _legal(words: Words, before: State, state: State) -> str:
    return " ".join(state.refusal(word) for word in words).strip()


def _illegal(words: Words, before: State, state: State) -> str:
    allowed = [word for word in words if not state.refusal(word)]
    return f"{' '.join(allowed)} may be played" if allowed else ""


def _only(words: Words, before: State, state: State) -> str:
    legal = state.legal_texts
    return "" if sorted(legal) == sorted(words) else f"the legal moves are {' '.join(legal)}"


def _moves(words: Words, before: State, state: State) -> str:
    return _equal(words, len(state.legal), "there are {} legal moves")


def _captures(words: Words, before: State, state: State) -> str:
    return _equal(words, captured(before, state), "{} are captured")


def _gains(words: Words, before: State, state: State) -> str:
    return _equal(words, gained(before, state), "the mover scores {}")


def _scores(words: Words, before: State, state: State) -> str:
    scores = [str(number(score)) for score in state.scores]
    return "" if scores == [*words] else f"the scores are {' '.join(scores)}"


def _over(words: Words, before: State, state: State) -> str:
    return "" if state.over else "the game goes on"


def _running(words: Words, before: State, state: State) -> str:
    return "the game is over" if state.over else ""


def _winner(words: Words, before: State, state: State) -> str:
    names = [state.game.seats[player].name for player in state.winners or ()]
    said = " ".join(names) or "nobody"
    return "" if said.lower() == " ".join(words).lower() else f"{said} has won"


def _drawn(words: Words, before: State, state: State) -> str:
    return "" if state.winners == () else "it is no draw"


def _mover(words: Words, before: State, state: State) -> str:
    name = "nobody" if state.mover is None else state.game.seats[state.mover].name
    return "" if name.lower() == " ".join(words).lower() else f"it is {name}'s turn"


def _at(words: Words, before: State, state: State) -> str:
    """A piece's name, and the sites where such a piece stands."""
    sites, game = state.game.board.site, state.game
    name = " ".join(word for word in words if word not in sites)
    places = [word for word in words if word in sites]
    if not name or not places:
        return "write the name of a piece and the sites where it stands"
    found = {place: _named(game, state, place) for place in places}
    wrong = [
        f"{place} has {there}" for place, there in found.items() if there.lower() != name.lower()
    ]
    return ", ".join(wrong)


def _empty(words: Words, before: State, state: State) -> str:
    if unknown := [word for word in words if word not in state.game.board.site]:
        return f"there is no site {unknown[0]!r}"
    found = {word: _named(state.game, state, word) for word in words}
    return ", ".join(f"{at} has {there}" for at, there in found.items() if there != "nothing")


def _marked(words: Words, before: State, state: State) -> str:
    found = [state.game.board.names[site] for site in state.marks]
    return "" if sorted(found) == sorted(words) else f"marked are {' '.join(found) or 'none'}"


def _named(game: Game, state: State, place: str) -> str:
    piece = game.wording.piece(state.position, game.board.site[place])
    return piece.name if piece else "nothing"


def _equal(words: Words, found: float, said: str) -> str:
    return "" if [*words] == [str(number(found))] else said.format(number(found))


CONDITIONS: dict[str, Callable[[Words, State, State], str]] = {
    "legal": _legal,
    "illegal": _illegal,
    "only": _only,
    "moves": _moves,
    "captures": _captures,
    "gains": _gains,
    "scores": _scores,
    "over": _over,
    "running": _running,
    "winner": _winner,
    "drawn": _drawn,
    "mover": _mover,
    "at": _at,
    "empty": _empty,
    "marked": _marked,
}
