"""Overview and memories in a browser: keys, focus, live search, undo, no scripts; nobody is shut out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from knowledge.engine.types import Actor, MemoryDraft, SourceRef
from knowledge.models import Memory
from knowledge.services.edit import forget
from knowledge.services.store import store

ROOT = Actor(kind="system", name="test", door="command", roles=frozenset({"admin"}), agents=None)


def say(content: str, *, days: float = 1, agent: str = "alice", origin: str = "user_direct", **more: object) -> str:
    actor = Actor(kind="agent", name="bot", door="rest", agents=None, origin=origin)
    draft = MemoryDraft(content, **more)  # type: ignore[arg-type]
    return store(actor=actor, agent=agent, draft=draft, now=timezone.now() - timedelta(days=days)).memory.id


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    for number in range(55):
        say(f"The river is {number} feet high.", days=60 - number, importance=number % 10, tags=("water",))
    say("請求書の締め日は毎週金曜日。", days=3, layer="semantic", source=SourceRef("message", "chat-1", "4"))
    say("pay\u202em\u200bika <b>now</b>", days=2, origin="mcp_external:crawler")
    for place, city in enumerate(["Osaka", "Kobe", "Kyoto"]):
        say(f"Mika lives in {city}.", days=40 - place, subject="Mika", predicate="lives in", object=city)
    say("Mika lives in Paris.", subject="Mika", predicate="lives in", object="Paris", origin="channel:forum")
    say("zoe's river", agent="zoe")
    sign_in(alice)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


def memory_of(content: str) -> str:
    return f"/memories/{Memory.objects.get(content=content).id}/"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 800})
    addresses = [
        "/",
        "/memories/?state=all",
        "/memories/?q=river",
        "/memories/?q=river&agent=alice&tag=water",
        "/memories/?q=nothing+like+this",
        "/memories/?since=nonsense",
        memory_of("Mika lives in Kyoto."),
        memory_of("Mika lives in Paris."),
        memory_of("The river is 54 feet high.") + "?q=river",
    ]
    for address in addresses:
        hub.goto(address)
        hub.evaluate(
            "[...document.querySelectorAll('#main details')].slice(0, 4).forEach((one) => { one.open = true })"
        )
        assert problems(hub) == [], address
        assert hub.evaluate("document.documentElement.scrollWidth") <= width, address


def test_first_steps_of_an_empty_hub(page: Page, sign_in, alice):
    sign_in(alice)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("This hub is empty")
    expect(page.locator("pre").first).to_contain_text("python3 manage.py demo")
    assert problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_by_keyboard_from_the_overview_to_a_memory_and_back(hub: Page):
    hub.goto("/")
    hub.keyboard.press("g")
    hub.keyboard.press("m")
    hub.wait_for_url("**/memories/")
    hub.keyboard.press("/")
    hub.keyboard.type("請求書")
    hub.wait_for_url(re.compile("q=%E8"))
    expect(hub.locator("#results mark").first).to_have_text("請求書")
    expect(hub.locator("[data-search]")).to_be_focused()
    hub.keyboard.press("Escape")
    hub.locator("body").click(position={"x": 5, "y": 5})
    hub.keyboard.press("j")
    hub.keyboard.press("Enter")
    hub.wait_for_url("**/memories/m_*/?*")
    expect(hub.get_by_role("heading", name="Why the search finds it")).to_be_visible()
    hub.get_by_role("link", name="Back to the search").click()
    expect(hub.locator("[data-search]")).to_have_value("請求書")


def test_typing_finds_and_the_score_is_taken_apart(hub: Page):
    hub.goto("/memories/?agent=alice")
    hub.locator("[data-search]").fill("river 54 feet")
    expect(hub.locator("#results .hit").first).to_contain_text("The river is 54 feet high.")
    hub.locator("#results .why summary").first.click()
    expect(hub.locator("#results .score").first).to_contain_text("Match with the words")
    expect(hub.locator("#live")).to_contain_text("memories")
    hub.get_by_role("link", name="Words only").click()
    hub.wait_for_url("**mode=keyword**")
    expect(hub.get_by_role("link", name="Words only")).to_have_attribute("aria-current", "true")


def test_pages_by_keys(hub: Page):
    hub.goto("/memories/?agent=alice")
    expect(hub.locator(".pager .total")).to_contain_text("50 of 58")
    hub.keyboard.press("n")
    hub.wait_for_url("**before=m_*")
    expect(hub.locator("#results [data-item]")).to_have_count(8)
    hub.keyboard.press("p")
    hub.wait_for_url("**after=m_*")
    expect(hub.locator("#results [data-item]")).to_have_count(50)


def test_many_are_forgotten_and_one_key_brings_them_back(hub: Page):
    hub.goto("/memories/?agent=alice")
    expect(hub.locator(".bulk-bar")).to_be_hidden()
    hub.keyboard.press("j")
    hub.keyboard.press("x")
    hub.keyboard.press("j")
    hub.keyboard.press("x")
    bar = hub.locator(".bulk-bar")
    expect(bar.locator("[data-count-here]")).to_have_text("2")
    bar.get_by_label("Reason for forgetting").fill("said in error")
    bar.get_by_role("button", name="Forget").click()
    hub.locator("#confirm").get_by_role("button", name="Cancel").click()
    assert Memory.objects.filter(standing="archived").count() == 0
    bar.get_by_role("button", name="Forget").click()
    hub.locator("#confirm").get_by_role("button", name="Forget").click()
    toast = hub.locator("#toasts [data-toast]")
    expect(toast).to_contain_text("2 memories forgotten.")
    expect(hub.locator(".pager .total")).to_contain_text("of 56")
    assert Memory.objects.filter(standing="archived").count() == 2
    hub.keyboard.press("u")
    expect(hub.locator("#toasts")).to_contain_text("2 memories restored.")
    expect(hub.locator(".pager .total")).to_contain_text("of 58")
    assert Memory.objects.filter(standing="archived").count() == 0


def test_all_on_a_page_get_a_label(hub: Page):
    hub.goto("/memories/?agent=alice&subject=Mika")
    hub.get_by_label("All on this page").check()
    hub.get_by_label("Label to add").fill("people")
    hub.get_by_role("button", name="Add label").click()
    expect(hub.locator("#toasts")).to_contain_text("1 memory labelled.")
    expect(hub.locator("#results .tag", has_text="people")).to_have_count(1)
    assert Memory.objects.get(object="Kyoto").tags == ["people"]


def test_forget_undo_and_labels_on_the_page_of_a_memory(hub: Page):
    hub.goto(memory_of("請求書の締め日は毎週金曜日。"))
    hub.get_by_text("Forget", exact=True).first.click()
    hub.get_by_label("Reason").fill("誤り")
    hub.get_by_role("button", name="Forget").click()
    expect(hub.locator("#toasts [data-toast]")).to_contain_text("Forgotten.")
    expect(hub.locator("#memory > [data-focus]")).to_be_focused()
    expect(hub.locator("#memory .notice").first).to_contain_text("誤り")
    hub.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(hub.locator("#toasts [data-toast]").last).to_contain_text("Restored")
    expect(hub.locator("#memory")).to_contain_text("True now")

    hub.get_by_text("Edit labels").click()
    hub.get_by_label("Labels").fill("経理、請求")
    hub.get_by_label("Importance").fill("12")
    hub.get_by_role("button", name="Save").click()  # the browser itself objects
    assert Memory.objects.get(content__startswith="請求書").tags == []
    hub.get_by_label("Importance").fill("8")
    hub.get_by_role("button", name="Save").click()
    expect(hub.locator("#memory .dl")).to_contain_text("8.0 / 10")
    expect(hub.locator("#memory .dl .tag")).to_have_text(["経理", "請求"])


def test_somebody_else_was_faster(hub: Page):
    hub.goto(memory_of("zoe's river"))
    memory_id = Memory.objects.get(agent__name="zoe").id
    forget(actor=ROOT, memory_id=memory_id)
    hub.reload()
    with hub.context.new_page() as other:
        other.goto(f"/memories/{memory_id}/")
        other.get_by_role("button", name="Restore").click()
        expect(other.locator("#memory")).to_contain_text("True now")
    hub.get_by_role("button", name="Restore").click()
    expect(hub.locator("#toasts [data-toast='error']")).to_contain_text("not in the archive")
    expect(hub.locator("#memory")).to_contain_text("zoe's river")


def test_works_without_scripts(hub: Page, browser, live_server, context):
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state(), locale="en-GB"
    )
    page = plain.new_page()
    page.goto("/memories/?agent=alice")
    page.locator("[data-search]").fill("金曜日")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#results a.text").first.click()
    page.get_by_text("Forget", exact=True).first.click()
    page.get_by_role("button", name="Forget").click()
    expect(page.locator("#memory")).to_contain_text("It was forgotten")
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#memory")).to_contain_text("True now")
    page.goto("/memories/?agent=alice")
    page.locator("[data-select]").first.check()
    page.locator(".bulk-bar").get_by_role("button", name="Forget").click()
    expect(page.locator("#toasts")).to_contain_text("1 memory forgotten.")
    plain.close()
