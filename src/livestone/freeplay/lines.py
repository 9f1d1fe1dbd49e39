"""The Freeplay line protocol: one message a line, ``command: arguments``, for servers and clients.

Pure functions between bytes and what they mean; the same ones serve a client and a server. A line
is UTF-8 and ends with ``\\n`` (``\\r\\n`` is understood). Cells are ``(x, y)`` from the lower left,
names and scores White's first.
"""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from livestone.errors import LivestoneError
from livestone.freeplay.board import COLOURS, Cell
from livestone.names import trimmed

PORT = 5678
MAX_BYTES = 4096  # of a line, its end included
MAX_NAME = 40  # characters
MAX_FAULT = 4_000  # bytes of what a client tells of a fault
NOBODY = "nobody"  # has won a game that was drawn
NO_CELL = "none,none"
FROM_CLIENT = ("authenticate", "nonce-reply", "move", "fault")
# How a nonce ends of a server that takes ``fault:``, which the protocol does not have otherwise.
# To clients who do not know it, it is a nonce like any other.
TAKES_FAULTS = b"Live".hex()
NONCE_BYTES = 24
FROM_SERVER = (
    *("nonce", "not-authorized", "opponent", "board", "score", "move"),
    *("message", "game", "quit"),
)

_LINE = re.compile(r"([^:]+):[ \t]+(.+)")
_NUMBER = "(-?(?:0|[1-9][0-9]{0,8}))"
_PAIR = re.compile(f"{_NUMBER},{_NUMBER}")
_STONE = re.compile(f"{_NUMBER} {_NUMBER}")
_BOARD = re.compile(f"({'|'.join(COLOURS)}) ([1-9][0-9]{{0,3}})")
_SHOWN = 60  # characters of a line that was refused


class BadLine(LivestoneError, ValueError):
    """A line that is no message of the protocol, or arguments that its command does not have."""

    code = "line"


@dataclass(frozen=True)
class Message:
    """A line in its two parts; spaces at the end belong to the arguments."""

    command: str
    arguments: str


def read(line: bytes) -> Message:
    """Return the message in a line, with or without its end. Raises BadLine.

    >>> read(b"board: white 10\\r\\n")
    Message(command='board', arguments='white 10')
    """
    body = line.removesuffix(b"\n")
    if len(body) >= MAX_BYTES:
        raise BadLine(f"{quoted(body)} is longer than {MAX_BYTES} bytes, the most a line may have")
    try:
        text = body.removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise BadLine(f"{quoted(body)} is not UTF-8 text") from None
    found = _LINE.fullmatch(text)
    if found is None or not found[2].strip():
        raise BadLine(f"{quoted(body)} is no message: write 'command: arguments'")
    if _controls(found[1] + found[2]):
        raise BadLine(f"{quoted(body)} has control characters in it: send plain text")
    return Message(found[1], found[2])


def write(command: str, arguments: str) -> bytes:
    """Return a message as a line; :func:`read` reads it. Raises ValueError for what is none.

    >>> write("board", "white 10")
    b'board: white 10\\n'
    """
    if command not in FROM_SERVER + FROM_CLIENT:
        raise ValueError(f"the protocol has no {command!r}")
    line = f"{command}: {arguments}\n".encode()
    if not arguments.strip() or arguments[0].isspace() or _controls(arguments):
        raise ValueError(f"{arguments!r} are no arguments of one line")
    if len(line) > MAX_BYTES:
        raise ValueError(f"{quoted(line)} is longer than {MAX_BYTES} bytes")
    return line


