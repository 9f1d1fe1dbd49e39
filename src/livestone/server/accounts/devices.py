"""What a browser calls itself, in words for people."""

from __future__ import annotations

# The first that fits: most browsers also claim to be others.
_PROGRAMS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    *(("Safari", "Safari"), ("python", "a Python program"), ("curl", "curl")),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "a Mac"), ("Linux", "Linux")),
)


def words(agent: str) -> str:
    """Return in words what a ``User-Agent`` says.

    >>> words("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), words("?")
    ('Firefox on Linux', 'An unknown program')
    """
    program = next((name for mark, name in _PROGRAMS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if not program:
        return f"A program on {system}" if system else "An unknown program"
    shown = program[0].upper() + program[1:]
    return f"{shown} on {system}" if system else shown
