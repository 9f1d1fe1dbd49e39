"""The handshake: a name, a nonce, a proof; everything else stays outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.databases import prepare_folder
from tests.server.freeplay.clients import Keys, LineServer, OldClient, Raw, key_of, proof

from livestone.freeplay.lines import MAX_BYTES
from livestone.server.accounts.player_tokens import PlayerTokens
from livestone.server.freeplay.login import LOG_IN_FIRST, UNKNOWN
from livestone.server.tables.store import GameStore


async def refused(client: Raw) -> str:
    """The one line that a client is told who may not come in."""
    (line,) = await client.rest()
    assert line.startswith(b"not-authorized: ")
    return line.decode().removeprefix("not-authorized: ").removesuffix("\n")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b" \n"])
async def test_coming_in(end: bytes) -> None:
    async with LineServer() as server:
        client = await server.raw()
        await client.send(b"authenticate: ada" + end)
        nonce = (await client.line()).decode().removeprefix("nonce: ").strip()
        await client.send(proof(nonce, key_of("ada")).strip() + end)
        assert (await client.line()).startswith(b"message: Welcome, ada!")
        assert server.players.present == server.players.free == {"ada"}


async def test_a_replayed_answer() -> None:
    """What was right for one nonce is wrong for the next, and on the same connection too late."""
    async with LineServer() as server:
        first, second, *others = [await server.raw() for _ in range(20)]
        nonce, *more = [await client.nonce("ada") for client in (first, second, *others)]
        assert len({nonce, *more}) == 20
        assert re.fullmatch("[0-9a-f]{48}", nonce)
        answer = proof(nonce, key_of("ada"))
        await second.send(answer)
        assert await refused(second) == UNKNOWN
        await first.send(b"nonce-reply: 00\n" + answer)
        assert await refused(first) == UNKNOWN
        assert not server.players.present


async def test_unknown_names_and_wrong_keys_are_told_the_same() -> None:
    async with LineServer(keys=Keys(["ada"])) as server:
        told = []
        for name, key in (("ada", b"wrong"), ("bo", key_of("bo")), ("bo", b"wrong")):
            client = await server.raw()
            await client.log_in(name, key)
            told.append(await refused(client))
        assert told == [UNKNOWN] * 3
        assert await OldClient("bo", lambda board: board.legal[0]).run(server.port) == UNKNOWN


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"move: 1,2\n", "'move' comes too early: log in first"),
        (b"authenticate: ada\nmove: 1,2\n", "'move' comes too early"),
        (b"authenticate: nobody\n", "it stands for a drawn game"),
        (b"authenticate: a,b\n", "has a comma in it"),
        (b"authenticate: " + b"a" * 41 + b"\n", "longer than 40 characters"),
        (b"authenticate: a\x07b\n", LOG_IN_FIRST),
        (b"authenticate:\n", LOG_IN_FIRST),
        (b"\x16\x03\x01\x02\x00\x01\xff\n", LOG_IN_FIRST),
        (b"x" * 1_000_000, LOG_IN_FIRST),
        (b"authenticate: " + b"a" * MAX_BYTES + b"\n", LOG_IN_FIRST),
    ],
)
async def test_what_is_no_login(sent: bytes, words: str) -> None:
    async with LineServer() as server:
        client = await server.raw()
        await client.send(sent)
        if sent.startswith(b"authenticate: ada\n"):
            assert (await client.line()).startswith(b"nonce: ")
        assert words in await refused(client)


async def test_accounts_that_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    async with LineServer() as server:
        server.keys.broken = True
        client = await server.raw()
        await client.log_in("ada")
        assert "try again later" in await refused(client)
        assert "the disk is gone" in caplog.text
        server.keys.broken = False
        await server.logged_in("ada")


async def test_a_real_token(tmp_path: Path) -> None:
    """As ``livestone token`` makes it, saved with and without the end of its line."""
    prepare_folder(tmp_path)
    store = await GameStore.open(tmp_path)
    accounts = PlayerTokens(store)
    token = (await accounts.issue("ada")).encode()
    async with LineServer(keys=accounts) as server:
        for end in (b"", b"\n", b"\r\n"):
            client = await server.raw()
            await client.log_in("ada", token + end)
            assert (await client.line()).startswith(b"message: Welcome")
            client.close()
            await server.until(lambda players: not players.present)
        await accounts.revoke("ada")
        client = await server.raw()
        await client.log_in("ada", token)
        assert await refused(client) == UNKNOWN
    await store.close()


WORDS = st.one_of(
    st.binary(max_size=200),
    st.builds(
        lambda command, arguments, end: f"{command}: {arguments}{end}".encode(errors="ignore"),
        st.sampled_from(["authenticate", "nonce-reply", "move", "Authenticate", "quit"]),
        st.text(max_size=60),
        st.sampled_from(["\n", "\r\n", "", "\n\n"]),
    ),
)


@settings(max_examples=30)
@given(st.lists(WORDS, max_size=6))
async def test_nothing_but_the_proof_lets_anybody_in(sent: list[bytes]) -> None:
    """Whatever is sent, the server answers with a nonce or a refusal, and serves the next one."""
    async with LineServer() as server:
        client = await server.raw()
        for data in sent:
            if client.writer.is_closing():
                break
            client.writer.write(data)
        client.writer.write_eof()
        lines = await client.rest()
        assert all(line.startswith((b"nonce: ", b"not-authorized: ")) for line in lines)
        assert len(lines) <= 2
        assert not server.players.present
        await server.logged_in("ada")
