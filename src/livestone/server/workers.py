"""Several processes that serve the same port: started, watched, replaced and ended together.

All listen on the sockets that their parent has opened, so whoever is free takes the next visitor,
and nobody is refused while a process is replaced. The first one is the *owner*: it has the line
protocol, tournaments, ratings, clocks' sweeper and house bots. The parent serves nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import connection
from pathlib import Path
from typing import Any

from livestone.errors import LivestoneError
from livestone.server.loop import run, settle
from livestone.server.notify import notify
from livestone.server.settings import Part, Settings
from livestone.server.tls import Certificate

AT_ONCE = 8  # visitors that one process accepts before another may
QUICKLY = 10.0  # a process that lives shorter is replaced only after a pause
MOST_PAUSE = 10.0
EXTRA_SECONDS = 10.0  # beyond what the settings allow, before a process is killed
ORPHANED = "the process that has started this one is gone: so it ends"

log = logging.getLogger("livestone")


@dataclass(frozen=True)
class Order:
    """What a process is told; ``certificate`` is read again in each, ``logs`` set up."""

    settings: Settings
    listener: socket.socket
    certificate: tuple[Path, Path] | None
    safe: socket.socket | None
    logs: tuple[str, str]


class Worker:
    """One process, and the pipe by which it says that it is ready and hears that we are gone."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.ready = False
        self.fails = 0
        self.due = 0.0  # when it is to be started again
        self.start()

    def start(self) -> None:
        """Start the process, for the first time or again."""
        context = multiprocessing.get_context("spawn")
        self.began = time.monotonic()
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(self.order, theirs))
        try:
            self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()

    def start_again(self) -> None:
        """Start it when it is due; what does not succeed is tried again later."""
        self.due, self.ready = 0.0, False
        try:
            self.start()
        except OSError as error:
            log.error("a process could not be started: %s", error.strerror)
            self._wait()

    def _wait(self) -> None:
        """Be due at once, or after a pause where it keeps failing."""
        lived = time.monotonic() - self.began
        self.fails = 0 if lived > QUICKLY else self.fails + 1
        self.due = time.monotonic() + min(MOST_PAUSE, 2.0 ** (self.fails - 2) * (self.fails > 1))

    def ended(self) -> None:
        """Note that it has ended: the next start is at once, unless it keeps failing."""
        self._wait()
        self.process.join()
        log.warning("process %s has ended (%s)", self.process.pid, self.process.exitcode)
        self.pipe.close()
        part = self.order.settings.part
        self.order = replace(
            self.order,
            settings=replace(self.order.settings, part=replace(part, first=False)),
        )

    def tell(self, number: int) -> None:
        """Send a signal."""
        with contextlib.suppress(OSError):
            os.kill(self.process.pid or 0, number)


class Crew:
    """All processes of one server."""

    def __init__(self, orders: list[Order], ready: Callable[[], None]) -> None:
        self._orders = orders
        self._ready = ready
        self._said = False
        self._workers: list[Worker] = []

    def run(self) -> int:
        """Serve until KeyboardInterrupt, which is passed on; return the exit code."""
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._tell(signal.SIGHUP))
        try:
            owner, *others = self._orders
            if not self._first(owner):
                return 1
            self._workers += [Worker(order) for order in others]
            while True:
                self._look()
        except KeyboardInterrupt:
            log.info("told to end: so are all processes")
            return 0
        finally:
            self._end()

    def _first(self, order: Order) -> bool:
        """Start the owner, and wait until it is ready, since the others join it."""
        worker = Worker(order)
        self._workers.append(worker)
        worker.ready = _heard(worker)  # however long it waits for the database; or it has ended
        if not worker.ready:
            worker.process.join()
            log.error("the first process has ended (%s): nobody serves", worker.process.exitcode)
        return worker.ready

    def _look(self) -> None:
        """Wait for something to happen, and see to it."""
        running = [one for one in self._workers if not one.due]
        pipes = {one.pipe: one for one in running if not one.ready}
        ends = {one.process.sentinel: one for one in running}
        happened = connection.wait([*pipes, *ends], timeout=0.5)
        for pipe, one in pipes.items():
            if pipe in happened:
                one.ready = _heard(one)
        for end, one in ends.items():
            if end in happened:
                one.ended()
        for one in self._workers:
            if one.due and time.monotonic() >= one.due:
                one.start_again()
        if not self._said and all(one.ready for one in self._workers):
            self._said = True
            notify("READY=1")
            self._ready()

    def _tell(self, number: int) -> None:
        for one in self._workers:
            if not one.due:
                one.tell(number)

    def _end(self) -> None:
        """Have all of them finish what they do; kill who does not."""
        notify("STOPPING=1")
        self._tell(signal.SIGTERM)
        web = self._orders[0].settings.web
        patience = web.drain_seconds + web.stop_seconds + EXTRA_SECONDS
        deadline = time.monotonic() + patience
        try:
            for one in self._workers:
                one.process.join(max(0.0, deadline - time.monotonic()))
        except KeyboardInterrupt:
            log.warning("told twice to end: not waiting any longer")
        for one in self._workers:
            if one.process.is_alive():
                one.process.kill()
                one.process.join()


