"""Tables: what the API says of games, lists of games, invitations and hints."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

Options = dict[str, bool | int | str]  # of a game, by their names
Status = Literal["waiting", "running", "finished"]


class Seat(Struct, frozen=True):
    """A seat: the player it is for, and who has it.

    ``player`` and ``colour`` are the game's ("White", "white"), ``name`` is who sits there ("You",
    "Guest", "Bot, level 3"), ``level_name`` a bot's level in words. A seat is ``open`` until the
    friend who is invited has taken it. ``account`` is the name of a player with an account, empty
    for others; it is a ``program`` if the account is a bot's.
    """

    index: int
    player: str
    colour: str
    kind: Literal["person", "bot", "open"]
    name: str
    is_me: bool
    level: int | None = None
    level_name: str = ""
    account: str = ""
    program: bool = False


class Ply(Struct, frozen=True):
    """A ply; ``number`` counts from 1, so it is the ply to replay to.

    ``text`` is "chosen" where one may not know it, ``seconds`` the time taken where that is known,
    ``comment`` what a bot thought, in words, ``note`` what a program printed and drew.
    """

    number: int
    text: str
    seconds: float | None = None
    comment: str = ""
    note: str = ""


class Turn(Struct, frozen=True):
    """A turn of the move list: its number from 1, who moved, and the plies."""

    number: int
    mover: int
    plies: tuple[Ply, ...]


def joined(known: tuple[Turn, ...], more: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return a move list that goes on; the last turn known may have more plies by now."""
    if not known or not more or known[-1].number != more[0].number:
        return (*known, *more)
    plies = (*known[-1].plies, *more[0].plies)
    return (*known[:-1], Turn(known[-1].number, known[-1].mover, plies), *more[1:])


class Thinking(Struct, frozen=True):
    """How far a bot has come: seconds so far and at most, and what it thinks now.

    ``value`` is each player's expected result from 0 to 1, empty before the first report; ``pv``
    the moves it expects; both are empty in games with hidden information. ``hint`` says that it
    thinks for the one who reads this.
    """

    seat: int
    seconds: float
    limit: float
    value: tuple[float, ...] = ()
    pv: tuple[str, ...] = ()
    hint: bool = False


class Takeback(Struct, frozen=True):
    """What ``seat`` asks the others to take back: every ply after ``ply``.

    ``mine`` says that one has asked for it, ``answered`` that one's answer is not awaited.
    """

    seat: int
    ply: int
    mine: bool
    answered: bool


class Offer(Struct, frozen=True):
    """What ``seat`` offers: a ``draw``, a ``pause``, or, once it is over, a ``rematch``.

    ``mine`` says that one offers it, ``answered`` that one's answer is not awaited, ``refused``
    that another player has said no.
    """

    kind: Literal["draw", "pause", "rematch"]
    seat: int
    mine: bool
    answered: bool
    refused: bool = False


class SeatClock(Struct, frozen=True):
    """Seconds until a player's time, or the present period, is up.

    ``periods`` are those left, the present one included; ``in_period`` says that main time is used
    up.
    """

    seconds: float
    periods: int = 0
    in_period: bool = False


class Clock(Struct, frozen=True):
    """What the clocks showed when the server answered; ``running`` is the seat whose time runs.

    ``paused`` says that the players have stopped them, ``away`` that the one to move is on
    vacation. ``abort`` are the seconds in which the one to move has to begin.
    """

    seats: tuple[SeatClock, ...]
    running: int | None = None
    paused: bool = False
    away: bool = False
    abort: float | None = None


class Can(Struct, frozen=True):
    """What may be done now; ``undo_asks`` says that the others must agree to ``undo``."""

    draw: bool = False
    pause: bool = False
    abort: bool = False
    plan: bool = False
    undo: bool = False
    undo_asks: bool = False
    resign: bool = False
    hint: bool = False


