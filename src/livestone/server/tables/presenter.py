"""From a table in memory to what one visitor may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal, cast

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.core.state import ONLOOKER, State, View, number, prize
from livestone.errors import BadRequest
from livestone.games import find
from livestone.play.bot import LEVELS
from livestone.records.record import Note, Participant, Record, Result
from livestone.server.db.owners import BOT_MARK, GUESTS, MARK
from livestone.server.tables.deadlines import warning
from livestone.server.tables.listing import TableLine
from livestone.server.tables.shapes import (
    ClockView,
    Glimpse,
    InvitationView,
    Offer,
    Ply,
    SeatView,
    TableView,
    Takeback,
    Thinking,
    Turn,
    Turns,
)
from livestone.server.tables.store import GameRow, SeatRow
from livestone.server.tables.table import Table
from livestone.server.web.events import Event

DEEDS = {"resigned": "resigned", "timeout": "ran out of time"}
Invited = Literal["free", "mine", "seated", "taken", "over"]
Status = Literal["waiting", "running", "finished"]


def table_view(live: Table, visitor: str, ply: int | None = None) -> TableView:
    """Return what a visitor sees of a table after ``ply`` plies (None: now).

    Raises NotAllowed or BadRequest.
    """
    live.check_seen_by(visitor)
    mine, row, last = live.seated(visitor), live.row, live.shown_to(visitor)
    at = last if ply is None else ply
    if not 0 <= at <= last:
        raise BadRequest(f"there is no ply {ply}: this game has plies 0 to {last}")
    my_turn = live.running and row.mover in mine and not live.paused
    viewer = viewer_of(live, visitor)
    present = live.view(viewer) if last == row.ply else _earlier(live, last, viewer)
    view = present if at == last else _earlier(live, at, viewer)
    goes_on, behind = live.running and not live.paused, live.behind(visitor)
    target = undo_target(live, mine, last) if goes_on and mine else None

    def turns_now() -> Turns:
        live.turns[viewer] = made = _turns(live, present, live.turns.get(viewer))
        return made

    if not my_turn or at != last:
        view = view.at_rest
    return TableView(
        id=row.id,
        game=live.game,
        seats=seat_views(live.game.seats, live.seats, visitor),
        status=cast(Status, row.status),
        result=result_words(live.game, row),
        reason=row.reason,
        scores=view.scores,
        winners=None if row.winners is None else tuple(row.winners),
        mover=row.mover if last == row.ply else live.plies[last].mover,
        my_turn=my_turn,
        viewer=viewer,
        view=view,
        so_far=present.moves[last - live.state.unfinished :] if at == row.ply else (),
        turns=_turns(live, present) if last != row.ply else live.kept(("turns", viewer), turns_now),
        ply=at,
        last_ply=last,
        version=live.version_for(visitor),
        created=row.created,
        updated=row.updated if not behind else (last and live.plies[last - 1].at) or row.created,
        thinking=thinking_of(live, visitor) if mine else None,
        trouble="" if behind else live.trouble,
        curtain=curtain_of(live, visitor),
        can_undo=target is not None,
        undo_asks=target is not None and undo_asks(live, visitor, target),
        can_resign=bool(mine) and not live.over,
        can_hint=my_turn and curtain_of(live, visitor) is None and not others_of(live, visitor),
        takeback=_takeback(live, mine),
        rematch=row.rematch,
        control=live.clock.control,
        clock=None if behind else clock_view(live),
        onlooker=not mine,
        rated=row.rated,
        public=row.public,
        delay=row.delay,
        delay_seconds=row.delay_seconds,
        offers=offers_of(live, mine) if at == last and mine else (),
        can_draw=bool(mine) and may_offer(live, visitor, "draw"),
        can_pause=bool(mine) and may_offer(live, visitor, "pause"),
        can_abort=bool(mine) and may_abort(live, visitor),
        can_plan=at == last and may_plan(live, mine),
    )


def glimpse(live: Table) -> Glimpse:
    """Return what an onlooker's page depends on."""
    nobody = ""  # has no seat
    return Glimpse(
        id=live.id,
        version=live.version_for(nobody),
        shown=live.shown_to(nobody),
        viewer=viewer_of(live, nobody),
        status=live.row.status,
        trouble="" if live.behind(nobody) else live.trouble,
    )


