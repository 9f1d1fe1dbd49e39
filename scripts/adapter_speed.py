"""How many random steps a second OpenSpiel and PettingZoo take through our adapters.

``.venv/bin/python scripts/adapter_speed.py freedom koerier trangalla`` prints the medians that
``docs/adapters.md`` quotes: steps a second of processor time, by the loops of that page, before and
after the rules are compiled; positions a second as arrays; and steps of ``BatchedEnv``. With
``--pgx PYTHON``, a Python that has Pgx (https://github.com/sotetsuk/pgx), its othello takes turns.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial

from livestone.adapters.batched_env import BatchedEnv
from livestone.adapters.batches import random_games
from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.games import load as load_game

# So many steps make a round, and so many rounds a median.
STEPS, ROUNDS = 1000, 5
# So many games are played for arrays, of which so many positions are taken at a time.
GAMES, PART = 500, 1000
# So many games are side by side in an environment, which takes so many steps a round.
BATCH, BATCH_STEPS = 1024, 300
# Steps of Pgx, as its own benchmark takes them (https://arxiv.org/abs/2303.17503), with its masks
# and observations; prints processor seconds for so many.
PGX = """
import sys, time, jax, pgx
from pgx.experimental import auto_reset
n, steps = map(int, sys.argv[1:])
env = pgx.make("othello")
step, begin = auto_reset(env.step, env.init), jax.jit(jax.vmap(env.init))
@jax.jit
def play(state, key):
    logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
    actions = jax.random.categorical(key, logits, axis=1)
    return jax.vmap(step)(state, actions, jax.random.split(key, n))
keys = jax.random.split(jax.random.PRNGKey(1), steps + 1)
state = play(begin(jax.random.split(keys[-1], n)), keys[-1])
jax.block_until_ready(state)
began = time.process_time()
for key in keys[:-1]:
    state = play(state, key)
jax.block_until_ready(state)
print(time.process_time() - began)
"""
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
    for name, made in (("planes", batch.planes), ("masks", batch.masks)):
        # None is kept: fresh memory would take longer than filling it.
        told = speed(lambda made=made: all(made(part) is not None for part in parts), len(batch))
        yield f"{told} as {name}"


def batched(game: Game, pgx: str | None) -> Iterator[str]:
    """How quickly an environment takes random steps; every round, Pgx takes some too."""
    env = BatchedEnv(game, BATCH, reuse=True)
    env.reset(seed=1)
    steps, found = BATCH * BATCH_STEPS, {"BatchedEnv": [], "Pgx, othello": []}
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(BATCH_STEPS):
            env.step(env.sample())
        found["BatchedEnv"].append(steps / (time.process_time() - began))
        if pgx:
            words = [pgx, "-c", PGX, str(BATCH), str(BATCH_STEPS)]
            spent = subprocess.run(words, check=True, capture_output=True).stdout
            found["Pgx, othello"].append(steps / float(spent))
    for name, speeds in found.items():
        if speeds:
            yield f"{name}: {statistics.median(speeds):,.0f} steps a second of processor time"


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--pgx", metavar="PYTHON")
    parser.add_argument("--batched", action="store_true", help="measure BatchedEnv only")
    given = parser.parse_args()
    for id in given.games:
        game = load_game(id)
        for told in batched(game, given.pgx):
            print(f"{id}, {told}", flush=True)
        if given.batched:
            continue
        for rules in ("plain", "compiled"):
            if rules == "compiled":
                compile_rules(game, steps=True)
            for loop in (pettingzoo, openspiel):
                told = speed(partial(loop, id), STEPS)
                print(f"{id}, {loop.__name__}: {told} steps a second, {rules}", flush=True)
        for told in arrays(game):
            print(f"{id}, arrays: {told}", flush=True)


if __name__ == "__main__":
    main()
