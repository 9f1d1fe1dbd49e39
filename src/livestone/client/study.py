"""A study at a server: its tree of variations, and the requests that change it."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from livestone.api.events import Event
from livestone.api.studies import StudyNode, StudyView
from livestone.client.wire import part
from livestone.errors import NotFound

if TYPE_CHECKING:
    from livestone.client.client import Client


class Study:
    """One study; ``view`` is the server's last answer, ``node`` the move that is looked at.

    A method that changes the study raises NotAllowed where it has changed meanwhile: call
    :meth:`refresh` and try again.
    """

    def __init__(self, client: Client, view: StudyView) -> None:
        self._client = client
        self.view = view
        self.node = view.node or 0

    @property
    def id(self) -> str:
        """The id, which is the secret in the link."""
        return self.view.id

    @property
    def nodes(self) -> tuple[StudyNode, ...]:
        """All moves, the root first; of the children of a node the first is the main line."""
        return self.view.nodes

    def find(self, node: int) -> StudyNode:
        """Return the move with a number. Raises NotFound."""
        for one in self.nodes:
            if one.id == node:
                return one
        raise NotFound(f"there is no move {node} in this study")

    def line(self, node: int | None = None) -> list[str]:
        """Return the moves that lead to a node, by default to the one that is looked at."""
        moves: list[str] = []
        at = self.find(self.node if node is None else node)
        while at.id:
            moves.insert(0, at.move)
            at = self.find(at.parent)
        return moves

    def refresh(self) -> StudyView:
        """Read it again."""
        return self._took(self._client.read(StudyView, self._path()))

    def at(self, node: int) -> StudyView:
        """Look at a node: ``view.position`` is how it stands there, with the legal moves."""
        return self._took(self._client.read(StudyView, self._path(), node=node))

    def play(self, *moves: str, node: int | None = None) -> StudyView:
        """Add moves after a node; those that are there already are only gone to."""
        data = {"node": self.node if node is None else node, "moves": list(moves)}
        return self._took(self._client.read(StudyView, self._path("/moves"), data))

    def note(
        self,
        comment: str | None = None,
        glyph: str | None = None,
        marks: Sequence[Mapping[str, str]] | None = None,
        node: int | None = None,
    ) -> StudyView:
        """Write beside a move; what is left out stays."""
        data = {"comment": comment, "glyph": glyph, "marks": marks}
        return self._write("/notes", data, node)

    def promote(self, node: int | None = None, *, wholly: bool = False) -> StudyView:
        """Move a variation up, or make it the main line ``wholly``."""
        return self._write("/promote", {"wholly": wholly}, node)

    def prune(self, node: int | None = None) -> StudyView:
        """Delete a move and everything after it, and look at the one before it."""
        gone = self.node if node is None else node
        before = self.find(gone).parent
        view = self._write("/prune", {}, gone)
        self.node = max(0, before)
        return view

    def settle(self, title: str | None = None, visibility: str | None = None) -> StudyView:
        """Change the title, or who sees it: ``private``, ``link`` or ``listed``."""
        data = {"title": title, "visibility": visibility, "version": self.view.version}
        return self._took(self._client.read(StudyView, self._path("/settings"), data, again=False))

    def copy(self) -> Study:
        """Make a study of one's own out of it."""
        path = self._path("/copy")
        return Study(self._client, self._client.read(StudyView, path, {}, again=False))

    def delete(self) -> None:
        """Delete it."""
        self._client.read(dict[str, Any], self._path("/delete"), {})

    def file(self) -> dict[str, Any]:
        """Return all of it, of which another study can be made (``record`` of new_study)."""
        return self._client.read(dict[str, Any], self._path("/file"))

    def record(self) -> str:
        """Return the main line as the text of a record."""
        return self._client.text(self._path("/record.txt"))

    def engine(
        self, node: int | None = None, *, seconds: float = 5.0, lines: int = 3
    ) -> Generator[Event, None, None]:
        """Yield what the engine says of a position: ``queued``, ``analysis``, at last ``done``.

        A new question takes the place of an old one of one's own, which ends with ``replaced``.
        """
        asked = self.node if node is None else node
        path = f"/engine?node={asked}&seconds={seconds:g}&lines={lines}"
        for event in self._client.follow(self._path(path)):
            yield event
            if event.name in ("done", "replaced", "trouble"):
                return

    def _write(self, rest: str, data: dict[str, Any], node: int | None) -> StudyView:
        known = {"node": self.node if node is None else node, "version": self.view.version}
        return self._took(self._client.read(StudyView, self._path(rest), data | known, again=False))

    def _path(self, rest: str = "") -> str:
        return f"/studies/{part(self.id)}{rest}"

    def _took(self, view: StudyView) -> StudyView:
        self.view = view
        if view.node is not None:
            self.node = view.node
        return view
