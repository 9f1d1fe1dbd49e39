from __future__ import annotations

from livestone.core.state import State
from livestone.games import load
from livestone.play.end_reasons import end_reason


def test_why_a_game_ended() -> None:
    capped, free = (State(load("kasteel_1", ply_cap=cap)) for cap in (20, 0))
    while not capped.over:
        move = capped.legal_texts[0]
        capped.play(move)
        free.play(move)
    assert (end_reason(capped), end_reason(free)) == ("cap", "unfinished")
    again = State(load("shuttle", repetition="draw"))
    while not again.over:
        again.play(min(again.legal))
    assert end_reason(again) == ("repetition" if again.repeated else "rules")
    over = State(load("freedom", size=4))
    while not over.over:
        over.play(over.legal[0])
    assert end_reason(over) == "rules"
