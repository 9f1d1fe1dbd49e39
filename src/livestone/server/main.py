"""Starting the server: a free port, one friendly line, a browser, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from livestone.app.built import built_folder
from livestone.errors import BadRequest
from livestone.private_files import data_folder, only_ours
from livestone.server.ops.process import run, settle
from livestone.server.ops.waiting import wait_for_database
from livestone.server.settings import Settings
from livestone.server.tournaments.settings import LinePorts
from livestone.server.web.settings import WebSettings

if TYPE_CHECKING:
    from livestone.app.early_site import EarlySite
    from livestone.server.web.tls import Certificate

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 50
SWITCH_SECONDS = 0.0002  # that a thread with slow work keeps the event loop waiting at a time
ALONE = (
    "Games are kept by your browser, since only the app is installed: pip install "
    "'livestone[server]' keeps them on disk. Ctrl-C ends the app."
)
EVERYWHERE = ("0.0.0.0", "::")  # not an address but all of them

log = logging.getLogger("livestone")


def serve(
    data: Path | None = None,
    host: str = HOST,
    port: int = PORT,
    open_browser: bool = True,
    page: str | None = None,
    settings: Settings | None = None,
    certificate: Certificate | None = None,
    tried: int | None = None,
) -> int:
    """Serve until Ctrl-C or SIGTERM and return the exit code.

    A taken port moves on to the next, if more than one is to be ``tried``; port 0 means any. The
    browser opens a ``page`` of the app (empty for its first one) before the rest of the server has
    started. The ``certificate`` is read again at SIGHUP. The rest is in the ``settings``, which get
    their names and folder here. Raises StorageError or BadRequest when the folder or the address
    cannot be used.
    """
    try:
        _end_by_sigterm()
        settings = settings or Settings()
        if settings.database is not None:
            # Nothing listens until then, so that a proxy turns to another process at once.
            run(wait_for_database(settings.database))
        with only_ours(), bind(host, port, tried) as listener:
            settings = replace(
                settings,
                data=data_folder(data),
                hosts=(*_names(host), *settings.web.hosts),
                outside=_outside(listener, settings.web),
            )
            with ExitStack() as early:
                if page is not None:
                    pages = early.enter_context(
                        _app_at_once(listener, settings, page, open_browser)
                    )
                    if page or open_browser:
                        pages.wait()
                greet = partial(_greet, listener, port, open_browser and page is None)
                eager = False if page is not None and built_folder() is not None else None
                serving = _serve(listener, settings, greet, certificate, eager, early.close)
                try:
                    return run(serving)
                finally:
                    serving.close()  # which may not have begun when Ctrl-C came
    except KeyboardInterrupt:
        log.info("ended, as told")
        return 0


def serve_app(host: str, port: int, open_browser: bool, page: str) -> int:
    """Serve the built app alone, where the server is not installed; else as :func:`serve`."""
    from livestone.app.early_site import app_alone

    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # where Ctrl-C is ignored too
        with bind(host, port) as listener:
            url = f"{address(listener)}/{page and f'#/{page}'}"
            _try_to_print(lambda: print(f"The {'game is' if page else 'games are'} at {url}"))
            _try_to_print(lambda: print(ALONE, flush=True))
            if open_browser:
                browse(url)
            app_alone(listener, _names(host))
    except KeyboardInterrupt:
        log.info("ended, as told")
    return 0


def _names(host: str) -> tuple[str, ...]:
    return () if _is_loopback(host) else (host.lower(), socket.gethostname().lower())


def _app_at_once(
    listener: socket.socket, settings: Settings, page: str, open_browser: bool
) -> AbstractContextManager[EarlySite]:
    """The app, served and opened before the rest is imported."""
    from livestone.app.early_site import early_site

    url = f"{address(listener, settings.web)}/{page}"
    serving = early_site(listener, settings.web.base_path, settings.hosts)
    _try_to_print(lambda: print(f"The {'game is' if page else 'games are'} at {url}", flush=True))
    if open_browser:
        browse(url)
    return serving


def _end_by_sigterm() -> None:
    """Have SIGTERM end everything just as Ctrl-C does, however far the start has come."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


class _LineGreeting:
    """What people are told of the line server: with the rest at the start, or when it begins."""

    def __init__(self, url: str, secret: str) -> None:
        self._url, self._secret = url, secret
        self._ports: LinePorts | None = None
        self._greeted = False

    def opened(self, ports: LinePorts) -> None:
        self._ports = ports
        if self._greeted:
            _try_to_print(self.say)

    def say(self) -> None:
        """Print where players log in, and the operator's link, if this process lets them in."""
        self._greeted = True
        if self._ports is None:
            return
        listener, safe = self._ports.listener, self._ports.safe
        port = listener.getsockname()[1]
        print(f"Players log in on port {port}:  livestone bot my_player.py --port {port}")
        if safe is not None:
            print(f"By TLS they log in on port {safe[0].getsockname()[1]}, with --tls")
        if outside := urlsplit(_outside(listener)).hostname:
            print(f"Others on your network add  --host {outside}")
        else:
            print("Only this machine reaches them: --host 0.0.0.0 lets your network in.")
        link = f"{self._url}operator/{self._secret}"
        print(f"The person who opens this link runs the tournaments: {link}", flush=True)