def _heard(worker: Worker) -> bool:
    try:
        return bool(worker.pipe.recv() == "ready")
    except (EOFError, OSError):
        return False


def serve(
    settings: Settings,
    listener: socket.socket,
    workers: int,
    ready: Callable[[], None],
    certificate: Certificate | None,
    logs: tuple[str, str],
) -> int:
    """Serve with several processes until KeyboardInterrupt, and return the exit code."""
    keys = None if certificate is None else (certificate.certificate, certificate.key)
    lines = settings.lines
    safe = None if lines is None or lines.safe is None else lines.safe[0]
    lines = None if lines is None else replace(lines, safe=None)
    web = replace(
        settings.web,
        tls=None,
        # Each counts by itself, and has its share.
        per_address=math.ceil(settings.web.per_address / workers),
        requests=settings.web.requests / workers,
    )
    secret = secrets.token_hex(32)
    with tempfile.TemporaryDirectory(prefix="livestone-") as folder:
        place = str(Path(folder) / "owner")
        orders = []
        for number in range(workers):
            part = Part(number, number == 0, place, workers=workers, secret=secret)
            told = replace(settings, web=web, part=part, lines=lines if number == 0 else None)
            orders.append(Order(told, listener, keys, safe if number == 0 else None, logs))
        return Crew(orders, ready).run()


def work(order: Order, pipe: Any) -> None:
    """Be one of the processes, until told to end or until the parent is gone."""
    from livestone.server.logs import set_up

    set_up(*order.logs)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(_work(order, pipe))
    except KeyboardInterrupt:
        pass
    except LivestoneError as error:
        log.error("%s", error)
        sys.exit(2)
    except Exception:
        log.exception("this process fails")
        sys.exit(1)


async def _work(order: Order, pipe: Any) -> None:
    from livestone.server.app import create_app
    from livestone.server.engine import Engine
    from livestone.server.homes import Homes
    from livestone.server.http import BACKLOG, Server
    from livestone.server.patience import until_there

    settings, part = order.settings, order.settings.part
    if order.certificate is not None:
        certificate = Certificate(*order.certificate)
        settings = replace(settings, web=replace(settings.web, tls=certificate.context))
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, certificate.renew)
        if order.safe is not None and settings.lines is not None:
            lines = replace(settings.lines, safe=(order.safe, certificate.context))
            settings = replace(settings, lines=lines)
    else:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # Hints are thought of where they are asked for, one at a time; bots in the owner.
    bots, beside = (settings.bots, 1) if part.owner else (1, 0)
    engine = Engine(bots, beside=beside, megabytes=settings.bot_megabytes)
    place = "" if part.owner else part.place

    def ready() -> None:
        # Few are accepted at a time, so that the others get some; many may wait.
        order.listener.listen(BACKLOG)
        settle()
        pipe.send("ready")

    app = create_app(settings, engine)
    homes = None if settings.web.tls else Homes(part, settings.web.base_path)
    server = Server(
        app,
        ready,
        web=settings.web,
        place=place,
        backlog=AT_ONCE,
        homes=homes,
        secret=part.secret,
    )
    sockets = [order.listener]
    try:
        # What takes long is done by now, so that play goes on as soon as the database is back.
        if not await until_there(settings, order.listener, lambda: not pipe.poll()):
            log.warning(ORPHANED)
            return
        _end_with(pipe, server)
        sockets.append(_inside(part.place_of(part.number)))
        if part.owner:
            sockets.append(_inside(part.place))
        await server.serve(sockets)
    finally:
        await engine.close()


def _end_with(pipe: Any, server: Any) -> None:
    """Have the server end when the parent is gone, however that went."""

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            pipe.recv()
        log.warning(ORPHANED)
        server.should_exit = True

    threading.Thread(target=watch, daemon=True).start()


def _inside(place: str) -> socket.socket:
    """A socket for the other processes."""
    with contextlib.suppress(OSError):
        os.unlink(place)
    inside = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    inside.bind(place)
    inside.listen(128)
    return inside
