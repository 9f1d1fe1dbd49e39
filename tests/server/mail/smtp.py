"""A small mail server in a thread, which keeps what it is given, or refuses it as it is told."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Self

from tests.patience import PATIENCE

USER, PASSWORD = "table", "a mail password"


class MailServer:
    """A context in which mail is taken at ``port``.

    ``refusals`` are answers to the next letters instead (``451 later``), ``""`` for hanging up,
    ``late`` for one that is kept and not answered; those to ``rcpt`` are about addresses.
    ``goodbye`` is what is said in the end.
    """

    def __init__(self, login: bool = False) -> None:
        self.letters: list[tuple[str, EmailMessage]] = []
        self.refusals: list[str] = []
        self.rcpt: list[str] = []
        self.goodbye = "221 bye"
        self.port = 0
        self._login = login
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._end.wait()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer):
            await self._answer(reader, writer)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        say = lambda text: writer.write(text.encode() + b"\r\n")  # noqa: E731
        say("220 here")
        to, known = "", not self._login
        while line := (await reader.readline()).decode():
            word = line[:4].upper().strip()
            if word == "EHLO":
                writer.write(
                    b"250-here\r\n" + b"250-AUTH PLAIN\r\n" * self._login + b"250 8BITMIME\r\n"
                )
            elif word == "AUTH":
                given = base64.b64decode(line.split()[2])
                known = given == f"\0{USER}\0{PASSWORD}".encode()
                say("235 welcome" if known else "535 wrong")
            elif word == "RCPT" and self.rcpt:
                say(self.rcpt.pop(0))
            elif word == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
                say("250 fine" if known else "530 log in first")
            elif word == "DATA":
                if not await self._data(reader, say, to):
                    break
            elif word == "QUIT":
                say(self.goodbye)
                break
            else:
                say("250 fine")

    async def _data(self, reader: asyncio.StreamReader, say: object, to: str) -> bool:
        assert callable(say)
        say("354 go on")
        text = await reader.readuntil(b"\r\n.\r\n")
        refusal = self.refusals.pop(0) if self.refusals else None
        if refusal in (None, "late"):
            letter = message_from_bytes(text[:-5], policy=policy.default)
            assert isinstance(letter, EmailMessage)
            self.letters.append((to, letter))
        if refusal == "late":
            await reader.read()  # until the other side hangs up
            return False
        say("250 taken" if refusal is None else refusal)
        return refusal != ""
