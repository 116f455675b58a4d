"""Facts in a browser: typing, keys, sliders, both clocks, a correction; nobody is shut out."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import Memory
from knowledge.services.store import store

LONG_AGO = 400


def say(subject: str, predicate: str, value: str, *, ago: float, origin: str = "user_direct", **more: object) -> str:
    actor = Actor(kind="agent", name="test", door="rest", agents=None, origin=origin)
    draft = MemoryDraft(
        f"{subject} {predicate} {value}.",
        subject=subject,
        predicate=predicate,
        object=value,
        **more,  # type: ignore[arg-type]
    )
    return store(actor=actor, agent="alice", draft=draft, now=day(ago)).memory.id


def day(ago: float) -> datetime:
    return timezone.now() - timedelta(days=ago)


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    say("Mika", "lives in", "Osaka", ago=LONG_AGO)
    say("Mika", "lives in", "Kyoto", ago=100, valid_from=day(150))
    say("Mika", "lives in", "Kobe", ago=50, valid_from=day(300), valid_until=day(250))
    say("Mika", "lives in", "Nagoya", ago=1, origin="channel:chat")
    say("美香", "住所", "京都のまち", ago=20)
    for number in range(60):
        say("server", "load", f"{number} %", ago=60 - number)
    sign_in(alice)
    return page


def address(subject: str = "Mika", predicate: str = "lives in", **more: str) -> str:
    return "/facts/fact/?" + urlencode({"agent": "alice", "subject": subject, "predicate": predicate, **more})


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 900})
    ids = list(Memory.objects.filter(subject="Mika", standing="believed").values_list("id", flat=True))
    at = day(120).date().isoformat()
    for url in (
        "/facts/?q=mi",
        address(),
        address(at=at, known=at),
        address(a=ids[0], b=ids[1]),
        address("server", "load"),
    ):
        hub.goto(url)
        assert problems(hub) == []
        assert hub.evaluate("document.documentElement.scrollWidth") <= width


def test_typing_finds_and_arrow_keys_reach_the_fact(hub: Page):
    hub.goto("/facts/")
    hub.keyboard.press("/")
    hub.keyboard.type("ｍｉｋ")
    expect(hub.locator(".fact")).to_have_count(1)
    expect(hub.locator(".fact mark")).to_have_text("Mik")
    hub.wait_for_load_state("networkidle")  # no answer is on its way that would put a new list in place
    hub.keyboard.press("ArrowDown")
    expect(hub.locator(".fact [data-open]")).to_be_focused()
    hub.keyboard.press("ArrowUp")
    expect(hub.locator("[data-search]")).to_be_focused()
    hub.keyboard.press("ArrowDown")
    hub.keyboard.press("Enter")
    expect(hub.locator("h1")).to_have_text("Mika · lives in")
    expect(hub.locator("#answer .big")).to_have_text("Kyoto")


def test_brackets_step_through_the_versions_and_back_goes_back(hub: Page):
    hub.goto(address())
    hub.keyboard.press("[")
    expect(hub.locator("#answer .big")).to_have_text("Kobe")
    expect(hub.locator("#answer-title")).to_be_focused()
    hub.keyboard.press("[")
    expect(hub.locator("#answer .big")).to_have_text("Osaka")
    expect(hub.locator("tr.here [data-open]")).to_have_text("Osaka")
    hub.keyboard.press("]")
    expect(hub.locator("#answer .big")).to_have_text("Kobe")
    hub.go_back()
    expect(hub.locator("#answer .big")).to_have_text("Osaka")


def test_a_slider_answers_at_the_moment_it_points_to(hub: Page):
    hub.goto(address())
    slider = hub.get_by_role("slider", name="As of", exact=True)
    expect(slider).to_have_attribute("aria-valuetext", "now")
    slider.focus()
    for _ in range(4):
        hub.keyboard.press("PageDown")
    expect(hub.locator("#answer .belief")).to_contain_text("At the time the hub")
    expect(slider).to_be_focused()
    assert "at" in query(hub)
    assert hub.locator("#id_at").input_value() == query(hub)["at"][0]
    expect(hub.locator("line.pin")).to_have_count(1)
    reached = hub.locator("#answer .big").inner_text()
    hub.reload()
    expect(hub.locator("#answer .big")).to_have_text(reached)
    assert hub.get_by_role("slider", name="As of", exact=True).input_value() == slider.input_value()

    hub.get_by_role("slider", name="As of", exact=True).focus()
    hub.keyboard.press("End")
    hub.keyboard.press("Home")
    expect(hub.locator("#answer .big")).to_contain_text("Nothing")


def test_the_second_slider_forgets_what_was_learned_later(hub: Page):
    hub.goto(address(at=day(120).isoformat()))
    expect(hub.locator("#answer .big")).to_have_text("Kyoto")
    known = hub.get_by_role("slider", name="As known on")
    known.evaluate(
        """(slider, moment) => {
            const { from, until } = document.getElementById("picture").dataset;
            slider.value = String(Math.round(1000 * (moment - from) / (until - from)));
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        day(110).timestamp() * 1000,
    )
    expect(hub.locator("#answer .big")).to_have_text("Osaka")
    expect(hub.locator("#answer .belief")).to_contain_text("Today the hub answers “Kyoto” for this moment.")
    assert "known" in query(hub)
    hub.get_by_role("link", name="Back to now").click()
    expect(hub.locator("#answer .big")).to_have_text("Kyoto")
    assert "known" not in query(hub)


