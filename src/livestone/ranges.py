"""Numbers that functions are given: refused where they are out of range."""

from __future__ import annotations

import math
import operator

from livestone.errors import BadRequest


def check_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Refuse what is not a whole number from ``least`` to ``most``. Raises BadRequest."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        right = f", {least} or more," if most is None else f" from {least} to {most},"
        raise BadRequest(f"{name} must be a whole number{right} not {_quote(value)}")


def check_number(
    name: str, value: object, least: float, most: float = math.inf, *, above: bool = False
) -> None:
    """Refuse what is not a number from ``least`` (or ``above`` it) to ``most``. Raises BadRequest.

    Infinity is a number where nothing bounds it.
    """
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number <= most or (above and number == least):
        if most == math.inf:
            right = f" above {least:g}," if above else f", {least:g} or more,"
        else:
            right = (
                f" above {least:g}, up to {most:g}," if above else f" from {least:g} to {most:g},"
            )
        raise BadRequest(f"{name} must be a number{right} not {_quote(value)}")


def check_kind(name: str, value: object, kind: type, advice: str) -> None:
    """Refuse an object of another kind; ``advice`` says how to get the right one.

    Raises BadRequest.
    """
    if not isinstance(value, kind):
        raise BadRequest(f"{name} must be a {kind.__name__}, not {_quote(value)}: {advice}")


def _quote(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
