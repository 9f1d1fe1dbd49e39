"""The app's pages of one class."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from livestone.app.shell import About
from livestone.languages.words import mark, t
from livestone.server.classes.service import Classes
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import preview_address
from livestone.server.web.shell import page_of

DESCRIPTION = mark("Students write players, hand them in, and see them play each other.")
PAGES = ("", "/screen", "/players/{number:str}", "/new", "/settings/{tournament:str}")


@get([f"/classes/{{id:str}}{page}" for page in PAGES])
async def show_class(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """A class, which has its name for members only."""
    classes: Classes | None = request.app.state.classes  # None: at another process of the server
    about = About(t("A class"), t(DESCRIPTION), preview_address(request))
    return await page_of(request, about, 200 if classes is None or id in classes.rooms else 404)


handlers = [show_class]
