"""Compare HTTP servers on this machine (Linux): ``python scripts/http_servers.py [KIND...]``.

Kinds: ``uvicorn``, ``bounded`` (with our limit on heads) and ``granian`` (if it can be imported),
each with a tiny application of its own; ``ours-KIND`` has Livestone's application instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any

STREAMS, SILENT, SLOW, CASTS = 2000, 1000, 100, 20
CONNECTIONS, REQUESTS = 20, 200  # of each of them
SLOW_SECONDS = 25.0  # BoundedProtocol allows 20
TICKS = os.sysconf("SC_CLK_TCK")
COLUMNS = (
    *("requests/s", "a request", "streams open", "an event", "shown to all", "memory"),
    *("slow heads closed", "silent sockets closed", "end"),
)
EVENT = b'event: changed\r\ndata: {"ply":1,"version":2}\r\n\r\n'

streams: set[asyncio.Queue[bytes]] = set()


async def tiny(scope: Any, receive: Any, send: Any) -> None:
    """Serve 800 bytes, a stream of events at ``/stream``, and an event for all at ``/cast``."""
    if scope["type"] == "lifespan":
        for _ in range(2):
            await send({"type": (await receive())["type"] + ".complete"})
        return
    if scope["path"] == "/stream":
        kind = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": kind})
        await send({"type": "http.response.body", "body": b": hello\r\n\r\n", "more_body": True})
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        streams.add(queue)
        tell = asyncio.create_task(_tell(queue, send))
        while (await receive())["type"] != "http.disconnect":
            pass
        tell.cancel()
        streams.discard(queue)
        return
    if scope["path"] == "/cast":
        for queue in streams:
            queue.put_nowait(EVENT)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"800")]}
    )
    await send({"type": "http.response.body", "body": b"a" * 800})


async def _tell(queue: asyncio.Queue[bytes], send: Any) -> None:
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})


def serve(kind: str, port: int, folder: str) -> None:
    """Serve until SIGTERM."""
    import uvloop

    app: Any = tiny
    if kind.startswith("ours-"):
        from livestone.server.app import create_app
        from livestone.server.settings import Settings
        from livestone.server.web.middleware import Middleware

        settings = Settings(data=Path(folder))
        app = Middleware(create_app(settings), settings.web)
    if kind.endswith("granian"):
        from granian.constants import Interfaces
        from granian.server.embed import Server

        async def run() -> None:
            options = {"backlog": 4096, "backpressure": 4096, "log_enabled": False}
            server = Server(app, "127.0.0.1", port, interface=Interfaces.ASGI, **options)
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
            await server.serve()

        uvloop.run(run())
        return
    import uvicorn

    from livestone.server.http_server import BoundedProtocol

    http: Any = BoundedProtocol if kind.endswith("bounded") else "httptools"
    options = {"log_level": "error", "http": http, "backlog": 2048, "timeout_graceful_shutdown": 5}
    uvicorn.run(app, port=port, **options)


def used(pid: int) -> tuple[float, int]:
    """Return processor seconds and resident megabytes."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(words[11]) + int(words[12])) / TICKS, pages * resource.getpagesize() // 2**20


async def listen(port: int, path: str, got: list[int]) -> None:
    """Count the events of one stream; the last element of ``got`` counts the open streams."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    got[1] += 1
    while data := await reader.read(65536):
        got[0] += data.count(b"event: changed")
    writer.close()


async def ask(port: int, path: str) -> None:
    """Send requests one after the other on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(REQUESTS):
        writer.write(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split()[0]))
    writer.close()


