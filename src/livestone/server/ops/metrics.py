"""The server's figures in Prometheus' text format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import prometheus_client as prometheus
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from livestone import __version__
from livestone.play.engine.processes import Engine
from livestone.server.tables.commands import Tables
from livestone.server.tournaments.players import Players
from livestone.server.tournaments.spectators import Spectators

REQUESTS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
WRITES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10)
THOUGHTS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60)


class Figures(Collector):
    """Counted figures, and those looked up; ``spectators`` returns None without a line server."""

    def __init__(
        self, tables: Tables, engine: Engine, spectators: Callable[[], Spectators | None]
    ) -> None:
        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]
        self._tables, self._engine, self._spectators = tables, engine, spectators
        self.registry = registry = CollectorRegistry(auto_describe=False)
        self._requests = Counter(
            "livestone_requests",
            "Answers, by method, route and status.",
            ("method", "route", "status"),
            registry=registry,
        )
        timed = partial(Histogram, registry=registry)
        words = "Seconds until an answer began."
        self._seconds = timed("livestone_request_seconds", words, ("route",), buckets=REQUESTS)
        words = "Seconds for a change in the store, waiting for its turn included."
        self.writes = timed("livestone_store_write_seconds", words, buckets=WRITES)
        words = "Seconds from asking a bot to its answer, waiting in the queue included."
        self.thoughts = timed("livestone_bot_seconds", words, buckets=THOUGHTS)
        ProcessCollector(registry=registry)
        registry.register(self)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> tuple[bytes, str]:
        return prometheus.generate_latest(self.registry), prometheus.CONTENT_TYPE_LATEST

    def collect(self) -> Iterable[Metric]:
        info = GaugeMetricFamily("livestone_info", "The program.", labels=("version",))
        info.add_metric([__version__], 1)
        yield info
        census = self._tables.registry.census()
        waiting = self._tables.queue.waiting("move", "hint")
        listeners = census.listeners
        for name, words, value in (
            ("livestone_tables", "Tables in memory.", census.tables),
            ("livestone_live_games", "Those where a game goes on.", census.live),
            ("livestone_listeners", "Streams of events to browsers and programs.", listeners),
            ("livestone_bot_processes", "Bots' processes.", self._engine.running),
            ("livestone_bot_queue", "Questions that wait.", waiting),
        ):
            yield GaugeMetricFamily(name, words, value)
        yield CounterMetricFamily(
            "livestone_moves", "Moves at tables.", self._tables.registry.moves
        )
        if (spectators := self._spectators()) is not None:
            yield from _of_players(spectators.runner.players)


def _of_players(players: Players) -> Iterator[Metric]:
    playing = 2 * len(players.games)
    yield GaugeMetricFamily("livestone_players", "Players logged in.", len(players.present))
    yield GaugeMetricFamily("livestone_players_playing", "Those who play.", playing)
    yield CounterMetricFamily("livestone_player_moves", "Moves of players.", players.moves)
