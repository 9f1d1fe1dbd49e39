"""What makes the site an application that is installed and works offline."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files as resources

from livestone.app.files import Files, compact
from livestone.app.pictures import ICONS

# What pages load first; the rest is fetched after it, the games' usual options last.
FIRST = ("index.html", "app.js", "app.css", "catalogue.json", "logo.svg", "worker.js")
# What only other pages, search engines and the single file use.
OTHERS = ("single.js", "table.js", "table.css", "picture.png")


def version(files: Files) -> str:
    """A short text that changes with any file's content."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{_hash(files[name])}\n".encode())
    return digest.hexdigest()[:16]


def service_worker(files: Files, version: str) -> bytes:
    """The service worker that keeps these files."""
    names = sorted((name for name in files if name not in OTHERS), key=_order)
    hashes = {name: _hash(files[name]) for name in names}
    text = resources(__package__).joinpath("service_worker.js").read_text(encoding="utf-8")
    text = text.replace('"VERSION"', json.dumps(version))
    return text.replace("/* FILES */", compact(hashes).decode()[1:-1]).encode()


def manifest() -> bytes:
    """The web app manifest."""
    icons = [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICONS
    ]
    mask = {"src": "icon-mask-512.png", "sizes": "512x512", "purpose": "maskable"}
    return compact(
        {
            "name": "Livestone: a table for Freedom and its rare cousins",
            "short_name": "Livestone",
            "description": "Rare board games, with bots, without a network.",
            "lang": "en",
            "id": "./",
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#f4f1ea",
            "theme_color": "#2b5d49",
            "categories": ["games"],
            "icons": [*icons, mask | {"type": "image/png"}],
        }
    )


def _order(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else len(FIRST) + name.count(","), name)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
