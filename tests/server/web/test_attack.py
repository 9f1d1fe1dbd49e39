"""Games go on quickly beside attackers of ten kinds, within the limits that a server has anyway."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "scripts" / "attack.py"
MAX_MILLISECONDS = 250.0
SLOWER = 5.0  # than without an attack: where the machine is busy with other programs


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what processes use is read from /proc")
def test_moves_of_fifty_games_beside_ten_attacks() -> None:
    command = [sys.executable, str(SCRIPT), "--games", "50", "--seconds", "60", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == {}
    assert found["moves"] > 1000
    assert len(found["answers"]) == 10
    assert not any("failed" in what for kind in found["answers"].values() for what in kind)
    for what in ("acknowledged", "shown"):
        most = max(MAX_MILLISECONDS, SLOWER * found["quiet"][what]["most"])
        assert found["attacked"][what]["most"] < most, found
