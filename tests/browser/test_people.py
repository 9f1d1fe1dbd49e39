"""An account, profiles and the staff's pages, as people use them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, Server, Visitors
from tests.browser.steps import asked, command

pytestmark = pytest.mark.browser
PASSWORD = "four words will do"
KEPT = """async () => JSON.stringify([localStorage, sessionStorage, document.cookie, location.href,
    history.state, await Promise.all((await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))])"""


def log_in_as(page: Page, name: str, path: str = "/account") -> Page:
    """Register, and open a page."""
    asked(page, "/api/register", {"name": name, "password": PASSWORD})
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def opened(page: Page, title: str) -> Locator:
    """A part of the account, opened."""
    part = page.locator("details.fold", has=page.get_by_role("heading", name=title))
    part.locator("> summary").click()
    expect(part.locator("form, button, input").first).to_be_visible()
    return part


def test_registering_leads_to_the_account(visit: Visitors) -> None:
    page = visit("/register", **PHONE)
    page.get_by_label("Name").fill("Newcomer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.locator(".codes code")).to_have_count(10)
    page.get_by_role("link", name="Your account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Newcomer")
    page.get_by_role("link", name="Settings of this device").click()
    page.get_by_role("link", name=re.compile("^Your account")).click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".bar .me")).to_have_text("Log in")
    page.goto("/account")
    page.locator("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Name").fill("Newcomer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Newcomer")


def test_a_refusal_stands_beside_its_field_and_nothing_is_lost(visit: Visitors) -> None:
    page = log_in_as(visit(), "Clumsy")
    mail = opened(page, "E-mail")
    address, password = mail.get_by_label("E-mail"), mail.get_by_label("Your password").first
    address.fill("clumsy@mail.example")
    password.fill("wrong")
    password.press("Enter")
    expect(password).to_be_focused()
    expect(password).to_have_accessible_description("This is not your password.")
    expect(address).to_have_value("clumsy@mail.example")
    password.fill(PASSWORD)
    password.press("Enter")
    expect(mail.get_by_role("status")).to_have_text("Your e-mail address is changed.")
    proof = mail.locator("form", has_text="is not proved to be yours yet")
    proof.get_by_label("Your password").fill(PASSWORD)
    proof.get_by_role("button").click()
    expect(proof.get_by_role("status")).to_contain_text("A link is on its way")
    choices = opened(page, "Challenges and chat")
    choices.get_by_label("Show chat at tables").uncheck()
    expect(choices.get_by_role("status")).to_have_text("Saved.")
    away = opened(page, "Vacation")
    away.get_by_label("How many days").fill("30")
    away.get_by_role("button", name="Go on vacation").click()
    expect(away).to_contain_text("You are away until")
    page.reload()
    expect(
        opened(page, "Challenges and chat").get_by_label("Show chat at tables")
    ).not_to_be_checked()
    away = opened(page, "Vacation")
    away.get_by_role("button", name="I am back").click()
    away.get_by_label("How many days").fill("30")
    # The session ends elsewhere.
    assert page.request.post("/api/logout").ok
    away.get_by_role("button", name="Go on vacation").click()
    expect(away.get_by_role("alert")).to_contain_text("You are no longer logged in.")
    expect(away.get_by_label("How many days")).to_have_value("30")
    away.get_by_role("link", name="Log in").click()
    expect(page).to_have_url(re.compile(r"/login\?next=%2Faccount$"))


def test_secrets_are_shown_once_and_kept_nowhere(visit: Visitors) -> None:
    page = log_in_as(visit(permissions=["clipboard-read", "clipboard-write"]), "Botmother")
    part = opened(page, "Bots and tokens")
    part.get_by_label("A new bot’s name").fill("Botchild")
    part.get_by_role("button", name="Make the bot").click()
    part.get_by_role("button", name="Make a token for Botchild").click()
    expect(part.get_by_role("heading", name="A token for Botchild")).to_be_focused()
    token = part.locator(".secret input").input_value()
    assert re.fullmatch(r"ls_[\w-]{43}", token)
    part.get_by_role("button", name="Copy").click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == token
    codes = opened(page, "Password and recovery codes")
    made = codes.locator("form", has_text="recovery codes")
    made.get_by_label("Your password").fill(PASSWORD)
    made.get_by_role("button").click()
    code = codes.locator(".secret textarea").input_value().split("\n")[0]
    assert re.fullmatch(r"[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}", code)
    kept = page.evaluate(KEPT)
    assert token not in kept
    assert code not in kept
    part.get_by_role("button", name="I have kept it").click()
    assert token not in page.content()
    page.reload()
    part = opened(page, "Bots and tokens")
    assert token not in page.content()
    bearer = {"authorization": f"Bearer {token}"}
    assert page.request.get("/api/games", headers=bearer).ok
    part.locator("summary", has_text="Revoke").click()
    part.get_by_role("button", name="Yes, revoke it").click()
    expect(part.get_by_role("status")).to_have_text("That token is revoked.")
    assert page.request.get("/api/games", headers=bearer).status == 401
    part.locator(".lines summary", has_text="Delete").click()
    part.get_by_role("button", name="Delete Botchild").click()
    expect(part.get_by_role("status")).to_have_text("That bot is deleted.")
    leave = opened(page, "Delete the account")
    leave.get_by_label("Your password").fill(PASSWORD)
    leave.get_by_role("button", name="Delete the account").click()
    expect(page.locator(".bar .me")).to_have_text("Log in")


def test_sessions_end_one_by_one(visit: Visitors) -> None:
    page, other = log_in_as(visit(), "Twofold"), visit()
    asked(other, "/api/login", {"name": "Twofold", "password": PASSWORD})
    part = opened(page, "Where you are logged in")
    expect(part.get_by_role("listitem")).to_have_count(2)
    part.get_by_role("button", name=re.compile("^End the session")).click()
    expect(part.get_by_role("listitem")).to_have_count(1)
    expect(part.locator("> summary")).to_be_focused()
    assert other.request.get("/api/account").json()["name"] is None


def test_a_person_is_blocked_and_reported_and_the_staff_acts(
    visit: Visitors, server: Server
) -> None:
    rude, page, boss = log_in_as(visit(), "Rudeboy"), visit(**PHONE), visit()
    log_in_as(page, "Annoyed", "/people/rudeboy")
    expect(page.get_by_role("link", name="Challenge Rudeboy")).to_be_visible()
    page.get_by_role("button", name="Block Rudeboy").press("Enter")
    expect(page.get_by_role("button", name="Unblock Rudeboy")).to_be_focused()
    page.locator("summary", has_text="Report Rudeboy").click()
    page.get_by_label("What the staff should know").fill("He <wins> & crows")
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator(".more").get_by_role("status")).to_contain_text("will read your report")
    page.goto("/account")
    opened(page, "Blocked people").get_by_role("button", name="Unblock Rudeboy").click()
    expect(page.get_by_role("button", name="Unblock Rudeboy")).to_have_count(0)

    log_in_as(boss, "Bosswoman")
    expect(boss.get_by_role("link", name="Staff")).to_have_count(0)
    boss.goto("/admin")
    expect(boss.locator("main")).to_contain_text("This is for the staff of this server")
    command("admin", "grant", "Bosswoman", "--data", str(server.data))
    boss.goto("/account")
    boss.get_by_role("link", name="Staff").click()
    report = boss.locator(".reports li", has_text="He <wins> & crows")
    ban = boss.get_by_role("region", name="Bans")
    ban.get_by_label("Whom to ban").fill("Rudeboy")
    ban.get_by_label("Why").fill("Crowing")
    ban.get_by_label("For how many days").fill("x")
    report.get_by_label("Note").fill("Half a no")
    ban.get_by_role("button", name="Ban", exact=True).click()
    expect(ban.get_by_label("For how many days")).to_have_attribute("aria-invalid", "true")
    ban.get_by_label("For how many days").fill("3")
    ban.get_by_role("button", name="Ban", exact=True).click()
    expect(ban.locator("form").get_by_role("status")).to_contain_text("That account is banned")
    expect(ban.get_by_role("listitem").filter(has_text="Rudeboy")).to_contain_text("Crowing")
    expect(report.get_by_label("Note")).to_have_value("Half a no")
    report.get_by_role("button", name="Settle").click()
    expect(report).to_have_count(0)
    names = boss.get_by_role("region", name="Names")
    for label, text in (("Whom", "Annoyed"), ("The new name", "Calmed"), ("Why", "She asked")):
        names.get_by_label(label).fill(text)
    names.get_by_label("Why").press("Enter")  # asks first
    names.get_by_role("button", name="Rename").click()
    expect(names.get_by_role("status")).to_have_text("That account has its new name.")
    texts = boss.get_by_role("region", name="Announcements")
    texts.get_by_label("Text on every page").fill("Tea at <five>")
    texts.get_by_role("button", name="Announce").click()
    expect(boss.locator(".notices")).to_contain_text("Tea at <five>")
    texts.get_by_role("button", name="Delete Tea at").click()
    expect(boss.locator(".notices")).not_to_contain_text("Tea")
    boss.get_by_role("link", name="Log").click()
    boss.get_by_label("Search").fill("rudeboy")
    boss.get_by_label("Search").press("Enter")
    expect(boss.get_by_role("listitem").first).to_contain_text("Crowing")
    rude.reload()
    expect(rude.get_by_role("heading", level=1)).to_have_text("Log in first")
