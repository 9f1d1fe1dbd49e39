"""The site as servers send it: while Livestone starts, and afterwards."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.site import NO_TLS, Site

from livestone.app.early_site import app_alone, early_site
from livestone.app.files import Files
from livestone.app.serving import Folder, answer
from livestone.server.main import bind


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with bind("127.0.0.1", 0) as found:
        yield found


@pytest.fixture(scope="module", params=["starting", "started", "alone"])
def url(
    request: pytest.FixtureRequest, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Where the site is, in all servers that have it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVESTONE_APP", str(folder))
        if request.param == "starting":
            with bind("127.0.0.1", 0) as listener, early_site(listener, "", ()):
                yield f"http://127.0.0.1:{listener.getsockname()[1]}/app/"
        elif request.param == "alone":
            with bind("127.0.0.1", 0) as listener:
                threading.Thread(target=app_alone, args=(listener, ()), daemon=True).start()
                yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        else:
            with Site(tmp_path_factory.mktemp("data")) as site:
                yield f"{site.url}/app/"


def get(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, verify=NO_TLS)


def test_files_come_with_their_types(url: str, files: Files) -> None:
    kinds = {
        "index.html": "text/html; charset=utf-8",
        "app.js": "text/javascript; charset=utf-8",
        "games/freedom%2Csize%3D6.wasm": "application/wasm",
        "games/haalmaa_1.json": "application/json",
        "manifest.webmanifest": "application/manifest+json",
        "icon-192.png": "image/png",
        "logo.svg": "image/svg+xml",
    }
    for name, kind in kinds.items():
        found = get(url + name)
        assert (found.status_code, found.headers["content-type"]) == (200, kind)
        assert found.content == files[name.replace("%2C", ",").replace("%3D", "=")]
        assert found.headers["x-content-type-options"] == "nosniff"


def test_a_file_that_has_not_changed_is_not_sent_again(
    url: str, request: pytest.FixtureRequest
) -> None:
    first = get(f"{url}app.js")
    again = get(f"{url}app.js", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    # Who asks the others is on the same machine, and needs nothing compressed.
    assert ("content-encoding" in first.headers) == ("started" in request.node.callspec.id)


def test_only_the_page_may_run_games(url: str) -> None:
    policy = get(f"{url}index.html").headers["content-security-policy"]
    assert "'wasm-unsafe-eval' 'sha256-" in policy
    assert "worker-src 'self' blob:" in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")


def test_nothing_outside_of_the_folder_is_sent(url: str, folder: Path) -> None:
    for name in ("..%2Flivestone.html", "%2Fetc%2Fpasswd", "games", "missing.js", "%00"):
        assert get(url + name).status_code in (400, 404, 503)
    for name in ("../livestone.html", "/etc/passwd", "games", "missing.js", "\0"):
        assert answer(Folder(folder), name, {}) is None


def test_only_its_own_names_are_answered(url: str) -> None:
    """Another site could have its name lead to this machine, and read what is served."""
    for host in ("localhost", "127.0.0.1:8000", "[::1]", "LOCALHOST:80"):
        assert get(f"{url}index.html", host=host).status_code == 200
    for host in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example"):
        found = get(f"{url}index.html", host=host)
        assert found.status_code == 400
        assert "is not called" in found.text


def test_the_compressed_content_is_the_same(folder: Path, files: Files) -> None:
    packed = answer(Folder(folder), "app.css", {"accept-encoding": "gzip"})
    plain = answer(Folder(folder), "app.css", {})
    assert packed is not None
    assert plain is not None
    assert gzip.decompress(packed.content) == plain.content == files["app.css"]
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("path", ["setup/freedom", "api/account", "lobby", None])
def test_the_rest_of_the_server_is_begun_whatever_is_asked(
    listener: socket.socket, path: str | None
) -> None:
    """Once the first page has come, at once for another one, and where nobody comes."""
    with early_site(listener, "", ()) as pages:
        waiting = threading.Thread(target=pages.wait)
        waiting.start()
        if path is not None:
            found = get(f"http://127.0.0.1:{listener.getsockname()[1]}/{path}")
            if path == "setup/freedom":
                assert 'data-server="" data-files="/app/"' in found.text
            else:
                assert (found.status_code, found.headers["refresh"]) == (503, "1")
                assert "still starting" in found.text
        waiting.join()
        assert pages.other == (path == "lobby")  # the app asks the API again by itself
        assert (pages.last is None) == (path != "setup/freedom")
