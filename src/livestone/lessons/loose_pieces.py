"""Which pieces a game is played with, to be cut out of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil

from livestone.boards import Piece, square
from livestone.core.game import Game
from livestone.core.state import State
from livestone.draw.scene import Scene
from livestone.records.record import Record
from livestone.records.samples import sample

# The faces of a piece: one, or two to be folded.
Faces = tuple[Piece, ...]


def loose_pieces(game: Game) -> list[Faces]:
    """All pieces that a game needs, those that look alike one after the other.

    A game that begins with an empty board needs as many of each kind as fill it. Which kinds come
    into it later is learnt from its sample game.
    """
    record = sample(game.id)
    if record is not None and game.other_faces:
        return _folded(record.replay())
    needed, later = _standing(State(game)), _most(record)
    known = needed | later
    kinds = [kind for kind in game.pieces if kind in known] or [*game.pieces]
    if not needed:
        needed = Counter(dict.fromkeys(kinds, ceil(len(game.board) / len(kinds))))
    # One player may need as many as another had in the sample game.
    for kind in kinds:
        if kind not in needed:
            needed[kind] = max(
                n for one, n in later.items() if (one.shape, one.mark) == (kind.shape, kind.mark)
            )
    colours = [kind.colour for kind in game.pieces]
    ordered = sorted(kinds, key=lambda kind: colours.index(kind.colour))
    return [(kind,) for kind in ordered for _ in range(needed[kind])]


def sheets_of_pieces(pieces: Sequence[Faces], columns: int, rows: int) -> Iterator[Scene]:
    """Boards of squares full of pieces; the two faces of one stand beside each other."""
    faces = max(map(len, pieces), default=1)
    step = faces if faces == 1 else faces + 1  # a column stays free between pairs
    across = max(1, (columns + step - faces) // step)
    for first in range(0, len(pieces), across * rows):
        page = pieces[first : first + across * rows]
        wide, high = min(across, len(page)), ceil(len(page) / across)
        board = square(wide * step - step + faces, high)
        shown = {
            board.rows[number // across][number % across * step + face]: piece[face]
            for number, piece in enumerate(page)
            for face in range(len(piece))
        }
        yield Scene(board, shown, title="Pieces to cut out")


def _most(record: Record | None) -> Counter[Piece]:
    """How many of each kind stood on the board at once in a game; none without one."""
    found: Counter[Piece] = Counter()
    if record is not None:
        state = record.replay()
        found |= _standing(state)
        while state.ply:
            state.undo()
            found |= _standing(state)
    return found


def _standing(state: State) -> Counter[Piece]:
    return Counter(piece for piece in state.game.wording.standing(state.position) if piece)


def _folded(state: State) -> list[Faces]:
    """The pieces on a board with what is seen of each from the other side."""
    (face, *_) = state.view().faces.values()
    found = zip(state.game.wording.standing(state.position), face.pieces, strict=True)
    order = state.game.pieces.index
    pairs = [sorted((front, back), key=order) for front, back in found if front and back]
    return [tuple(pair) for pair in sorted(pairs, key=lambda pair: [*map(order, pair)])]
