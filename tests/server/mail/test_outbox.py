"""Who is written to, when, and how often; what happens when the mail server does not want it."""

from __future__ import annotations

import asyncio
import smtplib
import time
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import func, select, update
from tests.patience import PATIENCE
from tests.server.conftest import FRIEND, until
from tests.server.mail.smtp import PASSWORD, USER, MailServer
from tests.server.site import CHEAP

from livestone.errors import BadField, NotFound, StorageError
from livestone.server.accounts.service import People, new_person
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.db.schema.games import games
from livestone.server.db.schema.people import outbox
from livestone.server.mail import outbox as outbox_module
from livestone.server.mail.messages import MessageWriter, Turn, check_address
from livestone.server.mail.outbox import UNCERTAIN_TRIES, WAITS, SmtpTransport
from livestone.server.mail.service import Mail, stop_key
from livestone.server.mail.settings import MailSettings
from livestone.server.mail.store import Item
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore
from livestone.server.web.principals import Person, hashed


class World:
    """Two people with a game, a server that writes to them, and a clock that the test sets."""

    def __init__(self, store: GameStore, tables: Tables, server: MailServer, **told: Any) -> None:
        self.store, self.tables, self.server = store, tables, server
        self.people = People(store, PeopleSettings(CHEAP))
        self.late = 0.0
        settings = MailSettings(
            "127.0.0.1", "t@x.example", "http://x.example", server.port, "none", after=0.0
        )
        self.mail = Mail(store, self.people, tables, replace(settings, **told), self.now)
        assert self.mail.outbox is not None
        self.outbox = self.mail.outbox

    def now(self) -> float:
        """The time, as much later as the test wants."""
        return time.time() + self.late

    async def person(self, name: str, turns: bool = True) -> Person:
        """Somebody with a proved address."""
        person = replace(new_person(name), email=f"{name.lower()}@mail.example")
        await self.people.store.add(person)
        now = self.now()
        await self.mail.store.add_link(hashed(name), person, "prove", now + 60, now)
        await self.mail.prove(name)
        await self.mail.want_turns(person, turns)
        return person

    async def game(self, one: Person, other: Person, control: str = "3d") -> str:
        """A game between two, the first to move."""
        spec = replace(FRIEND, control=control)
        id = (await self.tables.create(spec, one.id, "s", one.name)).id
        (link,) = (await self.tables.invitations(id, one.id, "s")).values()
        await self.tables.sit(link, other.id, other.name)
        return id

    async def work(self) -> int:
        """One round of what the owner does all the time; how many letters went."""
        await self.mail.read_receipts.save()
        await self.outbox.queue_turns()
        return await self.outbox.send_due()

    async def waiting(self) -> int:
        """How many letters are still to be sent."""
        return int(await self.store.scalar(select(func.count()).select_from(outbox)))

    async def claimed_until(self) -> float:
        """When the only letter is tried next."""
        return float(await self.store.scalar(select(outbox.c.due)))

    async def play(self, id: str, who: Person) -> None:
        """Play any move, without looking at the table."""
        live = self.tables.registry.known(id)
        await self.tables.play(id, who.id, live.state.legal_texts[0], live.row.ply)


@pytest.fixture
def server() -> Iterator[MailServer]:
    """A mail server."""
    with MailServer() as running:
        yield running


@pytest.fixture
async def world(store: GameStore, tables: Tables, server: MailServer) -> World:
    """Everything."""
    return World(store, tables, server)


