"""The figures of all processes of a server in one answer, each with the process it is of."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import prometheus_client
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from livestone.server.passing import OWN_FIGURES, dial, passed_header
from livestone.server.settings import Part

ANSWER_SECONDS = 2.0
MOST_BYTES = 4 * 1024 * 1024
ASKING = f"GET {OWN_FIGURES} HTTP/1.0\r\nHost: localhost\r\n".encode()
OURSELVES: dict[str, Any] = {"client": None, "scheme": "http", "state": {}}


async def gathered(part: Part, own: bytes, tls: bool) -> bytes:
    """Return the figures of this process and of the others."""
    asking = ASKING + passed_header(part.secret, OURSELVES) + b"\r\n\r\n"
    asked = await asyncio.gather(*(_ask(place, tls, asking) for place in part.others.values()))
    texts = {part.number: own, **dict(zip(part.others, asked, strict=True))}
    return prometheus_client.generate_latest(_Labelled(texts))


async def _ask(place: str, tls: bool, asking: bytes) -> bytes | None:
    """What another process tells; None where it does not answer."""
    with contextlib.suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await dial(place, tls)
            try:
                writer.write(asking)
                head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
            finally:
                writer.close()
        if head.split(b" ")[1] == b"200":
            return body
    return None


class _Labelled(Collector):
    """Figures by process, as one collection with the label ``worker``."""

    def __init__(self, texts: Mapping[int, bytes | None]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        """Return each figure with the samples of all processes beside each other."""
        up = GaugeMetricFamily("livestone_worker_up", "Processes that answer.", labels=("worker",))
        found: dict[str, Metric] = {}
        for number, text in sorted(self._texts.items()):
            up.add_metric([str(number)], text is not None)
            for family in text_string_to_metric_families((text or b"").decode()):
                kept = found.setdefault(
                    family.name, Metric(family.name, family.documentation, family.type)
                )
                for sample in family.samples:
                    labels = {**sample.labels, "worker": str(number)}
                    kept.add_sample(sample.name, labels, sample.value)
        return [up, *found.values()]
