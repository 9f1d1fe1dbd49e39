"""Answers requests for files of the built site, whichever server has been asked."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

PAGE = "index.html"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
# What is compressed already, how many files are kept in memory, and how hard they are compressed.
PACKED_BEFORE, KEPT, LEVEL = (".pdf", ".png"), 400, 6
# A browser shows a PDF by parts of its own, which a page's policy would keep out.
SHEET_POLICY = "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class Answer(NamedTuple):
    """What to send: a status, headers and a body."""

    status: int
    headers: dict[str, str]
    content: bytes


class _File(NamedTuple):
    content: bytes
    tag: str


def answer(folder: Path, name: str, asked: Mapping[str, str]) -> Answer | None:
    """Answer for a file of a built site, None where there is none.

    ``asked`` are the request's headers, in small letters. Browsers ask each time whether a file has
    changed.
    """
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder.resolve()):
            return None
        found = _read(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None
    headers = {
        "Content-Type": TYPES.get(path.suffix, "application/octet-stream"),
        "Cache-Control": "no-cache",
        "ETag": found.tag,
        "Vary": "Accept-Encoding",
    }
    if name == PAGE:
        headers["Content-Security-Policy"] = _policy(found.content)
    elif path.suffix == ".pdf":
        headers["Content-Security-Policy"] = SHEET_POLICY
    if asked.get("if-none-match") == found.tag:
        return Answer(304, headers, b"")
    if path.suffix not in PACKED_BEFORE and "gzip" in asked.get("accept-encoding", ""):
        return Answer(200, headers | {"Content-Encoding": "gzip"}, _packed(found))
    return Answer(200, headers, found.content)


@lru_cache(maxsize=KEPT)
def _read(path: Path, changed: int) -> _File:
    """A file as it was when it last changed; the tag changes with its content."""
    content = path.read_bytes()
    return _File(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


@lru_cache(maxsize=KEPT)
def _packed(file: _File) -> bytes:
    return gzip.compress(file.content, LEVEL, mtime=0)


@lru_cache(maxsize=4)
def _policy(page: bytes) -> str:
    """What the site's page may do: run its games and their workers, and nothing from elsewhere."""
    scripts = [base64.b64encode(hashlib.sha256(text).digest()) for text in _INLINE.findall(page)]
    hashes = "".join(f" 'sha256-{digest.decode()}'" for digest in scripts)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval'{hashes}",
            "worker-src 'self' blob:",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
