"""Tokens and a classroom's keys: what is kept, and for how long it is good."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.errors import BadField, NotAllowed, NotFound, StorageError
from livestone.freeplay.lines import BadLine, key_hash
from livestone.server.accounts.player_tokens import MAX_KEY_BYTES, PlayerTokens
from livestone.server.accounts.service import People
from livestone.server.db.sqlite_setup import FILE
from livestone.server.tables.store import GameStore


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_only_the_hash_of_a_token_is_kept(store: GameStore, tmp_path: Path) -> None:
    accounts = PlayerTokens(store)
    token = await accounts.issue("ada")
    hashes = await accounts.hashes("ada")
    assert [key_hash(token.encode() + end) for end in (b"", b"\n", b"\r\n")] == hashes
    assert len(token) >= 40
    assert await accounts.hashes("Ada") == []
    await store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
    assert hashes[0].encode() in kept
    assert token.encode() not in kept


async def test_a_token_is_good_until_the_next_or_until_it_is_revoked(store: GameStore) -> None:
    accounts = PlayerTokens(store)
    first, second = await accounts.issue("ada"), await accounts.issue("ada")
    assert key_hash(first.encode()) not in await accounts.hashes("ada")
    assert key_hash(second.encode()) in await accounts.hashes("ada")
    await accounts.revoke(" ada ")
    assert await accounts.hashes("ada") == []
    for name in ("ada", "bo"):
        with pytest.raises(NotFound, match=f"{name!r} has no token"):
            await accounts.revoke(name)
    await accounts.issue(" ada ")
    assert await accounts.hashes("ada")


async def test_names_that_nobody_may_have(store: GameStore) -> None:
    for name in ("", "a,b", "nobody", "a\nb"):
        with pytest.raises(BadLine):
            await PlayerTokens(store).issue(name)


async def test_a_classroom(store: GameStore, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.mkdir()
    accounts = PlayerTokens(store, keys)
    (keys / "ada.pub").write_bytes(b"ssh-ed25519 AAAA ada\n")
    (keys / "empty.pub").write_bytes(b"\n")
    (keys / "long.pub").write_bytes(b"x" * (MAX_KEY_BYTES + 1))
    (tmp_path / "secret.pub").write_bytes(b"not in the folder")
    for end in (b"", b"\n"):
        assert key_hash(b"ssh-ed25519 AAAA ada" + end) in await accounts.hashes("ada")
    for name in ("bo", "empty", "../secret", "keys/../ada", "", "ada.pub"):
        assert await accounts.hashes(name) == []
    assert key_hash(b"x" * (MAX_KEY_BYTES + 1)) not in await accounts.hashes("long")
    assert await PlayerTokens(store).hashes("ada") == []
    with pytest.raises(StorageError, match="cannot be read"):
        await PlayerTokens(store, tmp_path / "gone").hashes("ada")
    # Who has a token needs it.
    token = await accounts.issue("ada")
    assert key_hash(b"ssh-ed25519 AAAA ada\n") not in await accounts.hashes("ada")
    assert key_hash(token.encode()) in await accounts.hashes("ada")


async def test_names_of_people_with_accounts(
    store: GameStore, people: People, tmp_path: Path
) -> None:
    ada, _ = await people.register("Ada", "four words will do")
    (tmp_path / "keys").mkdir()
    for name in ("ada", "Ada"):
        (tmp_path / "keys" / f"{name}.pub").write_bytes(b"ssh-ed25519 AAAA ada\n")
    accounts = PlayerTokens(store, tmp_path / "keys")
    for name in ("ada", "Ada", "A-da"):
        assert await accounts.hashes(name) == []
        with pytest.raises(NotAllowed, match="its owner makes the token"):
            await accounts.issue(name)
    token = await people.sessions.issue_player_token(ada)
    assert key_hash(token.encode()) in await accounts.hashes("Ada")
    await accounts.issue("bo")
    with pytest.raises(BadField, match="taken"):
        await people.register("Bo", "four words will do")
