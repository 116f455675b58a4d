"""The graph in a browser: looked at with the mouse, in every look, saved as a file, and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from curation import graph_page
from knowledge.models import EntityAlias
from tests.e2e.graph_pages import FACTS, address, labels, problems, query, ready, say, show, spot

NASTY = '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>\u202e'


# ------------------------------------------------------------------ nobody is shut out


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 900})
    for url in (
        address(), address(focus="Mika", node="Mika", depth="2"), address(list="facts", trust="0.15"),
        address(s="Mika", p="lives in", o="Nagoya"), "/graph/merge/?agent=alice&pick=Mika&pick=M.+Tanaka",
        "/graph/merge/?agent=alice&pick=Mika", address(focus="mik"), address(layer="procedural"),
    ):  # fmt: skip
        hub.goto(url)
        if "merge" not in url and "procedural" not in url:
            ready(hub)
        assert problems(hub) == [], url
        assert hub.evaluate("document.documentElement.scrollWidth") <= width, url


def test_the_picture_follows_the_theme_and_colour_is_never_alone(hub: Page):
    hub.emulate_media(color_scheme="light")
    show(hub, address())
    fill = "getComputedStyle(document.querySelector('.points path.point')).fill"
    day = hub.evaluate(fill)
    hub.emulate_media(color_scheme="dark")
    expect(hub.locator("#picture")).to_have_attribute("data-ready", "1")
    hub.wait_for_timeout(500)
    assert hub.evaluate(fill) != day
    dashes = hub.evaluate("[...document.querySelectorAll('path.js-line')].map((one) => one.style.strokeDasharray)")
    assert len(set(dashes)) >= 2
    assert any("waiting" in one for one in labels(hub))
    shapes = hub.evaluate(
        """new Set([...document.querySelectorAll(".points path.point")]
            .map((one) => one.getAttribute("d").includes("A"))).size"""
    )
    assert shapes == 2


# ------------------------------------------------------------------ mouse


def test_a_click_opens_the_panel_and_back_goes_back(hub: Page):
    show(hub, address())
    hub.mouse.click(*spot(hub, "Mika"))
    expect(hub.locator("#panel h2")).to_have_text("Mika")
    expect(hub.locator("#panel h2")).to_be_focused()
    assert query(hub) == {"agent": ["alice"], "node": ["Mika"]}
    expect(hub.locator(".graph-over .ring.chosen")).to_have_count(1)
    hub.locator("#panel").get_by_role("link", name="Kyoto").click()
    expect(hub.locator("#panel h2")).to_have_text("Kyoto")
    hub.go_back()
    expect(hub.locator("#panel h2")).to_have_text("Mika")
    hub.reload()
    ready(hub)
    expect(hub.locator("#panel h2")).to_have_text("Mika")
    expect(hub.locator(".graph-over .ring.chosen")).to_have_count(1)


def test_a_click_on_a_line_opens_what_it_rests_on(hub: Page):
    show(hub, address())
    (ax, ay), (bx, by) = spot(hub, "Kyoto"), spot(hub, "Japan")
    hub.mouse.move((ax + bx) / 2, (ay + by) / 2)
    expect(hub.locator(".graph-tip")).to_contain_text("Kyoto · part of → Japan")
    hub.mouse.click((ax + bx) / 2, (ay + by) / 2)
    expect(hub.locator("#panel")).to_contain_text("Kyoto part of Japan.")
    assert query(hub) == {"agent": ["alice"], "s": ["Kyoto"], "p": ["part of"], "o": ["Japan"]}
    hub.get_by_role("link", name="History").click()
    expect(hub.locator("h1")).to_have_text("Kyoto · part of")
    hub.get_by_role("link", name="In the graph").click()
    ready(hub)
    assert query(hub)["focus"] == ["Kyoto"]


def test_hovering_names_what_its_label_cuts(hub: Page):
    show(hub, address())
    long = FACTS[-1][0]
    cut = next(one for one in labels(hub) if one.startswith("美香の長い"))
    assert cut.endswith("…") or cut == long
    name = hub.evaluate(
        "JSON.parse(document.getElementById('picture').dataset.figure).names.find((one) => one.startsWith('美香'))"
    )
    hub.mouse.move(*spot(hub, name))
    expect(hub.locator(".graph-tip strong")).to_have_text(long)
    hub.mouse.move(5, 5)
    expect(hub.locator(".graph-tip")).to_be_hidden()


def test_dragging_moves_the_picture_and_opens_nothing(hub: Page):
    show(hub, address())
    before = spot(hub, "Mika")
    hub.mouse.move(*before)
    hub.mouse.down()
    hub.mouse.move(before[0] + 60, before[1] + 30, steps=6)
    hub.mouse.up()
    hub.wait_for_timeout(400)
    after = spot(hub, "Mika")
    assert abs(after[0] - before[0] - 60) < 6
    assert abs(after[1] - before[1] - 30) < 6
    assert "node" not in query(hub)
    hub.get_by_role("button", name="Show all").click()
    hub.wait_for_timeout(400)
    assert abs(spot(hub, "Mika")[0] - before[0]) < 3


def test_zooming_gives_marks_more_room(hub: Page):
    show(hub, address())
    (ax, _), (bx, _) = spot(hub, "Mika"), spot(hub, "Ben")
    hub.get_by_role("button", name="Larger").click()
    hub.wait_for_timeout(400)
    (cx, _), (dx, _) = spot(hub, "Mika"), spot(hub, "Ben")
    assert abs(cx - dx) == pytest.approx(1.4 * abs(ax - bx), rel=0.1)


# ------------------------------------------------------------------ filters


def test_filters_follow_the_hand_and_stay_open(hub: Page):
    said: list[str] = []
    hub.on("console", lambda line: said.append(line.text))
    show(hub, address())
    hub.get_by_text("Filters", exact=True).click()
    hub.get_by_label("Waiting for a decision").select_option("only")
    expect(hub.locator(".card-head").first).to_contain_text("2 names, 1 link")
    expect(hub.get_by_label("Waiting for a decision")).to_be_visible()
    assert query(hub) == {"agent": ["alice"], "held": ["only"]}
    hub.locator(".chip").click()
    hub.wait_for_url(lambda url: "held" not in url)
    ready(hub)
    hub.get_by_text("Filters", exact=True).click()
    hub.get_by_text("Properties", exact=True).first.click()
    hub.get_by_label("part of").check()
    expect(hub.locator(".card-head").first).to_contain_text("3 names, 2 links")
    assert query(hub)["predicate"] == ["part of"]
    ready(hub)
    assert [one for one in said if "WARN" in one] == []  # a picture that is gone draws nothing any more


# ------------------------------------------------------------------ files, text


def test_the_picture_is_saved_as_a_file(hub: Page):
    show(hub, address())
    hub.get_by_text("Export", exact=True).click()
    with hub.expect_download() as found:
        hub.get_by_role("button", name="Picture (PNG)").click()
    assert found.value.suggested_filename == "graph.png"
    data = found.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 5_000
    with hub.expect_download() as found:
        hub.get_by_role("link", name="GraphML").click()
    assert found.value.suggested_filename == "graph.graphml"


def test_names_with_markup_are_drawn_as_text(hub: Page):
    say(NASTY, "<b>says</b>", "&lt;i&gt; & <br>")
    graph_page.forget_views()
    show(hub, address(focus=NASTY, node=NASTY))
    assert hub.locator(".graph-plot a, .graph-plot img, .graph-tip img").count() == 0
    shown = labels(hub)
    assert "&lt;i&gt; & <br>" in shown
    assert any(one.startswith('<a href="javascript:') for one in shown)
    hub.locator(".graph-plot").focus()
    hub.keyboard.press("Home")
    expect(hub.locator(".graph-tip")).to_contain_text("[RLO]")
    expect(hub.locator("#panel h2 .ctrl")).to_have_text("RLO")


def test_everything_works_without_scripts(browser, live_server, hub: Page, context):
    plain = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, storage_state=context.storage_state(), locale="en-GB"
    )
    page = plain.new_page()
    page.goto(address())
    expect(page.get_by_text("The picture needs scripts.")).to_be_visible()
    expect(page.locator(".graph-plot")).to_be_hidden()
    page.locator("#search").fill("Mika")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#picture-title")).to_contain_text("Mika")
    page.locator("#lists").get_by_role("link", name="Kyoto", exact=True).click()
    expect(page.locator("#panel h2")).to_have_text("Kyoto")
    page.locator("#panel").get_by_role("link", name="part of").click()
    expect(page.locator("#panel")).to_contain_text("Kyoto part of Japan.")
    page.locator("#panel").get_by_role("link", name="Kyoto").first.click()
    page.get_by_label("Another name").fill("京都")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#panel")).to_contain_text("京都")
    page.get_by_role("button", name="Remove the name 京都").click()
    expect(page.locator("#panel")).to_contain_text("No other name is known.")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Waiting for a decision").select_option("without")
    page.get_by_role("button", name="Apply").click()
    assert "held=without" in page.url
    page.goto(address())
    page.get_by_role("checkbox", name="Select Mika for merging").check()
    page.get_by_role("checkbox", name="Select M. Tanaka for merging").check()
    page.get_by_role("button", name="Merge two names").click()
    page.get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator("#panel .notice")).to_contain_text("is now another name of")
    page.locator("#panel .notice").get_by_role("button", name="Undo").click()
    assert EntityAlias.objects.count() == 1
    plain.close()
