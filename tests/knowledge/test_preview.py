"""What a statement would do is what it then does, and asking changes nothing."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.conf import limits
from knowledge.engine.types import MemoryDraft
from knowledge.errors import Invalid, NotFound, Refused, TooMany
from knowledge.models import Agent, AuditEvent, Memory, MemorySpan, Reaffirmation
from knowledge.services.audit import head_file
from knowledge.services.preview import preview
from knowledge.services.store import store
from tests.knowledge.helpers import NOW, days, fact, writer

pytestmark = pytest.mark.django_db


def draft(value: str, **rest: object) -> MemoryDraft:
    rest.setdefault("content", f"The lang of user is {value}")
    return MemoryDraft(subject="user", predicate="lang", object=value, **rest)  # type: ignore[arg-type]


def ends() -> dict[str, object]:
    return {
        row.id: min((end for end in (row.valid_until, row.expires_at) if end), default=None)
        for row in Memory.objects.filter(standing="believed")
    }


def test_it_only_reads_and_leaves_the_audit_alone() -> None:
    fact("python", now=days(-10))
    head = head_file().read_bytes()
    counts = [model.objects.count() for model in (Memory, MemorySpan, Reaffirmation, AuditEvent)]
    before = list(Agent.objects.values())
    with CaptureQueriesContext(
        connection,
    ) as seen:
        said = preview(actor=writer(), agent="alice", draft=draft("rust"), now=NOW)
    assert said.outcome == "superseded"
    assert all(query["sql"].lstrip().upper().startswith("SELECT") for query in seen.captured_queries)
    assert [model.objects.count() for model in (Memory, MemorySpan, Reaffirmation, AuditEvent)] == counts
    assert list(Agent.objects.values()) == before
    assert head_file().read_bytes() == head
    assert Memory.objects.get().valid_until is None


@pytest.mark.parametrize("seed", range(6))
def test_it_says_what_store_then_does(seed: int) -> None:
    dice = random.Random(seed)
    seen = set()
    for step in range(25):
        now = days(step / 10)
        start = dice.choice([None, days(dice.randint(-20, 6))])
        until = None if dice.random() < 0.6 else days(dice.randint(-19, 9))
        said = draft(
            dice.choice("abc"),
            valid_from=start,
            valid_until=until if until is None or until > (start or now) else None,
            confidence=dice.choice([1.0, 1.0, 0.8]),
            ttl_seconds=dice.choice([None, None, 86_400]),
        )
        who = writer(dice.choice(["operator", "operator", "channel:a"]))
        before, existing = ends(), set(Memory.objects.values_list("id", flat=True))
        expected = preview(actor=who, agent="alice", draft=said, now=now) if step else None
        done = store(actor=who, agent="alice", draft=said, now=now)
        if expected is None:
            continue
        seen.add(done.outcome)
        after = ends()
        assert (expected.outcome, expected.superseded_id) == (done.outcome, done.superseded_id)
        assert expected.row_id == (done.memory.id if done.memory.id in existing else "")
        assert (expected.starts, expected.ends) == (
            done.memory.valid_from,
            min((end for end in (done.memory.valid_until, done.memory.expires_at) if end), default=None),
        )
        moved = {one.memory_id: (one.before, one.after) for one in expected.changes}
        assert moved == {
            key: (before[key], after[key]) for key in before if before[key] != after[key] and key != done.memory.id
        }
    assert len(seen) >= 4


def test_a_weaker_voice_would_be_held_and_told_by_whom() -> None:
    strong = fact("python", now=days(-1)).memory
    said = preview(actor=writer("channel:a"), agent="alice", draft=draft("rust"), now=NOW)
    assert (said.outcome, said.reason, said.rival_id) == ("held", "less_trusted", strong.id)
    assert said.changes == ()


def test_a_plain_memory_would_be_stored() -> None:
    fact("python")
    said = preview(actor=writer(), agent="alice", draft=MemoryDraft("hello"), now=NOW)
    assert (said.outcome, said.row_id, said.starts) == ("stored", "", NOW)


def test_what_store_refuses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fact("python", now=days(-1))
    with pytest.raises(Invalid):
        preview(actor=writer(), agent="alice", draft=draft("x", valid_from=days(0), valid_until=days(-1)), now=NOW)
    with pytest.raises(Refused):
        preview(actor=writer(agent="bob"), agent="alice", draft=draft("x"), now=NOW)
    with pytest.raises(NotFound):
        preview(actor=writer(agent="bob"), agent="bob", draft=draft("x"), now=NOW)
    assert not Agent.objects.filter(name="bob").exists()
    for number in range(limits().held_per_day):
        store(actor=writer("channel:a"), agent="alice", draft=draft(f"v{number}"), now=NOW)
    with pytest.raises(TooMany):
        preview(actor=writer("channel:a"), agent="alice", draft=draft("more"), now=NOW)
    again = preview(actor=writer("channel:a"), agent="alice", draft=draft("v1"), now=NOW)
    assert again.outcome == "held"