async def _serve(
    listener: socket.socket,
    settings: Settings,
    greet: Callable[[Settings, _LineGreeting], None],
    certificate: Certificate | None,
    eager: bool | None,
    done: Callable[[], None],
) -> int:
    """Serve; ``done`` is called when what has served until then is to end."""
    from livestone.play.engine.processes import Engine

    _reload_on_sighup(certificate)
    # The first bot compiles while the rest of the server is still being imported.
    megabytes = settings.bot_megabytes
    engine = Engine(settings.bots, beside=1, megabytes=megabytes, eager=eager)
    try:
        await engine.warm_up()
        from livestone.server.app import create_app
        from livestone.server.http_server import Server
        from livestone.server.web.identity import guest_id, new_token

        url = f"{address(listener, settings.web)}/"
        secret = new_token()
        greeting = _LineGreeting(url, secret)
        if settings.lines is not None:
            lines = replace(settings.lines, operator=guest_id(secret), opened=greeting.opened)
            settings = replace(settings, lines=lines)

        def ready() -> None:
            done()
            gc.freeze()  # what the start has made since then
            sys.setswitchinterval(SWITCH_SECONDS)
            if (classes := settings.classes) is None:
                _try_to_print(lambda: greet(settings, greeting))
            else:
                outside = settings.outside or url.removesuffix("/")
                _try_to_print(lambda: classes.told(outside, app.state.classes.slips))

        app = create_app(settings, engine)
        settle()  # while nobody waits for the database or for an answer
        server = Server(app, ready)
        await asyncio.sleep(0)  # a Ctrl-C until now ends here; from now on it is the server's
        await server.serve([listener])
        return 0 if server.started else 1
    finally:
        await engine.close()


def _reload_on_sighup(certificate: Certificate | None) -> None:
    """Have SIGHUP read the certificate again; without one only a terminal's SIGHUP ends us."""
    terminal = sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()
    if not hasattr(signal, "SIGHUP") or (certificate is None and terminal):
        return
    nothing = partial(log.info, "there is no certificate to be read again")
    renew = nothing if certificate is None else certificate.renew
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, renew)


def _try_to_print(greet: Callable[[], None]) -> None:
    try:
        greet()
    except OSError as error:
        log.warning("nobody reads where the server is: %s", error.strerror)
        # Whatever is still unwritten must not be tried again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _greet(
    listener: socket.socket,
    asked: int,
    open_browser: bool,
    settings: Settings,
    lines: _LineGreeting,
) -> None:
    port = listener.getsockname()[1]
    if asked not in (0, port):
        print(f"Port {asked} is taken; using {port}.")
    url = f"{address(listener, settings.web)}/"
    print(f"Livestone is ready at {url}")
    if settings.outside:
        print(f"Others on your network reach it at {settings.outside}/")
    lines.say()
    kept = str(settings.data)
    if settings.database is not None:
        from livestone.server.db.postgres import shown

        kept = shown(settings.database)
    print(f"Games are kept in {kept}; Ctrl-C ends the server.", flush=True)
    if open_browser:
        browse(url)


def address(listener: socket.socket, web: WebSettings | None = None) -> str:
    """The address of a listener's pages, as a browser on this machine opens it."""
    host, port = listener.getsockname()[:2]
    return _url("localhost" if host in EVERYWHERE else host, port, web)


def _outside(listener: socket.socket, web: WebSettings | None = None) -> str:
    """The address by which other machines reach the listener, empty where none does."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        # No packet is sent: this only asks by which of its addresses this machine would send one.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
            except OSError:
                return ""
            host = probe.getsockname()[0]
    return "" if _is_loopback(host) else _url(host, port, web)


def _url(host: str, port: int, web: WebSettings | None) -> str:
    web = web or WebSettings()
    scheme = "http" if web.tls is None else "https"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}{web.base_path}"


def bind(host: str, port: int, tried: int | None = None, option: str = "--port") -> socket.socket:
    """Return a socket listening on ``port`` or the next free one. Raises BadRequest."""
    if not 0 <= port <= 65535:
        raise BadRequest(f"port {port} does not exist: choose 1 to 65535, or 0 for any")
    try:
        family, *_, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise BadRequest(f"there is no address {host!r} here: {error.strerror}") from error
    tried = PORTS_TRIED if tried is None else tried
    last = min(port + tried, 65536)
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
    for candidate in range(port, last):
        where = (address[0], candidate, *address[2:])
        try:
            listener = socket.create_server(where, family=family, backlog=128, dualstack_ipv6=both)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                reason = os.strerror(error.errno or 0)
                raise BadRequest(f"{host}:{candidate} cannot be used: {reason}") from error
            continue
        listener.setblocking(False)
        return listener
    taken = f"port {port} is" if tried == 1 else f"the ports {port} to {last - 1} are all"
    raise BadRequest(f"{taken} taken, perhaps by another Livestone: choose another with {option}")


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def browse(url: str) -> None:
    import webbrowser

    if has_display():
        # A thread of its own that nobody waits for: browsers may start slowly.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _is_loopback(host: str) -> bool:
    return host == "localhost" or host.startswith("127.") or host == "::1"


if __name__ == "__main__":
    sys.exit(serve(open_browser=False))
