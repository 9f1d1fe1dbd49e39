"""The classes into which msgspec decodes, known to it before there are threads."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from livestone.play.tournament.fixtures import Result, Round
from livestone.play.tournament.plan import Plan

PACKAGE = "livestone."
DATACLASSES = (Plan, Result, Round)


def learn_types() -> None:
    """Have msgspec look at the fields of every struct of ours.

    It does so when it first decodes into one. If two threads do that at once, the second finds
    fields without types, and the process crashes (msgspec 0.22).
    """
    for kind in (*_structs(msgspec.Struct), *DATACLASSES):
        msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith(PACKAGE):
            yield one
        yield from _structs(one)