async def test_once_a_game_until_they_have_looked(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob", turns=False)
    id = await world.game(ada, bob)
    assert await world.work() == 1
    ((to, letter),) = world.server.letters
    assert to == "ada@mail.example"
    assert letter["Subject"] == "Your turn in Freedom against Bob"
    assert f"http://x.example/games/{id}" in letter.get_content()
    for _ in range(2):
        assert await world.work() == 0
    await world.play(id, ada)
    await world.play(id, bob)
    assert await world.work() == 0  # Ada has not looked since
    await world.tables.view(id, ada.id, unseen=True)
    assert await world.work() == 0
    await world.tables.view(id, ada.id)
    await world.mail.read_receipts.save()
    again = World(world.store, world.tables, world.server)  # which looks at all that runs
    assert await again.work() == 0
    await world.play(id, ada)
    await world.play(id, bob)
    assert await world.work() == 1
    assert "You have 3 days for it." in world.server.letters[1][1].get_content()
    assert await world.waiting() == 0


async def test_who_looks_in_time_is_not_written_to(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    id = await world.game(ada, bob)
    await world.outbox.queue_turns()
    assert await world.waiting() == 1
    await world.tables.view(id, ada.id)
    await world.mail.read_receipts.save()
    assert await world.outbox.send_due() == 0
    assert (await world.waiting(), world.server.letters) == (0, [])
    # So with who is on vacation, and with who stops.
    await world.play(id, ada)
    await world.tables.vacations.begin(bob.id, 3)
    assert await world.work() == 0
    key = f"{bob.id[1:]}.{stop_key(bob).decode()}"
    assert await world.mail.stop(key) == "Bob"
    with pytest.raises(NotFound):
        await world.mail.stop(key[:-1])
    box = await world.mail.mailbox(bob)
    assert not box.turns


async def test_who_may_still_look_themselves_is_not_written_to(
    store: GameStore, tables: Tables, server: MailServer
) -> None:
    world = World(store, tables, server, after=180.0)
    await world.game(await world.person("Ada"), await world.person("Bob"))
    assert await world.work() == 0
    world.late = 181.0
    assert await world.work() == 1


async def test_quick_games_and_other_addresses(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    await world.game(ada, bob, "5+3")
    await world.game(bob, ada)
    await world.people.store.change(bob.id, email="new@mail.example")
    assert await world.work() == 0
    assert await world.mail.mailbox(bob) is None


async def test_what_is_not_taken_is_tried_again(world: World) -> None:
    ada, bob = await world.person("Ada"), await world.person("Bob")
    await world.game(ada, bob)
    world.server.refusals += ["451 later"]
    assert await world.work() == 0
    assert await world.work() == 0  # not yet due
    world.late += WAITS[0] + 1
    assert await world.work() == 1
    assert await world.waiting() == 0


async def test_a_message_is_sent_once_it_is_accepted(world: World) -> None:
    """Whatever the mail server says after that."""
    await world.game(await world.person("Ada"), await world.person("Bob"))
    world.server.goodbye = "421 too busy for goodbyes"
    assert await world.work() == 1
    assert await world.waiting() == 0
    world.late += 10_000
    assert await world.work() == 0
    assert len(world.server.letters) == 1


@pytest.mark.parametrize("answer", ["late", "", "hello?"])
async def test_what_may_have_been_accepted_is_not_sent_for_ever(
    world: World, answer: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outbox_module, "ACCEPT_SECONDS", 0.05)
    await world.game(await world.person("Ada"), await world.person("Bob"))
    world.server.refusals += [answer] * 10
    for wait in WAITS[: UNCERTAIN_TRIES - 1]:
        assert await world.work() == 0
        assert await world.waiting() == 1
        assert await world.work() == 0  # not yet due
        world.late += wait + 1
    assert await world.work() == 0
    assert await world.waiting() == 0
    assert len(world.server.refusals) == 10 - UNCERTAIN_TRIES
    assert "a message (turn) may not have been accepted: " in caplog.text
    assert f"is given up after {UNCERTAIN_TRIES} tries" in caplog.text
    assert await world.outbox.send_due() == 0


async def test_mail_servers_have_the_time_that_their_protocol_gives_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RFC 5321: five minutes for an answer (at least), ten for that to the whole message."""
    waits: list[float] = []
    reply, docmd = smtplib.SMTP.getreply, smtplib.SMTP.docmd

    def timed(server: smtplib.SMTP) -> tuple[int, bytes]:
        assert server.sock is not None
        waits.append(server.sock.gettimeout() or 0)
        return reply(server)

    def quitting(server: smtplib.SMTP, command: str, given: str = "") -> tuple[int, bytes]:
        if command == "QUIT":
            waits.append(-1)
        return docmd(server, command, given)

    monkeypatch.setattr(smtplib.SMTP, "getreply", timed)
    monkeypatch.setattr(smtplib.SMTP, "docmd", quitting)
    await world.game(await world.person("Ada"), await world.person("Bob"))
    assert await world.work() == 1
    before = waits[: waits.index(-1)]
    assert min(before[:-1]) >= 300
    assert before[-1] >= 600


async def test_another_process_leaves_what_is_on_its_way(
    world: World, store: GameStore, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the mail server takes; and a process that stops does not wait for it."""
    monkeypatch.setattr(outbox_module, "RENEW_SECONDS", 0.01)
    monkeypatch.setattr(outbox_module, "STOP_SECONDS", 0.01)
    await world.game(await world.person("Ada"), await world.person("Bob"))
    world.server.refusals += ["late"]
    sending = asyncio.create_task(world.work())
    await until(lambda: len(world.server.letters) == 1)
    for _ in range(3):
        world.late += outbox_module.CLAIM_SECONDS * 0.9
        begun = world.now()
        while (await world.claimed_until()) < begun + outbox_module.CLAIM_SECONDS:
            await asyncio.sleep(0)
        other = World(store, tables, world.server)
        other.late = world.late
        assert await other.work() == 0
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    assert len(world.server.letters) == 1
    world.late += outbox_module.CLAIM_SECONDS + 1
    assert await world.work() == 1, "it is tried again, since nobody knows"
    assert await world.waiting() == 0


async def test_what_was_accepted_is_not_sent_again_where_the_store_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(item: Item, sent: bool) -> None:
        raise StorageError("the disk is full")

    await world.game(await world.person("Ada"), await world.person("Bob"))
    with monkeypatch.context() as patch:
        patch.setattr(world.mail.store, "drop", full)
        with pytest.raises(StorageError):
            await world.work()
    world.late += 10_000
    assert await world.work() == 0
    assert (await world.waiting(), len(world.server.letters)) == (0, 1)


async def test_while_the_mail_server_is_away_nothing_is_counted(world: World) -> None:
    await world.game(await world.person("Ada"), await world.person("Bob"))
    with MailServer() as gone:
        pass
    away = World(world.store, world.tables, gone)
    for _ in range(len(WAITS) + 2):
        assert await away.work() == 0
        away.late += 3600
    assert await world.waiting() == 1
    world.late = away.late
    assert await world.work() == 1


async def test_what_is_refused_for_good_is_given_up(world: World) -> None:
    await world.game(await world.person("Ada"), await world.person("Bob"))
    world.server.rcpt.append("550 nobody here")
    await world.work()
    assert (await world.waiting(), world.server.letters) == (0, [])


@pytest.mark.parametrize(
    ("place", "fault"),
    [("written", ZeroDivisionError()), ("sent", UnicodeError("ada@mail.example"))],
)
async def test_a_faulty_letter_holds_up_no_other(
    world: World,
    place: str,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is tried again later, and given up in the end; the log says why, and names nobody."""
    people = [await world.person(name, turns=False) for name in ("Ada", "Bob", "Cy")]
    write, send = world.mail.write, SmtpTransport.send

    async def faulty_write(item: Item) -> EmailMessage | None:
        if place == "written" and item.name == "ada":
            raise fault
        return await write(item)

    def faulty_send(transport: SmtpTransport, message: EmailMessage) -> None:
        if place == "sent" and message["To"].startswith("ada"):
            raise fault
        send(transport, message)

    monkeypatch.setattr(world.outbox, "_write", faulty_write)
    monkeypatch.setattr(SmtpTransport, "send", faulty_send)
    for person in people:
        await world.mail.store.put("reset", world.now(), name=person.name.lower())
    assert await world.outbox.send_due() == 2
    assert sorted(to for to, _ in world.server.letters) == ["bob@mail.example", "cy@mail.example"]
    assert (
        f"a message (reset) cannot be sent: {type(fault).__name__} at test_outbox.py" in caplog.text
    )
    assert "ada" not in caplog.text
    assert await world.waiting() == 1
    for wait in WAITS:
        assert await world.outbox.send_due() == 0
        world.late += wait + 1
    assert await world.waiting() == 1
    assert await world.outbox.send_due() == 0
    assert "is given up after 7 tries" in caplog.text
    assert await world.waiting() == 0


async def test_letters_go_while_games_cannot_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is wrong with one game keeps nobody from hearing of another, or any letter back."""
    ada, bob = await world.person("Ada"), await world.person("Bob")
    odd, good = await world.game(ada, bob), await world.game(ada, bob)
    async with world.store.writing() as connection:
        change = update(games).where(games.c.id == odd).values(control="sundial")
        await connection.execute(change)
    assert await world.work() == 1
    assert good in world.server.letters[0][1].get_content()
    assert f"no mail is sent about game {odd}" in caplog.text

    async def nothing(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(world.mail.store, "waiting", nothing)
    await world.mail.store.put("reset", world.now(), name="bob")
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        keeping = group.create_task(world.outbox.keep_up())
        await until(lambda: len(world.server.letters) == 2)
        keeping.cancel()
    assert "mail waits: ZeroDivisionError at test_outbox.py" in caplog.text


async def test_a_letter_is_claimed(world: World) -> None:
    await world.mail.store.put("reset", world.now(), name="nobody")
    await world.mail.store.put("reset", world.now(), name="nobody")
    (item,) = await world.mail.store.due(world.now(), 9)
    claims = [await world.mail.store.claim(item, world.now() + 60) for _ in range(2)]
    assert claims == [True, False]
    assert await world.mail.store.due(world.now(), 9) == []


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
async def test_logging_in_there(store: GameStore, tables: Tables) -> None:
    with MailServer(login=True) as server:
        world = World(store, tables, server, user=USER, password="wrong")
        await world.game(await world.person("Ada"), await world.person("Bob"))
        assert await world.work() == 0
        world.late += 60
        good = World(store, tables, server, user=USER, password=PASSWORD)
        good.late = world.late
        assert await good.work() == 1
        unsafe = World(store, tables, server, security="starttls")
        unsafe.late = world.late
        await unsafe.mail.store.put("prove", unsafe.now(), (await unsafe.person("Cy")).id)
        assert await unsafe.work() == 0  # nothing is sent in the clear instead
        assert await unsafe.waiting() == 1


def test_a_turn() -> None:
    """Plain text to one address, which one click ends."""
    writer = MessageWriter("table@play.example", "https://play.example/t")
    turn = Turn("Freedom", ("Bob", "Cy"), 2 * 86400.0 + 5, "g1")
    letter = writer.turn("ada@mail.example", "Ada", turn, "k.s")
    assert letter["Subject"] == "Your turn in Freedom against Bob and Cy"
    assert (letter["To"], letter["From"]) == ("ada@mail.example", "Livestone <table@play.example>")
    assert letter.get_content_type() == "text/plain"
    text = letter.get_content()
    assert "You have 2 days for it." in text
    assert "https://play.example/t/games/g1\n" in text
    assert letter["List-Unsubscribe"] == "<https://play.example/t/mail/stop/k.s>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    endless = writer.turn("a@b.c", "Ada", Turn("X", ("B",), None, "g"), "k")
    assert "You have" not in endless.as_string()


@pytest.mark.parametrize(
    "address",
    ["a,b@mail.example", "<a@b.c>", "a b@c.d", "a@b.c\nBcc: x@y.z", ""],
)
def test_addresses_that_would_reach_others(address: str) -> None:
    with pytest.raises(BadField, match="no mail can be sent"):
        check_address(address)


def test_addresses_that_are_fine() -> None:
    for address in ("a.b+c@m.example", "ada@bücher.example"):
        check_address(address)
