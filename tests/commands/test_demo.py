"""The demo: a hub that shows every page alive, and nothing a sound hub would not hold."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from curation.models import ApprovalItem, ApprovalRequest
from knowledge.jobs import archive_faded
from knowledge.models import (
    AccessLog,
    Agent,
    Derivation,
    EntityAlias,
    Memory,
    MemorySource,
    WikiLink,
    WikiPage,
    WikiRevision,
)
from knowledge.models.job import JobRun
from knowledge.models.mistake import Mistake
from knowledge.queries.graph_view import fact_table
from knowledge.queries.history import get_at, get_history
from knowledge.queries.lessons import kinds
from knowledge.queries.recall import RecallRequest, search
from knowledge.services.check import check_hub
from tests.curation.pages import text_of
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db

SHOP, STUDY = "lantern-cycles", "study-room"


@pytest.fixture
def told() -> dict[str, dict[str, int]]:
    out = io.StringIO()
    call_command("demo", "--json", stdout=out, stderr=io.StringIO())
    agents: dict[str, dict[str, int]] = json.loads(out.getvalue())["agents"]
    return agents


def test_it_fills_an_empty_hub_with_something_for_every_page(told: dict[str, dict[str, int]]) -> None:
    now = timezone.now()
    assert set(told) == {SHOP, STUDY}
    assert 230 <= Memory.objects.count() <= 320
    # Facts that were replaced, went there and back, were told late, or begin later.
    pads = get_history(agent=SHOP, subject="brake pads", predicate="supplier")
    assert [row.object for row in pads] == ["Harbour Parts", "Hilltop Parts", "Harbour Parts"]
    hours = get_history(agent=SHOP, subject="shop", predicate="opening_hours")
    assert [row.state for row in hours] == ["superseded", "current", "scheduled"]
    homes = get_history(agent=STUDY, subject="林薇", predicate="住在")
    assert [row.object for row in homes] == ["花蓮", "台南", "台中"]
    assert [
        row.object for row in get_at(agent=STUDY, subject="林薇", predicate="住在", at=now - timedelta(days=1_500))
    ] == ["花蓮"]
    returns = [
        row.object for row in get_at(agent=SHOP, subject="returns", predicate="window", at=now - timedelta(days=200))
    ]
    assert returns == ["7 days"]
    price = get_at(agent=SHOP, subject="Heron 3", predicate="price", at=now)
    assert [row.object for row in price] == [1_190]
    assert 0 < (price[0].valid_for_seconds or 0) <= 300
    # A queue of every sort, still to be decided: conflicts of trust and of confidence, floods, hidden orders, names.
    waiting = ApprovalRequest.objects.filter(status="pending", expires_at__gt=now)
    reasons = Counter(waiting.values_list("reason", flat=True))
    assert reasons["less_trusted"] + reasons["less_certain"] == Memory.objects.filter(standing="held").count() == 31
    assert min(reasons["less_trusted"], reasons["less_certain"], reasons["burst"], reasons["touches_trusted"]) >= 3
    assert reasons["injection"] >= 8
    assert 55 <= ApprovalItem.objects.filter(request__in=waiting, status="pending").count() <= 70
    assert ApprovalItem.objects.filter(request__reason="burst", request__agent=STUDY).count() == 5
    spoken = Memory.objects.filter(standing="quarantined", standing_reason="injection").values_list(
        "content", flat=True
    )
    assert any("\u200b" in text for text in spoken)
    assert any("\U000e0065" in text for text in spoken)
    # A graph that hangs together, and names that mean the same.
    shop = fact_table(agent=SHOP, curator=True)
    assert len(shop.keys) > 45
    assert shop.find("Hanae") == shop.find("羽奈") is not None
    assert EntityAlias.objects.filter(standing="believed").count() == sum(one["named"] for one in told.values()) == 4
    # Trust, lineage, sources and recalls.
    assert set(Memory.objects.values_list("origin_trust", flat=True)) >= {0.3, 0.5, 0.6, 0.7, 1.0}
    assert Derivation.objects.count() >= 8
    assert MemorySource.objects.filter(kind="message").values("session").distinct().count() >= 10
    assert AccessLog.objects.count() == sum(one["recalls"] for one in told.values()) >= 20
    assert Memory.objects.filter(standing="archived").count() == 2
    assert Memory.objects.filter(source_event="agent_mood").count() == 5
    # Lessons: rules in two languages, one kind that is enough for another, and jobs that say what they would do.
    assert sum(one["mistakes"] for one in told.values()) == Mistake.objects.count() == 14
    assert sum(one["rules"] for one in told.values()) == 2
    assert [(one.agent, one.category) for one in kinds(agents=None) if one.is_enough] == [(SHOP, "hallucination")]
    assert {run.job_id for run in JobRun.objects.filter(state="done", dry_run=True)} == {
        "expire_memories", "archive_faded", "consolidate_mistakes",
    }  # fmt: skip
    # Ages and importance spread, so that the forgetting curve has a shape.
    ages = [(now - at).days for at in Memory.objects.values_list("recorded_at", flat=True)]
    assert (min(ages), max(ages) > 110) == (0, True)
    assert len({round(value) for value in Memory.objects.values_list("importance", flat=True)}) >= 9


@pytest.mark.parametrize(
    ("agent", "query", "word"),
    [
        (SHOP, "return window", "30 days"),
        (SHOP, "革サドル", "黒"),
        (STUDY, "垃圾車", "八點十分"),
        (STUDY, "allergy", "peanuts"),
    ],
)
def test_it_can_be_searched_in_its_three_languages(told: object, agent: str, query: str, word: str) -> None:
    hits = search(agent=agent, request=RecallRequest(query, limit=5), now=timezone.now()).hits
    assert any(word in hit.memory.content for hit in hits)


def test_the_hub_is_sound_afterwards(told: object) -> None:
    report = check_hub()
    assert report.findings == []


def test_it_says_in_words_what_is_there_now(capfd, as_alice) -> None:
    call_command("demo")
    said, beside = capfd.readouterr()
    first, shop, study, overview, queue, last = said.splitlines()
    assert first == "2 agents have a memory of the last months now:"
    assert re.fullmatch(rf"  {SHOP}: memories in use \d+, replaced by newer ones \d+, held for a .*\.", shop)
    assert study.startswith(f"  {STUDY}: memories in use ")
    in_use, faded, left = map(int, re.findall(r"\d+", overview))
    assert in_use == sum(int(re.findall(r"\d+", line)[0]) for line in (shop, study)) == left + faded
    assert f"Memories in use {in_use} " in text_of(as_alice.get("/"))
    assert archive_faded(dry_run=True).startswith(f"{faded} memories would go to the archive")
    assert "without an answer it counts as rejected" in queue
    assert "prints a link" in last
    assert "{" not in said + beside


def test_a_hub_that_is_not_empty_is_refused() -> None:
    say("mine")
    with pytest.raises(CommandError, match=r"only fills an empty one.*MEMORYHUB_DATA=demo-hub"):
        call_command("demo")
    assert (Agent.objects.count(), Memory.objects.count()) == (1, 1)


def test_the_wiki_is_written_in_three_languages(told: dict[str, dict[str, int]]) -> None:
    live = WikiPage.objects.filter(standing="live")
    assert set(live.values_list("space", flat=True)) == {0, *Agent.objects.values_list("pk", flat=True)}
    titles = set(live.values_list("title", flat=True))
    assert titles >= {"Returns", "日本のお客さま", "讀書計畫", "Tidal mills", "Loan bicycle procedure"}
    returns = live.get(title="Returns")
    assert (returns.revision, returns.trust, "30 days" in returns.text) == (2, 0.8, True)
    assert WikiRevision.objects.filter(page=returns, standing="held").count() == 1
    assert (live.get(title="The help desk").origin, live.get(title="The help desk").trust) == ("operator", 0.5)
    assert live.get(title="Loan bicycle procedure").filed
    assert WikiLink.objects.filter(source__standing="live", page__isnull=True).exists()
    assert {"filed", "held", "pages", "shared", "vouched for"} <= set(told[SHOP])
