"""A browser and many tables behind nginx, as deploy/nginx.conf sets it up."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.app.built import small_site
from tests.browser.steps import MINE, shows, site, start
from tests.server.test_proxies import proxied

pytestmark = pytest.mark.browser
TABLES = 8  # by HTTP/1 six open streams are all that a browser has for one server


def test_many_tables_are_open_at_once(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_APP", str(small_site()))
    with proxied("nginx", tmp_path) as (_, url):
        context = browser.new_context(base_url=url, ignore_https_errors=True)
        pages = []
        for _ in range(TABLES):
            pages.append(context.new_page())
            start(pages[-1], seat1="person")
            expect(pages[-1].locator(MINE)).to_be_visible()
        for page in pages:
            site(page, "a1").click()
            shows(page, 1)
        context.close()