def one_line(text: str, most: int = 500) -> str:
    """Any text as arguments of a ``message:``: on one line, shortened to so many characters.

    >>> one_line("  what\\n  happened ")
    'what happened'
    """
    plain = "".join("?" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
    words = " ".join("".join(" " if _controls(sign) else sign for sign in plain).split())
    return (words if len(words) <= most else f"{words[: most - 3]}...") or "-"


def quoted(line: bytes | str) -> str:
    """A line as an error quotes it: shortened, and nothing in it can act on a screen."""
    text = line.decode(errors="backslashreplace") if isinstance(line, bytes) else line
    text = text.rstrip("\r\n")
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return repr(shown)


def read_cell(arguments: str) -> Cell | None:
    """The cell in a ``move:``, None for ``none,none``. Raises BadLine."""
    return None if arguments == NO_CELL else _pair(arguments, "a cell: write 'X,Y', as in '3,4'")


def write_cell(cell: Cell | None) -> str:
    """The arguments of a ``move:``.

    >>> write_cell((3, 4)), write_cell(None)
    ('3,4', 'none,none')
    """
    return NO_CELL if cell is None else f"{cell[0]},{cell[1]}"


def read_score(arguments: str) -> tuple[int, int]:
    """White's and Black's score. Raises BadLine."""
    return _pair(arguments, "a score: write 'W,B', as in '8,12'")


def write_score(white: int, black: int) -> str:
    """The arguments of a ``score:``."""
    return f"{white},{black}"


def new_nonce() -> str:
    """A nonce that tells our clients that this server takes ``fault:``."""
    return secrets.token_hex(NONCE_BYTES - len(TAKES_FAULTS) // 2) + TAKES_FAULTS


def takes_faults(nonce: str) -> bool:
    """Whether a server with this nonce takes ``fault:``."""
    return nonce.endswith(TAKES_FAULTS)


def write_fault(text: str) -> str:
    """The arguments of a ``fault:``: a text of several lines as a JSON string, cut to fit.

    >>> write_fault("it failed:\\nline 4")
    '"it failed:\\\\nline 4"'
    """
    while len(written := json.dumps(text)) > MAX_FAULT:
        text = text[: len(text) * 9 // 10]
    return written


def read_fault(arguments: str) -> str:
    """The text of a ``fault:``, in which nothing acts on a screen. Raises BadLine."""
    try:
        text = json.loads(arguments)
    except (ValueError, RecursionError):
        text = None
    if not isinstance(text, str) or not text.strip():
        raise BadLine(f"{quoted(arguments)} is not a text: write it as a JSON string")
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def read_opponent(arguments: str) -> tuple[str, ...]:
    """White's and Black's name; some servers send only one, the opponent's. Raises BadLine."""
    names = tuple(name.strip() for name in arguments.split(","))
    if len(names) > 2 or not all(names):
        raise BadLine(f"{quoted(arguments)} are not two names: write 'WHITE, BLACK'")
    return names


def write_opponent(white: str, black: str) -> str:
    """The arguments of an ``opponent:``. Raises BadLine for names that are not allowed."""
    return f"{check_name(white)}, {check_name(black)}"


def read_board(arguments: str) -> tuple[str, int]:
    """The colour to play, and the cells along a side of the board. Raises BadLine."""
    found = _BOARD.fullmatch(arguments)
    if found is None:
        raise BadLine(f"{quoted(arguments)} is no board: write 'white 10' or 'black 10'")
    return found[1], int(found[2])


def write_board(colour: str, size: int) -> str:
    """The arguments of a ``board:``. Raises ValueError for what is no colour."""
    return f"{COLOURS[COLOURS.index(colour)]} {size}"


def read_game(arguments: str) -> tuple[str | None, list[Cell], list[Cell]]:
    """The winner's name (None for a draw), and White's and Black's live stones. Raises BadLine."""
    parts = [part.strip() for part in arguments.split(",")]
    if len(parts) != 3 or not parts[0]:
        words = "no result: write 'WINNER, x y;x y, x y', with both commas"
        raise BadLine(f"{quoted(arguments)} is {words}")
    white, black = (_stones(part, arguments) for part in parts[1:])
    return None if parts[0] == NOBODY else parts[0], white, black


def write_game(winner: str | None, white: Sequence[Cell], black: Sequence[Cell]) -> str:
    """The arguments of a ``game:``. Raises BadLine for a name that is not allowed.

    >>> write_game("ada", [(0, 0), (1, 0)], [])
    'ada, 0 0;1 0, '
    """
    name = NOBODY if winner is None else check_name(winner)
    return f"{name}, {_listed(white)}, {_listed(black)}"


def check_name(name: str) -> str:
    """Return the name of a player, without blanks around it. Raises BadLine, saying why not."""
    name = trimmed(name)
    if not name:
        raise BadLine("a name is missing: give one")
    if len(name) > MAX_NAME:
        raise BadLine(f"the name {quoted(name)} is longer than {MAX_NAME} characters")
    if name.casefold() == NOBODY:
        raise BadLine(f"the name {name!r} is taken: it stands for a drawn game")
    if "," in name:
        raise BadLine(f"the name {quoted(name)} has a comma in it, which parts names: leave it out")
    if not name.isprintable() or unicodedata.normalize("NFC", name) != name:
        raise BadLine(f"the name {quoted(name)} has characters in it that cannot be seen")
    return name


def key_hash(key: bytes) -> str:
    """What a server keeps of a key file: the hash of its bytes."""
    return sha256(key).hexdigest()


def reply_to(nonce: str, key_hash: str) -> str:
    """The ``nonce-reply:`` that proves a login with the key of this hash."""
    return sha256((nonce + key_hash).encode()).hexdigest()


def reply(nonce: str, key: bytes) -> str:
    """The ``nonce-reply:`` that proves a login with the key file of these bytes."""
    return reply_to(nonce, key_hash(key))


def _controls(text: str) -> bool:
    return any(unicodedata.category(sign) == "Cc" for sign in text)


def _pair(arguments: str, words: str) -> tuple[int, int]:
    found = _PAIR.fullmatch(arguments)
    if found is None:
        raise BadLine(f"{quoted(arguments)} is not {words}")
    return int(found[1]), int(found[2])


def _stones(part: str, arguments: str) -> list[Cell]:
    found = [_STONE.fullmatch(stone) for stone in part.removesuffix(";").split(";") if part]
    if not all(found):
        words = "'x y;x y', as in '0 0;1 0'"
        raise BadLine(f"{quoted(arguments)} does not list live stones as {words}")
    return [(int(stone[1]), int(stone[2])) for stone in found if stone is not None]


def _listed(cells: Iterable[Cell]) -> str:
    return ";".join(f"{x} {y}" for x, y in cells)
