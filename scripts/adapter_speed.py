"""How many random steps a second OpenSpiel and PettingZoo take through our adapters.

``.venv/bin/python scripts/adapter_speed.py freedom koerier trangalla`` prints the medians that
``docs/adapters.md`` quotes: steps a second of processor time, by the loops of that page, before and
after the rules are compiled.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from livestone.core.runtime import compile_rules
from livestone.games import load as load_game

# So many steps make a round, and so many rounds a median.
STEPS, ROUNDS = 1000, 5
# Long games are cut, as in the page's loop.
MAX_PLIES = 200


def pettingzoo(game: str) -> None:
    """Take STEPS random steps as the page does."""
    from livestone.adapters.pettingzoo import env

    table = env(game, max_plies=MAX_PLIES)
    steps = 0
    while steps < STEPS:
        table.reset(seed=steps)
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            done = terminated or truncated
            table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))
            steps += not done


def openspiel(game: str) -> None:
    """Take STEPS random steps as the page does, without printing them."""
    from livestone.adapters.openspiel import load

    adapted, dice, steps = load(game), random.Random(1), 0
    while steps < STEPS:
        state, plies = adapted.new_initial_state(), 0
        while not state.is_terminal() and plies < MAX_PLIES:
            state.apply_action(dice.choice(state.legal_actions()))
            plies += 1
        steps += plies


def speed(loop: Callable[[str], None], game: str) -> float:
    """The median of the rounds, in steps a second."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        loop(game)
        found.append(STEPS / (time.process_time() - began))
    return statistics.median(found)


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+")
    for game in parser.parse_args().games:
        for name, loop in (("PettingZoo", pettingzoo), ("OpenSpiel", openspiel)):
            plain = speed(loop, game)
            print(f"{game}, {name}: {plain:,.0f} steps a second, plain", flush=True)
        compile_rules(load_game(game))
        for name, loop in (("PettingZoo", pettingzoo), ("OpenSpiel", openspiel)):
            print(f"{game}, {name}: {speed(loop, game):,.0f} steps a second, compiled", flush=True)


if __name__ == "__main__":
    main()
