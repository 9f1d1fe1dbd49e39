"""Draws a page's diagrams as SVG; boards that come again are drawn once and used again."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from livestone.boards import Board
from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw import svg
from livestone.draw.ground import ground
from livestone.draw.scene import Scene
from livestone.lessons.diagrams import Diagram
from livestone.records.samples import sample


class Pictures:
    """The pictures of one page; ``name`` tells their ids from those of another."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._boards: dict[str, tuple[str, Board]] = {}  # by how they look

    def picture(self, shown: Scene) -> Markup:
        """A picture that needs ``grounds`` on the same page."""
        board, number = shown.board, len(self._boards)
        looks = ground(board, coordinates=True).svg
        name, _ = self._boards.setdefault(looks, (f"{self.name}-ground-{number}", board))
        return Markup(svg.draw(shown, standalone=False, ground_id=name))

    def figure(self, diagram: Diagram) -> Markup:
        """A diagram with its title and caption; two pictures stand beside each other."""
        titles = ["", ", after the move"] if len(diagram.scenes) > 1 else [""]
        drawn = [
            self.picture(replace(shown, title=diagram.title + more, description=told(shown)))
            for shown, more in zip(diagram.scenes, titles, strict=True)
        ]
        kind = "diagram twice" if len(drawn) > 1 else "diagram"
        return Markup(
            '<figure class="{}"><div class="pictures">{}</div>'
            "<figcaption><strong>{}</strong> {}</figcaption></figure>"
        ).format(kind, Markup("").join(drawn), diagram.title, diagram.caption)

    @property
    def grounds(self) -> Markup:
        """The boards below the pictures that were made so far; it takes no room on the page."""
        drawn = "".join(svg.shared_ground(board, name) for name, board in self._boards.values())
        return Markup('<svg class="unseen" aria-hidden="true"><defs>{}</defs></svg>').format(
            Markup(drawn)
        )


def middle(game: Game) -> Scene:
    """A board in the middle of the sample game; without one, after the first of all moves."""
    record = sample(game.id)
    if record:
        game = record.make_game()
        state = State.read(game, record.opening) if record.opening else State(game)
        for ply in record.plies[: (len(record.plies) + 1) // 2]:
            state.play(ply.move)
        return scene(state.view(ONLOOKER), targets=False)
    state = State(game)
    for _ in range(len(game.board) // 2):
        if not state.over:
            state.play(state.legal_texts[0])
    return scene(state.view(ONLOOKER), targets=False)


def told(shown: Scene) -> str:
    """The position in words, and what is drawn over it."""
    names = shown.board.names
    signs = [
        f"{names[sign.at]} is {sign.words}."
        if sign.to is None
        else f"Arrow from {names[sign.at]} to {names[sign.to]}."
        for sign in shown.signs
    ]
    return " ".join([shown.description, *signs])
