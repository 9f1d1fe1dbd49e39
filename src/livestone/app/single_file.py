"""The whole site in one HTML file, which opens from anywhere without a network.

Scripts, styles and the icon stand in the page. All other files are elements that no browser reads
by itself, compressed and in base64; the page's scripts take them out when they need them.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from urllib.parse import quote

from livestone.app.bundle import PRELOAD
from livestone.app.files import CATALOGUE, Files, compact

CARRIED = ("games/", "languages/", "lessons/", "pictures/", "puzzles/", "samples/")
ALONE = ("logo.svg", "worker.js")
# What the page refers to, and what stands there instead; a file from a memory stick has no use for
# an installation or a preview.
STYLES = '<link rel="stylesheet" href="app.css">'
SCRIPT = '<script type="module" src="app.js"></script>'
ICON = '<link rel="icon" href="logo.svg" type="image/svg+xml">'
LEFT_OUT = (
    '<link rel="manifest" href="manifest.webmanifest">\n',
    '<meta property="og:image" content="picture.png">\n',
)
# What would end a script in a page, or begin something else in it.
_ENDS = re.compile(r"<(?=/script|!--)", re.IGNORECASE)


def single_file(files: Files) -> bytes:
    """Return the page that carries a site."""
    page = files["index.html"].decode()
    for text in LEFT_OUT:
        page = _replaced(page, text, "")
    page = re.sub(rf"{PRELOAD}[^>]*>\n", "", page)
    icon = f"data:image/svg+xml,{quote(files['logo.svg'].decode())}"
    page = _replaced(page, ICON, f'<link rel="icon" href="{icon}">')
    page = _replaced(page, STYLES, f"<style>{files['app.css'].decode()}</style>")
    script = script_text(files["single.js"])
    page = _replaced(page, SCRIPT, f'<script type="module">{script}</script>')
    carried = "".join(element(name, content) for name, content in _carried(files))
    # In the head, since the pages replace all that is in the body.
    return _replaced(page, "</head>", f"{carried}</head>").encode()


def _carried(files: Files) -> Iterator[tuple[str, bytes]]:
    """The files that the page carries: of each game the module that can do everything."""
    yield CATALOGUE, _without_light(files[CATALOGUE])
    for name in sorted(files):
        if name in ALONE or (name.startswith(CARRIED) and ".light." not in name):
            yield name, files[name]


def _without_light(catalogue: bytes) -> bytes:
    told = json.loads(catalogue)
    for game in told["games"]:
        for compiled in game["compiled"]:
            compiled.pop("light", None)
    return compact(told)


def script_text(script: bytes) -> str:
    """Return a script as it may stand in a page."""
    return _ENDS.sub(r"\\x3c", script.decode())


def element(name: str, content: bytes) -> str:
    """Return the element in which a page carries a file."""
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="text/plain" data-file="{name}">{packed}</script>\n'


def _replaced(page: str, old: str, new: str) -> str:
    if page.count(old) != 1:
        raise RuntimeError(f"the page has {page.count(old)} times {old!r}, where one is expected")
    return page.replace(old, new)
