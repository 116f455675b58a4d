"""The graph's page in a browser."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from knowledge.engine.types import Actor, MemoryDraft
from knowledge.services.store import store

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
