"""Checks that the rules of a game keep the contract, run as plain Python."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from random import Random

import numpy as np

from livestone.conformance.cases import as_bytes, finished, looks
from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.runtime import runtime
from livestone.core.state import State

# In how many of a game's mirrors a game is played; the same ones each time.
MIRRORS = 3


def description(game: Game) -> None:
    """A game has an id, a title, an author, two or three players, and names that texts can use."""
    assert game.id == game.id.lower()
    assert game.id.replace("_", "").isalnum()
    assert game.title
    assert game.author
    assert 2 <= game.players <= 3
    for option in game.options:
        assert option.default in option.values, f"{option.name}: the default is not allowed"
        assert option.label, f"{option.name} has no label"
    assert all(option.name.isidentifier() and option.name != "preset" for option in game.options)
    assert set(game.site_fields) <= set(game.layout.placement + game.layout.identity)
    seats = [seat.name for seat in game.seats]
    assert len({name[0].lower() for name in seats}) == len(seats), "texts use the initials"
    letters = [piece.letter for piece in game.pieces]
    # Where a game says itself which pieces are seen, several may only look different.
    assert len(set(letters)) == len(letters) or game.plain_display.pieces
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)
    assert all(name.isalnum() for name in game.board.names)


def random_games_end(game: Game) -> None:
    """A random game ends by its own rules or by a cap."""
    final = finished(game)
    assert final.ply < MAX_PLIES, "it must end by its own rules or by a cap"
    assert final.over
    assert final.mover is None
    assert final.legal == ()


def moves_within_bounds(game: Game) -> None:
    """Moves are listed once each, numbers below ``move_limit``, no more than ``max_moves``."""
    out = np.zeros(game.max_moves + 1, np.int32)
    listed = game.plain.moves(game.layout.at_hand(State(game).position), out)
    assert listed is not None, "moves must return how many it has written: it returns nothing"
    for played in finished(game)._played:
        n, turn = len(played.legal), played.turn
        assert len(set(played.legal)) == n, f"moves lists a move twice in turn {turn}"
        assert n <= game.max_moves, f"{n} moves in turn {turn}, max_moves is {game.max_moves}"
        beyond = [move for move in played.legal if not 0 <= move < game.move_limit]
        assert not beyond, f"move {beyond[0]} in turn {turn}, move_limit is {game.move_limit}"


def looking_changes_nothing(game: Game) -> None:
    """No function but ``play`` changes a position for good."""
    rules, hints = game.plain, game.plain_search
    out, score = np.zeros(game.max_moves + 1, np.int32), np.zeros(game.players)
    marks = np.zeros(len(game.board), np.int8)
    for state in looks(game):
        before = as_bytes(state.position)
        n = rules.moves(state.position, out)
        if game.points or n == 0:
            rules.outcome(state.position, score)
        if hints.evaluate and n:
            hints.evaluate(state.position, score)
        if hints.gains:
            for move in out[:n].tolist()[:8]:
                hints.gains(state.position, move, score)
        if rules.marks:
            rules.marks(state.position, marks)
        assert as_bytes(state.position) == before


def play_touches_one_position_only(game: Game) -> None:
    """``play`` changes the position that it is given, and no other."""
    rng = Random(3)
    for state in looks(game):
        if state.over:
            continue
        three = game.layout.array(3)
        for at in range(3):
            three[at] = state.position
        game.plain.play(three[1], rng.choice(state.unsorted))
        assert as_bytes(three[0]) == as_bytes(three[2]) == as_bytes(state.position)
        assert as_bytes(three[1]) != as_bytes(state.position)


def turns(game: Game) -> None:
    """``turn`` rises by one when the mover changes or the game ends, and only by one."""
    final = finished(game)
    positions = [*(played.before for played in final._played), final.position]
    seen = [(int(s.turn), int(s.mover), s is final.position) for s in positions]
    assert seen[0][0] == 0
    assert all(0 <= mover < game.players for _, mover, _ in seen)
    for (turn, mover, _), (next_turn, next_mover, next_over) in pairwise(seen):
        assert next_turn - turn in (0, 1), f"turn {turn} is followed by turn {next_turn}"
        if next_mover != mover or next_over:
            assert next_turn == turn + 1, f"play must raise turn after turn {turn}"


def scores_and_winners(game: Game) -> None:
    """Scores are finite; without points they are 0 until the end, and then the winners'."""
    for state in looks(game):
        assert len(state.scores) == game.players
        assert all(isfinite(score) for score in state.scores)
        if not state.over:
            assert state.winners is None
            assert game.points or not any(state.scores)
            guess = runtime(game).estimate(state.position)
            assert guess is None or all(isfinite(value) for value in guess)
        elif state.repeated:
            assert state.winners == ()
        else:
            assert state.winners == game.winners(state.scores)
            if not type(game)().points:  # what is counted may be hidden until the end
                won = [player for player, score in enumerate(state.scores) if score]
                assert tuple(won) == state.winners, "0 unless won, in a draw too"
                assert all(0 < state.scores[player] <= game.stake for player in won)
            assert len(set(state.winners)) == len(state.winners)
            assert set(state.winners) <= set(range(game.players))


