"""Every game as front ends meet it: texts, paths, views, pictures, undo."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.conformance.cases import as_bytes, every_option, finished, looks

from livestone.core import text
from livestone.core.game import Game
from livestone.core.random import seeded
from livestone.core.runtime import runtime
from livestone.core.scene import scene, status
from livestone.core.state import ONLOOKER, SECRET, State
from livestone.draw import plain, svg
from livestone.errors import GameOver, IllegalMove

KEYS = (
    "game", "options", "ply", "mover", "players", "legal", "over", "scores", "winners", "cells",
    "tally", "text",
)  # fmt: skip


@every_option
def test_move_texts_stand_for_one_move_each(game: Game) -> None:
    texts: dict[int, str] = {}
    for played in finished(game)._played:
        for move in played.legal:
            written = game.move_text(move)
            assert texts.setdefault(move, written) == written, "it depends on the move alone"
    assert len(set(texts.values())) == len(texts)
    for written in texts.values():
        assert written.isprintable()
        assert len(written.split()) == 1
        assert written == written.strip()
    for state in looks(game):
        assert state.legal_texts == sorted(set(state.legal_texts))
        assert state.legal_texts == [game.move_text(move) for move in state.legal]
        assert tuple(state.legal_texts) == state.view().legal
        assert tuple(state.paths) == state.legal
        assert sorted(state.unsorted) == sorted(state.legal)
        assert [state.parse(game.move_text(move)) for move in state.legal] == list(state.legal)


@every_option
def test_paths_tell_moves_apart_token_by_token(game: Game) -> None:
    for state in looks(game):
        paths = list(state.paths.values())
        assert len(set(paths)) == len(paths) == len(state.legal)
        beginnings = {path[:length] for path in paths for length in range(1, len(path))}
        assert not beginnings & set(paths), "no path may be the beginning of another"
        for move, path in state.paths.items():
            assert path
            assert all(token and len(token.split()) == 1 for token in path)
            assert state.parse(" ".join(path)) == move


@every_option
def test_positions_are_read_back_exactly(game: Game) -> None:
    for state in looks(game):
        again = State.read(game, state.text)
        assert as_bytes(again.position) == as_bytes(state.position)
        assert again.text == state.text
        assert again.legal == State(game, state.position).legal
        assert again.scores == State(game, state.position).scores
        assert text.write(game, again.position) == state.text


@every_option
def test_undo_restores_everything(game: Game) -> None:
    def everything(state: State) -> object:
        view = json.dumps(state.view().as_json())
        return as_bytes(state.position), state.legal, tuple(state._keys), state.moves, view

    wanted = {state.ply: everything(state) for state in looks(game)}
    state = finished(game).copy()
    copied = state.copy()
    while state.ply:
        if state.ply in wanted:
            assert everything(state) == wanted[state.ply]
        move = state.moves[-1]
        assert state.undo() == move
    with pytest.raises(IllegalMove, match="no ply to take back"):
        state.undo()
    assert everything(state) == everything(State(game)) == wanted[0]
    assert everything(copied) == wanted[copied.ply], "a copy is independent"


@every_option
def test_copies_are_equal_until_one_of_them_goes_on(game: Game) -> None:
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


@every_option
def test_a_state_reads_as_its_board(game: Game) -> None:
    """As everybody may see it."""
    for state in looks(game)[::5]:
        drawn = plain.draw(scene(state.view(ONLOOKER)))
        assert str(state).endswith(f"\n\n{drawn}")
        assert str(state).partition("\n")[0] == status(state.view(ONLOOKER))
        assert repr(state) == f"State({game!r}, {state.text!r})"


@every_option
def test_nothing_can_be_played_after_the_end(game: Game) -> None:
    state = finished(game).copy()
    last = state.moves[-1]
    before = as_bytes(state.position)
    for move in (last, game.move_text(last), "", "zz99"):
        with pytest.raises(GameOver, match="the game is over"):
            state.play(move)
    assert as_bytes(state.position) == before
    assert state.moves[-1] == last


@every_option
def test_illegal_moves_are_refused_with_a_reason(game: Game) -> None:
    known: set[int] = set()
    for state in looks(game):
        if state.over:
            break
        before = as_bytes(state.position)
        for move in sorted(known - set(state.legal))[:20]:
            written = game.move_text(move)
            with pytest.raises(IllegalMove) as refusal:
                state.play(written)
            assert str(refusal.value) == state.refusal(written)
            with pytest.raises(IllegalMove):
                state.play(move)
        assert as_bytes(state.position) == before
        known.update(state.legal)


@every_option
def test_views_can_be_sent_and_drawn(game: Game) -> None:
    for state in (*looks(game)[::5], finished(game)):
        for viewer in (None, ONLOOKER, *range(game.players)):
            view = state.view(viewer)
            sent = view.as_json()
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


@every_option
def test_hidden_things_are_hidden(game: Game) -> None:
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


@every_option
def test_secret_moves_are_secret(game: Game) -> None:
    """As long as a viewer does not know the whole position, and never after the end."""
    end = finished(game)
    assert not end.over or end.view(ONLOOKER).moves == end.view().moves
    for state in (looks(game)[1], finished(game)):
        for viewer in (ONLOOKER, *range(game.players)):
            view = state.view(viewer)
            for played, written, path in zip(state._played, view.moves, view.steps, strict=True):
                mine = viewer == int(played.before.mover)
                secret = game.secret(played.before, played.move)
                if secret and not mine and view.text != state.text:
                    assert (written, path) == (SECRET, ())
                else:
                    told, whole = game.told(view.position, played.move), game.move_text(played.move)
                    sites = tuple(token for token in played.path if token in game.board.site)
                    assert (written, path) == (told, played.path if told == whole else sites)


@every_option
def test_every_face_of_the_board_can_be_drawn(game: Game) -> None:
    for state in looks(game):
        view = state.view()
        for name, (board, pieces, _) in view.faces.items():
            assert board.names == game.board.names
            assert len(pieces) == len(board)
            occupied = {board.names[site] for site, piece in enumerate(pieces) if piece}
            assert occupied == set(view.cells)
            ElementTree.fromstring(svg.draw(scene(view, face=name)))
