"""The graph in a browser: found, walked, read, named, merged and saved, with the mouse and with keys alone."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from curation import graph_page
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import EntityAlias, Memory
from knowledge.services.aliases import add_alias
from knowledge.services.store import store

NASTY = '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>\u202e'
PERSON = Actor(kind="person", name="alice", door="page", roles=frozenset({"admin"}), agents=None)
FACTS = (
    ("Mika", "lives in", "Kyoto"), ("Mika", "works with", "Ben"), ("Ben", "lives in", "Osaka"),
    ("Kyoto", "part of", "Japan"), ("Osaka", "part of", "Japan"), ("M. Tanaka", "lives in", "Nara"),
    ("M. Tanaka", "works with", "Ben"), ("美香の長い長い名前で図には入りきらないもの", "好き", "抹茶"),
)  # fmt: skip


def say(subject: str, predicate: str, value: str, *, origin: str = "user_direct") -> str:
    actor = Actor(kind="agent", name="test", door="rest", agents=None, origin=origin)
    draft = MemoryDraft(f"{subject} {predicate} {value}.", subject=subject, predicate=predicate, object=value)
    return store(actor=actor, agent="alice", draft=draft, now=timezone.now() - timedelta(days=1)).memory.id


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    graph_page.forget_views()
    for one in FACTS:
        say(*one)
    say("Mika", "lives in", "Nagoya", origin="channel:chat")
    add_alias(actor=PERSON, agent="alice", canonical="Ben", alias="Benjamin")
    sign_in(alice)
    return page


def address(**more: str) -> str:
    return "/graph/?" + urlencode({"agent": "alice", **more})


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def show(page: Page, url: str) -> None:
    page.goto(url, timeout=30_000)  # a busy machine needs patience
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator("#picture")).to_have_attribute("data-ready", "1")
    page.wait_for_load_state("networkidle")


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


def labels(page: Page) -> list[str]:
    return page.locator(".textpoint text").all_text_contents()


def spot(page: Page, name: str) -> tuple[float, float]:
    """Where the mark of a name is."""
    place = page.evaluate(
        """(name) => {
            const data = JSON.parse(document.getElementById("picture").dataset.figure);
            const plot = document.querySelector(".graph-plot");
            const marks = plot.querySelectorAll(".points path.point");
            const point = marks[data.names.indexOf(name)].getBoundingClientRect();
            return [point.x + point.width / 2, point.y + point.height / 2];
        }""",
        name,
    )
    return place[0], place[1]


def live(page: Page) -> str:
    return page.locator("#live").text_content() or ""


# ------------------------------------------------------------------ nobody is shut out


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
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


# ------------------------------------------------------------------ keys alone


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


# ------------------------------------------------------------------ acting


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