def clock_view(live: Table) -> ClockView | None:
    """Return what the clocks show now; None where there are none."""
    clock, row, now = live.clock, live.row, live.now()
    if not clock.control.timed:
        return None
    mover = row.mover if live.running else None
    begun = mover is not None and clock.begun[mover]
    abort = None if mover is None or begun or row.due is None else max(0.0, row.due - now)
    now -= live.away.gone
    return ClockView(
        seats=tuple(clock.shown(seat.seat, mover, now) for seat in live.seats),
        running=mover if begun and not clock.stands else None,
        paused=live.paused,
        abort=abort,
        warn=warning(clock.control),
        away=live.away.more > 0,
    )


def news(live: Table) -> Event:
    """Return the event of a change: with the moves, where they are all and everybody sees them."""
    event = live.change()
    if not live.played or hides(live.game):
        return event
    clock = clock_view(live)
    more = {
        "moves": [ply.move for ply in live.played],
        "mover": live.row.mover,
        "clock": None if clock is None else clock.as_json(),
    }
    return Event(event.name, event.id, {**event.data, **more})


def invitation_view(live: Table, seat: int, visitor: str) -> InvitationView:
    """Return what the invitation to a seat shows to a visitor, wherever the game has got to."""
    row, mine = live.seats[seat], [one.seat for one in live.seats if one.person == visitor]
    state, why = _invited(live, row, bool(mine), visitor)
    return InvitationView(
        game=live.game,
        seats=seat_views(live.game.seats, live.seats, visitor),
        seat=seat,
        state=state,
        why=why,
        table=live.id if mine else "",
        view=State(live.game, live.state.opening).view(ONLOOKER),
        control=live.clock.control,
    )


def _invited(live: Table, row: SeatRow, seated: bool, visitor: str) -> tuple[Invited, str]:
    if row.person == visitor:
        return "mine", "you have taken this seat"
    if row.kind != "open":
        return "taken", "somebody has taken this seat already: an invitation is good for one person"
    if live.over:
        return "over", "the game was called off before anybody took this seat"
    if seated:
        return "seated", "you play at this table already: the link is for somebody else"
    return "free", ""


def table_line(
    row: GameRow, seats: Sequence[SeatRow], visitor: str, left: float | None = None
) -> TableLine:
    """Return a game's line in a player's list; ``left`` is the mover's time. Raises UnknownGame."""
    kind = find(row.game)
    game = kind(**row.options)
    mover = None if row.mover is None else seats[row.mover]
    return TableLine(
        id=row.id,
        game=kind,
        options=option_words(game),
        seats=seat_views(game.seats, seats, visitor),
        status=cast(Status, row.status),
        result=result_words(game, row),
        ply=row.ply,
        my_turn=row.status == "running" and mover is not None and mover.person == visitor,
        created=row.created,
        updated=row.updated,
        mover=row.mover if row.status == "running" else None,
        left=left,
    )


def record_of(live: Table, visitor: str) -> Record:
    """Return the record of a table, as far as the visitor may know it. Raises NotAllowed."""
    live.check_seen_by(visitor)
    viewer, row, last = viewer_of(live, visitor), live.row, live.shown_to(visitor)
    result = None
    if row.status == "finished":
        result = Result.of(live.state, row.reason, row.ended_by, row.winners)
    open_book = not hides(live.game) or result is not None
    return Record.of(
        live.state if last == row.ply else _state_at(live, last),
        [Participant(seat.name, _kind(seat), seat.level) for seat in live.seats],
        notes=[
            Note(ply.seconds, ply.left, thought_words(ply.thoughts) or None if open_book else None)
            for ply in live.plies[:last]
        ],
        result=result,
        date=datetime.fromtimestamp(row.created, UTC).strftime("%Y-%m-%d"),
        viewer=viewer,
    )


@lru_cache(256)
def hides(game: Game) -> bool:
    """Whether a game has hidden information; asked once for all tables, since rules take time."""
    return game.plain.observe is not None


