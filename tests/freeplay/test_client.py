"""The client on servers that keep to a script: whole games, and everything that may go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.freeplay.players import FIRST_FREE, LIMITS, house, player
from tests.freeplay.scripted import ScriptedServer, deaf

from livestone.core.state import State
from livestone.errors import BadRequest, NotAllowed
from livestone.freeplay import client as module
from livestone.freeplay import lines
from livestone.freeplay.board import board_after, move_text
from livestone.freeplay.client import Client, Connection, LostConnection, read_key
from livestone.freeplay.limits import Fault
from livestone.freeplay.lines import BadLine
from livestone.freeplay.online import OnlineGame, tally
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, Seat
from livestone.play.baselines import BASELINES

TRANSCRIPTS = Path(__file__).parent.parent / "data" / "freeplay"
KEY = b"a token\n"
HOUSE_SEAT = house("first-free")
LOGIN = f"""\
> authenticate: ada
< nonce: 5f3c
> nonce-reply: {lines.reply("5f3c", KEY)}
"""
PROVED = LOGIN.partition("\n")[2]  # what follows the name
WHITE = """\
< opponent: ada, bob
< board: white 4
< move: none,none
"""
PLAYED = PROVED + WHITE + "> move: 0,0\n"
WON = "> move: 0,0\n< message: bob (black) lost the game at move 2: they left.\n< game: ada, , \n"


class Visitor:
    """A client and what it says; ``run`` lets it play on a server's port."""

    def __init__(self, tmp_path: Path) -> None:
        self.file = tmp_path / "mine.py"
        self.log = tmp_path / "freeplay.log"
        self.said: list[str] = []
        self.changes = 0
        self.client: Client

    def run(self, port: int, most: int | None = None, seat: Seat = HOUSE_SEAT) -> Client:
        """Play with a house player, who needs no process, or the given one."""
        self.client = Client(
            seat,
            "ada",
            KEY,
            host="127.0.0.1",
            port=port,
            say=self.said.append,
            changed=self._changed,
            most=most,
            pauses=(0.0, 0.0),
        )
        self.client.run()
        return self.client

    def run_file(self, port: int, text: str) -> Client:
        """Play with a player's file."""
        self.file.write_text(text)
        with self.log.open("w") as log, PlayerProcess(self.file, LIMITS, log) as process:
            return self.run(port, seat=process)

    def _changed(self) -> None:
        self.changes += 1

    @property
    def words(self) -> str:
        return "\n".join(self.said)


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    return Visitor(tmp_path)


@pytest.mark.parametrize("mine", ["white", "black"])
def test_a_whole_game_byte_for_byte(mine: str, visitor: Visitor) -> None:
    with ScriptedServer((TRANSCRIPTS / f"{mine}.txt").read_text()) as server:
        client = visitor.run_file(server.port, FIRST_FREE)
    (game,) = client.games
    # Without the last stone of White's, which Black is not told of, the live stones would not fit.
    assert len(game.moves) == 35
    board = board_after(game.state, mine)
    assert game.live is not None
    assert {game.state.game.board.names[site] for site in game.live} == {
        move_text(game.state.game, cell) for cell in board.live
    }
    assert game.scores == (board.scores["white"], board.scores["black"])
    result = {"white": "Game 1: bob won 8 to 4.", "black": "Game 1: bob won 12 to 4."}[mine]
    assert visitor.said[-2:] == [
        result,
        f"127.0.0.1:{server.port}: The tournament is over. Good bye.",
    ]
    assert f"127.0.0.1:{server.port}: Welcome. Round 1 of 1." in visitor.said
    names = {"white": "ada (white) against bob", "black": "ada (black) against bob"}[mine]
    assert f"Game 1: {names}, 6x6." in visitor.said
    assert f"game 1: {names}, 6x6" in visitor.log.read_text()
    assert (game.how, tally(client.games)) == ("lost", "1 game: 1 lost")
    assert visitor.changes > 35


def test_servers_that_say_less_or_more(visitor: Visitor) -> None:
    """Carriage returns, an unknown command, one name for a game or none, a move too many."""
    begin = r"<<opponent: ada, bob\r\nboard: white 4\r\nmove: none,none\r\n"
    second = "< opponent: bob, ada\n< board: black 5\n< score: 0,0\n< move: 4,4\n> move: 3,4\n"
    drawn = "< dance: now\n< game: nobody, , \n"
    late = "< opponent: bob\n< board: white 4\n< move: none,none\n< game: bob, , \n> move: 0,0\n"
    nameless = "< board: black 4\n< game: x, , \n"
    games = f"{begin}\n{WON}{second}{drawn}{late}{nameless}"
    with ScriptedServer(LOGIN + games + "< quit: done\n") as server:
        client = visitor.run(server.port)
    assert "sent 'dance', which the protocol does not have: ignored." in visitor.words
    assert [game.how for game in client.games] == ["won", "drawn", "lost", "lost"]
    won, drew, lost, nobodys = client.games
    assert won.result == "ada won: bob (black) lost the game at move 2: they left"
    assert (drew.names, drew.game.option["size"]) == (("bob", "ada"), 5)
    assert (lost.names, nobodys.names) == (("ada", "bob"), ("opponent", "ada"))
    assert tally(client.games) == "4 games: 1 won, 1 drawn, 2 lost"


