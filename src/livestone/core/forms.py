"""Positions of a game in the form that a search works on (``Game.for_search`` and others)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from livestone.core.game import Game
from livestone.core.kernels import kernels


def position_converter(
    game: Game, form: Game, *, compiled: bool = False
) -> Callable[[Any, Any], None]:
    """Return ``convert(record, position)``: it fills a record of the form from a game's position.

    ``compiled`` makes it many times as quick, for the price of compiling once.
    """
    plain = game.layout
    names = plain.placement + plain.identity + plain.derived
    derive = _deriving(form, compiled) if form != game else None

    def convert(record: Any, position: Any) -> None:
        for name in names:
            record[name] = position[name]
        if derive is not None:
            derive(record)

    return convert


def _deriving(form: Game, compiled: bool) -> Callable[[Any], Any] | None:
    """What fills the fields that only the form has."""
    derive, at_hand = form.plain.derive, form.layout.at_hand
    if derive is None:
        return None
    return kernels(form).rule("derive") if compiled else lambda record: derive(at_hand(record))
