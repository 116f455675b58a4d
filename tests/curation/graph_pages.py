"""Facts of a small graph, and what its pages say."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import urlencode

from django.test import Client

from knowledge.engine.types import Actor
from tests.knowledge.helpers import days, fact

PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)


NASTY = "\"><script>alert(1)</script>'\u202e<img src=x onerror=alert(2)>&lt;b&gt;"


def link(subject: str, predicate: str, value: Any, **more: Any) -> str:
    more.setdefault("now", days(-5))
    return fact(value, subject=subject, predicate=predicate, **more).memory.id


def small_world() -> None:
    link("Mika", "lives in", "Kyoto")
    link("Mika", "works with", "Ben")
    link("Ben", "lives in", "Osaka")
    link("Osaka", "part of", "Japan")
    link("Kyoto", "part of", "Japan")


def held() -> str:
    """The chat says against the operator that Mika lives in Nagoya."""
    found = fact("Nagoya", subject="Mika", predicate="lives in", origin="channel:chat", now=days(-1))
    assert found.outcome == "held"
    return found.memory.id


def address(**more: Any) -> str:
    return "/graph/?" + urlencode({"agent": "alice", **more}, doseq=True)


def page(client: Client, url: str, status: int = 200, headers: dict[str, str] | None = None) -> str:
    answer = client.get(url, headers=headers)
    assert answer.status_code == status, answer.content[:500]
    return answer.content.decode()


def part(client: Client, url: str, target: str) -> str:
    return page(client, url, headers={"HX-Request": "true", "HX-Target": target})


def picture(text: str) -> dict[str, Any]:
    found = re.search(r'data-figure="([^"]*)"', text)
    assert found
    told: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return told


def lines(text: str) -> set[tuple[str, str, str]]:
    told = picture(text)
    names, predicates = told["names"], told["predicates"]["names"]
    ends = zip(told["subject"], told["predicate"], told["object"], strict=True)
    return {(names[s], predicates[p], names[o]) for s, p, o in ends}


def panel(text: str) -> str:
    """The words of the panel."""
    start = text.index('id="panel"')
    body = re.sub(r"<[^>]+>", " ", text[start : text.index("</aside>", start)].partition(">")[2])
    return " ".join(html.unescape(body).split())


def listed(text: str) -> list[str]:
    """What the list's rows lead to."""
    return [html.unescape(one) for one in re.findall(r"data-open[^>]*>([^<]*)</a>", text[text.index('id="lists"') :])]


def send(client: Client, path: str, sent: dict[str, str], *, htmx: bool = False, **state: str) -> Any:
    url = f"{path}?{urlencode({'agent': 'alice', **state})}"
    return client.post(url, sent, headers={"HX-Request": "true"} if htmx else {})


def merge_address(*picks: str, **more: str) -> str:
    return "/graph/merge/?" + urlencode({"agent": "alice", "pick": picks, **more}, doseq=True)
