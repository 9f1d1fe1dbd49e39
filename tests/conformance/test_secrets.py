"""Games that differ only in what a viewer may not see look the same to them, in every way.

Two games are played side by side. Whatever a move hides is done differently in the second, as long
as both look the same to the viewer by the rules' own word (``observe``). Then everything that
reaches the viewer is compared byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.conformance.cases import EVERY

from livestone.adapters.batches import of_moves
from livestone.cli.plain import PATIENCE, Plain
from livestone.cli.session import Session
from livestone.conformance.cases import as_bytes
from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.scene import arrivals, scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw import plain, svg
from livestone.freeplay.process import PlayerProcess
from livestone.games import load
from livestone.play.analysis import analyse
from livestone.play.baselines import BASELINES
from livestone.play.bot import Bot
from livestone.records.record import Note, Participant, Record
from livestone.search.report import Limits, Line, Report
from livestone.search.uct import Uct
from livestone.server.tables.watched import Watched, watched_table

HIDING = [
    pytest.param(*case.values, id=case.id)
    for case in EVERY
    if not case.marks and case.values[0].plain.observe is not None
]
hiding = pytest.mark.parametrize("game", HIDING)
MAX_PLIES, LOOKS = 40, 5


def pairs(game: Game, viewer: int, seed: int) -> Iterator[tuple[State, State]]:
    """Two games that look the same to a viewer, ply by ply, as different as can be."""
    dice, run = Random(seed), runtime(game)
    one, other = State(game), State(game)
    yield one.copy(), other.copy()
    while not one.over and one.ply < MAX_PLIES:
        move = dice.choice(one.legal)
        one.play(move)
        wanted = as_bytes(run.observed(one.position, viewer))
        found = None
        for hope in dice.sample(other.legal, len(other.legal)):
            twin = other.copy()
            twin.play(hope)
            alike = as_bytes(run.observed(twin.position, viewer)) == wanted
            if alike and twin.over == one.over:
                found = twin
                if hope != move:
                    break
        if found is None or one.over:
            return  # what was hidden has come out, or everything has
        other = found
        yield one.copy(), other.copy()


@cache
def looks(game: Game, viewer: int) -> tuple[tuple[State, State], ...]:
    """Some pairs with as many differences as there are, evenly spread."""
    found = [pair for seed in range(3) for pair in pairs(game, viewer, seed)]
    unlike = [(a, b) for a, b in found if as_bytes(a.position) != as_bytes(b.position)]
    assert unlike, "nothing is hidden"
    return tuple(unlike[:: max(1, len(unlike) // LOOKS)])


def viewers(game: Game) -> range:
    return range(ONLOOKER, game.players)


def compare(game: Game, outputs: Any) -> None:
    """Compare what ``outputs(state, viewer)`` yields, (name, value) each."""
    for viewer in viewers(game):
        for one, other in looks(game, viewer):
            ours, theirs = dict(outputs(one, viewer)), dict(outputs(other, viewer))
            assert ours.keys() == theirs.keys()
            differ = [name for name, value in ours.items() if value != theirs[name]]
            assert not differ, f"{differ} tell {viewer} at ply {one.ply} of {one.move_texts}"


def shown(state: State, viewer: int) -> Iterator[tuple[str, object]]:
    """What a view and its pictures say."""
    view = state.view(viewer)
    yield "json", json.dumps(view.as_json())
    yield "text", view.text
    yield "moves", view.moves
    yield "steps", view.steps
    yield "legal", (view.legal, view.paths, view.prompt)
    yield "scores", (view.scores, view.tally, view.winners, view.over, view.mover)
    yield "position", as_bytes(view.position)
    yield "marks", (view.marks, view.courses)
    yield "at rest", json.dumps(view.at_rest.as_json())
    yield "arrivals", arrivals(view)
    for face in ("", *view.faces):
        picture = scene(view, numbers=True, face=face)
        yield f"scene {face}", repr(picture)
        yield f"svg {face}", svg.draw(picture)
        yield f"plain {face}", plain.draw(picture)
    yield "taking back", [state.reveals(ply) for ply in range(state.ply)]
    if viewer == ONLOOKER:
        yield "str", str(state)


def recorded(state: State, viewer: int) -> Iterator[tuple[str, object]]:
    """What records and replays say while the game runs."""
    movers = [mover for mover, plies in state.turns for _ in plies]
    notes = [
        Note(1.5, engine="mine" if mover == viewer else text)
        for mover, text in zip(movers, state.move_texts, strict=True)
    ]
    names = [Participant(seat.name) for seat in state.game.seats]
    record = Record.of(state, names, viewer=viewer, notes=notes)
    yield "text", record.as_text()
    yield "json", json.dumps(record.as_json())
    begun = State(state.game, state.position)
    yield "opening", Record.of(begun, viewer=viewer).as_text()
    if viewer == ONLOOKER:
        names = tuple(seat.name for seat in state.game.seats)
        watched = Watched(state.game, names, tuple(state.move_texts))
        for ply in {0, state.ply // 2, state.ply}:
            shown = watched_table(watched, "/watch", ply)
            yield f"watched at {ply}", msgspec.json.encode(shown)


def sent(state: State, viewer: int) -> Iterator[tuple[str, object]]:
    """What players' programs and learning programs are given."""
    import pyspiel

    from livestone.adapters.openspiel import LivestoneState, PlanesObserver, RecallObserver
    from livestone.adapters.openspiel import load as load_spiel
    from livestone.adapters.pettingzoo import raw_env

    game = state.game
    if viewer == ONLOOKER:
        return
    program = PlayerProcess.__new__(PlayerProcess)
    program._cells, program._seat, program._told = False, viewer, 0
    yield "program", json.dumps(program.new_information(state))
    table = raw_env(game.id, **game.option)
    table.reset()
    table.table = state
    seen = table.observe(f"player_{viewer}")
    yield "pettingzoo", (seen["observation"].tobytes(), seen["action_mask"].tobytes())
    spiel = LivestoneState(load_spiel(game.id, **game.option))
    for move in state.moves:
        spiel.apply_action(move)
    for recall in (False, True):
        wanted = pyspiel.IIGObservationType(perfect_recall=recall)
        observer = (RecallObserver if recall else lambda w: PlanesObserver(game, w))(wanted)
        observer.set_from(spiel, viewer)
        yield f"openspiel {recall}", observer.string_from(spiel, viewer)
        if observer.tensor is not None:
            yield "openspiel tensor", observer.tensor.tobytes()


