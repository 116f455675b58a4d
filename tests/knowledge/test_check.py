"""Checking the hub: silent on whatever the services write, loud about every planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection

from knowledge.errors import HubError
from knowledge.models import Agent, AuditEvent, Derivation, Memory, MemorySource, MemorySpan, MemoryTag
from knowledge.services import edit, index
from knowledge.services.check import check_hub
from knowledge.services.types import Actor
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db

CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)


def broken(now: datetime = NOW) -> dict[str, list[str]]:
    report = check_hub(now=now)
    found: dict[str, list[str]] = {}
    for check, finding in report.findings:
        found.setdefault(check, []).append(f"{finding.rule} {finding.where}")
    assert report.sound == (not found)
    return found


def write_at_random(seed: int, steps: int) -> datetime:
    """Everything that writes: statements in any order, ends, life times, forgetting, bringing back, ending."""
    rng = random.Random(seed)
    now = NOW
    for _ in range(steps):
        now += timedelta(hours=rng.randint(0, 30))
        rows = list(Memory.objects.values_list("id", flat=True))
        try:
            match rng.randrange(12):
                case 0 if rows:
                    edit.forget(actor=CURATOR, memory_id=rng.choice(rows), now=now)
                case 1 if rows:
                    edit.restore(actor=CURATOR, memory_id=rng.choice(rows), now=now)
                case 2:
                    edit.expire_by_subject(actor=CURATOR, agent="alice", subject=f"s{rng.randrange(2)}", now=now)
                case 3:
                    parents = tuple(rng.sample(rows, min(len(rows), 2)))
                    say(f"note {rng.random()}", now=now, derived_from=parents, tags=("a", "B", "a"))
                case _:
                    start = now + timedelta(days=rng.choice([-9, -5, -2, 0, 0, 3, 6])) if rng.random() < 0.8 else None
                    end = now + timedelta(days=rng.choice([7, 9, 20])) if rng.random() < 0.3 else None
                    value = rng.choice("ABC")
                    fact(
                        value,
                        content=f"it is {value}",
                        subject=f"s{rng.randrange(2)}",
                        now=now,
                        valid_from=start,
                        valid_until=end,
                        ttl_seconds=rng.choice([None, None, None, 86_400, 500_000]),
                        origin=rng.choice(["operator", "operator", "user_direct", "agent_derived", "channel:x"]),
                        confidence=rng.choice([1.0, 1.0, 0.9]),
                        source_event=rng.choice(["", "e1", "e2"]),
                    )
        except HubError:
            continue
    return now


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_found_whatever_was_written(seed: int) -> None:
    assert broken(write_at_random(seed, 60)) == {}


def test_an_empty_hub_is_sound() -> None:
    assert broken() == {}


def _row(content: str) -> Memory:
    return Memory.objects.get(content=content)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _lift_trust() -> None:
    Memory.objects.filter(content="heard").update(origin_trust=0.9)


def _overlap() -> None:
    Memory.objects.filter(content="old value").update(valid_until=days(-1))
    MemorySpan.objects.filter(memory__content="old value").update(valid_until=days(-1))


def _late_end() -> None:
    Memory.objects.filter(content="old value").update(valid_until=days(-3))
    MemorySpan.objects.filter(memory__content="old value").update(valid_until=days(-3))


FAULTS: dict[str, tuple[Callable[[], object], set[str]]] = {
    "overlap": (_overlap, {"intervals apart and in order", "answers at every border"}),
    "hole": (_late_end, {"answers at every border"}),
    "second clock": (
        lambda: Memory.objects.filter(content="note").update(valid_until=days(9)),
        {"rows and their second clock"},
    ),
    "no span": (lambda: MemorySpan.objects.filter(memory__content="note").delete(), {"rows and their second clock"}),
    "link": (lambda: Memory.objects.filter(content="new value").update(supersedes=None), {"chains"}),
    "version": (lambda: Memory.objects.filter(content="new value").update(version=5), {"chains"}),
    "trust": (_lift_trust, {"trust"}),
    "parent": (lambda: Memory.objects.filter(content="heard").update(origin_trust=0.1), {"trust"}),
    "counter": (lambda: Agent.objects.update(live_tokens=3), {"counters of agents"}),
    "tag": (lambda: MemoryTag.objects.all().delete(), {"keys and tags"}),
    "key": (lambda: Memory.objects.filter(content="note").update(value_key="x"), {"keys and tags"}),
    "source": (
        lambda: MemorySource.objects.filter(memory__content="note").delete(),
        {"sources, tags and parts of rows"},
    ),
    "index": (
        lambda: index.remove([_row("note").number]),
        {"rows in the text index"},
    ),
    "orphan": (lambda: index.add([(99_999, 1, ["word"])]), {"rows in the text index"}),
    "stale": (
        lambda: Memory.objects.filter(content="note").update(standing="archived"),
        {"rows in the text index", "rows and their second clock"},
    ),
    "length": (
        lambda: Memory.objects.filter(content="note").update(token_count=77),
        {"tokens in the text index", "counters of agents"},
    ),
    "audit": (lambda: AuditEvent.objects.filter(sequence=2).update(reason="changed"), {"audit trail"}),
}  # fmt: skip


# PostgreSQL itself refuses these.
IMPOSSIBLE = {"orphan", "overlap"} if connection.vendor == "postgresql" else set()


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in IMPOSSIBLE])
def test_a_planted_fault_is_found_and_named(name: str) -> None:
    fact("old", content="old value", valid_from=days(-4))
    fact("new", content="new value", valid_from=days(-2))
    say("note", tags=("x",))
    heard = say("heard", origin="channel")
    say("concluded", derived_from=(heard.memory.id,))
    assert broken() == {}
    plant, expected = FAULTS[name]
    plant()
    found = broken()
    assert set(found) == expected
    assert all(lines for lines in found.values())


def test_a_missing_index_is_found() -> None:
    _execute("DROP INDEX memory_fact_axis")
    assert broken() == {
        "constraints and indexes": [
            "The database enforces what the tables promise. knowledge_memory lacks memory_fact_axis"
        ]
    }


def test_quick_leaves_the_texts_alone() -> None:
    say("note")
    Memory.objects.update(token_count=77)
    Agent.objects.update(live_tokens=77)
    assert check_hub(quick=True).sound
    assert set(broken()) == {"tokens in the text index"}


def test_findings_are_counted_beyond_those_that_are_shown() -> None:
    from knowledge.engine.types import MemoryDraft
    from knowledge.services.store import store_many

    store_many(actor=writer(), agent="alice", drafts=[MemoryDraft(f"note {n}") for n in range(150)], now=NOW)
    MemorySource.objects.all().delete()
    report = check_hub(quick=True)
    assert (report.checks["sources, tags and parts of rows"], len(report.findings)) == (150, 100)


def test_derivations_of_rows_that_are_gone() -> None:
    first = say("parent")
    say("child", derived_from=(first.memory.id,))
    assert Derivation.objects.count() == 1
    assert broken() == {}
