"""What is installed only with an extra, as in ``pip install 'livestone[server]'``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from livestone.errors import ExtraMissing

# The packages of each extra, by the names they are imported by; the first extra that has one is
# named. pyproject.toml has their versions.
EXTRAS = {
    "app": ("textual",),
    "sheets": ("resvg_py", "segno", "typst"),
    "tournaments": ("networkx",),
    "openspiel": ("pyspiel", "open_spiel"),
    "pettingzoo": ("pettingzoo", "gymnasium"),
    "ray": ("ray",),
    "postgres": ("asyncpg",),
    "server": (
        *("aiosqlite", "alembic", "argon2", "confusable_homoglyphs", "httptools", "jinja2"),
        *("litestar", "prometheus_client", "sqlalchemy", "uvicorn"),
    ),
}
OF = {package: extra for extra, packages in EXTRAS.items() for package in packages}


def missing(error: ModuleNotFoundError, what: str = "this") -> ExtraMissing | None:
    """Return which extra ``what`` needs, None where no extra would help."""
    package = (error.name or "").partition(".")[0]
    return _missing(package, OF[package], what) if package in OF else None


def absent(extra: str, what: str) -> ExtraMissing | None:
    """Return the error that ``what`` needs an extra, None where it is installed."""
    for package in EXTRAS[extra]:
        if (sys.modules.get(package) or _found(package)) is None:
            return _missing(package, extra, what)
    return None


def _found(package: str) -> object:
    from importlib.util import find_spec

    return None if package in sys.modules else find_spec(package)  # None blocks an import


def _missing(package: str, extra: str, what: str) -> ExtraMissing:
    return ExtraMissing(
        f"{what} needs the package {package}, which is not installed: "
        f"pip install 'livestone[{extra}]'",
        name=package,
    )


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Import in the block what ``what`` needs. Raises ExtraMissing where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        told = missing(error, what)
        raise told or error from None
