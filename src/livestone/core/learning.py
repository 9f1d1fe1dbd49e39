"""Protocol of games whose evaluation is a sum of weights that can be learned.

The form of a game that search plays (``for_search``) may be :class:`Teachable`. Training then fits
its weights to positions and what they turned out to be worth, and knows nothing else of the game.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

from livestone.core.game import Game
from livestone.errors import BadRequest


class Features(NamedTuple):
    """What positions show: two arrays of the same shape, (positions, features a position).

    A position is judged to be worth the sum of ``factor * weights[index]`` over its features, in
    points by which player 0 leads. A feature that a position lacks has the factor 0.
    """

    index: Any
    factor: Any


@runtime_checkable
class Teachable(Protocol):
    """A game in the form that search plays, whose ``evaluate`` is a sum of weights.

    ``weights`` (float32) are what it judges by; ``stiffness``, of the same length, says how firmly
    each is held where it is: so many positions must speak for a change before half of it is made.
    ``features`` reads records of the plain game's layout.
    """

    @property
    def weights(self) -> Any:
        """What it judges by."""
        ...

    @property
    def stiffness(self) -> Any:
        """How firmly each weight is held."""
        ...

    def features(self, positions: Any) -> Features:
        """What these positions show."""
        ...

    def with_weights(self, weights: Any) -> Self:
        """The same game, judging by other weights."""
        ...


def weighted(game: Game, weights: Any) -> Game:
    """Return the same game, whose searches judge by these weights.

    It equals the other one: the rules are the same. Raises BadRequest for weights that do not fit.
    """
    form = game.for_search
    if not isinstance(form, Teachable):
        raise BadRequest(f"{game.title} has no weights: its search judges without any")
    made = type(game)(**game.option)
    made.for_search, made.weighted = form.with_weights(weights), True
    return made


def weighted_like(game: Game, other: Game) -> Game:
    """Return a game that judges by the weights given to ``other``, if it is of the same rules."""
    form = other.for_search
    if game.id != other.id or not other.weighted or not isinstance(form, Teachable):
        return game
    return weighted(game, form.weights)
