"""The audit in a browser: filters, keys, the check of the chain, the file; nobody is shut out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as hub
from playwright.sync_api import Page, expect

from knowledge.engine.types import Actor
from knowledge.models import AuditEvent
from knowledge.services import audit
from knowledge.services.edit import forget
from tests.knowledge.helpers import days, fact, say

ADMIN = Actor("person", "alice", "page", frozenset({"admin"}), None)


@pytest.fixture
def trail(page: Page, sign_in, alice) -> Page:
    fact("en", now=days(-3))
    fact("fr", now=days(-2))
    for number in range(60):
        say(f"Memory {number}", agent="経理" if number % 2 else "alice", now=days(-1))
    forget(actor=ADMIN, memory_id=say("A slip", now=days(-1)).memory.id, reason="wrong\u202e <b>word</b>")
    sign_in(alice)
    page.goto("/audit/")
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(trail: Page, scheme, width):
    trail.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    trail.set_viewport_size({"width": width, "height": 800})
    trail.goto("/audit/?action=memory.forgotten")
    trail.locator("td summary").first.click()
    assert problems(trail) == []
    assert trail.evaluate("document.documentElement.scrollWidth") <= width


def test_a_filter_is_an_address_and_its_cross_takes_it_away(trail: Page):
    trail.get_by_text("Filters", exact=True).click()
    trail.get_by_label("What", exact=True).select_option("memory.superseded")
    trail.wait_for_url("**action=memory.superseded**")
    expect(trail.locator("tr[data-item]")).to_have_count(1)
    expect(trail.locator("#records")).to_contain_text("Replaced a value")
    chip = trail.locator(".chip")
    expect(chip).to_contain_text("Replaced a value")
    chip.click()
    expect(trail.locator("tr[data-item]")).to_have_count(50)
    trail.go_back()
    expect(trail.locator("tr[data-item]")).to_have_count(1)


def test_keys_turn_pages_and_move_in_the_list(trail: Page):
    trail.keyboard.press("n")
    trail.wait_for_url("**before=**")
    expect(trail.locator("tr[data-item]")).to_have_count(14)
    trail.keyboard.press("p")
    trail.wait_for_url("**after=**")
    expect(trail.locator("tr[data-item]")).to_have_count(50)
    trail.keyboard.press("j")
    expect(trail.locator("tr[data-item] [data-open]").first).to_be_focused()


def test_typing_an_id_finds_what_happened_to_it(trail: Page):
    gone = AuditEvent.objects.get(action="memory.forgotten").target
    trail.keyboard.press("/")
    trail.keyboard.type(gone)
    trail.wait_for_url("**target=**")
    expect(trail.locator("tr[data-item]")).to_have_count(2)
    row = trail.locator("tr[data-item]").first
    expect(row).to_contain_text("<b>word</b>")
    expect(row.locator(".ctrl")).to_have_text("RLO")


def test_the_check_runs_to_its_end_by_itself(trail: Page, monkeypatch):
    monkeypatch.setattr(audit.verify_step, "__kwdefaults__", {"limit": 10})
    trail.get_by_role("button", name="Check the chain").click()
    result = trail.locator("#check")
    expect(result).to_contain_text("Checked: 64 records, unbroken.")
    expect(result.locator("[data-focus]")).to_be_focused()


def test_a_broken_chain_is_named(trail: Page):
    AuditEvent.objects.filter(sequence=7).update(actor="mallory")
    trail.get_by_role("button", name="Check the chain").click()
    expect(trail.get_by_role("alert")).to_contain_text("The chain breaks at record 7.")


def test_the_file_holds_the_records_of_the_filter(trail: Page):
    trail.goto("/audit/?action=memory.superseded")
    with trail.expect_download() as waiting:
        trail.get_by_role("link", name="Export").click()
    assert waiting.value.suggested_filename == "audit.jsonl"
    lines = Path(waiting.value.path()).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["action"] for line in lines] == ["memory.superseded"]


def test_without_scripts_the_check_goes_on_by_a_button(browser, live_server, trail: Page, context, monkeypatch):
    monkeypatch.setattr(audit.verify_step, "__kwdefaults__", {"limit": 40})
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state(), locale="en-GB"
    )
    page = plain.new_page()
    page.goto("/audit/")
    page.get_by_role("button", name="Check the chain").click()
    expect(page.locator("#check")).to_contain_text("40 of 64")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#check")).to_contain_text("Checked: 64 records, unbroken.")
    page.get_by_role("link", name="Older").click()
    expect(page.locator("tr[data-item]")).to_have_count(14)
    plain.close()


def test_in_japanese(trail: Page, context, live_server):
    context.add_cookies([{"name": hub.LANGUAGE_COOKIE_NAME, "value": "ja", "url": live_server.url}])
    trail.goto("/audit/")
    expect(trail.locator("html")).to_have_attribute("lang", "ja")
    expect(trail.locator("h1")).not_to_have_text("Audit")
    expect(trail.locator("#records")).not_to_contain_text("Stored a memory")
