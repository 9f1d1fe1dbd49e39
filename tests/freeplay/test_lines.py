"""The line protocol, byte for byte as its page says, and whatever else arrives."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.freeplay import lines
from livestone.freeplay.board import BLACK, WHITE
from livestone.freeplay.lines import MAX_BYTES, BadLine, Message

NAMES = st.text(min_size=1, max_size=40).filter(lambda name: _allowed(name))
CELLS = st.tuples(st.integers(0, 99), st.integers(0, 99))
READERS = (
    lines.read_board,
    lines.read_cell,
    lines.read_fault,
    lines.read_game,
    lines.read_opponent,
    lines.read_score,
    lines.check_name,
)


def _allowed(name: str) -> bool:
    try:
        return lines.check_name(name) == name
    except BadLine:
        return False


FROM_SERVER = [
    ("nonce", "5f3c", b"nonce: 5f3c\n"),
    ("not-authorized", "who are you?", b"not-authorized: who are you?\n"),
    ("opponent", lines.write_opponent("ada", "bob"), b"opponent: ada, bob\n"),
    ("board", lines.write_board(WHITE, 10), b"board: white 10\n"),
    ("board", lines.write_board(BLACK, 8), b"board: black 8\n"),
    ("score", lines.write_score(4, 12), b"score: 4,12\n"),
    ("move", lines.write_cell((3, 9)), b"move: 3,9\n"),
    ("move", lines.write_cell(None), b"move: none,none\n"),
    ("message", "round 2 of 5", b"message: round 2 of 5\n"),
    (
        "game",
        lines.write_game("ada", [(0, 0), (1, 0), (2, 0), (3, 0)], [(9, 9)]),
        b"game: ada, 0 0;1 0;2 0;3 0, 9 9\n",
    ),
    ("game", lines.write_game(None, [], []), b"game: nobody, , \n"),
    ("quit", "see you", b"quit: see you\n"),
]
FROM_CLIENT = [
    ("authenticate", "ada", b"authenticate: ada\n"),
    (
        "nonce-reply",
        lines.reply("5f3c", b"secret\n"),
        b"nonce-reply: 007aef3170be9d88f841e7b3f28208a46f7f0f3035db840759028523ec4e4f42\n",
    ),
    ("move", lines.write_cell((0, 0)), b"move: 0,0\n"),
    ("fault", lines.write_fault("in line 4\n\u00e9"), b'fault: "in line 4\\n\\u00e9"\n'),
]


@pytest.mark.parametrize(("command", "arguments", "line"), FROM_SERVER + FROM_CLIENT)
def test_every_message_is_these_bytes(command: str, arguments: str, line: bytes) -> None:
    assert lines.write(command, arguments) == line
    for end in (b"\n", b"\r\n", b""):
        assert lines.read(line.removesuffix(b"\n") + end) == Message(command, arguments)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "is no message"),
        (b"move 3,4", "'move 3,4' is no message: write 'command: arguments'"),
        (b"move:", "is no message"),
        (b"move:  \t ", "is no message"),
        (b": 3,4", "is no message"),
        (b"move: 3,4\nmove: 4,4\n", "is no message"),
        (b"message: a\x1b[2Jb", r"'message: a\\x1b[2Jb' has control characters"),
        (b"message: a\rb", "control characters"),
        (b"message: \xc2\x85", "is no message"),
        (b"message: a\xff", "is not UTF-8"),
        (b"message: " + b"a" * MAX_BYTES, "longer than 4096 bytes"),
    ],
)
def test_what_is_no_message_is_refused_and_quoted(line: bytes, words: str) -> None:
    with pytest.raises(BadLine) as error:
        lines.read(line)
    assert words in str(error.value) or words.replace(r"\\", "\\") in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 400


def test_the_longest_line_has_exactly_so_many_bytes() -> None:
    longest = b"message: " + b"a" * (MAX_BYTES - 10) + b"\n"
    assert len(longest) == MAX_BYTES
    assert lines.write("message", lines.read(longest).arguments) == longest
    for longer in (b"b" + longest, b"b" + longest[:-1], longest[:-1] + b"\r\n"):
        with pytest.raises(BadLine, match="longer than"):
            lines.read(longer)
    with pytest.raises(ValueError, match="longer than"):
        lines.write("message", "a" * (MAX_BYTES - 9))


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("ping", "now"),
        ("message", ""),
        ("message", " a"),
        ("message", "a\nb"),
        ("message", "a\x00"),
    ],
)
def test_our_own_mistakes_are_never_sent(command: str, arguments: str) -> None:
    with pytest.raises(ValueError, match=r"protocol|arguments"):
        lines.write(command, arguments)


@pytest.mark.parametrize(
    ("reader", "bad", "words"),
    [
        (
            lines.read_cell,
            ["3, 4", "3", "3,4,5", "a,b", "none", "none,None", "3,4 ", "03,4", "٣,4", "1e3,4"],
            "write 'X,Y'",
        ),
        (lines.read_score, ["4, 8", "4", "", "x,y", "4.5,8"], "write 'W,B'"),
        (
            lines.read_board,
            ["red 10", "white", "white ten", "white 0", "White 10", "10"],
            "write 'white 10' or 'black 10'",
        ),
        (lines.read_opponent, ["a, b, c", "a, ", ", b"], "'WHITE, BLACK'"),
        (lines.read_game, ["ada", "ada, ", ", , ", "a, b, c, d"], "with both commas"),
        (lines.read_game, ["ada, 0 0, 1", "a, b, c"], "does not list live stones"),
    ],
)
def test_arguments_that_are_refused(
    reader: Callable[[str], object], bad: list[str], words: str
) -> None:
    for arguments in bad:
        with pytest.raises(BadLine, match=words):
            reader(arguments)


@pytest.mark.parametrize(
    ("reader", "arguments", "result"),
    [
        (lines.read_cell, "-1,99", (-1, 99)),  # off the board is for the rules to refuse
        (lines.read_game, "nobody, , ", (None, [], [])),
        (lines.read_game, "nobody, ,", (None, [], [])),
        (lines.read_game, "nobody,,", (None, [], [])),
        (lines.read_game, "ada, 0 0;1 0;, 5 6", ("ada", [(0, 0), (1, 0)], [(5, 6)])),
        (lines.read_opponent, "bob", ("bob",)),
        (lines.read_opponent, "ada,bob", ("ada", "bob")),
    ],
)
def test_arguments_as_other_servers_may_write_them(
    reader: Callable[[str], object], arguments: str, result: object
) -> None:
    assert reader(arguments) == result


@pytest.mark.parametrize("name", ["ada", "Ada L.", "Åsa", "ада", "x" * 40, "a: b", "no body"])
def test_names_that_anybody_may_have(name: str) -> None:
    assert lines.check_name(name) == name
    assert lines.read(lines.write("authenticate", name)).arguments == name


@pytest.mark.parametrize("name", [" ada", "ada ", "\u00a0ada\t", "\ufeffada\u200e", "ada\r\n"])
def test_blanks_around_a_name_mean_nothing(name: str) -> None:
    assert lines.check_name(name) == "ada"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "missing"),
        ("x" * 41, "longer than 40"),
        ("nobody", "drawn game"),
        ("a,b", "comma"),
        (" \u200b", "missing"),
        ("a\nb", "cannot be seen"),
        ("a\u202eb", "cannot be seen"),
        ("A\u030asa", "cannot be seen"),
    ],
)
def test_names_that_nobody_may_have(name: str, words: str) -> None:
    with pytest.raises(BadLine, match=words) as error:
        lines.check_name(name)
    assert str(error.value).isprintable()
    with pytest.raises(BadLine):
        lines.write_game(name or "a,b", [], [])


def test_any_text_becomes_one_line() -> None:
    assert lines.one_line("two\nlines\tand \x1b a bell\x07") == "two lines and a bell"
    assert len(lines.one_line("word " * 1000)) == 500
    assert lines.one_line("\n") == "-"


@given(st.text())
def test_one_line_can_always_be_sent(text: str) -> None:
    sent = lines.one_line(text)
    assert lines.read(lines.write("message", sent)) == Message("message", sent)


@given(
    st.binary(max_size=200) | st.text().map(lambda text: f"move: {text}".encode(errors="ignore"))
)
def test_whatever_arrives_is_a_message_or_refused(line: bytes) -> None:
    message = refused(lines.read, line)
    if not isinstance(message, Message):
        return
    assert message.command
    assert message.arguments.strip()
    for reader in READERS:
        refused(reader, message.arguments)


def refused(reader: Callable[..., object], given: object) -> object:
    """What a reader makes of something; where it refuses, a message that any screen can show."""
    try:
        return reader(given)
    except BadLine as error:
        words = str(error)
    assert words.isprintable()
    return words


@given(NAMES, NAMES, st.lists(CELLS), st.lists(CELLS), st.none() | NAMES, st.integers(1, 9999))
def test_arguments_survive_the_wire(
    white: str,
    black: str,
    live: list[tuple[int, int]],
    more: list[tuple[int, int]],
    won: str | None,
    size: int,
) -> None:
    assert lines.read_opponent(lines.write_opponent(white, black)) == (white, black)
    assert lines.read_game(lines.write_game(won, live, more)) == (won, live, more)
    for colour in (WHITE, BLACK):
        assert lines.read_board(lines.write_board(colour, size)) == (colour, size)
    for cell in (*live, None):
        assert lines.read_cell(lines.write_cell(cell)) == cell
    assert lines.read_score(lines.write_score(len(live), len(more))) == (len(live), len(more))


@given(st.text(min_size=1).filter(str.strip))
def test_faults_are_told_as_text_on_one_line(text: str) -> None:
    line = lines.write("fault", lines.write_fault(text * 50))
    told = lines.read_fault(lines.read(line).arguments)
    assert len(line) <= MAX_BYTES
    assert all(sign.isprintable() or sign == "\n" for sign in told)


@pytest.mark.parametrize("wrong", ["4", '""', "[" * 3000, '{"a": 1}', "text"])
def test_a_fault_is_a_text(wrong: str) -> None:
    with pytest.raises(BadLine, match="write it as a JSON string"):
        lines.read_fault(wrong)


def test_a_nonce_says_whether_faults_are_taken() -> None:
    assert lines.takes_faults(lines.new_nonce())
    assert lines.new_nonce() != lines.new_nonce()
    assert len(lines.new_nonce()) == 2 * lines.NONCE_BYTES
    assert not lines.takes_faults("5f3c")
