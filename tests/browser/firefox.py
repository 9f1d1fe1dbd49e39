"""The distribution's Firefox, driven by WebDriver BiDi: its pages, its mouse and its fingers."""

from __future__ import annotations

import itertools
import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tests.patience import PATIENCE
from websockets.sync.client import ClientConnection, connect

LISTENING = "WebDriver BiDi listening on "
# No page may reach another machine, and nothing asks or updates.
SETTINGS = {
    "network.proxy.type": 1,
    "network.proxy.socks": "127.0.0.1",
    "network.proxy.socks_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "network.proxy.allow_hijacking_localhost": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "ui.prefersReducedMotion": 1,
}
# The middle of the first element that a selector finds and that is seen, or nothing yet.
MIDDLE = """(selector) => {
    for (const found of document.querySelectorAll(selector)) {
        found.scrollIntoView({ block: "center" });
        const box = found.getBoundingClientRect();
        if (box.width > 0) return [box.x + box.width / 2, box.y + box.height / 2];
    }
    return null;
}"""
UNTIL = """(condition) => new Promise((done) => {
    const test = new Function("return (" + condition + "\\n)");
    const look = async () => {
        const found = await test();
        if (found) done(found); else setTimeout(look, 20);
    };
    look();
})"""


class Firefox:
    """A tab of a running Firefox."""

    def __init__(self, socket: ClientConnection, numbers: Iterator[int], tab: str = "") -> None:
        self._socket = socket
        self._numbers = numbers
        self._tab = tab

    @classmethod
    def first(cls, socket: ClientConnection) -> Firefox:
        """The tab with which a Firefox starts."""
        made = cls(socket, itertools.count(1))
        made._send("session.new", capabilities={})
        made._tab = made._send("browsingContext.getTree")["contexts"][0]["context"]
        return made

    def tab(self) -> Firefox:
        """Another tab of the same visitor."""
        found = self._send("browsingContext.create", type="tab")
        return Firefox(self._socket, self._numbers, found["context"])

    def close(self) -> None:
        """Close this tab."""
        self._send("browsingContext.close", context=self._tab)

    def before(self, script: str) -> None:
        """Have a script run in every page that is opened from now on, before its own."""
        self._send("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def open(self, address: str) -> None:
        """Go to an address and wait for the page."""
        for url in ("about:blank", address):
            self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, in CSS pixels."""
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._tab, viewport=size)

    def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true, and return what it is then."""
        return self._call(UNTIL, condition)

    def run(self, function: str) -> Any:
        """What a function of JavaScript returns in the page."""
        return self._call(function, "")

    def cookie(self, url: str, name: str, value: str) -> None:
        """Have a cookie of a server in place of its own."""
        text = {"type": "string", "value": value}
        host = urlsplit(url).hostname
        self._send("storage.setCookie", cookie={"name": name, "value": text, "domain": host})

    def press(self, selector: str, pointer: str = "mouse") -> None:
        """Press the first visible element that a selector finds, with a mouse or a finger."""
        x, y = self._call(MIDDLE, selector)
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": pointer}
        self._act({"type": "pointer", "id": pointer, "parameters": kind, "actions": steps})

    def type(self, keys: str) -> None:
        """Press keys one after the other; the special ones have WebDriver's code points."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._tab, actions=[source])

    def _call(self, function: str, argument: str) -> Any:
        found = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": argument}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return plain(found["result"])

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer["message"]
                return answer["result"]


def plain(value: dict[str, Any]) -> Any:
    """What BiDi tells of a value of JavaScript, as Python's own.

    >>> plain({"type": "array", "value": [{"type": "number", "value": 2}, {"type": "null"}]})
    [2, None]
    """
    found = value.get("value")
    return [plain(part) for part in found] if value["type"] == "array" else found


@contextmanager
def firefox(path: str) -> Iterator[Firefox]:
    """Start a Firefox with a profile of its own, and end it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in SETTINGS.items())
        Path(profile, "user.js").write_text("".join(lines))
        asked = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(
            [path, *asked], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        line = next(line for line in process.stderr if LISTENING in line)
        address = line.split(LISTENING)[1].strip()
        reading = Thread(target=process.stderr.read)  # nothing fills the pipe
        reading.start()
        try:
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox.first(socket)
        finally:
            process.kill()
            process.wait()
            reading.join()
            process.stderr.close()
