"""The graph in a browser: names given, merged and taken apart, links forgotten."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from knowledge.models import EntityAlias, Memory
from tests.e2e.graph_pages import address, live, ready, show, spot


def test_a_name_is_added_and_the_notice_takes_it_back(hub: Page):
    show(hub, address(node="Mika"))
    hub.get_by_label("Another name").fill("ミカ")
    hub.get_by_role("button", name="Add").click()
    expect(hub.locator("#toasts")).to_contain_text("“ミカ” is now another name of “Mika”.")
    expect(hub.locator("#panel")).to_contain_text("ミカ")
    assert EntityAlias.objects.filter(alias="ミカ").exists()
    hub.keyboard.press("u")
    expect(hub.locator("#toasts")).to_contain_text("a name of its own again")
    assert not EntityAlias.objects.filter(alias="ミカ").exists()
    ready(hub)
    hub.get_by_label("Another name").fill("mika")
    hub.get_by_role("button", name="Add").click()
    expect(hub.locator("#panel .error")).to_contain_text("not another name of itself")
    expect(hub.get_by_label("Another name")).to_have_value("mika")


def test_two_names_are_merged_from_the_picture_and_taken_apart(hub: Page):
    show(hub, address())
    bar = hub.locator("#merge-form")
    expect(bar).to_be_hidden()
    hub.mouse.move(*spot(hub, "Mika"))
    hub.keyboard.down("Shift")
    hub.mouse.click(*spot(hub, "Mika"))
    hub.mouse.click(*spot(hub, "M. Tanaka"))
    hub.keyboard.up("Shift")
    expect(bar).to_be_visible()
    expect(bar.locator("[data-count-here]")).to_have_text("2")
    expect(hub.locator(".graph-over .picked")).to_have_count(2)
    bar.get_by_role("button", name="Merge two names").click()
    expect(hub.locator("h1")).to_have_text("Merge two names")
    expect(hub.locator("main")).to_contain_text("Kyoto against Nara")
    assert EntityAlias.objects.count() == 1
    hub.get_by_role("button", name="Merge", exact=True).click()
    ready(hub)
    expect(hub.locator("#panel .notice")).to_contain_text("“M. Tanaka” is now another name of “Mika”.")
    expect(hub.locator("#panel h2")).to_have_text("Mika")
    hub.locator("#panel .notice").get_by_role("button", name="Undo").click()
    expect(hub.locator("#toasts")).to_contain_text("a name of its own again")
    assert EntityAlias.objects.count() == 1


def test_two_names_are_merged_with_keys_alone(hub: Page):
    show(hub, address(focus="Mika"))
    hub.locator(".graph-plot").focus()
    hub.keyboard.press("Home")
    hub.keyboard.press("x")
    expect(hub.locator("#lists [data-select]:checked")).to_have_count(1)
    assert "selected for merging" in live(hub)
    box = hub.get_by_role("checkbox", name="Select Ben for merging")
    box.focus()
    hub.keyboard.press("Space")
    hub.get_by_role("button", name="Merge two names").focus()
    hub.keyboard.press("Enter")
    expect(hub.locator("h1")).to_have_text("Merge two names")
    expect(hub.locator("main")).to_contain_text("which would then link the name with itself")


def test_what_a_link_rests_on_is_forgotten_after_a_question(hub: Page):
    show(hub, address(s="Mika", p="works with", o="Ben"))
    hub.locator("#panel").get_by_role("button", name="Forget").click()
    dialog = hub.locator("#confirm")
    expect(dialog).to_contain_text("Forget this memory?")
    dialog.get_by_role("button", name="Forget").click()
    expect(hub.locator("#toasts")).to_contain_text("Forgotten")
    assert Memory.objects.get(subject="Mika", object="Ben").standing == "archived"
    hub.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(hub.locator("#toasts")).to_contain_text("Restored")
    assert Memory.objects.get(subject="Mika", object="Ben").standing == "believed"
