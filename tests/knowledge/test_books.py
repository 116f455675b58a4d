"""The books balance: whatever happens, in whatever order, the tables keep every rule.

Random histories of stores, forgettings, restorings and endings against a model that only knows what
was said; and a write that is made to fail at each of its statements.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from knowledge.engine.timeline import Statement, answer
from knowledge.errors import HubError
from knowledge.models import Agent, AuditEvent, Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries.history import get_at
from knowledge.services import audit, edit, index
from knowledge.services.check import check_hub
from tests.knowledge.helpers import NOW, days, fact, writer

TICK = timedelta(microseconds=1)


def value_at(at: datetime, **more: Any) -> object:
    found = get_at(agent="alice", subject="user", predicate="lang", at=at, now=days(1000), **more)
    assert len(found) <= 1, "a single-valued fact has one answer"
    return found[0].object if found else None


def assert_books_balance() -> None:
    report = check_hub(now=days(1000))
    # Here rows wait and are decided about below the cards; `tests/curation` does it with them.
    findings = [one for one in report.findings if one[0] != "cards of what waits"]
    assert not findings, findings
    assert audit.verify().intact


statements = st.lists(
    st.tuples(
        st.sampled_from("ABC"),
        st.one_of(st.none(), st.integers(-20, 20)),
        st.one_of(st.none(), st.integers(1, 9)),
        st.one_of(st.none(), st.integers(1, 9)),
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.django_db
@settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(statements)
def test_every_boundary_answers_what_was_said_and_what_was_known(
    drawn: list[tuple[str, int | None, int | None, int | None]],
) -> None:
    index.clear()
    Memory.objects.all().delete()
    Agent.objects.all().delete()
    told: list[tuple[Statement, str]] = []
    snapshots: list[tuple[datetime, dict[datetime, object]]] = []
    for step, (value, start, length, life) in enumerate(drawn):
        now = NOW + timedelta(hours=step)
        begins = now if start is None else days(start)
        ends = None if length is None else begins + timedelta(days=length)
        seconds = None if life is None else life * 86_400
        fact(
            value,
            now=now,
            valid_from=None if start is None else begins,
            valid_until=ends,
            ttl_seconds=seconds,
            source_event=f"step:{step}",
        )
        expires = None if seconds is None else max(begins, now) + timedelta(seconds=seconds)
        told.append((Statement(begins, ends, expires), value))
        edges = {edge for one, _ in told for edge in (one.start, one.stated_until, one.expires_at) if edge}
        probes = sorted({edge + shift for edge in edges for shift in (-TICK, 0 * TICK, TICK)})
        said: dict[datetime, object] = {probe: answer(told, probe) for probe in probes}
        assert {probe: value_at(probe) for probe in probes} == said
        snapshots.append((now, said))
    for known_at, known in snapshots:
        assert {probe: value_at(probe, known_at=known_at) for probe in known} == known
    assert_books_balance()


def everything() -> dict[str, int]:
    return {
        model.__name__: model.objects.count()
        for model in (Agent, AuditEvent, Memory, MemorySource, MemorySpan, Reaffirmation)
    }


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_random_histories_of_everything(seed: int) -> None:
    chance = random.Random(seed)
    ids: list[str] = []
    for step in range(60):
        now = NOW + timedelta(hours=step)
        action = chance.choice(["say", "say", "say", "say", "forget", "restore", "end"])
        try:
            if action == "say":
                start = chance.choice([None, days(chance.randint(-30, 30))])
                begins = start or now
                outcome = fact(
                    chance.choice("ABC"),
                    now=now,
                    subject=chance.choice(["user", "User ", "bike"]),
                    origin=chance.choice(["operator", "import", "channel:x"]),
                    confidence=chance.choice([1.0, 1.0, 0.9, 0.6]),
                    valid_from=start,
                    valid_until=chance.choice([None, None, begins + timedelta(days=chance.randint(1, 9))]),
                    ttl_seconds=chance.choice([None, None, 3_600 * chance.randint(1, 50)]),
                    source_event=chance.choice(["", f"turn:{chance.randint(1, 9)}"]),
                )
                ids.append(outcome.memory.id)
            elif action == "end":
                edit.expire_by_subject(actor=writer(), agent="alice", subject="user", now=now)
            elif ids:
                change: Callable[..., object] = edit.forget if action == "forget" else edit.restore
                change(actor=writer(), memory_id=chance.choice(ids), now=now)
        except HubError:
            continue
    assert_books_balance()


@contextmanager
def fails_at(statement: int) -> Iterator[list[int]]:
    """Let the n-th statement that writes fail, as a full disk or a lost server would."""
    seen = [0]

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            seen[0] += 1
            if seen[0] == statement:
                raise RuntimeError("fault")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


def all_or_nothing(act: Callable[[], object]) -> int:
    """Run the action failing at each of its writing statements; nothing may remain of any try."""
    statement = 0
    while True:
        statement += 1
        before = everything()
        with fails_at(statement) as seen:
            try:
                act()
            except RuntimeError:
                assert everything() == before
                assert_books_balance()
                continue
        assert seen[0] == statement - 1
        return statement - 1


@pytest.mark.django_db(transaction=True)
def test_a_write_that_fails_anywhere_leaves_nothing() -> None:
    fact("A", valid_from=days(-10), source_event="a")
    fact("A", valid_from=days(-5), source_event="b")
    # It cuts a row, splits off its confirmations, adds a row between, moves index and audit.
    assert all_or_nothing(lambda: fact("B", valid_from=days(-7), source_event="c")) >= 8
    assert [value_at(days(day)) for day in (-8, -6, -4)] == ["A", "B", "A"]
    assert_books_balance()


@pytest.mark.django_db(transaction=True)
def test_forgetting_and_restoring_are_all_or_nothing() -> None:
    fact("A", valid_from=days(-10))
    current = fact("B", valid_from=days(-5)).memory
    assert all_or_nothing(lambda: edit.forget(actor=writer(), memory_id=current.id, now=days(1))) >= 4
    assert value_at(days(2)) is None
    assert all_or_nothing(lambda: edit.restore(actor=writer(), memory_id=current.id, now=days(2))) >= 4
    assert value_at(days(3)) == "B"


@pytest.mark.django_db(transaction=True)
def test_a_held_write_and_its_request_stand_or_fall_together(settings: Any) -> None:
    from curation.models import ApprovalRequest

    # The guard takes its own failures for a reason to stop a write, and goes on.
    settings.HUB_TOML = {"knowledge_guard": {"enabled": False}}

    fact("A", origin="operator")
    assert all_or_nothing(lambda: fact("B", origin="channel:x", now=days(1))) >= 6
    assert ApprovalRequest.objects.count() == 1
    assert Memory.objects.filter(standing="held").count() == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_when_the_audit_cannot_be() -> None:
    fact("A")
    before = everything()

    def no_audit(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "knowledge_auditevent" in sql and sql.startswith("INSERT"):
            raise RuntimeError("the audit table is gone")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(no_audit), pytest.raises(RuntimeError):
        fact("B", now=days(1))
    assert everything() == before
    assert value_at(days(2)) == "A"