def test_so_many_games_and_no_more(visitor: Visitor) -> None:
    with ScriptedServer(LOGIN + WHITE + WON + WHITE + WON + ">\n") as server:
        assert len(visitor.run(server.port, most=2).games) == 2


def test_a_login_that_is_refused(visitor: Visitor) -> None:
    with (
        ScriptedServer("> authenticate: ada\n< not-authorized: never heard of you\n>\n") as server,
        pytest.raises(NotAllowed, match=r"127\.0\.0\.1:\d+ refuses: never heard of you"),
    ):
        visitor.run(server.port)


def test_nobody_is_there(visitor: Visitor) -> None:
    with (
        deaf() as port,
        pytest.raises(LostConnection, match="cannot be reached: Connection refused"),
    ):
        visitor.run(port)


def test_a_server_that_says_nothing(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GREETING_SECONDS", 0.05)
    with (
        ScriptedServer("> authenticate: ada\n>\n") as server,
        pytest.raises(LostConnection, match="says nothing: is it a game server"),
    ):
        visitor.run(server.port)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("<<HTTP/1.1 400 Bad Request\\r\\n\\r\\n", "'HTTP/1.1 400 Bad Request' is no message"),
        ("<<message: " + "a" * 5000, "longer than 4096 bytes"),
        (PROVED + "< nonce: again", "another proof after the login"),
        (PROVED + "< board: white 3", "size"),
        (PROVED + "< move: 3,3", "a move while there is no game"),
        (PROVED + "< game: ada, , ", "a game that had not begun"),
        (PLAYED + "< move: 9,9", "bob played (9, 9)"),
        (PLAYED + "< move: 3,3", "is not next to"),
        (PLAYED + "< move: none,none", "did not say where"),
        (PLAYED + "< move: far away", "write 'X,Y'"),
        (PLAYED + "< board: black 4", "before the last one"),
        (PROVED + "< board: white 4\n< move: 1,1", "it was not their turn"),
    ],
)
def test_a_server_that_does_not_keep_to_the_protocol(
    script: str, words: str, visitor: Visitor
) -> None:
    with (
        ScriptedServer(f"> authenticate: ada\n{script}\n>\n") as server,
        pytest.raises(BadLine) as error,
    ):
        visitor.run(server.port)
    assert words in str(error.value)
    assert f"127.0.0.1:{server.port} does not keep to the protocol" in str(error.value)
    assert str(error.value).isprintable()


def test_a_lost_connection_is_taken_up_again(visitor: Visitor) -> None:
    once = LOGIN + WHITE + "> move: 0,0\n"
    with ScriptedServer(LOGIN, once, "", LOGIN + WHITE + WON, LOGIN + "< quit: done\n") as server:
        client = visitor.run(server.port)
    assert [game.how for game in client.games] == ["broken off", "won"]
    assert tally(client.games) == "2 games: 1 won, 1 broken off"
    assert "Game 1 is broken off." in visitor.said
    assert "has closed the connection; connecting again in 0 s." in visitor.words


def test_it_does_not_come_back_for_ever(visitor: Visitor) -> None:
    with (
        ScriptedServer(LOGIN + WHITE + WON, "", "") as server,
        pytest.raises(LostConnection, match="gave up after 2 attempts to come back"),
    ):
        visitor.run(server.port)


