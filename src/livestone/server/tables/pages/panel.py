"""The panel beside the board, in words: who plays, what happens, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from livestone.api.tables import Clock, Offer, Ply, Table, Turn
from livestone.core.phrases import Choice
from livestone.core.state import State
from livestone.core.view import SECRET, View, number, prize
from livestone.languages.words import mark, t, tn
from livestone.server.tables.deadlines import warning
from livestone.server.tables.move_list import turns_of
from livestone.server.tables.shapes import TableView
from livestone.server.tables.time_control import DAY
from livestone.server.web.errors import capital
from livestone.server.web.rendering import environment

FEW = 4  # with so few moves in all, each gets a button beside the named choices


@dataclass(frozen=True)
class Seat:
    name: str
    who: str
    role: str
    colour: str
    score: str
    unit: str
    tally: str
    mover: bool


class Button(NamedTuple):
    """A move that is offered as a button; ``note`` says more about it."""

    move: str
    label: str
    note: str = ""


# What is said of an offer: one's own, another's, and one that was refused.
OFFERED = {
    "draw": (
        mark("You offer a draw."),
        mark("{player} offers a draw."),
        mark("Your offer of a draw was refused."),
    ),
    "pause": (
        mark("You offer a pause."),
        mark("{player} offers a pause."),
        mark("Your offer of a pause was refused."),
    ),
    "rematch": (
        mark("You ask for a rematch."),
        mark("{player} asks for a rematch."),
        mark("A rematch was declined."),
    ),
}

Row = tuple[tuple[Button, ...], ...]  # of a move list: a cell for each seat


@dataclass(frozen=True)
class Link:
    """A way on from a page; ``save`` for a file to keep."""

    label: str
    href: str
    save: bool = False


@dataclass(frozen=True)
class Step:
    """A replay button; ``href`` is empty where there is nowhere to go."""

    key: str
    label: str
    shape: str
    href: str


def seats(shown: TableView) -> list[Seat]:
    """Who plays, and how each stands in the position shown."""
    table, view, game = shown.table, shown.view, shown.game
    live = not table.replay
    winners = (table.winners or ()) if live else ()
    mover = table.mover if live and table.status == "running" else None
    tallies = view.tally or ("",) * game.players
    return [
        Seat(
            name=seat.player,
            who=seat.name,
            role=", ".join(
                word
                for word in (seat.player, seat.level_name, t("winner") * (seat.index in winners))
                if word and word != seat.name
            ),
            colour=seat.colour,
            score=str(number(score)) if game.points else "",
            unit=t(game.unit),
            tally=tally,
            mover=seat.index == mover,
        )
        for seat, score, tally in zip(table.seats, view.scores, tallies, strict=True)
    ]


def status(shown: TableView) -> str:
    table, view = shown.table, shown.view
    if table.replay:
        if not table.ply:
            return t("The opening position.")
        return t("Move {ply} of {last}.", ply=table.ply, last=table.last_ply)
    if table.status == "finished":
        return result(table)
    if table.status == "waiting":
        return _open_seats(table)
    assert table.mover is not None, "a running game has a mover"
    mover = table.seats[table.mover]
    so_far = t("So far: {moves}.", moves=" ".join(table.so_far)) if table.so_far else ""
    if table.curtain is not None:
        return t("{player}'s turn: hand the screen over, then press Show.", player=mover.player)
    if table.clock is not None and table.clock.paused:
        return t("Paused. {player} will be to move.", player=mover.player)
    if table.my_turn:
        alone = sum(seat.is_me for seat in table.seats) == 1
        who = t("Your turn.") if alone else t("{player} to move.", player=mover.player)
        asked = t(view.prompt) if view.prompt else openings(view)
        return " ".join(part for part in (who, so_far, asked) if part)
    premove = table.plan.premove if table.plan else ""
    if mover.kind == "bot":
        who = t("{player} is thinking…", player=mover.player)
    elif table.onlooker:
        who = t("{name} ({player}) to move.", name=mover.name, player=mover.player)
    else:
        who = t("Waiting for {name} ({player}).", name=mover.name, player=mover.player)
    ahead = t("You will play {move}.", move=premove) if premove else ""
    return " ".join(part for part in (who, so_far, ahead) if part)


def outcome(view: View) -> str:
    """How a game ended that no table keeps, as a sentence."""
    names = [t(seat.name) for seat in view.game.seats]
    players = f" {t('and')} ".join(names[player] for player in view.winners or ())
    said = capital(t("{players} won", players=players) if players else t("drawn")).rstrip(".")
    said += prize(view.game, view.scores) if players else ""
    points = ", ".join(
        f"{name} {number(score)}" for name, score in zip(names, view.scores, strict=True)
    )
    said = f"{said} ({points})." if view.game.points else f"{said}."
    return f"{said} {t(view.ending)}".strip()


def _open_seats(table: Table) -> str:
    names = [seat.player for seat in table.seats if seat.kind == "open"]
    if len(names) == 1:
        return t("Waiting for a friend to take {player}'s seat.", player=names[0])
    players = f" {t('and')} ".join(names)
    return t("Waiting for friends to take the seats of {players}.", players=players)


def together(table: Table) -> bool:
    """Whether people play here in several browsers."""
    return any(seat.kind == "person" and not seat.is_me for seat in table.seats)


def takeback(table: Table) -> str:
    """What a person asks to take back, as a sentence; empty where nobody does."""
    asked = table.takeback
    if asked is None or table.replay:
        return ""
    moves = " ".join(
        ply.text for turn in table.turns for ply in turn.plies if ply.number > asked.ply
    )
    if asked.mine:
        return t("You ask to take back {moves}.", moves=moves)
    player = table.seats[asked.seat].player
    return t("{player} asks to take back {moves}.", player=player, moves=moves)


def slow(shown: TableView) -> bool:
    """Whether there is time to think about replies, and nothing that they would give away."""
    return together(shown.table) and not shown.control.live and shown.table.viewer is None


def studied(table: Table) -> bool:
    """Whether the visitor may study the game now: it is over, or they only watch."""
    watched = table.onlooker and table.viewer is None and table.status == "running"
    return bool(table.last_ply) and (table.status == "finished" or watched)


def behind(table: Table) -> str:
    """That an onlooker watches, and by how much they are behind."""
    if table.delay and table.onlooker and table.status != "finished":
        return tn(
            "You are watching, up to {n} move behind.",
            "You are watching, up to {n} moves behind.",
            table.delay,
        )
    return t("You are watching.")


def offers(table: Table) -> list[tuple[Offer, str]]:
    found = []
    for offer in table.offers:
        mine, others, refused = OFFERED[offer.kind]
        said = refused if offer.refused else mine if offer.mine else others
        seat = table.seats[offer.seat]
        known = seat.account if offer.kind == "rematch" else ""
        found.append((offer, t(said, player=known or seat.player)))
    return found


def refresh(table: Table) -> int:
    """After how many seconds a page without scripts should look again; 0 for never."""
    asks = any(offer.kind == "rematch" and not offer.refused for offer in table.offers)
    if table.status == "finished" and asks and table.rematch is None:
        return 5
    if table.status == "finished" or table.my_turn or table.replay:
        return 0
    return 1 if _bot_to_move(table) else 5


def _bot_to_move(table: Table) -> bool:
    mover = table.mover if table.status == "running" else None
    return mover is not None and table.seats[mover].kind == "bot"


def curtain(table: Table) -> str:
    """Who is to look next, where people who share a screen must not see each other's secrets."""
    if table.curtain is None or table.replay:
        return ""
    return table.seats[table.curtain].player


