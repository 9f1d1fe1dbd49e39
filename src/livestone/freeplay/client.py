"""A client for any server that speaks the Freeplay line protocol.

:class:`Client` logs in and plays what it is asked to, a fresh player each game, until the server
sends it away. A player at fault leaves the game, which loses it, and the client comes back.
"""

from __future__ import annotations

import contextlib
import random
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, Self

from livestone.errors import BadOption, BadRequest, LivestoneError, NotAllowed
from livestone.freeplay import lines
from livestone.freeplay.board import PASS, WHITE, cell_of
from livestone.freeplay.limits import Fault, Killed
from livestone.freeplay.lines import MAX_BYTES, BadLine, Message, quoted
from livestone.freeplay.online import OnlineGame
from livestone.freeplay.table import Seat, explain

# Seconds before each attempt to come back; a game that begins allows all of them again.
PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 30.0, 30.0, 30.0, 30.0)
# Games in a row that a player may lose by faults before the client gives up.
MAX_FAULTS = 5
CONNECT_SECONDS = 15.0
GREETING_SECONDS = 30.0  # until a server has answered the name
CHUNK = 4096


class LostConnection(LivestoneError):
    """The server cannot be reached, or is not there any more."""

    code = "connection"


def read_key(file: Path) -> bytes:
    """The bytes of a key file. Raises BadRequest, saying how to get one."""
    try:
        return file.expanduser().read_bytes()
    except OSError as error:
        raise BadRequest(
            f"the key file {str(file)!r} cannot be read ({error.strerror}): name yours with "
            "--ssh-key; who runs the server makes one with 'livestone token NAME > my.token'"
        ) from None