class Plan(Struct, frozen=True):
    """What one has decided ahead, after ``ply`` plies; ``*`` is whatever the others play."""

    ply: int
    lines: tuple[tuple[str, ...], ...]

    @property
    def premove(self) -> str:
        """The move that is played whatever comes, empty where it depends."""
        return self.lines[0][1] if self.lines[0][0] == "*" else ""

    @property
    def text(self) -> str:
        """The lines, one on each line."""
        return "\n".join(" ".join(line) for line in self.lines)


class Line(Struct, frozen=True):
    """A line over the pieces, through points in the board's own measure."""

    colour: str
    points: tuple[tuple[float, float], ...]


class Standing(Struct, frozen=True):
    """What stands on a side of the board: for each site the number of its piece, 0 for none."""

    pieces: tuple[int, ...]
    courses: tuple[Line, ...] = ()


class Picture(Struct, frozen=True):
    """What is drawn of a position: numbers of sites and pieces, as the game's description has them.

    ``marks`` are the sites whose pieces deserve a mark, ``faces`` the other sides of the board by
    name. ``steps`` are the tokens of each ply up to here, empty where one may not know them.
    """

    pieces: tuple[int, ...]
    courses: tuple[Line, ...]
    marks: tuple[int, ...]
    faces: dict[str, Standing]
    steps: tuple[tuple[str, ...], ...]


class Start(Struct, frozen=True):
    """What a board shows of the position that a game begins with, and the paths of its moves."""

    picture: Picture
    paths: dict[str, tuple[str, ...]]


class Control(Struct, frozen=True):
    """A time control as it is asked for (``5+3``), and in words."""

    text: str
    words: str


class GameControl(Control, frozen=True):
    """How the clocks of a game count, in seconds; below ``warn`` seconds time is short."""

    kind: Literal["none", "sudden", "fischer", "delay", "byoyomi", "days"] = "none"
    base: int = 0
    bonus: int = 0
    periods: int = 0
    days: int = 0
    warn: float = 0


NO_CLOCK = GameControl("none", "No clock")


