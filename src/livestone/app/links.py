"""Records in links, as the app reads them."""

from __future__ import annotations

import base64
import zlib

RAW = -15  # deflate without a header


def packed(text: str) -> str:
    """A text in letters, digits, ``-`` and ``_``: ``js/app/links.js`` unpacks it."""
    press = zlib.compressobj(9, zlib.DEFLATED, RAW)
    content = press.compress(text.encode()) + press.flush()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