def curtain_of(live: Table, visitor: str) -> int | None:
    """Return the player for whom a curtain waits, or None.

    People who share a screen in a game with secrets hand it over: until the one to move has asked
    to see the board, nobody's secrets are on it.
    """
    mine, mover = live.seated(visitor), live.row.mover
    shared = hides(live.game) and live.game.private and live.running and len(mine) > 1
    return mover if shared and mover in mine and live.looking.get(visitor) != mover else None


def viewer_of(live: Table, visitor: str) -> int | None:
    """Whose view a visitor gets: None (everything) where nothing is hidden.

    An onlooker sees what is on the table. Who has several seats sees as the one that looked last,
    and as an onlooker behind a curtain.
    """
    mine = live.seated(visitor)
    if not hides(live.game) or live.over:
        return None
    if not mine:
        return ONLOOKER
    if len(mine) == 1:
        return mine[0]
    if not live.game.private:
        return live.row.mover if live.row.mover in mine else mine[0]
    return (
        ONLOOKER if curtain_of(live, visitor) is not None else live.looking.get(visitor, ONLOOKER)
    )


def decision_before(live: Table, mine: Sequence[int], ply: int) -> int | None:
    """Return the last ply before ``ply`` at which one of these seats was to move, or None."""
    found = (at for at in range(ply - 1, -1, -1) if live.plies[at].mover in mine)
    return next(found, None)


def undo_target(live: Table, mine: Sequence[int], ply: int) -> int | None:
    """Return the ply that one of these seats may take back to, or None.

    What has been chosen or shown of something hidden stays.
    """
    target = decision_before(live, mine, ply)
    if target is None or any(live.state.reveals(at) for at in range(target, live.row.ply)):
        return None
    return target


def others_of(live: Table, visitor: str | None) -> set[str]:
    """Return the other people who play here, in browsers of their own."""
    return {seat.person for seat in live.seats if seat.person and seat.person != visitor}


def undo_asks(live: Table, visitor: str, target: int) -> bool:
    """Whether taking back to ``target`` needs the others' consent: its turn has ended."""
    return bool(others_of(live, visitor)) and target < live.state.ply - live.state.unfinished


def may_abort(live: Table, visitor: str) -> bool:
    """Whether a game among several people has so little played that it may be called off."""
    if live.waiting:
        return True
    ended = live.plies[: len(live.plies) - live.state.unfinished]
    few = len({ply.mover for ply in ended}) < live.game.players
    return live.running and few and bool(others_of(live, visitor))


def may_plan(live: Table, mine: Sequence[int]) -> bool:
    """Whether somebody who waits for his turn may decide ahead."""
    return live.running and not live.paused and len(mine) == 1 and live.row.mover != mine[0]


def may_offer(live: Table, visitor: str, kind: str) -> bool:
    """Whether there is anybody to offer it to, and the game is one for it."""
    people = all(seat.kind == "person" for seat in live.seats)
    fits = people if kind == "draw" else live.clock.control.live
    return live.running and not live.paused and fits and bool(others_of(live, visitor))


def offers_of(live: Table, mine: Sequence[int]) -> tuple[Offer, ...]:
    """Return what is offered at a table; who refused need not hear of it any more."""
    return tuple(
        Offer(
            kind=cast(Literal["draw", "pause", "rematch"], kind),
            seat=there["seat"],
            mine=there["seat"] in mine,
            answered=there["seat"] in mine or mine[0] in there["agreed"],
            refused=there["refused"],
        )
        for kind, there in (live.row.offers or {}).items()
        if there["seat"] in mine or not there["refused"]
    )


def _takeback(live: Table, mine: Sequence[int]) -> Takeback | None:
    asked = live.row.takeback
    if asked is None or not mine:
        return None
    own = asked["seat"] in mine
    return Takeback(asked["seat"], asked["ply"], own, own or mine[0] in asked["agreed"])


def thinking_of(live: Table, visitor: str) -> Thinking | None:
    """Return who thinks, as far as it is the visitor's business."""
    if live.hinting is not None and live.hinting[0] == visitor:
        return live.hinting[1]
    return live.thinking


