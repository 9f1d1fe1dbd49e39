"""``livestone train``: what is refused, and a whole training that is killed and goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from tests.cli.command import Call
from tests.training.picks import Picks

from livestone.cli.train import report_rounds
from livestone.games import load
from livestone.play.executors import here
from livestone.training.folder import Folder, Plan
from livestone.training.run import Training

SMALL = [
    "train", "freedom", "--option", "size=4", "--games", "40", "--nodes", "50", "--pairs", "6",
    "--trial-nodes", "50", "--rounds", "1",
]  # fmt: skip


def test_another_training_is_not_gone_on_with(tmp_path: Path, call: Call) -> None:
    plan = {"game": "freedom", "options": dict(load("freedom").option), "games": 7}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    for more, said in (
        ("", "holds a training already: go on with it by --resume"),
        ("--resume --games 8", "the training there has games 7, not 8"),
        ("--resume --option size=4", "the training there has options"),
    ):
        assert said in call(f"train freedom --out . {more}", code=2).err


def test_what_is_told_and_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    plan = Plan("picks", {}, games=60, nodes=40, pairs=60, trial_nodes=20, seed=5)
    told = []
    for name, as_json in (("text", False), ("json", True)):
        place = tmp_path / name
        with Folder(place, resume=False) as folder:
            folder.begin(plan)
            work = Training(Picks(), plan, folder, here(1), lambda what, done, total: None)
            report_rounds(work, 1, place, as_json)
        told.append(capfd.readouterr().out)
    assert told[0].startswith("Training picks\n60 games a round")
    assert "round 1: 60 games" in told[0]
    assert told[0].endswith(f"weights: {tmp_path / 'text' / 'weights.npz'}\n")
    kept = json.loads((tmp_path / "text" / "report.json").read_text("utf-8"))
    assert json.loads(told[1]) == kept
    assert kept["rounds"][0]["accepted"]
    assert ET.fromstring((tmp_path / "json" / "report.svg").read_text("utf-8")).tag.endswith("svg")


@pytest.mark.slow
def test_killed_it_goes_on_and_ends_the_same(tmp_path: Path, call: Call) -> None:
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    command = [sys.executable, "-m", "livestone", *SMALL, "--jobs", "2", "--out", str(broken)]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while program.poll() is None and not list(broken.glob("round-01/positions-*.npz")):
        time.sleep(0.02)
    program.send_signal(signal.SIGKILL)
    program.wait()
    assert not (broken / "report.json").exists()
    out = call("train freedom --resume --rounds 1 --out", broken).out
    assert "round 1: 40 games" in out
    assert "weights: " in out
    found = call(*SMALL, "--jobs", "1", "--json", "--out", whole).json
    assert found == json.loads((broken / "report.json").read_text("utf-8"))
    assert found["plan"]["options"]["size"] == 4
    assert ET.fromstring((broken / "report.svg").read_text("utf-8")).tag.endswith("svg")
    with np.load(broken / "weights.npz") as one, np.load(whole / "weights.npz") as other:
        assert one["weights"].tolist() == other["weights"].tolist()