def result(table: Table) -> str:
    told = f"{table.result}." if table.result else ""
    return f"{told} {t(table.ending)}".strip()


def openings(view: View) -> str:
    """Where the next ply may begin, counted."""
    sites = view.game.board.site
    first = {path[0] for path in view.paths.values()} & sites.keys()
    moving = all(view.game.piece(view.position, sites[name]) for name in first)
    if not first:
        return ""
    if moving and all(len(path) == 1 for path in view.paths.values()):
        return tn("Choose {n} piece.", "Choose one of {n} pieces.", len(first))
    if len(first) == 1:
        only = mark("Only {site} can move.") if moving else mark("Only {site} is open.")
        return t(only, site=next(iter(first)))
    if moving:
        return tn("{n} piece can move.", "{n} pieces can move.", len(first))
    return tn("{n} place is open.", "{n} places are open.", len(first))


def news(shown: TableView) -> str:
    """The last turn, the points and what is asked, for people who listen."""
    table, game = shown.table, shown.game
    parts = []
    for turn in table.turns:
        plies = [ply.text for ply in turn.plies if ply.number <= table.ply]
        if plies and turn.plies[0].number <= table.ply <= turn.plies[-1].number:
            player = table.seats[turn.mover].player
            if plies[-1] == SECRET:
                parts.append(t("{player} has chosen in secret.", player=player))
            else:
                parts.append(t("{player} played {moves}.", player=player, moves=" ".join(plies)))
    if game.points:
        points = ", ".join(
            f"{seat.player} {number(score)}"
            for seat, score in zip(table.seats, table.scores, strict=True)
        )
        parts.append(t("{unit}: {points}.", unit=t(game.unit).capitalize(), points=points))
    again = [words for offer, words in offers(table) if offer.kind == "rematch"]
    if table.rematch is not None and not table.replay:
        again = [t("The rematch has begun.")]
    return " ".join([*parts, takeback(table), *again]).strip()