def seat_views(
    players: Sequence[Any], seats: Sequence[SeatRow], visitor: str
) -> tuple[SeatView, ...]:
    """Return the seats as a visitor sees them."""
    only = sum(seat.person == visitor for seat in seats) == 1
    return tuple(
        SeatView(
            index=seat.seat,
            player=player.name,
            colour=player.colour,
            kind=cast(Literal["person", "bot", "open"], seat.kind),
            name=_name(seat, only and seat.person == visitor),
            is_me=seat.person == visitor,
            level=seat.level,
            level_name="" if seat.level is None else LEVELS[seat.level - 1].name,
            account=_account(seat),
            program=seat.name.endswith(BOT_MARK),
        )
        for player, seat in zip(players, seats, strict=True)
    )


def _account(seat: SeatRow) -> str:
    """The name of who sits there, if it is somebody with an account and his own seat."""
    known = (seat.person or "").startswith(MARK) and seat.name not in GUESTS
    return seat.name.removesuffix(BOT_MARK) if known else ""


def _kind(seat: SeatRow) -> str:
    """What a record calls who sits there."""
    return "bot" if seat.kind == "bot" or seat.name.endswith(BOT_MARK) else "human"


def _name(seat: SeatRow, alone: bool) -> str:
    if seat.kind == "open":
        return "Open seat"
    return "You" if alone else seat.name


def option_words(game: Game) -> str:
    """The options that differ from the defaults, in words.

    >>> from livestone.games import load
    >>> option_words(load("freedom", size=8, scoring="rows"))
    'Board size 8, Scoring rows'
    """
    chosen = ((option, game.option[option.name]) for option in game.options)
    return ", ".join(
        f"{option.label}{':' * (',' in option.label)} {text_of(value)}"
        for option, value in chosen
        if value != option.default
    )


def result_words(game: Game, row: GameRow) -> str:
    """How a game ended, in words; nothing while it runs."""
    if row.status != "finished":
        return ""
    names = [seat.name for seat in game.seats]
    winners = row.winners or []
    if row.reason == "aborted":
        return "Called off"
    if row.reason == "agreed":
        return "Draw by agreement"
    won = " and ".join(names[player] for player in winners)
    result = f"{won} {'wins' if len(winners) == 1 else 'win'}" if won else "Draw"
    if row.ended_by is not None:
        return f"{result}: {names[row.ended_by]} {DEEDS.get(row.reason, 'resigned')}"
    if row.scores is None:
        return result
    if not game.points:
        return f"{result}{prize(game, tuple(row.scores))}"
    order = sorted(range(len(names)), key=lambda player: (player not in winners, player))
    return f"{result}, {' to '.join(str(number(row.scores[player])) for player in order)}"


def thought_words(thoughts: Mapping[str, Any] | None) -> str:
    """A bot's last report in words."""
    if not thoughts:
        return ""
    expected = ", ".join(f"{100 * value:.0f} %" for value in thoughts["value"])
    points = thoughts.get("points")
    parts = [f"{'proved' if thoughts.get('proved') else 'expects'} {expected}"]
    if points:
        parts.append(f"points {' to '.join(str(point) for point in points)}")
    parts.append(" ".join(thoughts["pv"]))
    parts.append(f"{thoughts['nodes']:,} nodes in {thoughts['seconds']:.1f} s")
    return "; ".join(parts)


def _earlier(live: Table, ply: int, viewer: int | None) -> View:
    return _state_at(live, ply).view(viewer)


def _state_at(live: Table, ply: int) -> State:
    state = live.state.copy()
    while state.ply > ply:
        state.undo()
    return state


def _turns(live: Table, view: View, before: Turns | None = None) -> Turns:
    """The move list of a view; what is as it was ``before`` is not made again."""
    open_book = not hides(live.game) or live.over
    rows = live.plies[: len(view.moves)]
    turns, at = [], 0
    if before is not None and before and before.fits(view.moves, rows):
        turns = list(before[:-1])
        at = turns[-1].plies[-1].number if turns else 0
    for index, (mover, texts) in enumerate(live.state.turns[len(turns) :], len(turns) + 1):
        plies = []
        for ply in rows[at : at + len(texts)]:
            words = thought_words(ply.thoughts) if open_book else ""
            plies.append(Ply(ply.ply, view.moves[ply.ply - 1], ply.seconds, words))
        if plies:
            turns.append(Turn(index, mover, tuple(plies)))
        at += len(texts)
    return Turns(turns, view.moves, rows, before)
