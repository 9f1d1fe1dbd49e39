"""What makes the site an application that is installed and works offline."""

from __future__ import annotations

import gzip
import hashlib
import json
from importlib.resources import files as resources

from livestone.app.files import Files, compact
from livestone.app.pictures import ICONS
from livestone.app.serving import LEVEL, PACKED_BEFORE

# What only other pages, search engines and the single file use.
OTHERS = ("single.js", "report.js", "table.js", "table.css", "picture.png")


def version(files: Files) -> str:
    """A short text that changes with any file's content."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{_hash(files[name])}\n".encode())
    return digest.hexdigest()[:16]


def service_worker(files: Files, version: str) -> bytes:
    """The service worker that keeps the app, and of the other files those that are used."""
    names = sorted((name for name in files if name not in OTHERS), key=_order)
    told = {name: [_hash(files[name]), _sent(name, files[name])] for name in names}
    text = resources(__package__).joinpath("service_worker.js").read_text(encoding="utf-8")
    text = text.replace('"VERSION"', json.dumps(version))
    text = text.replace('"APP"', str(sum(_is_app(name) for name in names)))
    return text.replace("/* FILES */", compact(told).decode()[1:-1]).encode()


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


def _order(name: str) -> tuple[bool, int, str]:
    """The app first, the games' usual options before the others."""
    return not _is_app(name), name.count(","), name


def _is_app(name: str) -> bool:
    """Whether a file is one of the app itself, which is kept at the first visit."""
    return "/" not in name and not name.endswith(".png")


def _sent(name: str, content: bytes) -> int:
    """How many octets a server sends."""
    packed = name.endswith(PACKED_BEFORE)
    return len(content if packed else gzip.compress(content, LEVEL, mtime=0))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
