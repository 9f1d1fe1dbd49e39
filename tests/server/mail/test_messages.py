"""Letters: plain text, to one address and no other, and one click ends them."""

from __future__ import annotations

import pytest

from livestone.errors import BadField
from livestone.server.mail.messages import MessageWriter, Turn, check_address

WRITER = MessageWriter("table@play.example", "https://play.example/t")


def test_a_turn() -> None:
    turn = Turn("Freedom", ("Bob", "Cy"), 2 * 86400.0 + 5, "g1")
    letter = WRITER.turn("ada@mail.example", "Ada", turn, "k.s")
    assert letter["Subject"] == "Your turn in Freedom against Bob and Cy"
    assert (letter["To"], letter["From"]) == ("ada@mail.example", "Livestone <table@play.example>")
    assert letter.get_content_type() == "text/plain"
    text = letter.get_content()
    assert "You have 2 days for it." in text
    assert "https://play.example/t/games/g1\n" in text
    assert letter["List-Unsubscribe"] == "<https://play.example/t/mail/stop/k.s>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (
        "You have" not in WRITER.turn("a@b.c", "Ada", Turn("X", ("B",), None, "g"), "k").as_string()
    )


@pytest.mark.parametrize(
    "address",
    ["a,b@mail.example", "a@mail.example,b@x", "<a@b.c>", "a b@c.d", "a@b.c\nBcc: x@y.z", ""],
)
def test_addresses_that_would_reach_others(address: str) -> None:
    with pytest.raises(BadField, match="no mail can be sent"):
        check_address(address)


@pytest.mark.parametrize("address", ["ada@mail.example", "a.b+c@m.example", "ada@bücher.example"])
def test_addresses_that_are_fine(address: str) -> None:
    check_address(address)
