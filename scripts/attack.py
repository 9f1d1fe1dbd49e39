"""How long moves of games between guests take while somebody attacks the server in ten ways.

``python scripts/attack.py --games 50`` starts ``livestone serve`` on an empty store, with empty
caches and the limits that it has by default, and plays as ``load.py`` does: first alone, then
beside the attacks of ``attack_kinds.py``, all of them or those of ``--kinds``. Each player and each
kind of attack comes from another address. For Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from attack_kinds import KINDS
from load import allow_files, measure, playout
from load_report import Plan
from load_server import Failed, Server, machine, serving

from livestone.games import load

SETTLE, QUIET = 10.0, 15.0  # seconds of the attack before it counts, and of play without any
FILES = 2_000
LIMITS = ("requests=100", "address_games=10000", "address_megabytes=400")
LIMITS += ("all_guests_games=200000", "all_guests_megabytes=5000", "address_work=50")


@contextlib.contextmanager
def attacking(server: Server, kinds: list[str]) -> Iterator[dict[str, Any]]:
    """Attack until the end of the block; what came back is told then."""
    script = Path(__file__).with_name("attack_kinds.py")
    command = [sys.executable, str(script), server.site.host, str(server.site.port), *kinds]
    found: dict[str, Any] = {}
    # In our session, in which the attackers' niceness counts.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0)
    try:
        yield found
        process.send_signal(signal.SIGTERM)
        found |= json.loads(process.communicate(timeout=60)[0] or "{}")
    finally:
        process.kill()
        process.wait()


def run(asked: argparse.Namespace) -> dict[str, Any]:
    """Measure without and with the attack. Raises Failed."""
    game = load("freedom")
    playouts = [playout(game, seed) for seed in range(20)]
    plan = Plan(
        asked.games, asked.every, QUIET, 2.0, 0, "table", "30+10", playouts, game, apart=True
    )
    allow_files(asked.games, FILES)
    settings = [*LIMITS, *asked.set]
    with serving(None, 1, settings, None) as server:
        quiet = asyncio.run(measure(plan, server))
        with attacking(server, asked.kinds) as answers:
            plan = replace(plan, seconds=asked.seconds, settle=SETTLE)
            try:
                found = asyncio.run(measure(plan, server))
            except Failed as error:
                raise Failed("\n".join([str(error), *server.said()[-10:]])) from error
        logged = server.said()
    return {
        "machine": machine(),
        "quiet": quiet["milliseconds"],
        "attacked": found["milliseconds"],
        "moves": found["moves"],
        "errors": found["errors"],
        "server_processors": found["server"]["processors"],
        "answers": answers,
        "logged": logged[:20],
    }


def main() -> None:
    """Measure what is asked for, and print it."""
    asked = parsed()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["LIVESTONE_CACHE"] = cache
        try:
            found = run(asked)
        except Failed as error:
            sys.exit(f"attack: {error}")
        except KeyboardInterrupt:
            sys.exit(130)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{asked.games} games on {found['machine']}; {found['moves']} moves beside the attack")
    for name in ("quiet", "attacked"):
        for what in ("acknowledged", "shown"):
            row = found[name][what] or dict.fromkeys(("median", "most", "worst"), math.inf)
            numbers = f"{row['median']:8.1f}{row['most']:8.1f}{row['worst']:8.1f}"
            print(f"{name:10}{what:14} median, 99 %, worst: {numbers} ms")
    print(f"errors of the games: {found['errors'] or 'none'}")
    for kind, counts in found["answers"].items():
        print(f"{kind:10} {counts}")
    print("\n".join(f"the server: {line}" for line in found["logged"]))


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a game's moves")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--set", action="append", default=[], help="a setting of the server")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