def test_two_versions_are_compared_from_the_table(hub: Page):
    hub.goto(address())
    hub.get_by_role("radio", name="Compare from version 1, Osaka").check()
    hub.get_by_role("radio", name="Compare to version 2, Kyoto").check()
    hub.get_by_role("button", name="Compare A with B").click()
    compare = hub.locator("#compare")
    expect(compare.locator(".diff del")).to_contain_text("Osaka")
    expect(compare.locator(".diff ins")).to_contain_text("Kyoto")


def test_a_long_chain_opens_in_the_middle(hub: Page):
    hub.goto(address("server", "load"))
    fold = hub.locator(".fold-row a")
    expect(fold).to_contain_text("versions not shown")
    fold.click()
    expect(hub.locator("#answer-title")).to_contain_text("of 60")
    hub.keyboard.press("]")
    expect(hub.locator("#answer-title")).to_be_focused()


def test_a_correction_is_previewed_then_saved(hub: Page):
    hub.goto(address())
    hub.get_by_label("Value", exact=True).fill("Sapporo")
    hub.get_by_role("button", name="Preview").click()
    forecast = hub.locator(".forecast")
    expect(forecast).to_contain_text("“Sapporo” is true from")
    expect(forecast).to_contain_text("It takes the place of “Kyoto”")
    expect(hub.get_by_label("Value", exact=True)).to_have_value("Sapporo")
    assert not Memory.objects.filter(object="Sapporo").exists()
    hub.get_by_role("button", name="Save").click()
    expect(hub.locator("#toasts")).to_contain_text("“Sapporo” is true from")
    expect(hub.locator("#answer .big")).to_have_text("Sapporo")
    assert Memory.objects.get(object="Sapporo").origin == "operator"


def test_a_mistake_in_the_form_keeps_what_was_typed(hub: Page):
    hub.goto(address())
    hub.get_by_label("Sentence").fill("Something")
    hub.get_by_text("Time zone, confidence, comment").click()
    hub.get_by_label("Comment").fill("on the phone")
    hub.get_by_label("Confidence").evaluate("field => { field.type = 'text'; field.value = 'much'; }")
    hub.get_by_role("button", name="Preview").click()
    expect(hub.locator("#statement .error")).to_contain_text("number")
    expect(hub.get_by_label("Comment")).to_have_value("on the phone")


def test_japanese_facts_are_found_and_shown(hub: Page):
    hub.goto("/facts/")
    hub.locator("[data-search]").fill("住")
    expect(hub.locator(".fact")).to_have_count(1)
    hub.locator(".fact [data-open]").click()
    expect(hub.locator("#answer .big")).to_have_text("京都のまち")
    expect(hub.locator("#answer .big")).to_have_attribute("lang", "ja")


def test_everything_works_without_scripts(browser, live_server, hub: Page, context):
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state(), locale="en-GB"
    )
    page = plain.new_page()
    page.goto("/facts/")
    page.locator("[data-search]").fill("mika")
    page.get_by_role("button", name="Search").click()
    page.locator(".fact [data-open]").click()
    expect(page.locator(".sliders")).to_be_hidden()
    page.locator("#id_at").fill(day(120).strftime("%Y-%m-%dT%H:%M"))
    page.locator("#id_known").fill(day(110).strftime("%Y-%m-%dT%H:%M"))
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#answer .big")).to_have_text("Osaka")
    page.get_by_label("Value", exact=True).fill("Sapporo")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".forecast")).to_contain_text("Sapporo")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#answer .big")).to_have_text("Sapporo")
    plain.close()
