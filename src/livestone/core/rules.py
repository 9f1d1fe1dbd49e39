"""The functions that a game consists of: its rules, what searches want, and what is shown.

All are plain functions over a position, which has no static type: a NumPy record when they run as
ordinary Python, a Numba record when they are compiled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from livestone.core.odds import LeadOdds

Function = Callable[..., Any]


class Rules(NamedTuple):
    """The rules of a game; ``s`` is a position, changed in place.

    - ``start(s)`` sets up the opening position on a zeroed record.
    - ``moves(s, out) -> n`` writes the legal moves (int32) into ``out`` (the most moves + 1 long)
      and returns how many; 0 exactly when the game is over.
    - ``play(s, move)`` applies one legal move: one ply. It raises ``turn`` when the turn or the
      game ends and changes ``mover`` when it is another player's turn.
    - ``outcome(s, score)`` fills one score per player (float64): for a game of points at any
      moment, otherwise once ``moves`` has returned 0.
    - ``observe(s, viewer)``, optional: blanks what ``viewer`` (a player's index, or -1 for an
      onlooker) may not see.
    - ``determinise(s, viewer, rng)``, optional: fills what ``viewer`` cannot see with a guess;
      ``rng`` is a one-element uint64 array for :func:`livestone.core.random.below`.
    - ``derive(s)``, optional: fills the derived fields from the others; needed when a game has any.
    - ``marks(s, out)``, optional: sets ``out`` (int8, one a site) to 1 where a piece deserves a
      mark in pictures (a live stone), else to 0.
    """

    start: Function
    moves: Function
    play: Function
    outcome: Function
    observe: Function | None = None
    determinise: Function | None = None
    derive: Function | None = None
    marks: Function | None = None


class Search(NamedTuple):
    """What a game tells searches, all of it optional.

    - ``evaluate(s, score)``: a guess at the final scores of a running game.
    - ``evaluate_moves(s, moves, n, leads) -> bool``, for two players: fills how far the first would
      lead (float64) by ``evaluate`` after each of the ``n`` legal moves, without making them;
      False, filling nothing, where one of them may end the game.
    - ``quick_evaluate``, with ``evaluate_moves``: a rougher and quicker form of it, for playouts.
    - ``move_priors(s, moves, n, priors)``: fills how good each of the ``n`` legal moves looks by
      itself (float64, on any scale); UCT then looks at the best first, and at few at a time.
    - ``canonicalise(s)``: blanks what no longer matters to the rest of the game, so that search
      finds a position in its table that was reached in another way.
    - ``gains(s, move, score)``, for a game of points: fills how much a legal ``move`` would change
      each player's points, as ``outcome`` counts them; spares search full counts.
    - ``bounds(s) -> (least, most)``, for two players and whole points: whatever happens, the first
      leads by no less and no more in the end. They never widen as the game goes on, and meet when
      it is over.
    - ``key(s) -> uint64``, with ``bounds``: positions with equal keys have the same moves and
      player to move, and the same ways on, to leads that are as far above ``least``.
    """

    evaluate: Function | None = None
    evaluate_moves: Function | None = None
    quick_evaluate: Function | None = None
    move_priors: Function | None = None
    canonicalise: Function | None = None
    gains: Function | None = None
    bounds: Function | None = None
    key: Function | None = None


class Display(NamedTuple):
    """What people are shown and told, as numbers; the texts are in the game's ``words``.

    A *token* is a site's number, or that of a named choice: they follow the sites. A function that
    returns a phrase returns its number in ``words.say`` and fills ``out`` (int32, NUMBERS long)
    with the numbers in it.

    - ``spell(move, out) -> phrase``: how a move is written, by the move alone.
    - ``path(s, move, out) -> n``: the tokens that a person gives to make a legal move, in order;
      those of ``spell`` unless given.
    - ``pieces(s, out)``: the piece seen on each site (from 1 on, 0 for none); ``cells`` unless
      given.
    - ``refuse(s, form, tokens, n, out) -> phrase``: why these ``n`` tokens are no legal move, nor
      the beginning of one; 0 where nothing is known. ``form`` is the phrase in which they are
      written, or -1 for tokens given one by one.
    - ``check(s, out) -> phrase``: what makes a position read from text impossible, or 0.
    - ``question(s, out) -> phrase``: what the mover is asked, where it is not simply to move, or 0.
    - ``ending(s, winner, out) -> phrase``: why the game is over, as a sentence, where the points do
      not say it, or 0; ``winner`` is -1 for a draw. Repetition is told without it.
    - ``secret(s, move) -> bool``: whether only the mover may see which move this is.
    - ``known(s, move, out) -> phrase``: as ``spell``, for an earlier move as it is read at ``s``.
    - ``tally(s, player, out) -> n``: how a player stands, where a number does not say it: ``n``
      phrases of three numbers each, the phrase and two more.
    - ``lines(s, face, out) -> n``: the lines drawn over a face of the board: for each its player,
      how many points it has, and the points: sites, or numbers from the sites on of the game's
      ``line_points``. Returns how many numbers were filled.
    - ``face(s, face, out) -> bool``: whether another face of the board may be looked at (from 1
      on); fills the pieces seen on it.
    """

    spell: Function | None = None
    path: Function | None = None
    pieces: Function | None = None
    refuse: Function | None = None
    check: Function | None = None
    question: Function | None = None
    ending: Function | None = None
    secret: Function | None = None
    known: Function | None = None
    tally: Function | None = None
    lines: Function | None = None
    face: Function | None = None


@dataclass(frozen=True)
class Knobs:
    """How a game is best searched.

    ``spread``, with points: the lead that makes a win about twice as likely as not. ``cut``: how
    many plies a playout runs before ``evaluate`` ends it, where there is one. ``explore``: how
    much a search tries moves that look worse; less where ``evaluate`` tells much. ``averages``: in
    playouts, the share of moves that have brought most so far, instead of random ones. ``alike``,
    with ``move_priors``: a player who is sure to win treats moves whose values differ by less than
    this as equal, and plays the one with the highest prior; 0 leaves it to the search. ``odds``:
    how a lead that a search expects becomes chances, for two players and points.
    """

    spread: float = 4.0
    cut: int = 20
    explore: float = 0.5
    averages: float = 0.0
    alike: float = 0.0
    odds: LeadOdds | None = None

    @property
    def lead_odds(self) -> LeadOdds:
        """``odds``; unless fitted, as search weighs leads, with no more draws than whole points."""
        return self.odds or LeadOdds(self.spread / math.log(2))
