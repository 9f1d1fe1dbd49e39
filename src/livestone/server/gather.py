"""The figures of all processes of a server in one answer, each with the process it is of."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping

import prometheus_client
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from livestone.server.passing import OWN_FIGURES, dial

ANSWER_SECONDS = 2.0
MOST_BYTES = 4 * 1024 * 1024
ASKING = f"GET {OWN_FIGURES} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()


async def gathered(number: int, own: bytes, others: Mapping[int, str], tls: bool) -> bytes:
    """Return the figures of this process and of those that listen at these Unix sockets."""
    asked = await asyncio.gather(*(_ask(place, tls) for place in others.values()))
    texts = {number: own, **dict(zip(others, asked, strict=True))}
    return prometheus_client.generate_latest(_Labelled(texts))


async def _ask(place: str, tls: bool) -> bytes | None:
    """What another process tells; None where it does not answer."""
    with contextlib.suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await dial(place, tls)
            try:
                writer.write(ASKING)
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