async def closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Send half a head, slowly, and return whether the server ends it."""
    with contextlib.suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(SLOW_SECONDS):
            writer.write(b"GET / HTTP/1.1\r\n")
            wait = asyncio.create_task(reader.read())
            while not wait.done():
                writer.write(b"x-a: b\r\n")
                await asyncio.wait([wait], timeout=2.0)
            return True
    return reader.at_eof()


def table(url: str) -> tuple[str, Any]:
    """Make a game, and return the path of its stream and what plays its next move."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def post(path: str, body: Any) -> Any:
        head = {"content-type": "application/json"}
        request = urllib.request.Request(url + path, json.dumps(body).encode(), head)
        return json.load(opener.open(request))

    spec = {"game": "freedom", "options": {"size": 10}, "seats": ["me", "me"], "public": True}
    game = [post("/api/games", spec)]
    path = f"/api/games/{game[0]['id']}"

    def play() -> None:
        now = game.pop()
        game.append(post(f"{path}/plies", {"move": now["legal"][0], "ply": now["ply"]}))

    return f"{path}/events", play


async def measure(pid: int, port: int, ours: bool) -> list[str]:
    """Return what one running server does, a cell each."""
    url = f"http://127.0.0.1:{port}"
    stream, play = "/stream", lambda: urllib.request.urlopen(f"{url}/cast").read()
    if ours:
        stream, play = await asyncio.to_thread(table, url)
    before, began = used(pid), time.monotonic()
    await asyncio.gather(*(ask(port, "/healthz") for _ in range(CONNECTIONS)))
    count, after = CONNECTIONS * REQUESTS, used(pid)
    cells = [f"{count / (time.monotonic() - began):.0f}"]
    cells.append(f"{1e6 * (after[0] - before[0]) / count:.0f} us")
    got, began = [0, 0], time.monotonic()
    tasks = [asyncio.create_task(listen(port, stream, got)) for _ in range(STREAMS)]
    while got[1] < STREAMS and time.monotonic() - began < 60:
        await asyncio.sleep(0.01)
    cells.append(f"{got[1]} in {time.monotonic() - began:.1f} s")
    before, taken = used(pid), []
    for cast in range(1, CASTS + 1):
        began = time.monotonic()
        await asyncio.to_thread(play)
        while got[0] < cast * got[1] and time.monotonic() - began < 5:
            await asyncio.sleep(0.002)
        taken.append(time.monotonic() - began)
    after = used(pid)
    cells.append(f"{1e6 * (after[0] - before[0]) / max(1, got[0]):.1f} us")
    cells += [f"{1000 * sorted(taken)[CASTS // 2]:.0f} ms", f"{after[1]} MB"]
    silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(SILENT)]
    slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(SLOW)]
    ended = sum(await asyncio.gather(*(closed(*pair) for pair in slow)))
    left = sum(not reader.at_eof() for reader, _ in silent)
    cells += [f"{ended} of {SLOW}", f"{SILENT - left} of {SILENT}"]
    began = time.monotonic()
    os.kill(pid, signal.SIGTERM)
    await asyncio.wait(tasks, timeout=20)
    open_still = sum(not task.done() for task in tasks)
    return [*cells, f"{time.monotonic() - began:.1f} s, {open_still} left"]


def main() -> None:
    """Measure the kinds that are asked for, and print a table."""
    kinds = sys.argv[1:] or ["uvicorn", "bounded", "granian", "ours-uvicorn", "ours-bounded"]
    print(f"| server | {' | '.join(COLUMNS)} |\n{'| --- ' * (1 + len(COLUMNS))}|")
    for number, kind in enumerate(kinds):
        if kind.endswith("granian") and find_spec("granian") is None:
            continue
        port = 9301 + number
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, __file__, "--serve", kind, str(port), folder]
            environment = {**os.environ, "LIVESTONE_WARM_UP": "false"}
            process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
            try:
                for _ in range(600):
                    with contextlib.suppress(OSError):
                        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
                        break
                    time.sleep(0.1)
                cells = asyncio.run(measure(process.pid, port, kind.startswith("ours-")))
                print(f"| {kind} | {' | '.join(cells)} |", flush=True)
            finally:
                process.kill()
                process.wait()


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        main()