class Table(Struct, frozen=True):
    """A game as one visitor may see it, now or after ``ply`` of its ``last_ply`` plies.

    ``status`` is ``waiting`` until every seat is taken. ``mover``, ``winners`` and ``turns`` are
    those of the present, ``scores`` those of the position shown. ``result`` is words ("White wins,
    31 to 28"), empty until the end; ``reason`` one of :data:`livestone.records.record.REASONS`.
    ``viewer`` is the player whose view it is, -1 an onlooker's, None where all may be seen.

    ``legal`` has the moves that may be played now, each with its ``paths``, empty unless it is
    one's turn; ``cells`` is what is seen on the board, ``text`` the position, ``so_far`` the plies
    of a turn that goes on. ``trouble`` says in one line why no bot answers. ``curtain`` is the
    player to whom the screen must be handed before anything secret may be seen.

    An ``onlooker`` has no seat and watches a ``public`` game, ``delay`` plies behind while it runs,
    and then sees no clocks. ``rematch`` is the game that goes on after this one. ``clock`` is None
    in games without clocks; ``control`` says how they count.

    For those who show it: ``picture`` is what is drawn, ``tally`` how each player stands in words,
    ``option_words`` the options that are not the usual ones. Whatever came after ``recent`` plies
    is new to whom it is shown. ``ended_by`` is the player who resigned, left or ran out of time,
    ``ending`` a sentence that says why the game was over by its rules, where the points do not.
    The game is a draw after ``max_plies``. ``present`` are the seats of those who are at the table,
    ``claim`` the seconds until the game may be claimed if the one to move stays away; None: not.

    ``cursor`` names the plies that are told here, where all are. Who asks with it as ``?since=`` is
    told only of those after them, in ``turns`` and in the ``steps`` of the picture: these begin
    after ``since`` plies then, and :meth:`completed` puts the others before them.
    """

    id: str
    game: str
    title: str
    options: Options
    seats: tuple[Seat, ...]
    status: Status
    result: str
    reason: str
    scores: tuple[float, ...]
    winners: tuple[int, ...] | None
    mover: int | None
    my_turn: bool
    viewer: int | None
    ply: int
    last_ply: int
    version: int
    created: float
    updated: float
    legal: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]
    cells: Any
    text: str
    turns: tuple[Turn, ...]
    prompt: str = ""
    so_far: tuple[str, ...] = ()
    thinking: Thinking | None = None
    trouble: str = ""
    curtain: int | None = None
    takeback: Takeback | None = None
    rematch: str | None = None
    control: GameControl = NO_CLOCK
    clock: Clock | None = None
    onlooker: bool = False
    rated: bool = False
    public: bool = False
    delay: int = 0
    plan: Plan | None = None
    offers: tuple[Offer, ...] = ()
    can: Can = Can()
    picture: Picture | None = None
    tally: tuple[str, ...] = ()
    option_words: str = ""
    recent: int = 0
    ended_by: int | None = None
    ending: str = ""
    max_plies: int = 0
    cursor: str = ""
    since: int = 0
    present: tuple[int, ...] | None = None
    claim: float | None = None

    def completed(self, before: Table) -> Table:
        """Return this with the plies that are left out, which the answer ``before`` has."""
        if not self.since:
            return self
        turns = before.turns
        while turns and turns[-1].plies[0].number > self.since:
            turns = turns[:-1]
        if turns and turns[-1].plies[-1].number > self.since:
            plies = tuple(ply for ply in turns[-1].plies if ply.number <= self.since)
            turns = (*turns[:-1], replace(turns[-1], plies=plies))
        picture = self.picture
        if picture is not None and before.picture is not None:
            known = before.picture.steps[: min(self.since, self.ply)]
            picture = replace(picture, steps=(*known, *picture.steps))
        return replace(self, turns=joined(turns, self.turns), picture=picture, since=0)

    @property
    def replay(self) -> bool:
        """Whether an earlier position is shown."""
        return self.ply != self.last_ply


class GameLine(Struct, frozen=True):
    """One line of a list of games.

    ``options`` are those that differ from the defaults, in words ("Board size 8"). ``left`` are the
    seconds that the ``mover`` has, or has to begin; None where nothing is due.
    """

    id: str
    game: str
    title: str
    options: str
    seats: tuple[Seat, ...]
    status: Status
    result: str
    ply: int
    my_turn: bool
    created: float
    updated: float
    mover: int | None = None
    left: float | None = None


class GamePage(Struct, frozen=True):
    """A page of one's games, newest first; ``page`` counts from 1."""

    games: tuple[GameLine, ...]
    page: int
    pages: int
    total: int


class Invitation(Struct, frozen=True):
    """What an invitation is for; ``table`` is the game's id for who plays there."""

    game: str
    title: str
    options: Options
    seats: tuple[Seat, ...]
    seat: int
    state: Literal["free", "mine", "seated", "taken", "over"]
    table: str | None = None
    control: GameControl = NO_CLOCK


class OpenSeat(Struct, frozen=True):
    """The ``invitation`` to an open seat, for a friend."""

    seat: int
    invitation: str


class Hint(Struct, frozen=True):
    """A move that looks good after ``ply`` plies, and each player's expected result."""

    ply: int
    move: str
    path: tuple[str, ...]
    value: tuple[float, ...] = ()
    pv: tuple[str, ...] = ()


class Limits(Struct, frozen=True):
    """What a server allows: a game is a draw after ``max_plies``."""

    max_plies: int


class Vacation(Struct, frozen=True):
    """Until when one is away (None: one is here), and the days that are left."""

    until: float | None
    days_left: float


class Speed(Struct, frozen=True):
    """The usual time controls of one kind, such as correspondence."""

    name: str
    controls: list[Control]
