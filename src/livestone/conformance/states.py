"""Checks of a game as front ends meet it: texts, paths, views, pictures, refusals, undo."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np

from livestone.conformance.cases import as_bytes, finished, looks
from livestone.core import text
from livestone.core.game import Game
from livestone.core.paths import follow
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.scene import scene, status
from livestone.core.state import State
from livestone.core.view import ONLOOKER, SECRET
from livestone.draw import plain, svg
from livestone.errors import GameOver, IllegalMove, LivestoneError

KEYS = (
    "game", "options", "ply", "mover", "players", "legal", "over", "scores", "winners", "cells",
    "tally", "text",
)  # fmt: skip


# How many tokens are tried at a position.
TRIED = 40


def tried(game: Game, rng: Random) -> list[int]:
    """Tokens that may be a move: mostly sites, one or two."""
    tokens = range(len(game.wording.tokens))
    sites = range(len(game.board))
    return [rng.choice(sites if rng.random() < 0.9 else tokens) for _ in range(rng.choice((1, 2)))]


def refused(call: Callable[[], object], error: type[Exception]) -> bool:
    """Whether a call raises exactly this error."""
    try:
        call()
    except LivestoneError as raised:
        return type(raised) is error
    return False


def move_texts(game: Game) -> None:
    """A move's text depends on the move alone, stands for no other and is read back."""
    texts: dict[int, str] = {}
    for played in finished(game)._played:
        for move in played.legal:
            written = game.wording.move_text(move)
            assert texts.setdefault(move, written) == written, "it depends on the move alone"
    assert len(set(texts.values())) == len(texts)
    for written in texts.values():
        assert written.isprintable()
        assert len(written.split()) == 1
        assert written == written.strip()
    for state in looks(game):
        assert state.legal_texts == sorted(set(state.legal_texts))
        assert state.legal_texts == [game.wording.move_text(move) for move in state.legal]
        assert tuple(state.legal_texts) == state.view().legal
        assert tuple(state.paths) == state.legal
        assert sorted(state.unsorted) == sorted(state.legal)
        assert [state.parse(game.wording.move_text(move)) for move in state.legal] == list(
            state.legal
        )


def paths(game: Game) -> None:
    """No path is that of another move, nor the beginning of one; each is read back."""
    for state in looks(game):
        paths = list(state.paths.values())
        assert len(set(paths)) == len(paths) == len(state.legal)
        beginnings = {path[:length] for path in paths for length in range(1, len(path))}
        assert not beginnings & set(paths), "no path may be the beginning of another"
        for move, path in state.paths.items():
            assert path
            assert all(token and len(token.split()) == 1 for token in path)
            assert state.parse(" ".join(path)) == move


def position_texts(game: Game) -> None:
    """A position's text is read back as the same position."""
    for state in looks(game):
        again = State.read(game, state.text)
        assert as_bytes(again.position) == as_bytes(state.position)
        assert again.text == state.text
        assert again.legal == State(game, state.position).legal
        assert again.scores == State(game, state.position).scores
        assert text.write(game, again.position) == state.text


def undo(game: Game) -> None:
    """Taking plies back restores everything."""

    def everything(state: State) -> object:
        view = json.dumps(state.view().as_json())
        return as_bytes(state.position), state.legal, state.history, state.moves, view

    wanted = {state.ply: everything(state) for state in looks(game)}
    state = finished(game).copy()
    copied = state.copy()
    while state.ply:
        if state.ply in wanted:
            assert everything(state) == wanted[state.ply]
        move = state.moves[-1]
        assert state.undo() == move
    assert refused(state.undo, IllegalMove), "there is nothing left to take back"
    assert everything(state) == everything(State(game)) == wanted[0]
    assert everything(copied) == wanted[copied.ply], "a copy is independent"


def lengths(game: Game) -> None:
    """No turn and no game has more plies than the game says, for hosts that must know it."""
    for state in looks(game):
        assert state.turn <= game.max_turns, f"turn {state.turn} is beyond max_turns"
        assert state.ply <= game.max_plies, f"ply {state.ply} is beyond max_plies"
        longest = max((len(plies) for _, plies in state.turns), default=0)
        assert longest <= game.max_turn_plies or type(game).max_plies is not Game.max_plies, (
            f"a turn has {longest} plies, more than max_turn_plies"
        )


def copies(game: Game) -> None:
    """Copies are equal until one of them goes on."""
    for state in looks(game):
        twin = state.copy()
        assert twin == state == pickle.loads(pickle.dumps(state)) == deepcopy(state)
        if not state.over:
            twin.play(twin.legal[-1])
            assert twin != state
            twin.undo()
            assert twin == state
        if state.ply:
            assert state != State(game)
            assert state != State(game, state.position), "it came about otherwise"


def board_as_text(game: Game) -> None:
    """A state reads as its board, as everybody may see it."""
    for state in looks(game)[::5]:
        drawn = plain.draw(scene(state.view(ONLOOKER)))
        assert str(state).endswith(f"\n\n{drawn}")
        assert str(state).partition("\n")[0] == status(state.view(ONLOOKER))
        assert repr(state) == f"State({game!r}, {state.text!r})"


