"""From a table in memory to what one visitor may see of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal, cast

import msgspec

from livestone.api.tables import (
    Can,
    Clock,
    GameLine,
    Invitation,
    Line,
    Offer,
    Picture,
    Seat,
    Standing,
    Status,
    Takeback,
    Thinking,
)
from livestone.api.tables import Table as Answer
from livestone.boards import Course
from livestone.core.game import Game
from livestone.core.options import telling, text_of
from livestone.core.state import State
from livestone.core.view import View, number, prize
from livestone.games import find
from livestone.languages.words import language, mark, t, tn
from livestone.play.levels import LEVELS
from livestone.records.record import Note, Participant, Record, Result
from livestone.server.db.owners import BOT_MARK, GUESTS, MARK, OwnerId
from livestone.server.tables.claims import at_table, claim_in
from livestone.server.tables.clock import warning
from livestone.server.tables.move_list import (
    all_moves,
    cursor,
    known_plies,
    moves_after,
    thought_words,
)
from livestone.server.tables.store import GameRow, PlyRow, SeatRow
from livestone.server.tables.table import Seen, Table, check_within
from livestone.server.web.events import Event

DEEDS = {
    "resigned": mark("{player} resigned"),
    "timeout": mark("{player} ran out of time"),
    "abandoned": mark("{player} left the game"),
}
Invited = Literal["free", "mine", "seated", "taken", "over"]


def table_view(table: Table, owner_id: OwnerId, ply: int | None = None, since: str = "") -> Answer:
    """Return what a visitor sees after ``ply`` plies, without those that they know.

    These are the ones before ``since``: see :mod:`livestone.server.tables.move_list`. Raises
    NotAllowed or BadRequest.
    """
    seen = table.seen_by(owner_id)
    if ply is not None:
        check_within(ply, seen.last)
    at = seen.last if ply is None else ply
    present = newest_view(table, seen)
    view = present if at == seen.last else _state_at(table, at).view(seen.viewer)
    if not seen.my_turn or at != seen.last:
        view = view.at_rest
    return _answer(table, seen, view, present, at, known_plies(table, since, seen.last))


def newest_view(table: Table, seen: Seen) -> View:
    """Return the newest position that a visitor sees."""
    if seen.last == table.ply:
        return table.view(seen.viewer)
    return _state_at(table, seen.last).view(seen.viewer)


def _answer(table: Table, seen: Seen, view: View, present: View, at: int, known: int) -> Answer:
    """The API's answer: ``view`` is the position at ply ``at``, ``present`` the newest one.

    The first ``known`` plies are left out.
    """
    row, mine, last = table.row, seen.mine, seen.last
    now, current = at == last, last == table.ply
    moves = all_moves(table, seen.viewer) if current and not known else None
    if moves is None:
        moves = moves_after(table, present, known)
    winners = row.winners
    so_far: tuple[str, ...] = ()
    if at == row.ply and (unfinished := table.state.unfinished):
        so_far = tuple([told.text for told in present.told[row.ply - unfinished :]])
    return Answer(
        **table.lasting((mine and seen.owner_id, language.get()), _lasting, table, seen),
        status=cast(Status, row.status),
        result=result_words(table.game, row) if table.over else "",
        reason=row.reason,
        scores=tuple(map(number, view.scores)),
        winners=None if winners is None else tuple(winners),
        mover=row.mover if current else table.plies[last].mover,
        my_turn=seen.my_turn,
        viewer=seen.viewer,
        ply=at,
        last_ply=last,
        version=seen.version,
        updated=(last and table.plies[last - 1].at) or row.created if seen.behind else row.updated,
        legal=view.legal,
        paths=dict(view.paths),
        cells=view.cells,
        text=view.text,
        turns=moves.turns,
        prompt=view.prompt,
        so_far=so_far,
        thinking=thinking_of(table, seen.owner_id) if mine else None,
        trouble="" if seen.behind else table.trouble,
        curtain=seen.curtain,
        takeback=_takeback(table, mine) if mine and row.takeback else None,
        rematch=row.rematch,
        clock=None if seen.behind else clock_view(table),
        offers=offers_of(table, mine) if now and mine and row.offers else (),
        can=_can(table, seen, now) if mine else Can(),
        picture=_picture(table, view, seen.viewer, moves.steps[: max(0, at - known)]),
        tally=view.tally,
        recent=recent(view, table.plies, mine),
        ended_by=row.ended_by,
        ending=view.ending,
        cursor=cursor(table, last) if now else "",
        since=known,
        present=at_table(table, seen) if seen.others and mine else None,
        claim=claim_in(table, mine) if seen.others and mine and now else None,
    )


def _lasting(table: Table, seen: Seen) -> dict[str, Any]:
    """What of an answer to a visitor only another seat changes."""
    game, row, control = table.game, table.row, table.clock.control
    return {
        "id": row.id,
        "game": game.id,
        "title": game.title,
        "options": dict(game.option),
        "option_words": telling(game.options, game.option),
        "seats": seat_views(game.seats, table.seats, seen.owner_id),
        "control": control.shown(warning(control)),
        "onlooker": not seen.mine,
        "rated": row.rated,
        "public": row.public,
        "delay": row.delay,
        "created": row.created,
        "max_plies": table.max_plies,
    }


def _picture(
    table: Table, view: View, viewer: int | None, steps: tuple[tuple[str, ...], ...]
) -> Picture:
    """What is drawn, which all who see the same share while it is the present; with ``steps``."""
    if view.ply != table.ply:
        return picture(view, steps)
    drawn = table.kept(("picture", viewer), picture, view, ())
    return msgspec.structs.replace(drawn, steps=steps)


def _can(table: Table, seen: Seen, now: bool) -> Can:
    """What a player may do; in the position that is shown ``now``, where it matters."""
    row, goes, mine = table.row, table.running and not table.paused, seen.mine
    target = undo_target(table, mine, seen.last) if goes else None
    return Can(
        draw=may_offer(table, seen, "draw"),
        pause=may_offer(table, seen, "pause"),
        abort=may_abort(table, seen),
        plan=now and goes and len(mine) == 1 and row.mover != mine[0],
        undo=target is not None,
        undo_asks=target is not None and undo_asks(table, seen, target),
        resign=not table.over,
        hint=seen.my_turn and not seen.others and seen.curtain is None,
    )


def picture(view: View, steps: tuple[tuple[str, ...], ...]) -> Picture:
    """Return what a board draws of a view, with the ``steps`` of its plies."""
    faces = {}
    if view.faces:
        number = {id(piece): code for code, piece in enumerate(view.game.pieces, 1)}
        for name, face in view.faces.items():
            codes = tuple(number.get(id(one), 0) for one in face.pieces)
            faces[name] = Standing(codes, tuple(map(_line, face.courses)))
    return Picture(
        pieces=view.codes,
        courses=tuple(map(_line, view.courses)),
        marks=view.marks,
        faces=faces,
        steps=steps,
    )


def _line(course: Course) -> Line:
    return Line(course.colour, course.points)


def recent(view: View, plies: Sequence[PlyRow], mine: Sequence[int]) -> int:
    """Return after how many plies everything is new to whom a view is shown.

    That is the last turn, and for one player every turn since their own.
    """
    start = view.turn_start
    if len(mine) == 1 and view.ply and plies[view.ply - 1].mover != mine[0]:
        while start and plies[start - 1].mover != mine[0]:
            start -= 1
    return start


def clock_view(table: Table) -> Clock | None:
    """Return what the clocks show now; None where there are none."""
    clock, row, now = table.clock, table.row, table.now()
    if not clock.control.timed:
        return None
    mover = row.mover if table.running else None
    begun = mover is not None and clock.begun[mover]
    abort = None if mover is None or begun or row.due is None else max(0.0, row.due - now)
    now -= table.away.gone
    # A game that has ended in a player's turn has cost them that time.
    charged = int(table.state.position["mover"]) if table.over else mover
    return Clock(
        seats=tuple(clock.shown(seat.seat, charged, now) for seat in table.seats),
        running=mover if begun and not clock.stands else None,
        paused=table.paused,
        away=table.away.more > 0,
        abort=None if abort is None else round(abort, 3),
    )


def news(table: Table) -> Event:
    """Return the event of a change: with the moves, where they are all and everybody sees them."""
    event = table.change()
    if not table.played or table.hides:
        return event
    more = {
        "moves": [ply.move for ply in table.played],
        "mover": table.row.mover,
        "clock": msgspec.to_builtins(clock_view(table)),
    }
    return Event(event.name, event.id, {**event.data, **more})


def invitation_view(table: Table, seat: int, owner_id: OwnerId) -> Invitation:
    """Return what the invitation to a seat shows to a visitor, wherever the game has got to."""
    game = table.game
    return Invitation(
        game=game.id,
        title=game.title,
        options=dict(game.option),
        seats=seat_views(game.seats, table.seats, owner_id),
        seat=seat,
        state=invited(table, seat, owner_id)[0],
        table=table.id if owner_id in table.owners else None,
        control=table.clock.control.shown(),
    )


def invited(table: Table, seat: int, owner_id: OwnerId) -> tuple[Invited, str]:
    """Return how a visitor stands to an invitation, and why they may not take the seat."""
    mine = table.owners.get(owner_id, ())
    if seat in mine:
        return "mine", mark("you have taken this seat")
    if table.seats[seat].kind != "open":
        return "taken", mark(
            "another person has taken this seat: an invitation is good for one person"
        )
    if table.over:
        return "over", mark("the game was called off before anybody took this seat")
    if mine:
        return "seated", mark("you play at this table already: the link is for another person")
    return "free", ""


def table_line(
    row: GameRow, seats: Sequence[SeatRow], owner_id: OwnerId, left: float | None = None
) -> GameLine:
    """Return a game's line in a player's list; ``left`` is the mover's time. Raises UnknownGame."""
    kind = find(row.game)
    game = kind(**row.options)
    mover = None if row.mover is None else seats[row.mover]
    return GameLine(
        id=row.id,
        game=kind.id,
        title=kind.title,
        options=option_words(game),
        seats=seat_views(game.seats, seats, owner_id),
        status=cast(Status, row.status),
        result=result_words(game, row),
        ply=row.ply,
        my_turn=row.status == "running" and mover is not None and mover.owner_id == owner_id,
        created=row.created,
        updated=row.updated,
        mover=row.mover if row.status == "running" else None,
        left=None if left is None else round(left, 3),
    )


