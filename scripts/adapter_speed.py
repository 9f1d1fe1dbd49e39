"""How many random steps a second OpenSpiel and PettingZoo take through our adapters.

``.venv/bin/python scripts/adapter_speed.py freedom koerier trangalla`` prints the medians that
``docs/adapters.md`` quotes: steps a second of processor time, by the loops of that page, before and
after the rules are compiled; and positions a second as arrays.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from livestone.adapters.batches import random_games
from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.games import load as load_game

# So many steps make a round, and so many rounds a median.
STEPS, ROUNDS = 1000, 5
# So many games are played for arrays, of which so many positions are taken at a time.
GAMES, PART = 500, 1000
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


def speed(work: Callable[[], object], count: int) -> str:
    """The median of the rounds, in things a second of which one has so many."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        found.append(count / (time.process_time() - began))
    return f"{statistics.median(found):,.0f}"


def arrays(game: Game) -> Iterator[str]:
    """How quickly positions are played, and become planes and masks."""
    random_games(game, 1)
    batch = random_games(game, GAMES)
    parts = [slice(at, at + PART) for at in range(0, len(batch), PART)]
    yield f"{speed(lambda: random_games(game, GAMES), len(batch))} positions a second, played"
    yield f"{speed(lambda: [batch.planes(part) for part in parts], len(batch))} as planes"
    yield f"{speed(lambda: [batch.masks(part) for part in parts], len(batch))} as masks"


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+")
    for id in parser.parse_args().games:
        game = load_game(id)
        for rules in ("plain", "compiled"):
            if rules == "compiled":
                compile_rules(game)
            for loop in (pettingzoo, openspiel):
                told = speed(partial(loop, id), STEPS)
                print(f"{id}, {loop.__name__}: {told} steps a second, {rules}", flush=True)
        for told in arrays(game):
            print(f"{id}, arrays: {told}", flush=True)


if __name__ == "__main__":
    main()
