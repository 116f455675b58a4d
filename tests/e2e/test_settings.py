"""Settings in a browser: an account from nothing to signed in, a token, an agent; nobody is shut out."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Error, Page, expect

from knowledge.engine.types import Actor
from knowledge.models import Agent
from memoryhub import tokens
from tests.knowledge.helpers import days, fact, say

PAGES = [
    "/settings/",
    "/settings/people/",
    "/settings/people/new/",
    "/settings/people/{bob}/",
    "/settings/tokens/",
    "/settings/tokens/new/",
    "/settings/agents/?agent=alice",
    "/settings/limits/",
    "/admin/",
    "/admin/knowledge/memory/",
]


@pytest.fixture
def hub(page: Page, sign_in, alice, bob) -> Page:
    fact("tea", predicate="likes", now=days(-9))
    fact("coffee", predicate="likes", now=days(-5))
    say("王芳喜欢乌龙茶", agent="external/crawler")
    tokens.mint(actor=Actor("system", "root", "command"), agent="alice", scopes=["memory:read"])
    sign_in(alice)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, bob, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 800})
    for address in PAGES:
        hub.goto(address.format(bob=bob.pk))
        if not address.startswith("/admin/"):  # Django's own pages have their own looks
            assert problems(hub) == [], address
            assert hub.evaluate("document.documentElement.scrollWidth") <= width, address


def test_an_account_is_made_and_its_owner_comes_in_and_sets_a_password(hub: Page, browser, live_server):
    hub.goto("/settings/people/")
    hub.keyboard.press("c")
    hub.wait_for_url("**/settings/people/new/")
    hub.get_by_label("Name").fill("dora")
    hub.get_by_label("Role").select_option("curator")
    hub.get_by_label("alice").check()
    hub.get_by_role("button", name="Make the account").click()
    expect(hub.get_by_role("heading", level=1)).to_have_text("dora")
    hub.get_by_role("button", name="New sign-in link").click()
    link = hub.locator(".snippet code").inner_text()
    assert link.startswith(f"{live_server.url}/sign-in/link/")
    assert "/sign-in/link/" not in hub.url

    own = browser.new_context(base_url=live_server.url, locale="en-GB")
    page = own.new_page()
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{live_server.url}/")
    page.goto("/settings/")
    expect(page.get_by_role("main")).to_contain_text("Curator")
    expect(page.get_by_role("link", name="Tokens")).to_have_count(0)
    page.get_by_label("New password", exact=True).fill("correct horse battery")
    page.get_by_label("New password again").fill("correct horse battery")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toasts")).to_contain_text("Your password is set.")

    hub.goto(f"/settings/people/{User.objects.get(username='dora').pk}/")
    hub.get_by_role("button", name="Shut out").click()
    dialog = hub.locator("#confirm")
    expect(dialog).to_contain_text("Shut dora out?")
    dialog.get_by_role("button", name="Shut out").click()
    expect(hub.locator("#toasts")).to_contain_text("They are shut out")
    page.goto("/settings/")
    page.wait_for_url("**/sign-in/**")
    own.close()


def test_a_token_is_shown_once_and_not_after_going_back(hub: Page):
    hub.goto("/settings/tokens/new/")
    hub.locator("[name=agent]").fill("alice")
    hub.get_by_label("Read memories").check()
    hub.get_by_role("button", name="Make the token").click()
    secret = hub.locator(".snippet code").inner_text()
    assert re.fullmatch(r"mh_live_[0-9A-Za-z]{33}", secret)
    assert secret not in hub.url
    hub.get_by_role("link", name="I have copied it").click()
    hub.wait_for_url("**/settings/tokens/")
    assert secret not in hub.content()
    with pytest.raises(Error, match="ERR_CACHE_MISS"):  # the browser kept no copy of that page
        hub.go_back()
    hub.wait_for_load_state()
    expect(hub.locator("body")).not_to_contain_text(secret)
    hub.goto("/settings/")
    assert hub.evaluate("Object.keys(localStorage).length") == 0
    assert secret not in hub.evaluate("JSON.stringify(sessionStorage)")


def test_a_token_is_revoked_after_a_question(hub: Page):
    hub.goto("/settings/tokens/")
    hub.get_by_role("button", name="Revoke").click()
    hub.locator("#confirm").get_by_role("button", name="Revoke").click()
    expect(hub.locator("#toasts")).to_contain_text("The token is revoked")
    expect(hub.get_by_text("No token works now")).to_be_visible()
    hub.get_by_role("link", name="Show 1 that ended").click()
    expect(hub.locator("tr[data-item]")).to_contain_text("Revoked")


def test_a_property_may_hold_several_values(hub: Page):
    hub.goto("/settings/agents/")
    hub.get_by_role("link", name="alice", exact=True).click()
    hub.get_by_label("Property").fill("Likes")
    hub.get_by_role("button", name="Allow several values").click()
    hub.locator("#confirm").get_by_role("button", name="Allow several values").click()
    expect(hub.locator("#toasts")).to_contain_text("1 value is true again.")
    assert Agent.objects.get(name="alice").multi_valued == ["likes"]
    hub.get_by_role("button", name="One value again").click()
    expect(hub.get_by_text("1 subjects hold several values")).to_be_visible()
    assert Agent.objects.get(name="alice").multi_valued == ["likes"]


def test_the_admin_works_under_the_same_policy(hub: Page):
    hub.goto("/admin/knowledge/memory/")
    hub.locator("#result_list tbody tr").first.locator("a").first.click()
    expect(hub.get_by_role("heading", name=re.compile("View"))).to_be_visible()
    assert hub.get_by_role("button", name="Save").count() == 0
    hub.goto("/admin/knowledge/memory/")
    hub.locator("#action-toggle").check()
    hub.locator("select[name=action]").select_option("forget_selected")
    hub.get_by_role("button", name="Go").click()
    expect(hub.locator(".messagelist")).to_contain_text("memories were changed.")
