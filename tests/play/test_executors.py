from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from livestone.errors import LivestoneError
from livestone.play.executors import here, on_ray


def square(task: int, stop: Callable[[], bool]) -> int:
    assert not stop()
    return task * task


class Place:
    """Where a result will be."""

    def __init__(self, do: Callable[[], Any]) -> None:
        self.do = do


class FakeRay:
    """As much of Ray as is used, in this process: what is asked for last is done first."""

    def __init__(self) -> None:
        self.most, self.cancelled = 0, 0

    def init(self, **settings: Any) -> None:
        self.settings = settings

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Any) -> Any:
        return SimpleNamespace(remote=lambda *given: Place(lambda: function(*given)))

    def wait(
        self, places: list[Any], num_returns: int, timeout: float
    ) -> tuple[list[Any], list[Any]]:
        self.most = max(self.most, len(places))
        return places[-num_returns:], places[:-num_returns]

    def get(self, place: Any) -> Any:
        return place.do()

    def cancel(self, place: Any, *, force: bool) -> None:
        self.cancelled += 1


def test_on_ray_it_does_the_same_as_here(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    tasks = list(range(9))
    far, near = dict(on_ray("far:1")(square, tasks)), dict(here(1)(square, tasks))
    assert far == near == {task: task * task for task in tasks}
    assert fake.most == 4
    assert fake.cancelled == 0


def test_closing_takes_back_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    working = on_ray("far:1")(square, list(range(9)))
    assert next(working) == (3, 9)
    working.close()
    assert fake.cancelled == 3


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LivestoneError, match=r"pip install 'livestone\[ray\]'"):
        on_ray("far:1")


def test_without_a_cluster_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeRay()
    monkeypatch.setattr(fake, "init", lambda **_: (_ for _ in ()).throw(ConnectionError("nobody")))
    monkeypatch.setitem(sys.modules, "ray", fake)
    with pytest.raises(LivestoneError, match="there is no Ray cluster at 'far:1': nobody"):
        on_ray("far:1")
