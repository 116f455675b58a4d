"""The interface in a browser: keys, focus, dialogs, themes, no scripts; nobody is shut out."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

GUIDE = "/styleguide/"


@pytest.fixture
def guide(page: Page, sign_in, alice, settings) -> Page:
    settings.DEBUG = True
    sign_in(alice)
    page.goto(GUIDE)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(guide: Page, scheme, width):
    guide.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    guide.set_viewport_size({"width": width, "height": 800})
    guide.goto(f"{GUIDE}?state=held&toasts=1")
    assert problems(guide) == []
    assert guide.evaluate("document.documentElement.scrollWidth") <= width


def test_sign_in_page_is_accessible(page: Page, live_server):
    page.goto("/sign-in/")
    assert problems(page) == []


def test_keys_move_select_and_open_only_when_nobody_types(guide: Page):
    guide.keyboard.press("j")
    first = guide.locator("[data-item]").nth(0)
    expect(first.locator("[data-open]")).to_be_focused()
    guide.keyboard.press("j")
    guide.keyboard.press("x")
    expect(guide.locator("[data-select]").nth(1)).to_be_checked()
    expect(guide.locator("[data-count-here]")).to_have_text("1")
    guide.keyboard.press("k")
    expect(first.locator("[data-open]")).to_be_focused()

    guide.keyboard.press("/")
    field = guide.locator("[data-search]")
    expect(field).to_be_focused()
    guide.keyboard.type("jx?")
    expect(field).to_have_value("jx?")
    expect(guide.locator("#shortcuts")).to_be_hidden()


def test_keys_with_a_modifier_or_inside_a_conversion_do_nothing(guide: Page):
    guide.keyboard.press("Control+j")
    assert guide.evaluate("document.activeElement === document.body")
    guide.evaluate(
        """() => document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key: "?", keyCode: 229, isComposing: true, bubbles: true}))"""
    )
    expect(guide.locator("#shortcuts")).to_be_hidden()


def test_enter_that_ends_a_conversion_does_not_submit(guide: Page):
    guide.evaluate(
        """() => {
            window.sent = 0;
            document.addEventListener("keydown", (event) => { if (event.key === "Enter") window.sent += 1; });
            const field = document.querySelector("[data-search]");
            field.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", isComposing: true, bubbles: true}));
        }"""
    )
    assert guide.evaluate("window.sent") == 0


def test_the_shortcut_dialog_opens_closes_and_gives_the_focus_back(guide: Page):
    button = guide.get_by_role("button", name="Open a dialog")
    button.focus()
    guide.keyboard.press("?")
    dialog = guide.locator("#shortcuts")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Show the shortcuts")
    guide.keyboard.press("j")
    expect(guide.locator(".is-current")).to_have_count(0)
    guide.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


def test_two_keys_go_to_a_room(guide: Page):
    guide.keyboard.press("g")
    guide.keyboard.press("d")
    guide.wait_for_url("**/admin/")


def test_shortcuts_can_be_switched_off(guide: Page):
    guide.keyboard.press("?")
    guide.get_by_role("button", name="Switch shortcuts off").click()
    guide.wait_for_load_state()
    guide.keyboard.press("?")
    guide.keyboard.press("j")
    expect(guide.locator("#shortcuts")).to_be_hidden()
    expect(guide.locator(".is-current")).to_have_count(0)


def test_a_pinned_theme_holds_from_the_first_byte(guide: Page):
    guide.locator("details.menu-up summary").click()
    with guide.expect_response("**/preferences/"):
        guide.get_by_role("button", name="Dark").click()
    assert guide.evaluate("document.documentElement.dataset.theme") == "dark"
    guide.emulate_media(color_scheme="light")
    answer = guide.goto(GUIDE)
    assert answer is not None
    assert 'data-theme="dark"' in answer.text()[:200]
    assert guide.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 20, 18)"


def test_a_question_is_asked_first_and_no_means_no(guide: Page):
    guide.locator("[data-select]").first.check()
    guide.locator("[data-bulk]").get_by_role("button", name="Forget").click()
    dialog = guide.locator("#confirm")
    expect(dialog).to_contain_text("Forget these memories?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    assert guide.url.endswith(GUIDE)
    guide.locator("[data-bulk]").get_by_role("button", name="Forget").click()
    dialog.get_by_role("button", name="Forget").click()
    guide.wait_for_url("**/styleguide/?*")


def test_shift_selects_a_range_and_one_box_selects_all(guide: Page):
    boxes = guide.locator("[data-select]")
    boxes.nth(0).click()
    boxes.nth(3).click(modifiers=["Shift"])
    expect(guide.locator("[data-count-here]")).to_have_text("4")


def test_a_notice_can_be_dismissed_and_a_failed_request_says_so(guide: Page):
    guide.route("**/styleguide/?*", lambda route: route.fulfill(status=429, body="busy"))
    guide.locator("[data-search]").fill("kyoto")
    toast = guide.locator("#toasts [data-toast]")
    expect(toast).to_contain_text("busy")
    expect(toast.get_by_role("button", name="Retry")).to_be_visible()
    expect(guide.locator("[data-search]")).to_have_value("kyoto")
    toast.get_by_role("button", name="Dismiss").click()
    expect(toast).to_have_count(0)


def test_typing_swaps_the_results_and_the_address_follows(guide: Page):
    guide.locator("[data-search]").fill("osaka")
    guide.wait_for_url("**/styleguide/?q=osaka")
    expect(guide.locator("[data-search]")).to_have_count(1)
    expect(guide.locator("#results mark").first).to_have_text("Osaka")
    expect(guide.locator("[data-search]")).to_be_focused()
    assert guide.evaluate("localStorage.length") == 0
    # No copy of a page stays behind, only the address of this tab.
    assert guide.evaluate("Object.keys(sessionStorage)") == ["htmx-current-path-for-history"]


def test_a_filter_brings_its_chip_and_the_cross_takes_it_away(guide: Page):
    guide.get_by_text("Filters", exact=True).click()
    guide.get_by_label("State").select_option("held")
    chip = guide.locator(".chip")
    expect(chip).to_contain_text("Waiting for a decision")
    chip.click()
    guide.wait_for_url(lambda url: "state=" not in url)
    expect(chip).to_have_count(0)


def test_works_without_scripts(browser, live_server, alice, sign_in, context, settings):
    settings.DEBUG = True
    sign_in(alice)
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state(), locale="en-GB"
    )
    page = plain.new_page()
    page.goto(GUIDE)
    page.locator("[data-search]").fill("kyoto")
    page.get_by_role("button", name="Search").click()
    assert "q=kyoto" in page.url
    expect(page.locator("#results mark").first).to_have_text("Kyoto")
    expect(page.locator(".copy").first).to_be_hidden()
    page.locator("details.menu-up summary").click()
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    plain.close()