class Connection:
    """A context in which lines go to and come from a server. Raises LostConnection."""

    def __init__(self, host: str, port: int, tls: bool = False) -> None:
        self.name = f"{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), CONNECT_SECONDS)
            if tls:
                context = ssl.create_default_context()
                self._socket = context.wrap_socket(self._socket, server_hostname=host)
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "no TLS is spoken there"
            raise LostConnection(f"{self.name} cannot be trusted: {why}") from None
        except OSError as error:
            why = error.strerror or "it does not answer"
            raise LostConnection(f"{self.name} cannot be reached: {why}") from None
        self._socket.settimeout(GREETING_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # The protocol has no sign of life, so the system asks whether the server is still there.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 20), ("TCP_KEEPCNT", 3)):
            if hasattr(socket, option):
                self._socket.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        self._rest = b""

    def send(self, command: str, arguments: str) -> None:
        """Send a message. Raises LostConnection."""
        try:
            self._socket.sendall(lines.write(command, arguments))
        except OSError as error:
            raise LostConnection(f"the connection to {self.name} is lost: {error}") from None

    def receive(self) -> Message:
        """Wait for a message. Raises LostConnection or BadLine."""
        while b"\n" not in self._rest:
            if len(self._rest) > MAX_BYTES:
                break
            try:
                found = self._socket.recv(CHUNK)
            except TimeoutError:
                raise LostConnection(f"{self.name} says nothing: is it a game server?") from None
            except OSError as error:
                raise LostConnection(f"the connection to {self.name} is lost: {error}") from None
            if not found:
                raise LostConnection(f"{self.name} has closed the connection")
            self._rest += found
        line, _, self._rest = self._rest.partition(b"\n")
        return lines.read(line)

    def be_patient(self) -> None:
        """Wait as long as it takes from now on: rounds begin when the server likes."""
        self._socket.settimeout(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class Client:
    """Seats a player at a server's games, by the name ``name`` and the bytes of a ``key`` file.

    ``say`` is told what a person should see, ``changed`` that :attr:`games` have changed. So many
    games (``most``) are played, if that is given; ``tls`` has the server prove its name. Raises
    BadLine for a name that is not allowed.
    """

    def __init__(
        self,
        player: Seat,
        name: str,
        key: bytes,
        *,
        host: str = "localhost",
        port: int = lines.PORT,
        tls: bool = False,
        say: Callable[[str], None] = print,
        changed: Callable[[], None] = lambda: None,
        most: int | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.games: list[OnlineGame] = []
        self.player = player
        self.name = lines.check_name(name)
        self.key = key
        self.say = say
        self.changed = changed
        self._address = host, port, tls
        self._most = most
        self._pauses = pauses
        self._known = False
        self._failures = 0
        self._faults = 0

    @property
    def done(self) -> bool:
        """Whether as many games have begun as were wanted."""
        return self._most is not None and len(self.games) >= self._most

    def run(self) -> None:
        """Play until the server ends it, or ``most`` games are over.

        Raises NotAllowed when the server refuses the login, LostConnection when it is not there or
        does not come back, BadLine when it does not speak the protocol, and BadRequest when the
        player does nothing but fail.
        """
        while True:
            try:
                with Connection(*self._address) as connection:
                    _Visit(self, connection).stay()
                return
            except LostConnection as error:
                if not self._known:
                    raise
                self._wait(str(error))
            except _Left:
                self._wait("Coming back for the next game")
            finally:
                self._break_off()
            if self.done:
                return

    def met(self) -> None:
        """The server was there, and asked for the key."""
        self._known = True

    def begun(self, game: OnlineGame) -> None:
        """A game begins."""
        self._failures = 0
        self.games.append(game)
        self.say(f"{game.title[0].upper()}{game.title[1:]}.")
        self.changed()

    def over(self, game: OnlineGame) -> None:
        """A game is over, as the server says."""
        self._faults = 0
        self.say(f"Game {game.number}: {game.result}.")
        self.changed()

    def report(self, game: OnlineGame, fault: Fault) -> str:
        """What the player did wrong, with the board and the legal moves."""
        return explain(game.state, self.player.name, game.seat, fault, cells=self.player.cells)

    def failed(self, game: OnlineGame, fault: Fault) -> None:
        """The player was at fault. Raises BadRequest for one fault too many."""
        report = self.report(game, fault)
        game.lose(str(fault))
        self.say(report)
        self.changed()
        self._faults += 1
        if self._faults >= MAX_FAULTS:
            count = f"{self._faults} games in a row"
            raise BadRequest(f"{self.player.name} has lost {count} by faults: mend the file first")

    def _wait(self, why: str) -> None:
        """Let some time pass before the next attempt. Raises LostConnection for one too many."""
        if self.done:
            return
        if self._failures >= len(self._pauses):
            raise LostConnection(f"{why}; gave up after {self._failures} attempts to come back")
        pause = self._pauses[self._failures]
        self._failures += 1
        self.say(f"{why}; connecting again in {pause:g} s.")
        time.sleep(pause)

    def _break_off(self) -> None:
        """No game outlives its connection."""
        if self.games and not self.games[-1].result:
            self.games[-1].break_off()
            self.say(f"Game {self.games[-1].number} is broken off.")
            self.changed()


class _Left(Exception):
    """The player was at fault, and the game has been left."""


class _Visit:
    """One connection, from the login to its end."""

    def __init__(self, client: Client, connection: Connection) -> None:
        self._client = client
        self._connection = connection
        self._names: tuple[str, ...] = ()
        self._game: OnlineGame | None = None
        self._proved = False
        self._takes_faults = False
        self._answers = {
            "nonce": self._prove,
            "opponent": self._meet,
            "board": self._begin,
            "score": self._count,
            "move": self._move,
            "message": self._message,
            "game": self._end,
        }

    def stay(self) -> None:
        """Log in and do what the server says until it sends the client away.

        Raises NotAllowed, LostConnection, BadLine, BadRequest or _Left.
        """
        self._connection.send("authenticate", self._client.name)
        while self._game is not None or not self._client.done:
            try:
                message = self._connection.receive()
                if message.command == "quit":
                    self._client.say(f"{self._connection.name}: {message.arguments}")
                    return
                self._answer(message)
            except (BadLine, BadOption) as error:
                name = self._connection.name
                raise BadLine(f"{name} does not keep to the protocol: {error}") from None

    def _answer(self, message: Message) -> None:
        if message.command == "not-authorized":
            raise NotAllowed(f"{self._connection.name} refuses: {message.arguments}")
        answer = self._answers.get(message.command)
        if answer is not None:
            answer(message.arguments)
            return
        name, command = self._connection.name, quoted(message.command)
        self._client.say(f"{name} sent {command}, which the protocol does not have: ignored.")

    def _prove(self, nonce: str) -> None:
        """Answer one challenge only: further answers could be used to log in elsewhere."""
        if self._proved:
            raise BadLine("it asked for another proof after the login")
        self._proved = True
        self._takes_faults = lines.takes_faults(nonce)
        self._client.met()
        self._connection.send("nonce-reply", lines.reply(nonce, self._client.key))
        self._connection.be_patient()
        self._client.say(f"{self._client.name} is at {self._connection.name}.")

    def _meet(self, arguments: str) -> None:
        self._names = lines.read_opponent(arguments)

    def _begin(self, arguments: str) -> None:
        """Make a fresh player for a game."""
        if self._game is not None:
            raise BadLine("it began a game before the last one was over")
        colour, size = lines.read_board(arguments)
        number = len(self._client.games) + 1
        game = self._game = OnlineGame(number, self._both(colour), colour, size)
        self._names = ()
        self._client.begun(game)
        dice = random.getrandbits(31)
        try:
            self._client.player.begin(game.game, game.seat, seed=dice, words=game.title)
        except (Fault, Killed) as error:
            self._leave(game, error)

    def _both(self, colour: str) -> tuple[str, str]:
        """Both names, White's first."""
        if len(self._names) == 2:
            return self._names[0], self._names[1]
        me, other = self._client.name, *(self._names or ("opponent",))
        return (me, other) if colour == WHITE else (other, me)

    def _count(self, arguments: str) -> None:
        score = lines.read_score(arguments)
        if self._game is not None:
            self._game.count(*score)
            self._client.changed()

    def _move(self, arguments: str) -> None:
        """Take the opponent's stone, and answer with one of the player's."""
        game = self._game
        cell = lines.read_cell(arguments)
        if game is None:
            raise BadLine("it asked for a move while there is no game")
        game.hear(cell)
        self._client.changed()
        try:
            text = self._client.player.move(game.state)
        except (Fault, Killed) as error:
            self._leave(game, error)
        mine = cell_of(game.game, text)
        assert mine != PASS, "players pass only where they may leave the last cell"
        game.play(mine, self._client.player.note)
        self._client.changed()
        self._connection.send("move", lines.write_cell(mine))

    def _leave(self, game: OnlineGame, error: Fault | Killed) -> NoReturn:
        """Say exactly what was wrong, and leave the game, which loses it. Raises _Left."""
        fault = error if isinstance(error, Fault) else Fault("failed", str(error))
        self._game = None
        if self._takes_faults:  # without the traceback, which names folders of this machine
            told = Fault(fault.reason, str(fault))
            with contextlib.suppress(LostConnection):
                report = self._client.report(game, told)
                self._connection.send("fault", lines.write_fault(report))
        self._client.failed(game, fault)
        raise _Left

    def _message(self, text: str) -> None:
        if self._game is not None:
            self._game.told = text
        self._client.say(f"{self._connection.name}: {text}")

    def _end(self, arguments: str) -> None:
        """Take the result of a game."""
        result = lines.read_game(arguments)
        game, self._game = self._game, None
        if game is None:
            raise BadLine("it ended a game that had not begun")
        game.finish(*result)
        self._client.over(game)