def record_of(table: Table, owner_id: OwnerId) -> Record:
    """Return the record of a table, as far as the visitor may know it. Raises NotAllowed."""
    seen, row = table.seen_by(owner_id), table.row
    result = None
    if table.over:
        result = Result.of(table.state, row.reason, row.ended_by, row.winners)
    open_book = not table.hides or table.over
    return Record.of(
        _state_at(table, seen.last),
        [Participant(seat.name, _kind(seat), seat.level) for seat in table.seats],
        notes=[
            Note(ply.seconds, ply.left, thought_words(ply.thoughts) or None if open_book else None)
            for ply in table.plies[: seen.last]
        ],
        result=result,
        date=datetime.fromtimestamp(row.created, UTC).strftime("%Y-%m-%d"),
        viewer=seen.viewer,
    )


def decision_before(table: Table, mine: Sequence[int], ply: int) -> int | None:
    """Return the last ply before ``ply`` at which one of these seats was to move, or None."""
    for at in range(ply - 1, -1, -1):
        if table.plies[at].mover in mine:
            return at
    return None


def undo_target(table: Table, mine: Sequence[int], ply: int) -> int | None:
    """Return the ply these seats may take back to, or None; revealed information stays."""
    target = decision_before(table, mine, ply)
    if target is None or not table.hides:
        return target
    return None if any(table.state.reveals(at) for at in range(target, table.ply)) else target


