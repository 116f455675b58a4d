"""Storing: what one write does to the rows, the second clock, the index and the audit."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.types import SourceRef
from knowledge.errors import Invalid, Refused, TooLarge
from knowledge.models import Agent, AuditEvent, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries.history import get_at
from knowledge.services import audit
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db
LONG_NAME = "".join(chr(0x4E00 + (place * place * 7919) % 20_000) for place in range(433))  # 1 299 bytes


def values(at: float) -> list[object]:
    return [row.object for row in get_at(agent="alice", subject="user", predicate="lang", at=days(at))]


def indexed() -> set[int]:
    column = "number" if connection.vendor == "postgresql" else "rowid"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM knowledge_memorytext")
        return {row[0] for row in cursor.fetchall()}


def test_a_plain_memory_is_stored_verbatim() -> None:
    outcome = say("  Café visit\n", tags=("food", "food"), importance=8)
    assert outcome.outcome == "stored"
    row = Memory.objects.get(id=outcome.memory.id)
    assert (row.content, row.tags, row.importance) == ("  Café visit\n", ["food"], 8)
    assert (row.valid_from, row.ingested_at, row.recorded_at) == (NOW, NOW, NOW)
    assert indexed() == {row.number}


def test_a_new_value_supersedes_the_old_one() -> None:
    old = fact("python", now=days(-10), source_event="turn:1")
    new = fact("typescript", source_event="turn:42")
    assert (new.outcome, new.superseded_id) == ("superseded", old.memory.id)
    before = Memory.objects.get(id=old.memory.id)
    after = Memory.objects.get(id=new.memory.id)
    assert before.valid_until == NOW
    assert before.superseded_by_id == after.id
    assert after.supersedes_id == before.id
    assert (before.invalidated_at, before.invalidated_by_event) == (NOW, "turn:42")
    assert (before.version, after.version) == (1, 2)
    assert after.valid_until is None
    assert indexed() == {after.number}
    assert list(MemorySpan.objects.filter(memory=before).order_by("pk").values_list("valid_until", "at")) == [
        (None, days(-10)),
        (NOW, NOW),
    ]


def test_history_leaves_the_present_alone() -> None:
    current = fact("divorced", now=days(0), valid_from=days(-2000), content="The status is divorced")
    alice = fact("Alice", valid_from=days(-3000), content="married to Alice")
    bob = fact("Bob", valid_from=days(-1000), content="married to Bob")
    assert (current.outcome, alice.outcome, bob.outcome) == ("stored", "history", "superseded")
    assert bob.superseded_id == current.memory.id
    assert Memory.objects.get(id=alice.memory.id).valid_until == days(-2000)
    assert Memory.objects.count() == 3


def test_saying_it_again_adds_no_row() -> None:
    first = fact("python", source_event="a")
    again = fact("python", now=NOW + timedelta(minutes=1), source_event="b")
    same_event = fact("python", now=NOW + timedelta(minutes=2), source_event="b")
    assert (again.outcome, again.memory.id, same_event.memory.id) == ("reaffirmed", first.memory.id, first.memory.id)
    row = Memory.objects.get()
    assert row.access_count == 2
    assert list(row.reaffirmations.order_by("pk").values_list("source_event", "original")) == [
        ("a", True),
        ("b", False),
        ("b", False),
    ]


@pytest.mark.parametrize("order", ["AAB", "ABA", "BAA"])
def test_a_confirmation_in_the_middle_splits_the_row(order: str) -> None:
    starts = {"A": [days(-10), days(-5)], "B": [days(-7)]}
    for value in order:
        fact(value, valid_from=starts[value].pop(0))
    spans = [
        (row.object, row.valid_from, row.valid_until)
        for row in Memory.objects.order_by("valid_from", "number")
        if row.valid_until is None or row.valid_until > row.valid_from
    ]
    assert spans == [("A", days(-10), days(-7)), ("B", days(-7), days(-5)), ("A", days(-5), None)]
    assert Reaffirmation.objects.filter(original=False, memory__valid_from=days(-10)).count() == 0


@pytest.mark.parametrize("between", ["t", "u"])
def test_the_same_event_that_moves_the_end_is_a_statement_of_its_own(between: str) -> None:
    fact("A", valid_from=days(0), source_event="t", now=days(20))
    fact("A", valid_from=days(2), valid_until=days(10), source_event="t", now=days(21))
    fact("A", valid_from=days(2), valid_until=days(5), source_event=between, now=days(22))
    fact("A", valid_from=days(2), valid_until=days(10), source_event="t", now=days(23))
    fact("A", valid_from=days(2), valid_until=days(10), source_event="t", now=days(24))
    assert Reaffirmation.objects.filter(original=False).count() == 3
    # The row is split, and its second half ends where the last statement about it ends.
    fact("B", valid_from=days(1), now=days(25))
    assert [values(at) for at in (0.5, 1.5, 3, 7, 11)] == [["A"], ["B"], ["A"], ["A"], []]


def test_a_row_keeps_one_first_statement_also_after_it_was_split() -> None:
    fact("A", valid_from=days(0), now=days(20))
    fact("A", valid_from=days(5), now=days(21))
    fact("B", valid_from=days(3), now=days(22))
    fact("A", valid_from=days(1), now=days(23))
    assert Reaffirmation.objects.filter(original=True).count() == 1


def test_a_class_raises_confidence_once_however_its_members_are_called() -> None:
    row = fact("A", origin="import:x", confidence=0.7).memory
    for number, origin in enumerate(["channel:a", "channel:b", "channel", "import:y", "mcp_external:z"]):
        fact("A", origin=origin, confidence=0.7, now=days(number + 1))
    assert Memory.objects.get(id=row.id).confidence == 0.9


def test_a_row_with_many_confirmations_is_confirmed_without_reading_them() -> None:
    row = Memory.objects.get(id=fact("A", confidence=0.8, valid_from=days(-9)).memory.id)
    again = {"origin": "operator", "origin_trust": 1.0, "confidence": 0.8, "at": NOW}
    Reaffirmation.objects.bulk_create(
        Reaffirmation(memory=row, valid_from=days(-9), source_event=f"turn:{number}", **again) for number in range(500)
    )
    fact("A", confidence=0.8, valid_from=days(-5))
    with CaptureQueriesContext(connection) as asked:
        fact("A", confidence=0.8, valid_from=days(-5), source_event="turn:x", now=days(1))
    said = [one["sql"] for one in asked if 'FROM "knowledge_reaffirmation"' in one["sql"]]
    assert said
    assert all("LIMIT 1" in sql or '"valid_from" >' in sql for sql in said)


def test_a_weaker_origin_is_held() -> None:
    curated = fact("python", origin="operator")
    claim = fact("ruby", origin="channel:x", now=days(1))
    assert (claim.outcome, claim.reason, claim.memory.state) == ("held", "less_trusted", "held")
    assert Memory.objects.get(id=curated.memory.id).valid_until is None
    assert Memory.objects.get(id=claim.memory.id).rival == curated.memory.id
    assert indexed() == {curated.memory.number}
    again = fact("ruby", origin="channel:x", now=days(1.1))
    assert again.memory.id == claim.memory.id
    assert again.review_id == claim.review_id is not None


def test_the_same_claim_waits_once_and_one_about_another_time_waits_beside_it() -> None:
    fact("python", valid_from=days(-100))
    starts = [None, None, days(-50), days(-9), days(-50)]
    claims = [
        fact("ruby", origin="channel:x", now=days(number), valid_from=start).memory.id
        for number, start in enumerate(starts)
    ]
    assert claims[0] == claims[1]
    assert claims[2] == claims[4]
    assert len(set(claims)) == 3
    assert sorted(Memory.objects.filter(standing="held").values_list("valid_from", flat=True)) == [
        days(-50),
        days(-9),
        days(0),
    ]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the other planner asks for statistics first")
def test_the_limit_of_held_writes_costs_what_was_written_today() -> None:
    fact("python")
    with CaptureQueriesContext(connection) as asked:
        fact("ruby", origin="channel:x", now=days(1))
    count = next(one["sql"] for one in asked if "COUNT(*)" in one["sql"] and "standing_reason" in one["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {count}")
        assert "memory_agent_list (agent_id=? AND standing=? AND id>?)" in str(cursor.fetchall())


def test_the_same_value_from_a_weaker_origin_confirms() -> None:
    fact("python", origin="operator", confidence=0.8)
    again = fact("python", origin="channel:x", now=days(1), confidence=0.8)
    assert again.outcome == "reaffirmed"
    assert Memory.objects.get().confidence == pytest.approx(0.9)


def test_a_batch_tells_the_fate_of_each_item() -> None:
    from knowledge.engine.types import MemoryDraft
    from knowledge.services.store import store_many

    outcomes = store_many(
        actor=writer(),
        agent="alice",
        drafts=[
            MemoryDraft("one", subject="s", predicate="p", object="1"),
            MemoryDraft("x" * 20_001),
            MemoryDraft("two", subject="s", predicate="p", object="2"),
            MemoryDraft("bad", importance=11),
            MemoryDraft("plain"),
        ],
        now=NOW,
    )
    assert [getattr(one, "outcome", type(one).__name__) for one in outcomes] == [
        "stored",
        "TooLarge",
        "superseded",
        "Invalid",
        "stored",
    ]
    assert Memory.objects.count() == 3


@pytest.mark.parametrize(
    ("draft", "error"),
    [
        ({"content": ""}, Invalid),
        ({"content": " \n"}, Invalid),
        ({"content": "a\0b"}, Invalid),
        ({"content": "\ud800"}, Invalid),
        ({"content": "x", "confidence": float("nan")}, Invalid),
        ({"content": "x", "confidence": 1.01}, Invalid),
        ({"content": "x", "confidence": True}, Invalid),
        ({"content": "x", "importance": -1}, Invalid),
        ({"content": "x", "layer": "dream"}, Invalid),
        ({"content": "x", "valid_until": days(-1), "valid_from": days(0)}, Invalid),
        ({"content": "x", "valid_until": days(-1)}, Invalid),
        ({"content": "x", "valid_from": NOW.replace(tzinfo=None)}, Invalid),
        ({"content": "x", "metadata": {"a": "\0"}}, Invalid),
        ({"content": "x", "metadata": {"a": "b" * 70_000}}, TooLarge),
        ({"content": "x", "derived_from": ("m_nothing",)}, Invalid),
        ({"content": "x", "policy": "forever"}, Invalid),
        ({"content": "x", "subject": "\ufdfa" * 100, "predicate": "p"}, TooLarge),
        ({"content": "x", "subject": "s", "predicate": LONG_NAME + "xx"}, TooLarge),
    ],
)
def test_bad_drafts_write_nothing(draft: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        say(**draft)  # type: ignore[arg-type]
    assert Memory.objects.count() == 0
    assert AuditEvent.objects.count() == 0


def test_the_longest_names_fit_on_both_databases() -> None:
    outcome = fact("A", subject=LONG_NAME, predicate=LONG_NAME[::-1])
    assert outcome.outcome == "stored"
    assert fact("B", subject=LONG_NAME, predicate=LONG_NAME[::-1], now=days(1)).superseded_id == outcome.memory.id


def test_a_foreign_agent_is_refused() -> None:
    from knowledge.engine.types import MemoryDraft
    from knowledge.services.store import store

    with pytest.raises(Refused):
        store(actor=writer(agent="bob"), agent="alice", draft=MemoryDraft("x"), now=NOW)
    assert not Agent.objects.exists()


def test_a_person_who_only_reads_writes_nothing() -> None:
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.services.store import store

    for roles in (frozenset(), frozenset({"viewer"})):
        person = Actor(kind="person", name="charlie", door="rest", roles=roles, agents=None)
        with pytest.raises(Refused):
            store(actor=person, agent="alice", draft=MemoryDraft("x"), now=NOW)
    assert not Memory.objects.exists()


def test_every_write_is_in_the_chain() -> None:
    fact("python")
    fact("ruby", now=days(1))
    fact("ruby", now=days(2))
    assert list(AuditEvent.objects.order_by("sequence").values_list("action", flat=True)) == [
        "memory.stored",
        "memory.superseded",
        "memory.reaffirmed",
    ]
    assert audit.verify().intact
    AuditEvent.objects.filter(sequence=2).update(actor="somebody else")
    assert audit.verify().broken_at == 2


def test_a_record_names_every_row_that_was_cut_or_made() -> None:
    row = fact("A", valid_from=days(0), now=days(20)).memory
    fact("A", valid_from=days(5), now=days(21))
    middle = fact("B", valid_from=days(3), now=days(22)).memory
    second = Memory.objects.exclude(id__in=[row.id, middle.id]).get()
    record = AuditEvent.objects.get(target=middle.id)
    assert (record.action, record.details["cut"], record.details["split"]) == ("memory.history", [row.id], [second.id])


def test_a_cut_tail_shows() -> None:
    for day in range(5):
        fact(f"value {day}", now=days(day))
    AuditEvent.objects.filter(sequence__gt=2).delete()
    check = audit.verify()
    assert (check.intact, check.broken_at) == (False, 3)


def test_a_derived_memory_takes_the_lowest_trust_and_every_source() -> None:

    strong = say("a", origin="operator", source=SourceRef("message", "chat", "1"))
    weak = say("b", origin="channel:x", source=SourceRef("message", "chat", "2"))
    child = say("c", origin="agent_derived", derived_from=(strong.memory.id, weak.memory.id))
    row = Memory.objects.get(id=child.memory.id)
    assert row.origin_trust == 0.3
    assert set(row.sources.filter(role="inherited").values_list("item", "parent")) == {
        ("1", strong.memory.id),
        ("2", weak.memory.id),
    }
    assert set(row.parents.values_list("parent__id", flat=True)) == {strong.memory.id, weak.memory.id}


def test_a_source_shared_by_many_ancestors_is_inherited_once() -> None:
    ids = [say(text, source=SourceRef("message", "chat", text)).memory.id for text in ("one", "two")]
    for number in range(8):
        made = say(f"rule {number}", derived_from=tuple(ids[-2:]), source=SourceRef("run", "night", str(number)))
        ids.append(made.memory.id)
    found = MemorySource.objects.filter(memory__id=ids[-1]).values_list("session", "item", "role")
    nights = [("night", str(number), "inherited") for number in range(7)]
    talks = [("chat", "one", "inherited"), ("chat", "two", "inherited")]
    assert sorted(found) == sorted([*talks, *nights, ("night", "7", "direct")])


def test_counters_match_the_rows() -> None:
    fact("python", valid_from=days(-5))
    fact("ruby")
    say("plain")
    fact("over", predicate="job", valid_from=days(-5), valid_until=days(-1))
    agent = Agent.objects.get()
    assert agent.total_memories == 4
    live = Memory.objects.filter(token_count__gt=0)
    assert agent.live_memories == live.count() == 2
    assert agent.live_tokens == sum(row.token_count for row in live)
    assert indexed() == {row.number for row in live}


def test_a_batch_follows_its_own_facts_past_a_derived_memory() -> None:
    from knowledge.engine.types import MemoryDraft
    from knowledge.services.store import store_many

    parent = say("they said so")
    first, derived, second = store_many(
        actor=writer(),
        agent="alice",
        drafts=[
            MemoryDraft("lives in Oslo", subject="ann", predicate="home", object="Oslo", valid_from=days(-3)),
            MemoryDraft("so it is", derived_from=(parent.memory.id,)),
            MemoryDraft("lives in Rome", subject="ann", predicate="home", object="Rome", valid_from=days(-1)),
        ],
        now=NOW,
    )
    assert [getattr(one, "outcome", one) for one in (first, derived, second)] == ["stored", "stored", "superseded"]
    rows = Memory.objects.filter(predicate="home").order_by("valid_from")
    assert [(row.object, row.valid_until) for row in rows] == [("Oslo", days(-1)), ("Rome", None)]
