"""The fixed contract of ``livestone position``, byte for byte where it says so."""

from __future__ import annotations

import json

from tests.cli.command import Call

GOLDEN = (
    '{"game":"freedom","options":{"size":4,"scoring":"stones","last_cell":"choice"},"ply":2,'
    '"mover":0,"players":["White","Black"],"legal":["b2","b3","c1","c3","d1","d2","d3"],'
    '"over":false,"scores":[0,0],"winners":null,"cells":{"b1":"white","c2":"black"},'
    '"tally":[],"text":"4/4/2b1/1w2 w last=c2 turn=2"}\n'
)


def test_the_contract(call: Call) -> None:
    game = "position freedom --option size=4 --json"
    assert call(f"{game} --moves b1 c2").out == GOLDEN
    there = call(f"{game} --from '4/4/2b1/1w2 w last=c2 turn=2'").out
    assert there == GOLDEN.replace('"ply":2', '"ply":0')


MOVES = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1"


def test_scores_are_whole_and_a_finished_game_has_no_mover(call: Call) -> None:
    printed = call(f"position freedom --option size=4 --moves {MOVES} a1 --json")
    found = printed.json
    assert '"scores":[0,4]' in printed.out
    assert (found["over"], found["mover"], found["winners"]) == (True, None, [1])
    assert (found["ply"], found["legal"]) == (16, [])


def test_a_preset(call: Call) -> None:
    found = call("position freedom --option preset=freeplay --json").json
    assert found["options"] == {"size": 10, "scoring": "rows", "last_cell": "auto"}


def test_legal_is_sorted_by_code_point(call: Call) -> None:
    legal = call("position freedom --json").json["legal"]
    assert legal == sorted(legal)
    assert legal[:3] == ["a1", "a10", "a2"]


def test_a_stone_placed_by_itself_is_no_ply(call: Call) -> None:
    options = "--option=size=4 --option=last_cell=auto"
    found = call(f"position freedom {options} --moves {MOVES} --json").json
    assert (found["ply"], found["over"]) == (15, True)


def test_a_viewer_sees_no_secrets(call: Call) -> None:
    game = "position twins --option secret=true --moves heart=a3 --json"
    everything, mine, theirs = (
        call(game + viewer).json for viewer in ("", " --viewer 0", " --viewer 1")
    )
    assert "a3" in everything["text"]
    assert "a3" in mine["text"]
    assert "a3" not in json.dumps({**theirs, "legal": None})
    assert mine["legal"] == []
    assert theirs["legal"]


def test_a_spectator_sees_what_no_player_hides(call: Call) -> None:
    game = "position twins --option secret=True --moves heart=a3 --json --viewer "
    spectator = call(game + "spectator").json
    assert "a3" not in json.dumps(spectator)
    assert spectator["legal"] == []
    assert spectator["text"] == call(game + "1").json["text"]
    picture = call("draw twins --option secret=TRUE --moves heart=a3 --viewer spectator").out
    assert "a3" not in picture.split("</desc>")[0]


def test_for_people(call: Call) -> None:
    out = call("position freedom --option size=4 --moves b1").out
    assert out.startswith("Freedom, Black to move")
    assert "Legal moves (5): a1 a2 b2 c1 c2" in out
    assert "Position: 4/4/4/1w2 b last=b1 turn=1" in out
