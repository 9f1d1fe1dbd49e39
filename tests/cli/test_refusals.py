"""What every command refuses: one line on standard error that says why, and nothing else."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
import tests.games  # noqa: F401  (registers its games)
from tests.cli.command import Call
from tests.freeplay.players import FIRST_FREE

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record

PRINTED = Path(__file__).parents[1] / "data" / "printed" / "radius_y.txt"
ALMOST = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1"
OVER = f"--option=size=4 --moves '{ALMOST} a1'"
OVER_BY_RULE = f"--option=size=4 --option=last_cell=auto --moves '{ALMOST}'"


@pytest.fixture(autouse=True)
def files(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that commands name, and nothing known of who calls them."""
    for name in ("USER", "LIVESTONE_HOUSE_TOKENS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    state = State(load("freedom", size=4))
    texts = {
        "mine.py": FIRST_FREE,
        "empty.py": "",
        "empty.json": "{}",
        "my.token": "a token",
        "none.txt": Record.of(state).as_text(),
        "cut.txt": "Livestone record 1\nGame: freedom\n",
    }
    state.play("b2")
    texts["bad.jsonl"] = json.dumps(Record.of(state).as_json()) + '\n{"format": 1}\n'
    texts["game.txt"] = Record.of(state).as_text()
    for name, text in texts.items():
        (here / name).write_text(text, "utf-8")
    (here / "binary.txt").write_bytes(b"fine\nso far\n\xff")
    (here / "folder.svg").mkdir()
    shutil.copy(PRINTED, here / "printed.txt")
    return here


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fly", "fly"),
        ("--fly", "--fly"),
        ("admin gran ada", "did you mean 'grant'?"),
        ("analyse nim", "there is no game 'nim'"),
        ("analyse freedom --moves 'e5 a1'", "a1 is not next to e5, the last stone"),
        ("analyse freedom --lines 0", "--lines 0 makes no sense: choose 1 to 100"),
        ("analyse freedom --nodes 0", "--nodes 0 makes no sense: choose 1 to 999999999"),
        ("analyse freedom --seconds -1", "--seconds -1 makes no sense: choose 0 to 1000000"),
        ("analyse freedom --threads 0", "--threads 0 makes no sense"),
        ("analyse freedom --viewer 7", "viewer 7 is no player"),
        ("analyse freedom --svg a.png", "'a.png' is no picture: end it with .svg"),
        ("analyse freedom --svg nowhere/a.svg", "there is no folder 'nowhere'"),
        (f"analyse freedom {OVER_BY_RULE}", "there is nothing to search: the game is over"),
        ("bench --seconds 0", "--seconds 0 makes no sense: choose more than 0, up to 3600"),
        ("bench --seconds nan", "--seconds nan makes no sense"),
        ("book freedom --out book.txt", "'book.txt' is no opening book: end it with .jsonl"),
        ("book freedom --out b.jsonl --nodes 0", "--nodes 0 makes no sense"),
        ("book freedom --out b.jsonl --margin -1", "--margin -1 makes no sense"),
        ("book haalmaa_3 --out b.jsonl", "cannot have an opening book: 3 play it"),
        ("book trangalla --out b.jsonl", "cannot have an opening book: some of it is hidden"),
        ("book crunching_quax --out b.jsonl", "what was there before"),
        ("bot mine.py --user ada -s no.pub", "the key file 'no.pub' cannot be read"),
        ("bot mine.py --user ada -s no.pub", "--ssh-key; who runs the server makes one with 'live"),
        ("bot none.py --user ada -s my.token", "there is no file 'none.py'"),
        ("bot mine.py --user a,b -s my.token", "has a comma in it"),
        ("bot mine.py --user nobody -s my.token", "stands for a drawn game"),
        ("bot mine.py -s my.token", "give it with --user"),
        ("bot mine.py --port 0", "--port 0 makes no sense: choose 1 to 65535"),
        ("bot mine.py --games 0", "--games 0 makes no sense"),
        ("bot mine.py --seconds 0", "--seconds 0 makes no sense"),
        ("draw freedom --out nowhere/a.png", "there is no folder 'nowhere'"),
        ("draw freedom --out a.jpg", "end it with .svg, .png or .txt"),
        ("draw freedom --plain --out a.png", "should end with .txt"),
        ("draw freedom --width 0 --out a.png", "width must be"),
        ("draw freedom --theme ligth", "did you mean 'light'?"),
        ("draw freedom --out folder.svg", "folder.svg: Is a dir"),
        ("draw freedom --face back", "it has no other to look at now"),
        (
            "draw straat --moves b2HN --face side",
            "'side' is no face of this board to turn to: back",
        ),
        ("games chess", "chess"),
        ("house http://127.0.0.1:9 --games 0", "--games 0 makes no sense"),
        ("house http://127.0.0.1:9 --jobs 0", "--jobs 0 makes no sense"),
        ("house http://127.0.0.1:9 --seek -1", "--seek -1 makes no sense"),
        ("house http://127.0.0.1:9 --levels 3,11", "'11' is none"),
        ("house http://127.0.0.1:9 --levels x", "'x' is none"),
        ("house http://127.0.0.1:9 --tokens nowhere.txt", "'nowhere.txt' cannot be read"),
        ("house http://127.0.0.1:9", "'livestone admin house FILE'"),
        ("import printed.txt --game radius_y", "line 9: row 8, 'j2l4 m5': j2 is 3 from the centre"),
        ("import printed.txt --game radius_z", "there is no game 'radius_z'"),
        ("import binary.txt --game freedom", "line 3: this is no text in UTF-8"),
        ("import none --game freedom", "No such file"),
        ("new mine.py", "'mine.py' is there already"),
        ("new nowhere/mine.py", "nowhere/mine.py: No such file"),
        ("new my_player", "end its name with .py"),
        ("new .py", "end its name with .py"),
        ("perft freedom", "DEPTH"),
        ("perft freedom -1", "-1"),
        ("play --level 11", "--level 11 makes no sense: choose 1 to 10"),
        ("play --side red", "'red'"),
        ("play --option size=3", "size='3'"),
        ("play --ply 3 --game freedom", "--replay"),
        ("play --ply 1", "give one with --replay"),
        ("play --replay game.txt --ply 2", "the record has 0 to 1"),
        ("play --replay game.txt --terminal", "--replay"),
        ("play --replay game.txt --game freedom", "--replay"),
        ("play --replay nothing.txt", "nothing.txt"),
        ("play --terminal", "--plain"),
        ("play --plain --port 9", "--port"),
        ("play --plain --option size=3", "size='3'"),
        ("playtest freedom --games 0", "--games 0 makes no sense: choose 1 to 100000"),
        ("playtest freedom --playouts -5", "--playouts -5 makes no sense"),
        ("playtest freedom --jobs 0", "--jobs 0 makes no sense"),
        ("playtest freedom --out page.png", "'page.png' is no picture of plots: end it with .svg"),
        ("playtest freedom --html page.svg", "'page.svg' is no report: end it with .html"),
        ("playtest freedom straat --out page.svg", "--out draws one game, not 2: use --html"),
        ("playtest freedom --option size", "'size' is not name=value"),
        ("playtest", "which game? Name one"),
        ("position", "which game"),
        ("position Fredom", "did you mean 'freedom'?"),
        ("position freedom extra", "extra"),
        ("position freedom --option size", "'size' is not name=value"),
        ("position freedom --option size=3", "size='3'"),
        ("position freedom --option size=4 --option size=4", "'size' is given twice"),
        ("position freedom --option colour=red", "'colour'"),
        ("position freedom --option scorin=rows", "did you mean 'scoring'?"),
        ("position freedom --option scoring=row", "did you mean 'rows'?"),
        ("position freedom --option preset=freplay", "did you mean 'freeplay'?"),
        ("position freedom --option preset=freeplay --option scoring=stones", "contradicts"),
        ("position freedom --moves z9", "'z9'"),
        ("position freedom --moves pass", "only the last cell"),
        ("position freedom --from junk", "'junk'"),
        ("position freedom --from 'a\nb\n\nc'", "'a"),
        ("position freedom --viewer -1", "viewer -1"),
        ("position freedom --viewer 2", "Freedom has 0 to 1, or say spectator"),
        ("position freedom --viewer nobody", "choose a player's index, from 0, or spectator"),
        ("analyse freedom --viewer spectator", "viewer spectator is not to move"),
        ("position freedom --batch", "--batch"),
        ("puzzles twins", "Twins has no puzzles here"),
        ("puzzles freedom --option size=5", "Freedom has no puzzles here"),
        ("puzzles freedom --count 0", "--count 0 makes no sense"),
        ("puzzles freedom --count 1 --levels 2,11", "--levels '2,11': '11' is none"),
        ("puzzles freedom --count 1 --nodes 0", "--nodes 0 makes no sense"),
        ("puzzles freedom --count 1 --check", "choose one"),
        ("puzzles freedom --count 1 --out some.txt", "is no file of puzzles"),
        ("rate", "there is nothing to rate"),
        ("rate bad.jsonl", "bad.jsonl: line 2: this is no game record"),
        ("rate binary.txt", "binary.txt: this is no text in UTF-8"),
        ("rate folder.svg", "there is no record"),
        ("rate nowhere.txt", "nowhere.txt: No such file"),
        ("rate game.txt --game nim", "there is no game 'nim'"),
        ("record no-such-file", "no-such-file"),
        ("record .", "."),
        ("record x --printed --text", "prints the whole record"),
        ("record game.txt --ply 17", "there is no ply 17: the record has 0 to 1"),
        ("record game.txt --ply -1", "ply -1"),
        ("record binary.txt", "line 3: this is no text in UTF-8"),
        ("record my.token", "line 1: 'a token' is no game record"),
        ("record empty.py", "line 1: '' is no game record"),
        ("record empty.json", "its format is not"),
        ("record cut.txt", "line 2: the record is cut off"),
        ("review game.txt --nodes 0", "--nodes 0 makes no sense"),
        ("review game.txt --seconds 0", "--seconds 0 makes no sense: choose 0.001 to 1000000"),
        ("review game.txt --svg graph.txt", "'graph.txt' is no picture: end it with .svg"),
        ("review none.txt", "no ply was played"),
        ("solve twins --option players=3", "only games for two are solved"),
        ("solve twins --option secret=true", "hides something from its players"),
        ("solve shuttle --option repetition=draw", "positions may repeat"),
        ("solve twins --option side=2", "do not tell how far a lead can still change"),
        ("solve freedom --seconds 0", "--seconds 0 makes no sense"),
        ("solve freedom --megabytes 0", "--megabytes 0 makes no sense"),
        ("solve freedom --plies 99", "--plies 99 makes no sense"),
        ("solve freedom --proof x.json --winner", "leave out --winner"),
        ("solve freedom --proof /no/such/place", "'/no/such/place' cannot be written"),
        ("solve freedom --checkpoint /no/such/place", "'/no/such/place' cannot be written"),
        (f"solve freedom {OVER}", "is over"),
        ("token a,b --data none", "the name 'a,b' has a comma in it"),
        ("token nobody --data none", "the name 'nobody' is taken"),
        (f"token {'x' * 41} --data none", "is longer than 40"),
        ("tournament random", "1 cannot play Freedom: name 2 or more"),
        ("tournament random 3", "'3' cannot take part: name a player's file, random"),
        ("tournament random level:11", "'level:11' cannot take part"),
        ("tournament random levle:3", "did you mean 'level:3'?"),
        ("tournament random gredy", "did you mean 'greedy'?"),
        ("tournament random random", "'random' is named twice"),
        ("tournament random greedy --kind cup", "'cup' is no kind of tournament"),
        ("tournament random greedy --kind swis", "did you mean 'swiss'?"),
        ("tournament random greedy --rounds 3", "the rounds of a round-robin follow"),
        ("tournament random greedy --seconds 0", "--seconds 0 makes no sense"),
        ("tournament random greedy --jobs 0", "--jobs 0 makes no sense"),
        ("tournament random greedy --sprt 5 0", "an SPRT between 5 and 0 Elo"),
        ("tournament random greedy first-free --kind match", "a match of this game has 2"),
        ("train haalmaa_1", "'haalmaa_1' cannot be trained: what its search judges by has no weig"),
        ("train freedom --games 0", "--games 0 makes no sense: choose 1 to 1000000"),
        ("train freedom --trial-nodes -1", "--trial-nodes -1 makes no sense"),
        ("train freedom --jobs 1000", "--jobs 1000 makes no sense: choose 1 to 256"),
        ("train freedom --resume", "there is no training in 'training-freedom' to go on with"),
        (
            "train freedom --ray local",
            "--ray needs the package ray, which is not installed",
        ),
        ("try nobody.py", "there is no file 'nobody.py'"),
        ("try empty.py", "empty.py has no player"),
        ("try mine.py --games 0", "--games 0"),
        ("try mine.py --level 11", "--level 11 makes no sense: choose 0 to 10"),
        ("try mine.py --seconds 0", "--seconds 0"),
        ("try mine.py --option size=3", "size"),
        ("try mine.py --json --stdout", "choose one"),
        ("try mine.py --game koerier", "plays Freedom only: derive from GamePlayer to play K"),
    ],
)
def test_every_refusal_is_one_line(line: str, why: str, files: Path, call: Call) -> None:
    before = {path: path.is_file() and path.read_bytes() for path in files.iterdir()}
    out, err = call(line, code=2)
    assert out == ""
    assert err.startswith("livestone: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert why in err
    left = {path: path.is_file() and path.read_bytes() for path in files.iterdir()}
    assert {**left, files / "freeplay.log": b""} == {**before, files / "freeplay.log": b""}