def progress(table: Table) -> str | None:
    """How far a bot has thought, from 0 to 1; empty before it says, None when none thinks."""
    if table.thinking is None:
        waiting = _bot_to_move(table) and not table.replay
        return "" if waiting and not table.trouble else None
    limit = table.thinking.limit
    return f"{min(1.0, table.thinking.seconds / limit):.2f}" if limit else ""


def named(view: View) -> dict[str, str]:
    """The moves that are made by a single named choice: move text to token."""
    sites = view.game.board.site
    return {
        move: path[0]
        for move, path in sorted(view.paths.items())
        if len(path) == 1 and path[0] not in sites
    }


def choices(view: View) -> list[Button]:
    """The named choices that may be made now; with few moves in all, the others too."""
    offered = named(view)
    few = offered and len(view.paths) <= FEW
    others = [
        Button(move, t("Play {move}", move=" ".join(path)))
        for move, path in sorted(view.paths.items())
        if few and move not in offered
    ]
    return others + [Button(move, t(_choice(view, token).label)) for move, token in offered.items()]


def choice_note(view: View) -> str:
    notes = [_choice(view, token).note for token in named(view).values()]
    return " ".join(t(note) for note in notes if note) or t("You may also choose:")


def _choice(view: View, token: str) -> Choice:
    return view.game.words.choices.get(token, Choice(token.capitalize()))


def noted_turns(state: State, moves: Sequence[str], notes: Sequence[str]) -> tuple[Turn, ...]:
    """The turns of a game with the texts of its plies, and with notes as far as there are any."""
    noted = enumerate(zip(moves, chain(notes, repeat("")), strict=False), 1)
    return tuple(turns_of(state, (Ply(ply, move, comment=note) for ply, (move, note) in noted)))


def move_rows(players: int, turns: Iterable[Turn], comments: bool) -> list[Row]:
    """The moves, a row a round with a cell a seat; a button's ``move`` is the ply to replay to."""
    rows: list[list[list[Button]]] = []
    last = players
    for turn in turns:
        if turn.mover <= last:
            rows.append([[] for _ in range(players)])
        cell = rows[-1][turn.mover]
        cell += [
            Button(str(ply.number), ply.text, ply.comment if comments else "") for ply in turn.plies
        ]
        last = turn.mover
    return [tuple(map(tuple, row)) for row in rows]


def faces(view: View, at: str, ply: int | None, shown: str) -> list[Link]:
    """Links to the other faces of the board, or back to the front; ``ply`` None is the present."""
    if shown in view.faces:
        return [Link(t("Turn back to the front"), _address(at, ply))]
    return [
        Link(t("Turn over to the {face}", face=t(name)), _address(at, ply, name))
        for name in view.faces
    ]


