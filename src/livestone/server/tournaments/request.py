"""What an operator asks for, checked: a tournament, its rules and clock; and rows made of it."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self

from msgspec import Meta, Struct

from livestone.core.game import Game
from livestone.core.options import telling, text_of
from livestone.errors import BadOption, BadRequest
from livestone.freeplay.board import FREEDOM, freeplay
from livestone.freeplay.lines import check_name
from livestone.games import load
from livestone.languages.words import mark, t
from livestone.names import trimmed
from livestone.play.tournament.plan import Plan
from livestone.server.freeplay.limits import Clock
from livestone.server.tournaments.store import LADDER, TournamentRow

KINDS = ("swiss", "round-robin", "knock-out")
GRACE, MAX_GRACE = 60.0, 3600.0  # seconds to wait for an absent player
MAX_NAME = 80  # characters of a tournament's name
Text = Annotated[str, Meta(max_length=200)]


# Bounds in seconds: the most for a move and for a game, the least for both.
MAX_MOVE, MAX_GAME, LEAST = 600.0, 36_000.0, 0.05


@dataclass(frozen=True)
class TournamentRules:
    """A game by its id, options that differ from its usual ones (Freedom's: Freeplay's), a clock.

    In a class ``engine`` says whether players may import it, ``house`` who is always on the ladder.
    Raises UnknownGame, BadOption or BadRequest.
    """

    options: Mapping[str, object] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    plays: str = FREEDOM
    engine: bool = True
    house: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.make_game().option.get("last_cell") == "choice":
            raise BadOption(
                "last_cell=choice cannot be played here, because players cannot say that they "
                "pass: choose auto or always"
            )
        move, game = self.clock.move, self.clock.game
        _check(mark("a move"), move, MAX_MOVE)
        _check(mark("a game"), game, MAX_GAME)
        if game < move:
            raise BadRequest(
                t(
                    "{game} seconds for a game are less than the {move} for a move",
                    game=f"{game:g}",
                    move=f"{move:g}",
                )
            )

    def make_game(self) -> Game:
        """Return the game to be played. Raises UnknownGame or BadOption."""
        if self.plays == FREEDOM:
            return freeplay(**self.options)
        return load(self.plays, **self.options)

    def as_json(self) -> dict[str, Any]:
        options = {name: text_of(value) for name, value in self.make_game().option.items()}
        found = {"options": options, "move": self.clock.move, "game": self.clock.game}
        return found | {"plays": self.plays, "engine": self.engine, "house": list(self.house)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        more = {name: data[name] for name in ("plays", "engine", "house") if name in data}
        return cls(data["options"], Clock(data["move"], data["game"]), **more)

    def words(self) -> str:
        """Game, options and clock in words.

        >>> TournamentRules({"size": 8}, Clock(5, 120)).words()
        '8 by 8, four points for each live row; 5 s a move, 120 s a game'
        """
        clock, words = self.clock, [self._game_words()]
        words.append(
            t("{move} s a move, {game} s a game", move=f"{clock.move:g}", game=f"{clock.game:g}")
        )
        return "; ".join([*words, *[t("without the engine")] * (not self.engine)])

    def _game_words(self) -> str:
        game = self.make_game()
        if self.plays != FREEDOM:
            chosen = telling(game.options, game.option, t)
            return ", ".join(filter(None, [t(game.title), chosen]))
        size, scoring = game.option["size"], game.option["scoring"]
        counts = next(option for option in game.options if option.name == "scoring")
        return f"{t('{size} by {size}', size=size)}, {t(counts.value_labels[scoring])}"


def _check(what: str, seconds: float, most: float) -> None:
    if not (math.isfinite(seconds) and LEAST <= seconds <= most):
        raise BadRequest(
            t(
                "{seconds} seconds for {what} make no sense: choose {least} to {most}",
                seconds=f"{seconds:g}",
                what=t(what),
                least=f"{LEAST:g}",
                most=f"{most:g}",
            )
        )


class NewRules(Struct, forbid_unknown_fields=True):
    """Options of the game, seconds for a ``move`` and a ``game``, and to wait for who is absent."""

    options: dict[Text, str | int | bool] = {}
    move: float = Clock.move
    game: float = Clock.game
    grace: float = GRACE

    def rules(self) -> TournamentRules:
        """Return the rules. Raises BadOption or BadRequest."""
        return TournamentRules(self.options, Clock(self.move, self.game))


class NewTournament(NewRules, forbid_unknown_fields=True, kw_only=True):
    """A tournament to start; without ``entrants`` all who are here take part.

    ``rounds`` are for a Swiss tournament; null: as many as usual. ``games`` are those of each
    meeting. With ``review`` it pauses before each round, which can be changed in a class.
    """

    name: Text
    kind: Text = "swiss"
    rounds: int | None = None
    games: int = 2
    review: bool = False
    entrants: Annotated[list[Text], Meta(max_length=2000)] = []


def check_grace(grace: float) -> float:
    """Return the grace in seconds. Raises BadRequest."""
    if not 0 <= grace <= MAX_GRACE:
        raise BadRequest(
            t(
                "{seconds} seconds to wait for a player make no sense: choose 0 to {most}",
                seconds=f"{grace:g}",
                most=f"{MAX_GRACE:g}",
            )
        )
    return grace


def tournament_row(asked: NewTournament) -> TournamentRow:
    """Return the row of a new tournament. Raises BadOption or BadRequest."""
    name, kind, rules = trimmed(asked.name), asked.kind, asked.rules()
    if not (name and len(name) <= MAX_NAME and name.isprintable()):
        raise BadRequest(
            t("a tournament needs a name, of at most {most} characters", most=MAX_NAME)
        )
    if kind not in KINDS:
        given, known = repr(kind[:40]), ", ".join(KINDS)
        raise BadRequest(
            t("{kind} is no kind of tournament here: choose {known}", kind=given, known=known)
        )
    seed = secrets.randbits(31)
    plan = Plan.of(kind, rules.make_game(), rounds=asked.rounds, games=asked.games, seed=seed)
    entrants = [check_name(entrant) for entrant in asked.entrants]
    row = _row(name, plan, rules, check_grace(asked.grace), entrants)
    return replace(row, settings=row.settings | {"review": asked.review})


def ladder_row(rules: TournamentRules, entrants: Sequence[str] = ()) -> TournamentRow:
    """Return the row of a new ladder, which has no last round."""
    plan = Plan.of(LADDER, rules.make_game(), games=1)
    return _row("The ladder", plan, rules, GRACE, entrants)


def _row(
    name: str, plan: Plan, rules: TournamentRules, grace: float, entrants: Sequence[str]
) -> TournamentRow:
    now = time.time()
    return TournamentRow(
        id=secrets.token_hex(8),
        name=name,
        kind=plan.kind,
        plan=plan.as_json(),
        settings=rules.as_json() | {"grace": grace},
        entrants=list(entrants),
        status="running",
        created=now,
        updated=now,
    )