def undo_asks(table: Table, seen: Seen, target: int) -> bool:
    """Whether taking back to ``target`` needs the others' consent: its turn has ended."""
    return bool(seen.others) and target < table.state.ply - table.state.unfinished


def may_abort(table: Table, seen: Seen) -> bool:
    """Whether a game among several people has so little played that it may be called off."""
    if table.waiting:
        return True
    if not table.running or not seen.others:
        return False
    moved = set()
    for ply in islice(table.plies, table.ply - table.state.unfinished):
        moved.add(ply.mover)
        if len(moved) == len(table.seats):
            return False
    return True


def may_offer(table: Table, seen: Seen, kind: str) -> bool:
    """Whether there is anybody to offer it to, and the game is one for it."""
    fits = table.people if kind == "draw" else table.clock.control.live
    return table.running and not table.paused and fits and bool(seen.others)


def offers_of(table: Table, mine: Sequence[int]) -> tuple[Offer, ...]:
    """Return what is offered at a table; who refused need not hear of it any more."""
    return tuple(
        Offer(
            kind=cast(Literal["draw", "pause", "rematch"], kind),
            seat=there["seat"],
            mine=there["seat"] in mine,
            answered=there["seat"] in mine or mine[0] in there["agreed"],
            refused=there["refused"],
        )
        for kind, there in (table.row.offers or {}).items()
        if there["seat"] in mine or not there["refused"]
    )