def test_half_a_line_is_no_message(visitor: Visitor) -> None:
    cut = LOGIN + WHITE + "> move: 0,0\n<<game: ada, , \n"
    with ScriptedServer(cut, LOGIN + "< quit: done\n") as server:
        client = visitor.run(server.port)
    assert client.games[0].how == "broken off"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (player("return 3, 3"), "is not next to (1, 0), the last stone"),
        (player("pass", "    def __init__(self): 1 / 0\n"), "__init__ raised ZeroDivisionError"),
        (player("import signal\nsignal.raise_signal(9)"), "ended from outside, by signal 9"),
    ],
)
def test_a_player_at_fault_loses_by_leaving(text: str, words: str, visitor: Visitor) -> None:
    game = "< opponent: bob, ada\n< board: black 4\n< score: 0,0\n< move: 1,0\n"
    # They come back and are sent away.
    with ScriptedServer(f"{LOGIN}{game}>\n", LOGIN + "< quit: done\n") as server:
        client = visitor.run_file(server.port, text)
    assert client.games[0].how == "lost"
    report = next(said for said in visitor.said if "lost the game at move" in said)
    assert words in report
    assert "mine (black) lost the game" in report
    assert "  0  " in report
    if "__init__" not in words:
        assert "[○]" in report
        assert "Legal moves: (2, 0), (2, 1), (1, 1), (0, 1), (0, 0)" in report
    assert "Coming back for the next game; connecting again in 0 s." in visitor.said
    assert client.games[0].result.startswith("bob won: ada left the game because ")


def test_a_player_who_only_fails_is_taken_home(visitor: Visitor) -> None:
    class Failing(HouseSeat):
        def move(self, state: State) -> str:
            raise Fault("failed", "it has no idea")

    scripts = [LOGIN + WHITE + ">\n"] * module.MAX_FAULTS
    with (
        ScriptedServer(*scripts) as server,
        pytest.raises(BadRequest, match="mine has lost 5 games in a row by faults"),
    ):
        visitor.run(server.port, seat=Failing("mine", BASELINES["random"]))
    assert visitor.words.count("mine (white) lost the game at move 1: it has no idea.") == 5


def test_ctrl_c_leaves_at_once(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(HouseSeat, "move", stop)
    with ScriptedServer(LOGIN + WHITE + ">\n") as server, pytest.raises(KeyboardInterrupt):
        visitor.run(server.port)
    assert visitor.client.games[0].how == "broken off"


class Fed(Connection):
    """A connection on which the given lines come, and what is sent is read as a server would."""

    def __init__(self, fed: list[bytes]) -> None:
        self.name = "server:5678"
        self.fed = fed

    def send(self, command: str, arguments: str) -> None:
        assert lines.read(lines.write(command, arguments)).command in lines.FROM_CLIENT

    def receive(self) -> lines.Message:
        if not self.fed:
            raise LostConnection("it has ended")
        return lines.read(self.fed.pop(0))

    def be_patient(self) -> None:
        """Nothing to wait for."""


NEARLY = (
    *("nonce: a", "opponent: ada, bob", "opponent: bob", "board: white 4", "board: black 4"),
    *("board: white 16", "move: none,none", "move: 0,0", "move: 3,3", "move: 1,1", "score: 1,2"),
    *("game: ada, , ", "game: nobody, 0 0, 9 9", "message: hello", "message: a", "quit: bye"),
    *("not-authorized: no", "move: 1,0", "move: 99,0", "authenticate: bob", "game: ,,"),
)


@given(
    st.lists(
        st.sampled_from(NEARLY).map(str.encode) | st.binary(max_size=20), min_size=3, max_size=30
    )
)
def test_whatever_a_server_says_is_understood_or_refused(fed: list[bytes]) -> None:
    said: list[str] = []
    client = Client(HOUSE_SEAT, "ada", KEY, say=said.append)
    try:
        module._Visit(client, Fed([b"nonce: 5f3c", *fed])).stay()
    except (LostConnection, BadLine, NotAllowed) as error:
        said.append(str(error))
    assert all(text.isprintable() for text in said)
    for game in client.games:
        assert len(game.moves) == game.state.ply


def test_names_are_checked_before_connecting() -> None:
    with pytest.raises(BadLine, match="drawn game"):
        Client(HOUSE_SEAT, "nobody", KEY)


def test_key_files(tmp_path: Path) -> None:
    file = tmp_path / "my.token"
    file.write_bytes(b"\x00 anything \xff")
    assert read_key(file) == b"\x00 anything \xff"
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(BadRequest, match=r"--ssh-key; .* 'livestone token NAME > my\.token'"):
            read_key(missing)


def test_a_last_stone_that_fits_nowhere_or_anywhere_is_left_out() -> None:
    game = OnlineGame(1, ("ada", "bob"), "black", 4)
    while not (game.state.mover == 0 and len(game.moves) == 14):
        board = board_after(game.state, "black")
        game.play(board.legal[0])
    assert len(board_after(game.state, "black").empty) == 2
    game.count(4, 0)
    game.finish("ada", [(3, 3)], [(0, 0), (1, 0)])  # no such rows
    assert len(game.moves) == 14
    assert game.live == (0, 1, 15)
    assert game.result == "ada won 4 to 0"
