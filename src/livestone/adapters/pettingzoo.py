"""Every game of the catalogue as a PettingZoo environment (AEC) with action masks.

Each agent observes what its player may see: ``observation``, the planes of
:mod:`livestone.adapters.planes`, and ``action_mask``, all 0 unless it is to act. An action is the
number of a move; rewards come at the end and are those of
:func:`~livestone.adapters.planes.returns`.

>>> table = env("freedom", size=4)
>>> table.reset(seed=1)
>>> seen, reward, terminated, truncated, info = table.last()
>>> seen["observation"].shape, int(seen["action_mask"].sum())
((7, 16), 16)
>>> table.step(5)
>>> print(table.render())
4/4/1w2/4 b last=b2 turn=1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.adapters.planes import planes, returns
from livestone.copying import Independent
from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.extras import needed_for
from livestone.games import load
from livestone.ranges import check_whole

with needed_for("livestone.adapters.pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(game: str, /, *, max_plies: int | None = None, **options: object) -> Any:
    """Return a game as an environment in which an illegal action loses 1 and ends the game.

    ``max_plies`` truncates games that run longer. Raises UnknownGame, BadOption or BadRequest.
    """
    table = raw_env(game, max_plies=max_plies, **options)
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(game: str, /, *, max_plies: int | None = None, **options: object) -> LivestoneEnv:
    """Return a game as an environment in which an illegal action raises IllegalMove."""
    return LivestoneEnv(load(game, **options), max_plies)


class LivestoneEnv(Independent, AECEnv):
    """A game as an environment; ``table`` is its state, ``game`` the game."""

    render_mode = "ansi"

    def __init__(self, game: Game, max_plies: int | None = None) -> None:
        super().__init__()
        if max_plies is not None:
            check_whole("max_plies", max_plies, 1)
        self.game = game
        self.max_plies = max_plies
        self.metadata = {
            "name": f"livestone_{game.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.table = State(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._planes = planes(game)
        low, high = self._planes.bounds
        seen = spaces.Box(low, high, dtype=np.float32)
        mask = spaces.Box(0, 1, (game.move_limit,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(game.move_limit) for agent in self.possible_agents
        }
        self.state_space = seen

    def observation_space(self, agent: str) -> Any:
        """Return what an agent may observe, as a space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may do, as a space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: at the opening, or at ``options["position"]``, a position's text.

        Nothing is left to chance, so ``seed`` changes nothing. Raises BadPosition.
        """
        start = (options or {}).get("position")
        self.table = State(self.game) if start is None else State.read(self.game, start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.table.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.mover or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which actions it has now."""
        player, state = self.possible_agents.index(agent), self.table
        position = state.position
        if self.game.plain.observe is not None and not state.over:
            position = runtime(self.game).observed(position, player)
        mask = np.zeros(self.game.move_limit, np.int8)
        if player == state.mover:
            mask[list(state.unsorted)] = 1
        return {"observation": self._planes.of(position)[0], "action_mask": mask}

    def state(self) -> Any:
        """Return the planes of the whole position, secrets included."""
        return self._planes.of(self.table.position)[0]

    def step(self, action: int | None) -> None:
        """Play the move with this number. Raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.play(int(action) if action is not None else -1)
        state = self.table
        if state.over:
            gains = returns(self.game, state.scores, state.winners or ())
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_plies is not None and state.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        if state.mover is not None:
            self.agent_selection = self.possible_agents[state.mover]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """Return the whole position as text."""
        return self.table.text

    def close(self) -> None:
        """There is nothing to close."""
