"""Lessons and jobs in a browser: by keys, in every look, without scripts; the overview's pictures with their tables."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import Job, JobRun, Memory, Mistake
from knowledge.services import mistakes, reflexion
from knowledge.services.mistakes import MistakeDraft
from knowledge.services.store import store
from memoryhub import jobs

BOT = Actor(kind="agent", name="bot", door="rest", agents=None)
NASTY = "<img src=x onerror=alert(1)>\u202e"


def err(wrong: str, category: str, *, days: float, **more: str) -> str:
    now = timezone.now() - timedelta(days=days)
    return mistakes.record(actor=BOT, agent="alice", draft=MistakeDraft(category, wrong, **more), now=now).id


def remember(content: str, *, days: float, **more: object) -> None:
    draft = MemoryDraft(content, **more)  # type: ignore[arg-type]
    store(actor=BOT, agent="alice", draft=draft, now=timezone.now() - timedelta(days=days))


@pytest.fixture
def hub(page: Page, sign_in, alice) -> Page:
    for number in range(3):
        err(
            f"It named supplier {number}.", "factual", days=9 - number, truth=f"Look supplier {number} up.", session="s"
        )
    reflexion.consolidate(actor=BOT, agent="alice", now=timezone.now() - timedelta(days=5))
    for number in range(3):
        err(f"It made thing {number} up. {NASTY}", "hallucination", days=4 - number, truth=f"No thing {number}.")
    err("It rode on.", "safety", days=1, severity="critical", evidence="The transcript.")
    for number in range(4):
        place = f"city {number}"
        remember(f"Mika moved to {place}.", days=4 - number, subject="Mika", predicate="lives in", object=place)
    remember("A price.", days=0.5, ttl_seconds=172_800)
    remember("An old price.", days=2, ttl_seconds=3_600)
    jobs.sync_schedules()
    jobs.beat()
    jobs.run_now(name="tidy")
    sign_in(alice)
    return page


def problems(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {node['html'][:160]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_nobody_is_shut_out(hub: Page, scheme, width):
    hub.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hub.set_viewport_size({"width": width, "height": 800})
    JobRun.objects.create(job_id="beat", state="running", asked_at=timezone.now(), done=1, total=4)
    Job.objects.filter(pk="beat").update(leased_until=timezone.now() + timedelta(minutes=9))
    Job.objects.filter(pk="trim_outbox").update(known_since=timezone.now() - timedelta(days=9))
    one = Mistake.objects.filter(resolved_at=None).values_list("pk", flat=True)[0]
    for address in (
        "/",
        "/lessons/",
        "/lessons/?agent=alice&category=safety&stands=open",
        "/lessons/?stands=settled&category=behavioral",
        "/lessons/rules/",
        f"/lessons/mistakes/{one}/",
        "/jobs/",
        "/jobs/tidy/",
        "/jobs/beat/",
    ):
        hub.goto(address)
        for twin in hub.locator(".twin > summary").all():
            twin.click()
        assert problems(hub) == [], address
        too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert hub.evaluate(too_wide) <= 0, address


def test_a_rule_is_made_by_keys_alone(hub: Page):
    hub.goto("/")
    hub.keyboard.press("g")
    hub.keyboard.press("l")
    expect(hub.get_by_role("heading", level=1)).to_have_text("Lessons")
    hub.wait_for_load_state("networkidle")
    expect(hub.locator("#ready")).to_contain_text("3 mistakes")
    expect(hub.locator("#rules article")).to_have_count(1)
    hub.keyboard.press("c")
    expect(hub.locator(".toast")).to_contain_text("Made up: A rule was made.")
    expect(hub.locator("#rules article")).to_have_count(2)
    expect(hub.locator("#ready")).to_have_count(0)
    expect(hub.locator("#rules")).to_contain_text("No thing 0; No thing 1; No thing 2")
    assert Mistake.objects.filter(resolved_at=None).count() == 1
    assert Memory.objects.filter(source_event="reflexion_consolidation").count() == 2


def test_what_a_rule_came_from_and_back(hub: Page):
    hub.goto("/lessons/")
    hub.get_by_role("link", name=re.compile("See the mistakes")).click()
    expect(hub.locator("#mistakes tbody tr")).to_have_count(3)
    expect(hub.locator("#mistakes")).to_contain_text("It named supplier 0.")
    hub.keyboard.press("j")
    hub.locator("#mistakes a[data-open]").first.click()
    expect(hub.get_by_role("heading", level=1)).to_have_text("A mistake")
    hub.get_by_role("link", name="part of a rule").click()
    expect(hub.locator("main")).to_contain_text("Rule from 3 mistakes")


def test_deleting_a_mistake_is_asked_first(hub: Page):
    one = err("It barked.", "behavioral", days=0.1)
    hub.goto(f"/lessons/mistakes/{one}/")
    hub.get_by_role("button", name="Delete").click()
    expect(hub.get_by_role("dialog")).to_contain_text("Nothing is learned of it any more.")
    hub.keyboard.press("Escape")
    assert Mistake.objects.filter(pk=one).exists()
    hub.get_by_role("button", name="Delete").click()
    hub.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(hub.locator(".toast")).to_contain_text("deleted from the notebook")
    assert not Mistake.objects.filter(pk=one).exists()


def test_a_job_is_looked_at_first_then_run_and_the_page_follows(hub: Page):
    hub.goto("/jobs/")
    hub.locator("#timetable a", has_text="Clear resolved mistakes").click()
    expect(hub.get_by_role("heading", level=1)).to_have_text("Clear resolved mistakes")
    hub.wait_for_load_state("networkidle")
    hub.keyboard.press("d")
    expect(hub.locator(".toast")).to_contain_text("nothing is changed")
    expect(hub.locator("#running")).to_contain_text("Waits for the worker")
    run = JobRun.objects.get(state="waiting")
    jobs.run_asked(run.pk)
    expect(hub.locator("#runs")).to_contain_text("0 mistakes resolved over 30 days ago would be deleted")
    expect(hub.locator("#running")).not_to_contain_text("Waits for the worker")
    expect(hub.locator("#live")).to_have_text("Nothing is under way any more.")
    hub.keyboard.press("c")
    expect(hub.locator("#running")).to_contain_text("Waits for the worker")
    jobs.run_asked(JobRun.objects.get(state="waiting").pk)
    expect(hub.locator("#runs")).to_contain_text("0 mistakes resolved over 30 days ago deleted")


def test_everything_works_without_scripts(browser: Browser, live_server, hub: Page, context):
    state = context.storage_state()
    window = browser.new_context(base_url=live_server.url, java_script_enabled=False, storage_state=state)
    page = window.new_page()
    page.goto("/lessons/?agent=alice")
    page.select_option("select[name=category]", "safety")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("#mistakes tbody tr")).to_have_count(1)
    page.locator("#mistakes a[data-open]").click()
    page.get_by_role("button", name="It is settled").click()
    expect(page.locator("main")).to_contain_text("settled")
    page.goto("/lessons/")
    page.get_by_role("button", name="Make the rule now").click()
    expect(page.locator("#rules article")).to_have_count(2)
    page.goto("/jobs/tidy/")
    page.get_by_role("button", name="Run now").click()
    expect(page.locator("#running")).to_contain_text("Waits for the worker")
    jobs.run_asked(JobRun.objects.get(state="waiting").pk)
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("#running")).not_to_contain_text("Waits for the worker")
    page.goto("/")
    page.locator(".twin > summary").nth(1).click()
    expect(page.locator(".twin").nth(1)).to_contain_text("24 hours from")
    window.close()
