"""A certificate that cannot be used is told at the start, and replaced by none later."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.server.site import said_here

from livestone.errors import BadRequest
from livestone.server.web.tls import Certificate

TLS = Path(__file__).parents[2] / "data" / "tls"
CERTIFICATE, KEY = TLS / "certificate.pem", TLS / "key.pem"


@pytest.mark.parametrize(
    ("certificate", "key", "words"),
    [
        (CERTIFICATE, TLS / "other_key.pem", "belongs to another certificate"),
        (CERTIFICATE, TLS / "locked_key.pem", "has a password"),
        (CERTIFICATE, CERTIFICATE, "no PEM file that can be used"),
        (TLS / "nothing.pem", KEY, "No such file"),
    ],
)
def test_refused(certificate: Path, key: Path, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        Certificate(certificate, key)


def test_renewed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shutil.copy(KEY, tmp_path / "key.pem")
    loaded = Certificate(CERTIFICATE, tmp_path / "key.pem")
    caplog.set_level("INFO")
    loaded.renew()
    assert "has been read again" in said_here(caplog)[-1]
    shutil.copy(TLS / "other_key.pem", tmp_path / "key.pem")
    loaded.renew()
    assert "stays as it was" in said_here(caplog)[-1]
