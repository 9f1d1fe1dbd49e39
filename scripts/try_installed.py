"""Try the Livestone that is installed for this Python: the library, the command and the app.

python -m venv env
env/bin/pip install dist/*.whl
env/bin/python scripts/try_installed.py            play in Python, and fetch the app
env/bin/python scripts/try_installed.py --bot      play a bot too, which compiles for a minute
"""

import json
import re
import subprocess
import sys
import tempfile
from urllib.error import HTTPError
from urllib.request import urlopen

COMMAND = [sys.executable, "-m", "livestone"]
RECORD = ["e5", "d4", "c3"]


def livestone(*words: str, given: str = "") -> str:
    done = subprocess.run([*COMMAND, *words], input=given, capture_output=True, encoding="utf-8")
    if done.returncode:
        sys.exit(f"livestone {' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def try_library() -> None:
    from livestone import State, catalogue, load
    from livestone.draw import svg

    for name in catalogue():
        state = State(load(name))
        state.play(state.legal_texts[0])
        assert svg.draw(state).startswith("<svg"), name


def try_command() -> None:
    told = json.loads(livestone("position", "freedom", "--json", "--moves", *RECORD))
    assert told["ply"] == len(RECORD), told
    assert livestone("perft", "freedom", "2", "--option", "size=4").split()[-1] == "84"


def try_app() -> None:
    """Have the app served, and fetch its page, its script and a game it plays."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [*COMMAND, "play", "--no-browser", "--port", "0", "--game", "freedom"],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            cwd=folder,
        ) as server,
    ):
        try:
            assert server.stdout is not None
            url = re.findall(r"http://[^/]*/", server.stdout.readline())[0]
            page = fetch(url)
            files = "app/" if 'data-server="' in page else ""  # of a whole server
            assert '<script type="module"' in page, page
            assert fetch(f"{url}{files}app.js")
            games = json.loads(fetch(f"{url}{files}catalogue.json"))["games"]
            assert any(game["id"] == "freedom" for game in games)
        finally:
            server.terminate()


def fetch(url: str) -> str:
    try:
        with urlopen(url) as answer:
            return str(answer.read().decode())
    except HTTPError as error:
        sys.exit(f"{url}: {error}")


def try_bot() -> None:
    with tempfile.TemporaryDirectory() as data:
        table = ("--data", data, "--option", "size=4", "--level", "1", "--side", "white")
        said = livestone("play", "--plain", *table, given="b2\nquit\n")
    assert "Black plays" in said, said


if __name__ == "__main__":
    try_library()
    try_command()
    try_app()
    if "--bot" in sys.argv[1:]:
        try_bot()
    print("Livestone plays.")
