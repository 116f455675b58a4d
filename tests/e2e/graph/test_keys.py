"""The graph in a browser, with keys alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.graph_pages import address, live, query, ready, show


def test_walking_along_links_with_keys_alone(hub: Page):
    show(hub, address(focus="Mika", depth="3"))
    hub.locator(".graph-plot").focus()
    hub.keyboard.press("Home")
    assert live(hub).startswith("Mika, 4 links") or live(hub).startswith("Mika, 3 links")
    seen = set()
    for _ in range(4):
        hub.keyboard.press("]")
        seen.add(live(hub).rpartition(", link")[0])
    assert any("Mika · lives in → Kyoto" in one for one in seen)
    assert any("waits for a decision" in one for one in seen)
    hub.keyboard.press("Enter")
    expect(hub.locator("#panel h2")).to_be_focused()
    assert "s" in query(hub)
    hub.keyboard.press("Escape")
    expect(hub.locator(".graph-plot")).to_be_focused()
    hub.keyboard.press("Home")
    start = live(hub)
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        hub.keyboard.press(key)
    assert live(hub) != start
    hub.keyboard.press("Home")
    hub.keyboard.press("]")
    hub.keyboard.press("Space")
    assert ":" in live(hub)
    hub.keyboard.press("Enter")
    expect(hub.locator("#panel h2")).to_be_focused()
    assert query(hub)["node"] != ["Mika"]


def test_finding_a_name_with_keys_alone(hub: Page):
    show(hub, address())
    hub.keyboard.press("/")
    hub.keyboard.type("ｂｅｎ")
    expect(hub.locator("#names a")).to_have_count(1)
    expect(hub.locator("#names a")).to_contain_text("also Benjamin")
    hub.keyboard.press("ArrowDown")
    expect(hub.locator("#names a")).to_be_focused()
    hub.keyboard.press("ArrowUp")
    expect(hub.locator("#search")).to_be_focused()
    hub.keyboard.press("ArrowDown")
    hub.keyboard.press("Enter")
    expect(hub.locator("#picture-title")).to_contain_text("Ben")
    ready(hub)
    assert query(hub) == {"agent": ["alice"], "focus": ["Ben"], "node": ["Ben"]}
    hub.keyboard.press("/")
    hub.keyboard.type("Mika")
    hub.keyboard.press("Enter")
    expect(hub.locator("#picture-title")).to_contain_text("Mika")


def test_the_list_and_the_panel_with_keys_alone(hub: Page):
    show(hub, address(list="facts"))
    hub.keyboard.press("j")
    expect(hub.locator("#lists [data-open]").first).to_be_focused()
    hub.keyboard.press("Enter")
    expect(hub.locator("#panel[data-s]")).to_be_visible()
    expect(hub.locator("#panel h2")).to_be_focused()
    hub.get_by_role("link", name="Names").focus()
    hub.keyboard.press("Enter")
    expect(hub.get_by_role("columnheader", name="Also called")).to_be_visible()
    expect(hub.locator("#lists th[scope=row]").first).to_contain_text("Mika")
    assert "list" not in query(hub)


def test_single_keys_do_nothing_while_somebody_types(hub: Page):
    show(hub, address(node="Mika"))
    hub.get_by_label("Another name").fill("x]-0")
    hub.get_by_label("Another name").press("x")
    expect(hub.get_by_label("Another name")).to_have_value("x]-0x")
    expect(hub.locator(".graph-over .picked")).to_have_count(0)
