"""Sources in a browser: an origin taken back by keyboard and put back; a plan to its report; nobody shut out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import Group, User
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.models import ForgetPlan, Memory, OriginRollback
from knowledge.services.store import store

BAD = "channel:board"


def say(content: str, *, days: float, origin: str = BAD, item: str = "", **more: object) -> str:
    """Store something as an agent does that read it in a thread."""
    actor = Actor(kind="agent", name="bot", door="rest", agents=None, origin=origin)
    source = SourceRef("message", f"thread of {origin}", item) if item else None
    draft = MemoryDraft(content, source=source, **more)  # type: ignore[arg-type]
    return store(actor=actor, agent="alice", draft=draft, now=timezone.now() - timedelta(days=days)).memory.id


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    for number in range(4):
        fact = {"subject": f"house {number}", "predicate": "colour"}
        say(f"House {number} is red.", days=9, origin="channel:desk", item=f"{number}", object="red", **fact)
        bad = say(f"House {number} is <b>blue</b>.", days=5 - number, item=f"{number}", object="blue", **fact)
        say(f"Paint for house {number}.", days=0.5, origin="agent_derived", derived_from=(bad,))
    sign_in(alice)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


def plan(page: Page) -> ForgetPlan:
    page.goto(f"/sources/conversation/?agent=alice&session=thread+of+{BAD}")
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator("h1")).to_have_text("Plan to forget a source")
    return ForgetPlan.objects.get()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    made = plan(hub)
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 800})
    for address in (
        "/sources/",
        "/sources/?tab=conversations",
        "/sources/?tab=plans",
        "/sources/?tab=rollbacks",
        "/sources/?tab=blocks",
        f"/sources/origin/?agent=alice&origin={BAD}",
        f"/sources/conversation/?agent=alice&session=thread+of+{BAD}",
        "/sources/plans/new/?agent=alice",
        f"/sources/plans/{made.pk}/",
    ):
        hub.goto(address)
        assert problems(hub) == [], address
        assert hub.evaluate("document.documentElement.scrollWidth") <= width, address


def test_an_origin_is_taken_back_and_put_back_by_keyboard(hub: Page):
    hub.goto("/")
    hub.keyboard.press("g")
    hub.keyboard.press("r")
    hub.wait_for_url("**/sources/")
    hub.keyboard.press("j")
    while "desk" in hub.locator("[data-item].is-current").inner_text():
        hub.keyboard.press("j")
    hub.keyboard.press("Enter")
    expect(hub.locator("h1")).to_have_text("Take an origin back")
    expect(hub.locator("svg .reach-closed")).to_have_count(4)
    hub.get_by_label("Reason").focus()
    hub.keyboard.type("poisoned")
    hub.keyboard.press("Enter")
    expect(hub.get_by_role("dialog")).to_contain_text("Take back everything this origin said?")
    assert not OriginRollback.objects.exists()
    hub.get_by_role("dialog").get_by_role("button", name="Take it back").focus()
    hub.keyboard.press("Enter")
    expect(hub.locator("h1")).to_have_text("An origin taken back")
    assert Memory.objects.filter(standing="purged").count() == 4
    hub.get_by_role("button", name="Undo").focus()
    hub.keyboard.press("Enter")
    expect(hub.locator("#toasts, [role=status]").first).to_contain_text("4 rows are believed again.")
    assert not Memory.objects.filter(standing="purged").exists()


def test_a_plan_is_approved_by_another_and_carried_out(hub: Page, sign_in):
    made = plan(hub)
    otto = User.objects.create_user("otto")
    otto.groups.add(Group.objects.get(name="admin"))
    hub.context.clear_cookies()
    sign_in(otto)
    hub.goto(f"/sources/plans/{made.pk}/")
    hub.keyboard.press("a")
    hub.wait_for_url("**/queue/**")
    hub.keyboard.press("a")
    if hub.get_by_role("dialog").is_visible():
        hub.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(hub.locator("#toasts .text")).to_contain_text("Nothing is deleted yet: the next step is to carry it out.")
    expect(hub.get_by_role("heading", name="Next step: carry it out")).to_be_visible()
    hub.get_by_role("button", name="Delete for good").click()
    hub.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(hub.locator("h1")).to_have_text("A source forgotten for good")
    expect(hub.get_by_text("The database file holds no byte of it")).to_be_visible()
    assert Memory.objects.count() == 4
    assert problems(hub) == []


def test_without_scripts_everything_can_be_done(browser: Browser, live_server, hub: Page):
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=hub.context.storage_state()
    )
    tab = plain.new_page()
    tab.goto(f"/sources/origin/?agent=alice&origin={BAD}")
    tab.get_by_label("Reason").fill("poisoned")
    tab.get_by_role("button", name="Take it back").click()
    expect(tab.locator("h1")).to_have_text("An origin taken back")
    tab.get_by_role("button", name="Undo").click()
    expect(tab.get_by_text("4 rows are believed again.")).to_be_visible()
    tab.goto("/sources/?tab=conversations")
    tab.get_by_role("link", name=f"thread of {BAD}").click()
    tab.get_by_role("link", name="Forget it…").first.click()
    tab.get_by_role("button", name="Plan it").click()
    expect(tab.locator("h1")).to_have_text("Plan to forget a source")
    assert ForgetPlan.objects.get().selector["items"] == [{"session": f"thread of {BAD}", "items": ["0"]}]
    plain.close()
