"""Tokens cannot be guessed, and the store never sees one."""

from __future__ import annotations

import base64

from livestone.server.web.identity import new_token, visitor_of


def test_tokens() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(base64.urlsafe_b64decode(token + "==")) for token in tokens} == {16}


def test_visitors() -> None:
    token = new_token()
    assert visitor_of(token) == visitor_of(token) != visitor_of(new_token())
    assert token not in visitor_of(token)
    assert len(visitor_of(token)) == 64