def _address(at: str, ply: int | None, face: str = "") -> str:
    asked = [("ply", str(ply))] * (ply is not None) + [("face", face)] * bool(face)
    return f"{at}?{urlencode(asked)}" if asked else at


def steps(at: str, ply: int, last: int, face: str = "") -> list[Step]:
    """The replay buttons of the page ``at``, which shows ``ply`` of ``last`` plies."""
    back, first = _address(at, ply - 1, face), _address(at, 0, face)
    end = _address(at, None, face)
    forward = _address(at, ply + 1, face) if ply + 1 < last else end
    return [
        Step("first", t("First position"), "M6 5h2.5v14H6zM19 5v14l-9-7z", first * (ply > 0)),
        Step("back", t("Back one move"), "M17 5v14l-10-7z", back * (ply > 0)),
        Step("forward", t("Forward one move"), "M7 5v14l10-7z", forward * (ply < last)),
        Step("last", t("Last position"), "M15.5 5H18v14h-2.5zM5 5v14l9-7z", end * (ply < last)),
    ]


TENTHS = 10.0  # seconds under which tenths are shown


@dataclass(frozen=True)
class Face:
    """One clock: what it says, what besides, and whether time is short."""

    text: str
    note: str
    low: bool


def clock_faces(shown: TableView) -> list[Face | None]:
    table, control, clock = shown.table, shown.control, shown.table.clock
    if clock is None:
        return [None] * len(table.seats)
    warn = warning(control)
    found: list[Face | None] = []
    for seat, left in zip(table.seats, clock.seats, strict=True):
        abort = clock.abort if seat.index == table.mover else None
        low = left.seconds < warn and not (left.periods and not left.in_period)
        low = low and table.status == "running"
        found.append(
            Face(
                text=duration(left.seconds),
                note=_standing(clock, clock.running == seat.index)
                or clock_note(left.periods, control.bonus, left.in_period, abort),
                low=low,
            )
        )
    return found


def duration(seconds: float) -> str:
    """Seconds as a clock shows them.

    >>> [duration(seconds) for seconds in (0, 9.99, 10, 61.5, 3600, 90000)]
    ['0.0', '9.9', '0:10', '1:01', '1:00:00', '1 d 1 h']
    """
    if seconds < TENTHS:
        tenths = int(seconds * 10)
        return f"{tenths // 10}.{tenths % 10}"
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    if seconds >= DAY:
        return t("{days} d {hours} h", days=hours // 24, hours=hours % 24)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _standing(clock: Clock, running: bool) -> str:
    if clock.paused:
        return t("paused")
    return t("on vacation") if clock.away and running else ""


def clock_note(periods: int, period: int, in_period: bool, abort: float | None) -> str:
    """What a clock says besides.

    >>> clock_note(3, 30, False, None), clock_note(1, 30, True, None), clock_note(0, 0, False, 59.2)
    ('then 3 × 30 s', 'last period', '1:00 to begin')
    """
    if abort is not None:
        return t("{time} to begin", time=duration(max(TENTHS, int(abort + 0.999))))
    if in_period and periods > 1:
        return t("{periods} periods left", periods=periods)
    if in_period:
        return t("last period") if periods else ""
    return t("then {periods} × {seconds} s", periods=periods, seconds=period) if periods else ""


ROWS = 50_000  # of move lists that are kept


def move_list(at: str, ply: int, rows: Sequence[Row]) -> Markup:
    """The rows of a move list beside a board that shows ``ply``; its links lead to ``at``."""
    now = str(ply)
    shown = (any(step.move == now for cell in row for step in cell) for row in rows)
    return Markup("").join(
        _move_row(number, at, row, now if here else "")
        for number, (row, here) in enumerate(zip(rows, shown, strict=True), 1)
    )


@lru_cache(maxsize=ROWS)
def _move_row(number: int, at: str, row: Row, now: str) -> Markup:
    """Kept, since of a game's rows only the last ones change."""
    made = environment().get_template("moves_row.html")
    return Markup(made.render(number=number, at=at, row=row, now=now))