def gains(game: Game) -> None:
    """``gains`` is how much a move changes ``outcome``."""
    change_by = game.plain_search.gains
    if change_by is None:
        return
    run, change = runtime(game), np.zeros(game.players)
    for state in looks(game):
        before = np.array(run.scores(state.position))
        for move in state.legal[:8]:
            after = state.position.copy()
            run.play(after, move)
            change_by(state.position, move, change)
            np.testing.assert_array_equal(change, np.array(run.scores(after)) - before)


def evaluate_moves(game: Game) -> None:
    """``evaluate_moves`` is what ``evaluate`` says after each move.

    Where one ends the game it declines.
    """
    judge, run = game.plain_search.evaluate_moves, runtime(game)
    if judge is None:
        return
    for state in looks(game):
        moves, leads = np.array(state.legal, np.int32), np.zeros(game.max_moves)
        before = as_bytes(state.position)
        told = judge(state.position, moves, len(moves), leads)
        assert as_bytes(state.position) == before
        for move, lead in zip(state.legal, leads, strict=False):
            after = State(game, state.position)
            after.play(move)
            guess = run.estimate(after.position)
            assert guess is not None
            assert not told or (not after.over and guess[0] - guess[1] == lead)


def quick_evaluate(game: Game) -> None:
    """``quick_evaluate`` declines where ``evaluate_moves`` does."""
    whole, quick = game.plain_search.evaluate_moves, game.plain_search.quick_evaluate
    if quick is None:
        return
    assert whole is not None, "quick_evaluate needs evaluate_moves"
    for state in looks(game):
        moves, leads = np.array(state.legal, np.int32), np.zeros(game.max_moves)
        before = as_bytes(state.position)
        told = quick(state.position, moves, len(moves), leads)
        assert as_bytes(state.position) == before
        assert told == whole(state.position, moves, len(moves), leads)


def canonicalise(game: Game) -> None:
    """``canonicalise`` changes neither moves nor scores to come."""
    blank_out = game.plain_search.canonicalise
    if blank_out is None:
        return
    rng = Random(6)
    for state in looks(game):
        blank = state.position.copy()
        blank_out(blank)
        again = blank.copy()
        blank_out(again)
        assert as_bytes(again) == as_bytes(blank)
        here, there = State(game, state.position), State(game, blank)
        for _ in range(20):
            assert there.legal == here.legal
            assert there.scores == here.scores
            if here.over:
                break
            move = rng.choice(here.legal)
            here.play(move)
            there.play(move)


def derived_fields(game: Game) -> None:
    """``derive`` finds the derived fields from the others."""
    for state in looks(game):
        again = state.position.copy()
        for name in game.layout.derived:
            if name != "turn":
                again[name] = 0
        runtime(game).derive(again)
        s, names = state.position, game.layout.derived
        wrong = ", ".join(name for name in names if again[name].tobytes() != s[name].tobytes())
        assert as_bytes(again) == as_bytes(s), (
            f"derive and play differ in {wrong} at {state.text!r}"
        )


def symmetries(game: Game) -> None:
    """A random game played in a mirror at once has the same moves and scores."""
    names, site = game.board.names, game.board.site
    some = Random(repr(game)).sample(game.symmetries, min(MIRRORS, len(game.symmetries)))
    for symmetry in some:
        image = {name: names[symmetry[site[name]]] for name in names}

        def mirrored(path: tuple[str, ...], image: dict[str, str] = image) -> tuple[str, ...]:
            return tuple(image.get(token, token) for token in path)

        rng, here, there = Random(8), State(game), State(game)
        while not here.over:
            moves = {path: move for move, path in there.paths.items()}
            assert {mirrored(path) for path in here.paths.values()} == moves.keys()
            move = rng.choice(here.legal)
            there.play(moves[mirrored(here.paths[move])])
            here.play(move)
        assert there.over
        assert there.scores == here.scores
