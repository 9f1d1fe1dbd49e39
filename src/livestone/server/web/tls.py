"""The certificate of the pages and of the line protocol."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

from livestone.errors import BadRequest

log = logging.getLogger("livestone")


class Certificate:
    """A loaded certificate and key; ``context`` listens with them. Raises BadRequest."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self.certificate = certificate
        self.key = key
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._load(self.context)

    def renew(self) -> None:
        """Read the files again for new connections; unusable ones are logged, the old stay."""
        try:
            # Tried elsewhere first: a certificate without its key must not take effect.
            self._load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
            self._load(self.context)
        except BadRequest as error:
            log.error("the certificate stays as it was: %s", error)
        else:
            log.info("the certificate %s has been read again", self.certificate)

    def _load(self, context: ssl.SSLContext) -> None:
        try:
            context.load_cert_chain(self.certificate, self.key, self._no_password)
        except ssl.SSLError as error:
            reason = error.reason or str(error)
            if reason == "KEY_VALUES_MISMATCH":
                words = f"the key {str(self.key)!r} belongs to another certificate"
            else:
                words = f"one of the two is no PEM file that can be used ({reason})"
            raise self._refused(words) from None
        except OSError as error:
            raise self._refused(f"{error.filename or 'a file'}: {error.strerror}") from None

    def _no_password(self) -> str:
        raise self._refused(f"the key {str(self.key)!r} has a password: store it without one")

    def _refused(self, words: str) -> BadRequest:
        return BadRequest(f"certificate {str(self.certificate)!r} cannot be used: {words}")
