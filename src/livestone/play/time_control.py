"""Time controls: how much time each player of a game has, as one small value with one text form.

The text is what addresses, forms, the API and the database hold:

==========  ====================================================================================
``none``    no clock
``5``       sudden death: five minutes for everything
``5+3``     Fischer: five minutes, and three seconds more after each turn
``5d3``     Bronstein: five minutes, and of each turn up to three seconds are given back
``10/3x30`` byo-yomi: ten minutes, then three periods of thirty seconds; a turn that ends within
            a period keeps it
``3d``      correspondence: three days a turn
==========  ====================================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from livestone.api.tables import GameControl, SeatClock
from livestone.errors import BadRequest
from livestone.languages.words import mark, t, tn

Kind = Literal["none", "sudden", "fischer", "delay", "byoyomi", "days"]

MINUTE, DAY = 60, 24 * 3600
MAX_MINUTES = 180
MAX_SECONDS = 180  # added, given back, or in a period
MAX_PERIODS = 20
MAX_DAYS = 30
MIN_SECONDS = 10  # that a player must have in all
MIN_THOUGHT = 0.05  # seconds that a bot takes even without any left

_MINUTES = r"(?P<minutes>\d{1,3}(?:\.\d{1,2})?)"
_FORMS: dict[Kind, str] = {
    "none": "none",
    "sudden": _MINUTES,
    "fischer": _MINUTES + r"\+(?P<bonus>\d{1,3})",
    "delay": _MINUTES + r"d(?P<bonus>\d{1,3})",
    "byoyomi": _MINUTES + r"/(?P<periods>\d{1,2})x(?P<bonus>\d{1,3})",
    "days": r"(?P<days>\d{1,2})d",
}
_SAY = mark("say none, 5, 5+3, 5d3, 10/3x30 (minutes, and seconds) or 3d (days a turn)")


@dataclass(frozen=True)
class TimeControl:
    """A time control; see the module for what each kind means.

    ``base`` and ``bonus`` (what is added, given back, or in a period) are seconds. Raises
    BadRequest for what makes no sense.

    >>> TimeControl.read("5+3")
    TimeControl(kind='fischer', base=300, bonus=3, periods=0, days=0)
    >>> str(TimeControl("byoyomi", base=600, bonus=30, periods=3))
    '10/3x30'
    """

    kind: Kind = "none"
    base: int = 0
    bonus: int = 0
    periods: int = 0
    days: int = 0

    def __post_init__(self) -> None:
        text = str(self)
        _within(text, mark("minutes"), self.base / MINUTE, 0, MAX_MINUTES)
        least = 1 if self.kind in ("fischer", "delay", "byoyomi") else 0
        _within(text, mark("seconds"), self.bonus, least, MAX_SECONDS)
        if self.kind == "byoyomi":
            _within(text, mark("periods"), self.periods, 1, MAX_PERIODS)
        if self.kind == "days":
            _within(text, mark("days"), self.days, 1, MAX_DAYS)
        elif self.kind != "none" and self.budget < MIN_SECONDS:
            raise BadRequest(
                t(
                    "{text} gives {seconds} seconds in all: nobody plays in under {least}",
                    text=repr(text),
                    seconds=self.budget,
                    least=MIN_SECONDS,
                )
            )

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the control that a text means. Raises BadRequest, quoting it."""
        wanted = text.strip().lower() or "none"
        for kind, form in _FORMS.items():
            found = re.fullmatch(form, wanted, re.ASCII)
            if found is not None:
                parts = found.groupdict()
                base = round(float(parts.pop("minutes", None) or 0) * MINUTE)
                rest = {name: int(value) for name, value in parts.items()}
                return cls(kind, base, **rest)
        shown = text if len(text) <= 20 else text[:17] + "..."
        raise BadRequest(t("{text} is no time control: {say}", text=repr(shown), say=t(_SAY)))

    def __str__(self) -> str:
        minutes = f"{self.base / MINUTE:.2f}".rstrip("0").rstrip(".")
        return {
            "none": "none",
            "sudden": minutes,
            "fischer": f"{minutes}+{self.bonus}",
            "delay": f"{minutes}d{self.bonus}",
            "byoyomi": f"{minutes}/{self.periods}x{self.bonus}",
            "days": f"{self.days}d",
        }[self.kind]

    @cached_property
    def timed(self) -> bool:
        """Whether anybody can run out of time."""
        return self.kind != "none"

    @cached_property
    def live(self) -> bool:
        """Whether it is a clock to sit at: neither no clock nor days."""
        return self.kind not in ("none", "days")

    @cached_property
    def first(self) -> float:
        """The seconds on each clock when the game begins, without periods.

        >>> TimeControl.read("0+10").first, TimeControl.read("2d").first
        (10.0, 172800.0)
        """
        if self.kind == "days":
            return float(self.days * DAY)
        return float(self.base or (self.bonus if self.kind != "byoyomi" else 0))

    @property
    def budget(self) -> int:
        return int(self.first) + self.periods * self.bonus

    def words(self) -> str:
        """The control as people say it.

        >>> for text in ("none", "5", "0.5+1", "5d3", "10/3x30", "0/1x60", "1d"):
        ...     print(TimeControl.read(text).words())
        No clock
        5 minutes
        30 seconds + 1 second a turn
        5 minutes, up to 3 seconds of each turn given back
        10 minutes, then 3 periods of 30 seconds
        1 period of 60 seconds
        1 day a turn
        """
        base = _seconds(self.base) if self.base < MINUTE else _minutes(self.base)
        bonus = _seconds(self.bonus)
        if self.kind == "byoyomi":
            periods = tn("{n} period of {time}", "{n} periods of {time}", self.periods, time=bonus)
            return t("{base}, then {periods}", base=base, periods=periods) if self.base else periods
        if self.kind == "days":
            return tn("{n} day a turn", "{n} days a turn", self.days)
        if self.kind == "fischer":
            return t("{base} + {bonus} a turn", base=base, bonus=bonus)
        if self.kind == "delay":
            return t("{base}, up to {bonus} of each turn given back", base=base, bonus=bonus)
        return base if self.kind == "sudden" else t("No clock")

    def shown(self, warn: float = 0) -> GameControl:
        """Return it as answers have it; below ``warn`` seconds time is short."""
        parts = self.base, self.bonus, self.periods, self.days
        return GameControl(str(self), self.words(), self.kind, *parts, warn)


