"""The wiki in a browser: read, written by keys alone, in Japanese, by two people at once, and whatever pages hold."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect

from curation.models import AgentAssignment
from curation.wiki_links import page_href
from knowledge.models import WikiDraft, WikiPage, WikiRevision
from tests.wiki import vectors
from tests.wiki.pages import ADMIN, write
from tests.wiki.test_filing import procedure, tell

PLAN = (
    "---\ntitle: The plan\n---\n# The plan\n\nSee [[notes/tide]] and [[nowhere]].\n\n"
    "## One\n\nFirst.\n\n## Two\n\n## Three\n\nLast.\n"
)
AT = "/wiki/page/plan.md?agent=alice"
EDIT = "/wiki/edit/plan.md?agent=alice"


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    write("plan.md", PLAN, actor=ADMIN)
    write("notes/tide.md", "# Tide\n\nThe tide comes. 潮が来る。 [[plan]]\n", actor=ADMIN)
    write("notes/ebb.md", "# Tide\n\nThe tide comes. 潮が来る。 [[plan]] again\n", actor=ADMIN)
    sign_in(alice)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


def text() -> str:
    return WikiPage.objects.get(path="plan.md").text


def body(page: Page):
    return page.locator("#body")


def saved(page: Page, number: int) -> None:
    expect(page.locator(".wiki-about")).to_contain_text(f"revision {number}")


# ------------------------------------------------------------------ nobody is shut out


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    tell(procedure())
    write("plan.md", PLAN.replace("Last", "Next"), base=1, actor=ADMIN)
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 900})
    for url in (
        "/wiki/", "/wiki/?agent=alice&folder=notes/", "/wiki/?agent=alice&q=tide", AT, EDIT, "/wiki/new/?agent=alice",
        "/wiki/history/plan.md?agent=alice", "/wiki/changes/plan.md?agent=alice&old=1&new=2",
        "/wiki/graph/?agent=alice", "/wiki/health/?agent=alice", "/wiki/filed/?agent=alice", "/wiki/archive/",
        "/wiki/rules/", "/wiki/move/plan.md?agent=alice",
        "/wiki/beside/?of=alice&path=notes/ebb.md&of2=alice&path2=notes/tide.md",
    ):  # fmt: skip
        answer = hub.goto(url)
        assert answer is not None
        assert answer.status == 200, url
        assert problems(hub) == [], url
        assert hub.evaluate("document.documentElement.scrollWidth") <= width, url


# ------------------------------------------------------------------ reading and writing by keys


def test_a_page_is_found_read_written_and_saved_by_keys_alone(hub: Page):
    hub.goto("/wiki/?agent=alice")
    hub.keyboard.press("/")
    hub.keyboard.type("last")
    expect(hub.locator(".wiki-hit mark").first).to_be_visible()
    hub.keyboard.press("Escape")
    hub.keyboard.press("j")
    hub.keyboard.press("o")
    expect(hub.locator("h1")).to_have_text("The plan")
    hub.keyboard.press("e")
    expect(body(hub)).to_be_visible()
    body(hub).focus()
    hub.keyboard.press("Control+End")
    hub.keyboard.type("By keys.")
    hub.keyboard.press("Control+s")
    saved(hub, 2)
    assert text() == PLAN + "By keys."
    expect(hub.locator(".article")).to_contain_text("By keys.")
    hub.keyboard.press("h")
    expect(hub.locator("tbody tr")).to_have_count(2)
    assert WikiDraft.objects.count() == 0


def test_enter_in_a_field_goes_on_and_never_saves(hub: Page):
    hub.goto(EDIT)
    hub.locator("#title").focus()
    hub.keyboard.press("End")
    hub.keyboard.type(" again")
    hub.keyboard.press("Enter")
    expect(body(hub)).to_be_focused()
    assert WikiRevision.objects.filter(page__path="plan.md").count() == 1
    hub.keyboard.press("Control+Enter")
    saved(hub, 2)
    expect(hub.locator("h1")).to_have_text("The plan again")


def test_enter_that_ends_a_conversion_saves_nothing(hub: Page, context: BrowserContext):
    hub.goto(EDIT)
    line = context.new_cdp_session(hub)
    for field in ("#title", "#comment", "#body"):
        hub.locator(field).focus()
        line.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
        # What a browser sends for keys while an input method is at work.
        for kind in ("keydown", "keyup"):
            for more in ({"isComposing": True}, {"keyCode": 229}):
                for keys in (
                    {"key": "Enter"},
                    {"key": "Enter", "ctrlKey": True},
                    {"key": "s", "ctrlKey": True},
                    {"key": "Escape"},
                ):
                    hub.evaluate(
                        "([kind, init]) => document.activeElement.dispatchEvent(new KeyboardEvent(kind, init))",
                        [kind, {"bubbles": True, "cancelable": True, **more, **keys}],
                    )
        line.send("Input.insertText", {"text": "日本"})
    hub.wait_for_timeout(300)
    assert hub.url.endswith(EDIT)
    assert WikiRevision.objects.filter(page__path="plan.md").count() == 1
    assert "日本" in hub.locator("#title").input_value()
    hub.keyboard.press("Control+s")
    saved(hub, 2)
    assert "日本" in text()


def test_the_preview_follows_what_is_typed(hub: Page):
    hub.goto(EDIT)
    hub.get_by_role("button", name="Preview").click()
    expect(hub.locator("#preview h2").first).to_have_text("The plan")
    body(hub).fill("## Typed\n\n- [x] done\n\n[[plan]]")
    expect(hub.locator("#preview h2").first).to_have_text("Typed")
    expect(hub.locator("#preview .task-box")).to_have_count(1)
    hub.get_by_role("button", name="Preview").click()
    expect(hub.locator("#preview")).to_be_hidden()
    assert WikiRevision.objects.filter(page__path="plan.md").count() == 1


# ------------------------------------------------------------------ nothing typed is lost


def test_what_is_typed_comes_back_after_the_tab_is_closed(hub: Page, context: BrowserContext):
    hub.goto(EDIT)
    body(hub).fill("half a sentence")
    expect(hub.locator("[data-state]")).to_have_text("Draft kept")
    body(hub).press_sequentially(" and a bit")
    hub.close(run_before_unload=False)
    again = context.new_page()
    again.goto(EDIT)
    expect(again.locator("#body")).to_have_value("half a sentence and a bit")
    assert text() == PLAN
    again.get_by_role("button", name="Throw it away").click()
    again.locator("#confirm [data-yes]").click()
    expect(again.locator("#body")).to_have_value(PLAN.split("---\n", 2)[2])


def test_a_new_page_without_a_path_is_kept_too(hub: Page, context: BrowserContext):
    hub.goto("/wiki/new/?agent=alice")
    hub.locator("#title").fill("Harbour: rules")
    body(hub).fill("half a page")
    expect(hub.locator("[data-state]")).to_have_text("Draft kept")
    hub.close(run_before_unload=False)
    again = context.new_page()
    again.goto("/wiki/?agent=alice")
    again.get_by_role("link", name="Harbour rules.md").click()
    expect(again.locator("#body")).to_have_value("\nhalf a page")
    again.locator("#body").fill("a page")
    again.keyboard.press("Control+s")
    expect(again.locator("h1")).to_have_text("Harbour: rules")
    again.goto("/wiki/?agent=alice")
    expect(again.locator("#results")).not_to_contain_text("Typed and not saved")
    assert WikiDraft.objects.count() == 0


def test_a_session_that_ends_takes_nothing_along(hub: Page, context: BrowserContext, sign_in, alice):
    hub.goto(EDIT)
    context.clear_cookies()
    body(hub).fill("typed without a session")
    hub.keyboard.press("Control+s")
    expect(hub.locator("[data-state]")).to_contain_text("Your session has ended")
    expect(body(hub)).to_have_value("typed without a session")
    sign_in(alice)
    hub.keyboard.press("Control+s")
    saved(hub, 2)
    assert text().endswith("typed without a session")


def test_a_hub_that_does_not_answer_takes_nothing_along(hub: Page, context: BrowserContext):
    tab = context.new_page()  # a browser without a net complains on its console
    tab.goto(EDIT)
    context.set_offline(True)
    body(tab).fill("typed on a train")
    tab.keyboard.press("Control+s")
    expect(tab.locator("[data-state]")).to_contain_text("could not be saved now")
    context.set_offline(False)
    tab.get_by_role("button", name="Retry").first.click()
    saved(tab, 2)
    assert text().endswith("typed on a train")


def other(browser: Browser, live_server, person) -> Page:
    window = browser.new_context(base_url=live_server.url, locale="en-GB", timezone_id="UTC")
    client = Client()
    client.force_login(person)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    window.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    return window.new_page()


def test_two_people_write_one_page_and_both_stay(hub: Page, browser: Browser, live_server, alice, bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    bobs = other(browser, live_server, bob)
    hub.goto(EDIT)
    bobs.goto(EDIT)
    body(bobs).fill(body(bobs).input_value().replace("First.", "First, says Bob."))
    body(hub).fill(body(hub).input_value().replace("Last.", "Last, says Alice."))
    body(bobs).press("Control+s")
    saved(bobs, 2)
    body(hub).press("Control+s")
    expect(hub.locator("#editor")).to_contain_text("both fit together")
    expect(hub.locator(".wiki-merge")).to_contain_text("says Bob")
    hub.get_by_role("button", name="Put together and look it over").click()
    expect(hub.locator("#text")).to_have_value(
        PLAN.replace("First.", "First, says Bob.").replace("Last.", "Last, says Alice.")
    )
    hub.get_by_role("button", name="Save").click()
    saved(hub, 3)
    history = WikiRevision.objects.filter(page__path="plan.md").order_by("number")
    assert [(one.number, one.by, one.base) for one in history] == [(1, "root", 0), (2, "bob", 1), (3, "alice", 2)]
    assert "says Bob" in text()
    assert "says Alice" in text()
    # The same words: each may choose, and what is not chosen is in the history or in the draft.
    hub.goto(EDIT)
    bobs.goto(EDIT)
    body(bobs).fill("朝は雪。")
    body(hub).fill("朝は雨。")
    body(bobs).press("Control+s")
    saved(bobs, 4)
    body(hub).press("Control+s")
    expect(hub.locator(".wiki-choice")).to_have_count(1)
    assert WikiDraft.objects.get(user_id=alice.pk).text.endswith("朝は雨。")
    assert problems(hub) == []
    hub.locator('.wiki-choice input[value="both"]').check()
    hub.get_by_role("button", name="Put together and look it over").click()
    hub.get_by_role("button", name="Save").click()
    saved(hub, 5)
    assert text().endswith("朝は雪。朝は雨。")
    bobs.context.close()


def test_it_is_said_who_else_is_typing(hub: Page, browser: Browser, live_server, bob):
    AgentAssignment.objects.create(user=bob, agent="alice")
    bobs = other(browser, live_server, bob)
    bobs.goto(EDIT)
    body(bobs).fill("something")
    expect(bobs.locator("[data-state]")).to_have_text("Draft kept")
    hub.goto(EDIT)
    expect(hub.locator("#editor")).to_contain_text("bob is typing at this page too.")
    bobs.context.close()


# ------------------------------------------------------------------ topics


def test_the_picture_of_topics_opens_pages(hub: Page):
    hub.goto("/wiki/graph/?agent=alice")
    expect(hub.locator("#picture")).to_have_attribute("data-ready", "1")
    hub.locator(".graph-plot").focus()
    hub.keyboard.press("Home")
    hub.keyboard.press("Enter")
    expect(hub.locator("#panel h2")).to_be_focused()
    assert "node=" in hub.url
    hub.reload()
    expect(hub.locator("#panel h2")).to_be_visible()
    hub.locator("tbody").get_by_role("link", name="The plan").click()
    hub.get_by_role("link", name="Open the page").click()
    expect(hub.locator("h1")).to_have_text("The plan")


# ------------------------------------------------------------------ whatever a page holds


WATCH = "addEventListener('securitypolicyviolation', (e) => breaches.push(e.violatedDirective))"
ALIVE = "script, iframe, object, embed, form, input, button, style, link, meta, base, svg, math, img, video, audio"
ATTRIBUTES = "^on|^style$|^hx-|^data-|^src|^action|^formaction|^name$|^autofocus$"
LOOK = f"""() => {{
    const inside = [...document.querySelectorAll(".article *")];
    const isBad = (a) => /{ATTRIBUTES}/i.test(a.name);
    const leads = (one) => !one.hasAttribute("href") || ["http:", "https:", "mailto:"].includes(one.protocol);
    const once = (id) => document.querySelectorAll("#" + id).length === 1;
    return {{
        taken: window.taken ?? null,
        breaches,
        kept: localStorage.length,
        bad: inside.filter((one) => [...one.attributes].some(isBad) || !leads(one)).map((one) => one.outerHTML),
        made: inside.filter((one) => one.matches("{ALIVE}, template, textarea")).length,
        ours: ["main", "side", "live", "toasts", "shortcuts", "confirm"].every(once),
    }};
}}"""


def hostile() -> list[str]:
    """Put every text that tries something into pages; return the addresses where they are shown."""
    told = {f"family/{name}.md": "\n\n".join(texts) for name, texts in vectors.FAMILIES.items()}
    told |= {f"alone/{n}.md": f"Before.\n\n{one}\n" for n, one in enumerate(vectors.SWALLOWING)}
    told |= {f"heads/{n}.md": f"---\n{one}\n---\nTide.\n" for n, one in enumerate(vectors.HEADS)}
    told |= {f"names/{name}": "Tide.\n" for name in vectors.NAMES}
    for path, words in told.items():
        write(path, words, actor=ADMIN)
    return [page_href("alice", path) for path in told]


def test_no_page_runs_loads_sends_or_takes_over_anything(hub: Page, live_server):
    """At least 150 texts of all families, in the text, the frontmatter, titles and names of files, on every page."""
    assert vectors.count() >= 150
    assert len(vectors.FAMILIES) >= 28
    foreign: list[str] = []
    dialogs: list[str] = []
    hub.on("request", lambda one: None if one.url.startswith(live_server.url) else foreign.append(one.url))

    def dismissed(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    hub.on("dialog", dismissed)
    hub.add_init_script(f"window.breaches = []; {WATCH}")
    shown = hostile()
    first = write(
        "family/all.md", "\n\n".join(text for texts in vectors.FAMILIES.values() for text in texts), actor=ADMIN
    )
    write(first.page.path, "\n\n".join(vectors.SWALLOWING), base=1, actor=ADMIN)
    everywhere = [
        "/wiki/?agent=alice&folder=heads/", "/wiki/?agent=alice&q=tide", "/wiki/?agent=alice&q=window.taken", "/wiki/",
        "/wiki/graph/?agent=alice", "/wiki/health/?agent=alice&show=orphans", "/wiki/filed/?agent=alice",
        page_href("alice", "family/all.md", "wiki-history"), page_href("alice", "family/all.md", "wiki-edit"),
        page_href("alice", "family/all.md", "wiki-changes", old=1, new=2), "/audit/",
        page_href("alice", "heads/0.md", "wiki-edit"), page_href("alice", "heads/0.md", "wiki-move"),
        page_href("alice", "heads/6.md", "wiki-edit", raw=1),
    ]  # fmt: skip
    for url in [*shown, *everywhere]:
        answer = hub.goto(url, wait_until="load")
        assert answer is not None
        assert answer.status == 200, url
        found = hub.evaluate(LOOK)
        assert found == {"taken": None, "breaches": [], "kept": 0, "bad": [], "made": 0, "ours": True}, url
    for button in hub.locator(".article a:visible").all()[:40]:
        button.hover(timeout=2_000)
    hub.goto(page_href("alice", "plan.md", "wiki-edit"))
    hub.get_by_role("button", name="Preview").click()
    for words in ["\n\n".join(texts) for texts in vectors.FAMILIES.values()]:
        with hub.expect_response("**/wiki/preview/"):
            hub.locator("#body").fill(words)
    hub.wait_for_timeout(200)
    assert hub.evaluate("[window.taken ?? null, breaches]") == [None, []]
    assert foreign == []
    assert dialogs == []
