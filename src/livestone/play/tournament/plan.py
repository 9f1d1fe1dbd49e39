"""The plan of a tournament: kind, game, rounds, games, seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.errors import BadRequest, LivestoneError
from livestone.games import load
from livestone.ranges import check_whole
from livestone.suggest import instead

KINDS = ("round-robin", "swiss", "knock-out", "ladder", "match")
# The kinds that last as many rounds as the plan says.
BY_ROUNDS = ("swiss", "ladder", "match")
MAX_ROUNDS, MAX_GAMES, MAX_PLIES = 100_000, 1_000, 200
MAX_ELO = 1000


@dataclass(frozen=True)
class Plan:
    """The kind of a tournament, the game with its options, and how much is played.

    ``games`` are those of each meeting; ``plies`` random ones open them, the same for all games of
    a meeting. ``rounds`` are for a Swiss tournament, a ladder (None: without end) and a match,
    where each round is one meeting. ``sprt`` are two strengths in Elo: a match of pairs of games
    ends as soon as it has told them apart, see :mod:`livestone.play.sprt`. Raises BadRequest.
    """

    kind: str
    game: str
    options: Mapping[str, str]
    rounds: int | None
    games: int
    plies: int
    seed: int
    sprt: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadRequest(
                f"{self.kind[:40]!r} is no kind of tournament: {instead(self.kind, KINDS)}"
            )
        game = self.make_game()
        if self.rounds is not None:
            if self.kind not in BY_ROUNDS:
                raise BadRequest(f"the rounds of a {self.kind} follow from who takes part")
            check_whole("rounds", self.rounds, 1, MAX_ROUNDS)
        check_whole("games at each meeting", self.games, 1, MAX_GAMES)
        check_whole("opening plies", self.plies, 0, MAX_PLIES)
        if self.sprt is not None:
            self._check_sprt(game)

    @classmethod
    def of(
        cls,
        kind: str,
        game: Game,
        *,
        rounds: int | None = None,
        games: int | None = None,
        plies: int = 0,
        seed: int = 0,
        sprt: tuple[float, float] | None = None,
    ) -> Plan:
        """Return a plan for a game; by default each player has every seat once in a meeting."""
        options = {name: text_of(value) for name, value in game.option.items()}
        games = game.players if games is None else games
        return cls(kind, game.id, options, rounds, games, plies, seed, sprt)

    def make_game(self) -> Game:
        """Return the game with its options chosen. Raises UnknownGame or BadOption."""
        return load(self.game, **self.options)

    def as_json(self) -> dict[str, Any]:
        """Return the plan as a JSON object."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def from_json(cls, data: object) -> Plan:
        """Return the plan that a JSON object holds. Raises BadRequest, UnknownGame or BadOption."""
        found: Plan = read(data, cls)
        return found

    def _check_sprt(self, game: Game) -> None:
        assert self.sprt is not None
        low, high = self.sprt
        if self.kind != "match" or game.players != 2 or self.games != 2:
            raise BadRequest("an SPRT needs a match of two players with two games at each meeting")
        if not -MAX_ELO <= low < high <= MAX_ELO:
            raise BadRequest(
                f"an SPRT between {low:g} and {high:g} Elo makes no sense: "
                f"give the lower first, both from -{MAX_ELO} to {MAX_ELO}"
            )


def read(data: object, kind: type[Any]) -> Any:
    """Return the object of a kind that plain data stand for. Raises BadRequest."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, LivestoneError):
            raise error.__cause__ from None
        raise BadRequest(f"this is no {kind.__name__.lower()}: {error}") from None
