"""Answers that are the same for everybody: compressed once, and sent with an ETag."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from litestar import Response

from livestone.server.web.aside import aside
from livestone.server.web.identity import AnyRequest

SHORT = 1000  # bytes; less is not worth compressing
YEAR = 365 * 24 * 3600
PACKED_BEFORE = ("image/png", "application/pdf")


@dataclass(frozen=True, eq=False)
class Constant:
    """A body and its media type."""

    content: bytes
    kind: str

    @cached_property
    def version(self) -> str:
        """A short text that changes with the content."""
        return sha256(self.content).hexdigest()[:10]

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    @property
    def is_packed(self) -> bool:
        return "packed" in vars(self)


async def constant_answer(
    request: AnyRequest,
    constant: Constant,
    current: bool = False,
    more: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """Answer with a constant; a browser keeps it if it asked for the ``current`` version of it.

    Others ask each time whether it has changed.
    """
    caching = f"public, max-age={YEAR}, immutable" if current else "no-cache"
    tag = f'"{constant.version}"'
    headers = {"Vary": "Accept-Encoding", "ETag": tag, "Cache-Control": caching, **(more or {})}
    known = request.headers.get("if-none-match", "")
    if tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(b"", status_code=304, headers=headers, media_type=constant.kind)
    content = constant.content
    gzipped = "gzip" in request.headers.get("accept-encoding", "")
    if gzipped and len(content) > SHORT and constant.kind not in PACKED_BEFORE:
        content = constant.packed if constant.is_packed else await aside(lambda: constant.packed)
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type=constant.kind)
