"""Every game of the catalogue as an OpenSpiel game; importing this module registers them.

``pyspiel.load_game("livestone_freedom(size=8)")`` or :func:`load`. An action is the number of a
move, a turn of several plies several actions in a row. The returns are those of
:func:`~livestone.adapters.planes.returns`.

>>> game = load("freedom", size=4)
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("b2"))
>>> str(state)
'4/4/1w2/4 b last=b2 turn=1'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from livestone.adapters.planes import planes, returns
from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.core.view import ONLOOKER, View
from livestone.extras import needed_for
from livestone.games import catalogue, find

with needed_for("livestone.adapters.openspiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX = "livestone_"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


def load(game: str, /, **options: object) -> Any:
    """Return a ``pyspiel.Game``. Raises UnknownGame or BadOption."""
    chosen = find(game)(**options)
    return pyspiel.load_game(PREFIX + chosen.id, dict(chosen.option))


def game_type(game: Game) -> Any:
    """Return what OpenSpiel is told about a game with its options."""
    types = pyspiel.GameType
    hidden = game.plain.observe is not None
    return types(
        short_name=PREFIX + game.id,
        long_name=game.title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if hidden
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.options},
    )


class LivestoneGame(pyspiel.Game):
    """An OpenSpiel game over one of ours; ``livestone`` is that one."""

    kind: type[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.livestone = self.kind(**(params or {}))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.livestone.move_limit,
            max_chance_outcomes=0,
            num_players=self.livestone.players,
            min_utility=-float(self.livestone.stake),
            max_utility=float(self.livestone.stake),
            utility_sum=0.0,
            max_game_length=self.livestone.max_plies,
        )
        super().__init__(game_type(self.livestone), info, dict(params or {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self, state: Any = None) -> LivestoneState:
        """Return the opening."""
        return LivestoneState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes a state for a player, as OpenSpiel asks for it."""
        if params:
            raise ValueError(f"there are no parameters for observations: {params!r}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.perfect_recall:
            return PlanesObserver(self.livestone, wanted)
        if self.livestone.plain.observe is None:
            return IIGObserverForPublicInfoGame(wanted, params)
        return RecallObserver(wanted)


class LivestoneState(pyspiel.State):
    """An OpenSpiel state over one of ours; ``livestone`` is that one, to be read only."""

    def __init__(self, game: LivestoneGame) -> None:
        super().__init__(game)
        self.livestone = State(game.livestone)
        self._note_player()
        # What each player has seen after each ply, where the game hides something.
        self.seen: tuple[tuple[str, ...], ...] = ()
        if game.livestone.plain.observe is not None:
            self._look("")

    def current_player(self) -> int:
        """Return the index of the player to move, or ``pyspiel.PlayerId.TERMINAL``."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self._player == TERMINAL

    def returns(self) -> list[float]:
        """Return what the game has brought each player: 0 while it runs."""
        state = self.livestone
        return list(returns(state.game, state.scores, state.winners or ()))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.livestone.unsorted)

    def _apply_action(self, action: int) -> None:
        self.livestone.play(action)
        self._note_player()
        if self.seen:
            self._look(self.livestone.move_texts[-1])

    def _note_player(self) -> None:
        """Keep what OpenSpiel asks for several times a step."""
        mover = self.livestone.mover
        self._player = TERMINAL if mover is None else mover

    def _action_to_string(self, player: int, action: int) -> str:
        return self.livestone.game.wording.move_text(action)

    def __str__(self) -> str:
        return self.livestone.text

    def _look(self, move: str) -> None:
        """Add what each player sees now to what they have seen before."""
        before = self.seen or ((),) * self.livestone.game.players
        views = [self.livestone.view(player) for player in range(len(before))]
        self.seen = tuple(
            (*old, " ".join([*view.moves[-1:], view.text]))
            for old, view in zip(before, views, strict=True)
        )


def _loaded(text: str) -> Any:
    """The game that OpenSpiel writes so, as it comes back from a pickle."""
    return pyspiel.load_game(text)


def _viewer(wanted: Any, player: int) -> int | None:
    """Whose view OpenSpiel asks for: the player's, an onlooker's, or everything."""
    private = pyspiel.PrivateInfoType
    if wanted.private_info == private.ALL_PLAYERS:
        return None
    return player if wanted.private_info == private.SINGLE_PLAYER else ONLOOKER


class PlanesObserver:
    """Observes a position: the planes of it as a tensor, its text as a string."""

    def __init__(self, game: Game, wanted: Any) -> None:
        self._wanted = wanted
        self._planes = planes(game)
        self.tensor = np.zeros(int(np.prod(self._planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._planes.shape)}

    def set_from(self, state: LivestoneState, player: int) -> None:
        """Set ``tensor`` to what the player sees."""
        seen, viewer = state.livestone, _viewer(self._wanted, player)
        position = seen.position
        if viewer is not None and not seen.over:
            position = runtime(seen.game).observed(position, viewer)
        self.dict["observation"][:] = self._planes.of(position)[0]

    def string_from(self, state: LivestoneState, player: int) -> str:
        """Return what the player sees as text."""
        return View.of(state.livestone, _viewer(self._wanted, player)).text


class RecallObserver:
    """Observes everything that a player has seen so far; as a string only."""

    tensor = None

    def __init__(self, wanted: Any) -> None:
        self._wanted = wanted
        self.dict: dict[str, Any] = {}

    def set_from(self, state: LivestoneState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: LivestoneState, player: int) -> str:
        """Return all that the player has seen, a line a ply."""
        return "\n".join([f"player {player}", *state.seen[player]])


def _register() -> None:
    known = set(pyspiel.registered_names())
    for kind in catalogue().values():
        if PREFIX + kind.id not in known:
            adapter = type(kind.__name__, (LivestoneGame,), {"kind": kind})
            pyspiel.register_game(game_type(kind()), adapter)


_register()