def chosen(state: State, viewer: int) -> Iterator[tuple[str, object]]:
    """What engines say to the player to move."""
    if viewer != state.mover:
        return
    game = state.game
    for name, kind in BASELINES.items():
        yield name, list(kind(game, 3).think(state))[-1].best
    *_, found = analyse(state, Limits(nodes=64, lines=3), search=Uct(game, seed=4))
    lines = [line.as_json(game) for line in found.lines]
    yield "analysis", json.dumps([found.text, found.nodes, lines])
    *_, report = Bot(game, 1, seed=5, seconds=60).think(state)
    yield "bot", report.lines


@hiding
def test_views_and_pictures(game: Game) -> None:
    compare(game, shown)


@hiding
def test_records(game: Game) -> None:
    compare(game, recorded)


@hiding
def test_programs_and_adapters(game: Game) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    compare(game, sent)


@hiding
def test_batches(game: Game) -> None:
    """Each position as its mover sees it."""
    for viewer in range(game.players):
        for one, other in looks(game, viewer):
            if viewer == one.mover:
                ours, theirs = (
                    of_moves(game, [[*state.moves, state.legal[0]]]).planes(slice(-1, None))
                    for state in (one, other)
                )
                assert ours.tobytes() == theirs.tobytes()


@hiding
def test_terminals(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """One person at a terminal reads everything there is to read."""

    def read(state: State, viewer: int) -> Iterator[tuple[str, object]]:
        if viewer == ONLOOKER:
            return
        session = Session(game, [seat == viewer for seat in range(game.players)])
        session.state = state.copy()
        talk = Plain(session, Path("nowhere"))
        for command in ("board", "picture", "board back", "record", "score", "moves", "help"):
            talk._obey(command)
            yield command, capsys.readouterr().out
        talk._tell(viewer)
        yield "told", capsys.readouterr().out

    compare(game, read)


@hiding
def test_engines(game: Game) -> None:
    """They know what they are to play for, and guess the rest."""
    compare(game, chosen)


def test_a_bot_that_thinks_says_nothing_of_its_choice(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(load("trangalla"), (False, True))
    report = Report((Line(session.state.legal[0], (0.5, 0.5), 1, ()),), 1, PATIENCE + 1)
    Plain(session, Path("nowhere"))._listen(lambda stop: iter([report]))
    assert capsys.readouterr().out == "Still thinking: 1 nodes.\n"
