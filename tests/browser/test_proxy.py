"""A browser behind nginx, as deploy/nginx.conf sets it up."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.app.built import small_site
from tests.browser.steps import ready, shows, site, start
from tests.server.test_proxies import proxied

pytestmark = pytest.mark.browser


def test_what_happens_at_a_table_reaches_its_other_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_APP", str(small_site()))
    with proxied("nginx", tmp_path) as (_, url):
        context = browser.new_context(base_url=url, ignore_https_errors=True)
        page, other = context.new_page(), context.new_page()
        other.goto(start(page, seat1="person"))
        ready(other)
        site(page, "a1").click()
        shows(other, 1)
        context.close()
