"""One status, one code and one line for every error."""

from __future__ import annotations

import pytest
from litestar.exceptions import HTTPException, NotFoundException, ValidationException

from livestone import errors
from livestone.errors import Conflict, EngineError
from livestone.server.web.errors import code_of, message_of, status_of


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.NotFound("x"), 404, "not-found"),
        (errors.UnknownGame("x"), 404, "unknown-game"),
        (errors.NotAllowed("x"), 403, "not-allowed"),
        (Conflict("x"), 409, "not-allowed"),
        (errors.GameOver("x"), 409, "game-over"),
        (errors.IllegalMove("x"), 400, "illegal-move"),
        (errors.MoveSyntaxError("x"), 400, "move-syntax"),
        (errors.BadOption("x"), 400, "bad-option"),
        (errors.StorageError("x"), 503, "storage"),
        (EngineError("x"), 503, "engine"),
        (NotFoundException("x"), 404, "not-found"),
        (ValidationException("x"), 400, "bad-request"),
        (HTTPException("x", status_code=413), 413, "too-large"),
        (HTTPException("client disconnected prematurely", status_code=500), 400, "bad-request"),
        (RuntimeError("x"), 500, "internal"),
    ],
)
def test_status_and_code(error: Exception, status: int, code: str) -> None:
    assert (status_of(error), code_of(error)) == (status, code)


def test_messages() -> None:
    assert message_of(errors.BadOption("one\ntwo")) == "one two"
    extra = [{"key": "ply", "message": "Expected `int`"}, {"message": "odd"}, "?"]
    assert message_of(ValidationException("No.", extra=extra)) == "No. (ply: Expected `int`) (odd)"
    assert "inside" not in message_of(RuntimeError("inside"))
    assert "inside" not in message_of(HTTPException("inside", status_code=500))
