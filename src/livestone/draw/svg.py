"""Boards as SVG."""

from __future__ import annotations

from livestone.draw.scene import Scene


def draw(scene: Scene) -> str:
    """Return a whole picture as SVG text."""
    raise NotImplementedError
