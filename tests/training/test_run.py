from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.training.picks import VALUES, Picks

from livestone.errors import BadRequest
from livestone.play.executors import Done, Executor, here
from livestone.training import report
from livestone.training.folder import Folder, Plan, Round
from livestone.training.run import Training

PLAN = Plan("picks", {}, games=60, nodes=40, pairs=60, trial_nodes=20, seed=5)


def silent(what: str, done: int, total: int) -> None:
    assert what in {"playing", "fitting", "trying"}
    assert 0 <= done <= total


def train(
    place: Path, rounds: int, *, resume: bool = False, executor: Executor | None = None
) -> list[Round]:
    with Folder(place, resume=resume) as folder:
        if not resume:
            folder.begin(PLAN)
        work = Training(Picks(), folder.plan(), folder, executor or here(1), silent)
        return list(work.rounds(rounds))


def breaking(after: int) -> Executor:
    """Work that is cut short after so many results."""

    def do(work: Callable[..., Any], tasks: Sequence[Any]) -> Done:
        for count, done in enumerate(here(1)(work, tasks)):
            if count == after:
                raise KeyboardInterrupt
            yield done

    return do


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Round]]:
    place = tmp_path_factory.mktemp("training") / "picks"
    return place, train(place, 2)


def test_it_learns_and_is_accepted_only_when_it_wins(trained: tuple[Path, list[Round]]) -> None:
    place, (first, second) = trained
    assert first.accepted
    assert first.after < first.before
    assert first.losses[-1] < first.losses[0]
    with np.load(place / "round-01" / "weights.npz") as kept:
        weights = kept["weights"]
    assert np.corrcoef(weights, VALUES)[0, 1] > 0.8
    assert not second.accepted
    assert second.positions > first.positions
    with np.load(place / "weights.npz") as kept:
        assert kept["weights"].tolist() == weights.tolist()


@pytest.mark.parametrize("after", [0, 1, 4])
def test_whatever_ends_it_it_goes_on_to_the_same_end(
    trained: tuple[Path, list[Round]], tmp_path: Path, after: int
) -> None:
    place = tmp_path / "again"
    with pytest.raises(KeyboardInterrupt):
        train(place, 2, executor=breaking(after))
    for _ in range(9):
        try:
            found = train(place, 2, resume=True, executor=breaking(20))
            break
        except KeyboardInterrupt:
            torn = place / "round-01" / "pairs.txt"
            if torn.is_file():
                torn.write_text(torn.read_text() + "1")
    assert found == trained[1]
    assert (place / "weights.npz").read_bytes() == (trained[0] / "weights.npz").read_bytes()
    assert not list(place.rglob("*.half"))


def test_a_folder_is_for_one_command_at_a_time(trained: tuple[Path, list[Round]]) -> None:
    place, _ = trained
    with (
        Folder(place, resume=True),
        pytest.raises(BadRequest, match="is going on in another command"),
    ):
        Folder(place, resume=True)


@pytest.mark.parametrize("content", ["{", '{"game": "picks", "colour": 3}'])
def test_a_damaged_plan_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "plan.json").write_text(content)
    with (
        Folder(tmp_path, resume=True) as folder,
        pytest.raises(BadRequest, match=r"plan\.json' is damaged"),
    ):
        folder.plan()


def test_the_report(trained: tuple[Path, list[Round]]) -> None:
    rounds = trained[1]
    text = "\n".join(report.lines(PLAN, rounds))
    assert text.startswith("Training picks\n60 games a round with 40 nodes a move")
    assert "accepted 1 of 2 rounds" in text
    assert ", accepted" in text
    assert ", not accepted" in text
    data = report.as_json(PLAN, rounds)
    assert data["plan"]["games"] == 60
    assert [one["accepted"] for one in data["rounds"]] == [True, False]
    assert report.gained(rounds)[0] == 0
    for some in (rounds, rounds[:1]):
        page = report.page(PLAN, some)
        assert ET.fromstring(page).tag.endswith("svg")
        assert page.count('class="panel"') == 2 + len(some)
