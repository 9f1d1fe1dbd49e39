"""What lists of pages share."""

from __future__ import annotations

from dataclasses import dataclass

from livestone.languages.words import t, tn


@dataclass(frozen=True)
class Row:
    id: str
    title: str
    who: str
    state: str
    when: str
    waiting: bool
    short: bool = False


def ago(seconds: float) -> str:
    """A length of time in words.

    >>> ago(5), ago(90), ago(7200), ago(200000)
    ('just now', '1 minute ago', '2 hours ago', '2 days ago')
    """
    minutes = int(seconds // 60)
    if minutes >= 24 * 60:
        return tn("{n} day ago", "{n} days ago", minutes // (24 * 60))
    if minutes >= 60:
        return tn("{n} hour ago", "{n} hours ago", minutes // 60)
    return tn("{n} minute ago", "{n} minutes ago", minutes) if minutes > 0 else t("just now")
