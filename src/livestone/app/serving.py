"""Answers requests for files of the app, whichever server has been asked."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol

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
PACKED_BEFORE, KEPT, LEVEL = (".gz", ".pdf", ".png"), 400, 6
# A browser shows a PDF by parts of its own, which a page's policy would keep out.
SHEET_POLICY = "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
# A page writes it into a frame that runs learners' players; nothing else that is written runs.
FRAME = Path(__file__).with_name("python_frame.js").read_bytes()
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class Answer(NamedTuple):
    """What to send: a status, headers and a body."""

    status: int
    headers: dict[str, str]
    content: bytes


class File(NamedTuple):
    """A file's content, and a tag that changes with it."""

    content: bytes
    tag: str


class Files(Protocol):
    """The files of an app, built or not."""

    def find(self, name: str) -> File | None:
        """Return the file of that name, None where there is none."""


class Folder:
    """The files of a built app in a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, name: str) -> File | None:
        try:
            path = (self.path / name).resolve()
            if not path.is_relative_to(self.path.resolve()):
                return None
            return _read(path, path.stat().st_mtime_ns)
        except (OSError, ValueError):
            return None


def file_of(content: bytes) -> File:
    """A file with its tag."""
    return File(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def answer(files: Files, name: str, asked: Mapping[str, str]) -> Answer | None:
    """Answer for a file of the app, None where there is none.

    ``asked`` are the request's headers, in small letters. Browsers ask each time whether a file has
    changed.
    """
    try:
        found = files.find(name)
    except (OSError, ValueError):
        return None
    if found is None:
        return None
    suffix = PurePosixPath(name).suffix
    headers = {"Content-Type": TYPES.get(suffix, "application/octet-stream")}
    if suffix == ".html":
        headers["Content-Security-Policy"] = policy(found.content)
    elif suffix == ".pdf":
        headers["Content-Security-Policy"] = SHEET_POLICY
    return answer_with(found, headers, asked, packed=suffix in PACKED_BEFORE)


def answer_with(
    found: File, headers: Mapping[str, str], asked: Mapping[str, str], packed: bool = False
) -> Answer:
    """Answer with a file, compressed unless it is ``packed`` already."""
    sent = {**headers, "Cache-Control": "no-cache", "ETag": found.tag, "Vary": "Accept-Encoding"}
    if asked.get("if-none-match") == found.tag:
        return Answer(304, sent, b"")
    if not packed and "gzip" in asked.get("accept-encoding", ""):
        return Answer(200, sent | {"Content-Encoding": "gzip"}, _packed(found))
    return Answer(200, sent, found.content)


@lru_cache(maxsize=KEPT)
def _read(path: Path, changed: int) -> File:
    """A file as it was when it last changed."""
    return file_of(path.read_bytes())


@lru_cache(maxsize=KEPT)
def _packed(file: File) -> bytes:
    return gzip.compress(file.content, LEVEL, mtime=0)


def policy(page: bytes) -> str:
    """What a page of the app may do: run games and their workers, and nothing from elsewhere."""
    texts = (*_INLINE.findall(page), FRAME)
    scripts = [base64.b64encode(hashlib.sha256(text).digest()) for text in texts]
    hashes = "".join(f" 'sha256-{digest.decode()}'" for digest in scripts)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval'{hashes}",
            "worker-src 'self' blob:",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