def _takeback(table: Table, mine: Sequence[int]) -> Takeback:
    asked = table.row.takeback
    assert asked is not None
    own = asked["seat"] in mine
    return Takeback(asked["seat"], asked["ply"], own, own or mine[0] in asked["agreed"])


def thinking_of(table: Table, owner_id: OwnerId) -> Thinking | None:
    """Return who thinks, as far as it is the visitor's business."""
    if table.hinting is not None and table.hinting[0] == owner_id:
        return table.hinting[1]
    return table.thinking


def seat_views(
    players: Sequence[Any], seats: Sequence[SeatRow], owner_id: OwnerId
) -> tuple[Seat, ...]:
    only = sum(seat.owner_id == owner_id for seat in seats) == 1
    return tuple(
        Seat(
            index=seat.seat,
            player=t(player.name),
            colour=player.colour,
            kind=cast(Literal["person", "bot", "open"], seat.kind),
            name=_name(seat, only and seat.owner_id == owner_id),
            is_me=seat.owner_id == owner_id,
            level=seat.level,
            level_name="" if seat.level is None else t(LEVELS[seat.level - 1].name),
            account=_account(seat),
            program=seat.name.endswith(BOT_MARK),
        )
        for player, seat in zip(players, seats, strict=True)
    )


def _account(seat: SeatRow) -> str:
    known = (seat.owner_id or "").startswith(MARK) and seat.name not in GUESTS
    return seat.name.removesuffix(BOT_MARK) if known else ""


def _kind(seat: SeatRow) -> str:
    return "bot" if seat.kind == "bot" or seat.name.endswith(BOT_MARK) else "human"


def _name(seat: SeatRow, alone: bool) -> str:
    if seat.kind == "open":
        return t("Open seat")
    if seat.kind == "bot":
        return t("Bot, level {level}", level=seat.level)
    if alone:
        return t("You")
    return t(seat.name) if seat.name in GUESTS else seat.name


def option_words(game: Game) -> str:
    """The options that differ from the defaults, in words.

    >>> from livestone.games import load
    >>> option_words(load("freedom", size=8, scoring="rows"))
    'Board size 8, Scoring rows'
    """
    chosen = ((option, game.option[option.name]) for option in game.options)
    return ", ".join(
        f"{t(option.label)}{':' * (',' in option.label)} {text_of(value)}"
        for option, value in chosen
        if value != option.default
    )


def result_words(game: Game, row: GameRow) -> str:
    """How a game ended, in words; nothing while it runs."""
    if row.status != "finished":
        return ""
    names = [t(seat.name) for seat in game.seats]
    winners = row.winners or []
    if row.reason == "aborted":
        return t("Called off")
    if row.reason == "agreed":
        return t("Draw by agreement")
    if row.reason == "move-limit":
        return t("Draw: the limit of {n} moves is reached", n=row.ply)
    won = f" {t('and')} ".join(names[player] for player in winners)
    result = t("Draw")
    if won:
        result = tn("{players} wins", "{players} win", len(winners), players=won)
    if row.ended_by is not None:
        deed = DEEDS.get(row.reason, DEEDS["resigned"])
        return f"{result}: {t(deed, player=names[row.ended_by])}"
    if row.scores is None:
        return result
    if not game.points:
        return f"{result}{prize(game, tuple(row.scores))}"
    order = sorted(range(len(names)), key=lambda player: (player not in winners, player))
    scores = f" {t('to')} ".join(str(number(row.scores[player])) for player in order)
    return f"{result}, {scores}"


def _state_at(table: Table, ply: int) -> State:
    state = table.state.copy()
    while state.ply > ply:
        state.undo()
    return state
