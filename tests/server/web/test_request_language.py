"""Pages are in the language that their visitor wants; the API is in English."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from httpx import Client
from tests.server.site import new_game, said

Newcomer = Callable[..., Client]


@pytest.mark.parametrize(
    ("wanted", "spoken", "words"),
    [
        ("", "en", "My games"),
        ("de, fr;q=0.9", "en", "My games"),
        ("en-GB, sr;q=0.9", "en", "My games"),
        ("de, sr-RS;q=0.8, en;q=0.5", "sr-Cyrl", "Моје партије"),
        ("en;q=0.5, sr-Latn-ME", "sr-Latn", "Moje partije"),
        ("%%;q=x, ,;;", "en", "My games"),
    ],
)
def test_a_browser_says_what_its_reader_reads(
    me: Client, wanted: str, spoken: str, words: str
) -> None:
    page = me.get("/games", headers={"Accept-Language": wanted})
    assert f'<html lang="{spoken}"' in page.text
    assert words in said(page)
    assert page.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    odd = {"Cookie": 'language="<sr>"; language=zz; x', "Accept-Language": wanted}
    assert f'<html lang="{spoken}"' in me.get("/games", headers=odd).text


def test_a_choice_is_kept_and_counts_before_what_the_browser_says(me: Client) -> None:
    me.headers["Accept-Language"] = "sr-Cyrl"
    page = me.post("/language", data={"language": "sr-Latn", "back": "/games"})
    assert page.url.path == "/games"
    assert "Moje partije" in said(page)
    page = me.post("/language", data={"language": "en", "back": "/games"})
    assert "My games" in said(page)
    page = me.post("/language", data={"language": "xx", "back": "https://elsewhere.example/"})
    assert page.url.path == "/"
    assert '<html lang="sr-Cyrl"' in page.text


def test_the_api_is_in_english_for_everybody(me: Client) -> None:
    me.headers["Accept-Language"] = "sr-Latn"
    me.post("/language", data={"language": "sr-Latn"})
    table = new_game(me, "me", "bot:1")
    assert [seat["player"] for seat in table["seats"]] == ["White", "Black"]
    assert table["seats"][1]["name"] == "Bot, level 1"
    assert table["control"]["words"] == "No clock"
    answer = me.post("/api/games", json={"game": "freedom", "seats": ["me", "bot:77"]})
    assert answer.json()["message"].startswith("'bot:77' is nobody to play with: say me, person,")


def test_a_refusal_is_said_in_the_language_of_the_page(me: Client) -> None:
    wrong = {"name": "Nobody", "password": "wrong"}
    assert "do not belong together" in said(me.post("/login", data=wrong))
    me.post("/language", data={"language": "sr-Latn"})
    assert "Ovde nema ničega" in said(me.get("/nothing"))
    assert "ne idu zajedno" in said(me.post("/login", data=wrong))
    me.post("/language", data={"language": "sr-Cyrl"})
    assert "не иду заједно" in said(me.post("/login", data=wrong))