def nothing_after_the_end(game: Game) -> None:
    """Nothing can be played after the end."""
    state = finished(game).copy()
    last = state.moves[-1]
    before = as_bytes(state.position)
    for move in (last, game.wording.move_text(last), "", "zz99"):
        assert refused(partial(state.play, move), GameOver), move
    assert as_bytes(state.position) == before
    assert state.moves[-1] == last


def illegal_moves(game: Game) -> None:
    """A move that is not legal is refused, whether a number or a text."""
    known: set[int] = set()
    for state in looks(game):
        if state.over:
            break
        before = as_bytes(state.position)
        for move in sorted(known - set(state.legal))[:20]:
            for given in (move, game.wording.move_text(move)):
                assert refused(partial(state.play, given), IllegalMove), given
        assert as_bytes(state.position) == before
        known.update(state.legal)


def views(game: Game) -> None:
    """A view can be sent as JSON and drawn, for every viewer."""
    for state in (*looks(game)[::5], finished(game)):
        for viewer in (None, ONLOOKER, *range(game.players)):
            view = state.view(viewer)
            sent: Any = view.as_json()
            assert tuple(sent) == KEYS
            assert json.loads(json.dumps(sent)) == sent
            assert game == type(game)(**sent["options"])
            assert sent["legal"] == sorted(sent["legal"])
            assert (sent["mover"] is None) == sent["over"] == (sent["winners"] is not None)
            if viewer is not None and viewer != state.mover:
                assert sent["legal"] == []
            picture = scene(view, numbers=True)
            sites = range(len(game.board))
            shown = {*picture.pieces, *picture.marked, *picture.last, *picture.targets}
            assert shown | set(picture.numbers) <= set(sites)
            assert picture.title
            assert picture.description


def hidden_things(game: Game) -> None:
    """Positions that differ only in what a viewer may not see look the same to them."""
    rules = game.plain
    if rules.observe is None:
        assert rules.determinise is None
        return
    assert rules.determinise is not None
    run, rng = runtime(game), seeded(18)
    for state in looks(game):
        for viewer in (ONLOOKER, *range(game.players)):
            seen = run.observed(state.position, viewer)
            assert as_bytes(run.observed(seen, viewer)) == as_bytes(seen)
            guess = seen.copy()
            with np.errstate(over="ignore"):
                rules.determinise(guess, viewer, rng)
            assert as_bytes(run.observed(guess, viewer)) == as_bytes(seen)
            real, other = State(game, state.position), State(game, guess)
            if viewer == real.mover:
                assert real.legal == other.legal
            ours, theirs = real.view(viewer), other.view(viewer)
            assert json.dumps(ours.as_json()) == json.dumps(theirs.as_json())
            assert ours.text == theirs.text
            assert scene(ours, numbers=True) == scene(theirs, numbers=True)


def secret_moves(game: Game) -> None:
    """A secret move is not told as long as a viewer does not know the whole position."""
    end = finished(game)
    assert not end.over or end.view(ONLOOKER).moves == end.view().moves
    for state in (looks(game)[1], finished(game)):
        for viewer in (ONLOOKER, *range(game.players)):
            view = state.view(viewer)
            for played, written, path in zip(state._played, view.moves, view.steps, strict=True):
                mine = viewer == int(played.before.mover)
                secret = game.wording.secret(played.before, played.move)
                if secret and not mine and view.text != state.text:
                    assert (written, path) == (SECRET, ())
                else:
                    told, whole = (
                        game.wording.known(view.position, played.move),
                        game.wording.move_text(played.move),
                    )
                    sites = tuple(token for token in played.path if token in game.board.site)
                    assert (written, path) == (told, played.path if told == whole else sites)


def faces(game: Game) -> None:
    """Every face of the board can be drawn."""
    for state in looks(game):
        view = state.view()
        for name, (board, pieces, _) in view.faces.items():
            assert board.names == game.board.names
            assert len(pieces) == len(board)
            occupied = {board.names[site] for site, piece in enumerate(pieces) if piece}
            assert occupied == set(view.cells)
            ElementTree.fromstring(svg.draw(scene(view, face=name)))


def refusals(game: Game) -> None:
    """Every refusal says why: of one site, of two, of a named choice."""
    rng = Random(game.id)
    for state in looks(game)[:-1]:
        paths = state.paths
        for _ in range(TRIED):
            names = [game.wording.tokens[token] for token in tried(game, rng)]
            step = follow(paths, names)
            reason = state.refusal(" ".join(names))
            if step.move is not None:
                assert not reason
            else:
                assert reason
                if game.plain_display.refuse:
                    assert "is not one of the legal moves" not in reason, (state.text, names)


def possible_positions(game: Game) -> None:
    """A position that was reached is possible by the game's own word."""
    for state in looks(game):
        problem = game.wording.problem(state.position)
        assert not problem, f"check refuses {state.text!r}, which was reached: {problem}"
