"""A week of ten agents on a compressed clock: what is live stays bounded, and the counts agree with the tables.

Run: python3 tests/bench/week.py [writes]    (MEMORYHUB_DATA names a scratch folder; it can be served afterwards)
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
AGENTS = 10
HOURS = 7 * 24
WORDS = [
    "harbour",
    "ship",
    "crane",
    "tide",
    "rope",
    "sail",
    "storm",
    "light",
    "anchor",
    "market",
    "fish",
    "crew",
    "map",
]


def drafts(rng: random.Random, count: int, hour: int) -> list[Any]:
    """Return what one agent learns in an hour: prices, tastes, notes of every importance, telemetry."""
    from knowledge.engine.types import MemoryDraft

    found = []
    fact: dict[str, Any]
    for number in range(count):
        words = " ".join(rng.choices(WORDS, k=8))
        kind = rng.random()
        if kind < 0.35:
            fact = {"subject": f"good {rng.randrange(20)}", "predicate": "price", "object": f"{hour}.{number}"}
            found.append(MemoryDraft(f"price {hour}.{number} {words}", policy="realtime", **fact))
        elif kind < 0.45:
            fact = {"subject": f"user:{rng.randrange(30)}", "predicate": "likes", "object": rng.choice(WORDS)}
            found.append(MemoryDraft(f"likes {words}", policy="preference", **fact))
        elif kind < 0.75:
            found.append(MemoryDraft(f"note {hour}.{number} {words}", ttl_seconds=rng.choice((3_600, 86_400))))
        elif kind < 0.95:
            found.append(MemoryDraft(f"event {hour}.{number} {words}", importance=rng.randrange(10)))
        else:
            found.append(MemoryDraft(f"mood {hour}.{number}", source_event="agent_mood", ttl_seconds=86_400))
    return found


def main(writes: int) -> None:
    """Live through the week, and compare."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db.models import Count, Q

    from knowledge.clock import hub_now
    from knowledge.engine.types import Actor
    from knowledge.models import Agent, Memory
    from knowledge.queries.stats import stats
    from knowledge.queries.views import current
    from knowledge.services import expiry, fading, policies
    from knowledge.services.check import check_hub
    from knowledge.services.store import store_many
    from memoryhub.jobs import sync_schedules

    call_command("migrate", verbosity=0)
    sync_schedules()
    job = Actor(kind="system", name="jobs", door="job", agents=None)
    rng = random.Random(7)
    end = hub_now()
    names = [f"agent-{number}" for number in range(AGENTS)]
    each = writes // (AGENTS * HOURS) + 1
    outcomes: dict[str, int] = {}
    began, written = time.perf_counter(), 0
    for hour in range(HOURS):
        moment = end - timedelta(hours=HOURS - hour)
        for name in names:
            actor = Actor(kind="agent", name=name, door="rest", agents=frozenset({name}), origin="operator")
            for one in store_many(actor=actor, agent=name, drafts=drafts(rng, each, hour), now=moment):
                written += 1
                kind = getattr(one, "outcome", "refused")
                outcomes[kind] = outcomes.get(kind, 0) + 1
        after = moment + timedelta(minutes=59)
        expiry.expire_due(actor=job, now=after)
        if hour % 24 == 23:
            fading.archive_faded(actor=job, now=after)
            fading.clear_archive(actor=job, before=after - timedelta(days=90), now=after)
            fading.clear_versions(actor=job, now=after)
            policies.follow(now=after)
            live = sum(Agent.objects.values_list("live_memories", flat=True))
            rows_now = Memory.objects.count()
            print(f"day {hour // 24 + 1}: {written:,} writes, {live:,} live, {rows_now:,} rows", flush=True)
    seconds = time.perf_counter() - began
    print(f"{written:,} writes and {HOURS} hours of jobs in {seconds:.0f} s; {outcomes}")
    expiry.expire_due(actor=job)
    now = hub_now()
    for name in names:
        told = stats(agent=name, now=now)
        rows = Memory.objects.filter(current(now), agent__name=name)
        counted = rows.exclude(source_event="agent_mood").count()
        assert told.current == counted, (name, told.current, counted)
        assert told.total == Memory.objects.filter(agent__name=name).count()
    kept = Memory.objects.filter(policy="realtime").values("agent", "fact_key").annotate(n=Count("pk")).filter(n__gt=30)
    busy = Memory.objects.filter(Q(policy="realtime"), valid_until__isnull=True, standing="believed").count()
    print(f"{busy} prices without an end, {kept.count()} prices with more than 30 versions since the last clearing")
    found = check_hub(quick=True, now=now).findings
    print(f"check: {len(found)} findings {found[:3]}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    os.environ.setdefault("MEMORYHUB_DATA", tempfile.mkdtemp(prefix="week-"))
    main(*(int(one) for one in (sys.argv[1:] or ["50000"])))