def _within(text: str, what: str, value: float, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadRequest(
            t(
                "{text} makes no sense: {value} {what}, where {least} to {most} are possible",
                text=repr(text),
                value=f"{value:g}",
                what=t(what),
                least=least,
                most=most,
            )
        )


def _seconds(seconds: int) -> str:
    return tn("{n} second", "{n} seconds", seconds)


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, MINUTE)
    words = tn("{n} minute", "{n} minutes", minutes)
    return f"{words} {_seconds(rest)}" if rest else words


UNTIMED = TimeControl()
# What forms offer; any other may be asked for by its text.
USUAL = tuple(
    TimeControl.read(text)
    for text in (
        *("1+1", "3", "3+2", "5", "5+3", "10", "10+5", "15+10", "30", "30+20"),
        *("5d3", "15d10", "10/3x30", "30/5x30"),
        *("1d", "2d", "3d", "7d", "14d"),
    )
)
SPEEDS: dict[str, tuple[Kind, ...]] = {
    mark("Live"): ("sudden", "fischer", "delay", "byoyomi"),
    mark("Correspondence"): ("days",),
}


def time_left(seconds: float) -> str:
    """A time in words, rounded down.

    >>> time_left(2.5 * 86400), time_left(3700), time_left(61), time_left(5)
    ('2 days 12 hours', '1 hour 1 minute', '1 minute', 'less than a minute')
    """
    minutes = int(seconds) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        tn("{n} day", "{n} days", days) * (days > 0),
        tn("{n} hour", "{n} hours", hours) * (hours > 0),
        tn("{n} minute", "{n} minutes", minutes) * (minutes > 0),
    ]
    return " ".join([part for part in parts if part][:2]) or t("less than a minute")


def think_budget(control: TimeControl, shown: SeatClock) -> float | None:
    """The seconds that a bot whose clock shows this should not exceed in a turn.

    None where it has all the time it likes.

    >>> think_budget(TimeControl.read("1+5"), SeatClock(60.0))
    6.5
    """
    if not control.live:
        return None
    if control.kind == "byoyomi":
        main = 0.0 if shown.in_period else shown.seconds / 20
        return max(MIN_THOUGHT, main + 0.7 * control.bonus * bool(shown.periods))
    return max(MIN_THOUGHT, shown.seconds / 20 + 0.7 * control.bonus)
