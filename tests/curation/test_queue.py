"""The queue as it is read: filters and their numbers, one request in full, what was decided, and what it costs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from curation.models import ApprovalItem, ApprovalRequest
from curation.queries.cards_in_full import request_in_full
from curation.queries.decided import DecisionFilters, decisions
from curation.queries.queue import QueueFilters, matching_ids, progress, queue, weigh
from curation.services.decisions import Choice, decide, decide_many, expire_due, undo
from knowledge.engine.ids import new_id
from knowledge.errors import Invalid, NotFound
from knowledge.models import Memory
from knowledge.services import aliases
from tests.curation.deciding import BOB, burst, conflict, person
from tests.knowledge.helpers import NOW, days, fact, writer

pytestmark = pytest.mark.django_db


def many(count: int) -> None:
    """Put very many cards into the tables, each about one of a few rows in quarantine."""
    request, _ = burst("A", predicate="p", now=NOW)
    card = ApprovalRequest.objects.get(pk=request)
    item = ApprovalItem.objects.get(request=request)
    rows, items = [], []
    for number in range(count):
        values = {field.attname: getattr(card, field.attname) for field in ApprovalRequest._meta.concrete_fields}
        values |= {
            "id": new_id("r", NOW),
            "agent": f"agent-{number % 7}",
            "origin": f"channel:{number % 40}",
            "reason": ("burst", "injection", "drip")[number % 3],
            "expires_at": NOW + timedelta(seconds=60 + number % 80_000),
        }
        rows.append(ApprovalRequest(**values))
        items.append(ApprovalItem(request=rows[-1], memory=item.memory, digest=item.digest))
    ApprovalRequest.objects.bulk_create(rows)
    ApprovalItem.objects.bulk_create(items)


@pytest.fixture
def mixed() -> dict[str, str]:
    """One card of each sort."""
    fact("A", now=days(-1))
    fact("A", now=days(-1), agent="bob")
    fact("A", now=days(-1), subject="ceo")
    named = aliases.add_alias(
        actor=writer("channel:x"), agent="alice", canonical="mallory", alias="ceo", now=NOW - timedelta(hours=2)
    )
    assert named.review_id
    return {
        "conflict": conflict(now=days(-0.02)),
        "of bob": conflict(now=days(-0.5), agent="bob"),
        "burst": burst("B", "C", predicate="p", now=days(-0.1))[0],
        "injection": burst("D", predicate="q", now=NOW, reason="injection", origin="import")[0],
        "name": named.review_id,
    }


def shown(**filters: Any) -> list[str]:
    return [one.id for one in queue(agents=None, filters=QueueFilters(**filters), now=NOW).entries]


# ------------------------------------------------------------------ the list


def test_the_soonest_deadline_comes_first(mixed: dict[str, str]) -> None:
    assert shown() == [mixed[name] for name in ("of bob", "burst", "name", "conflict", "injection")]
    page = queue(agents=None, now=NOW)
    first = page.entries[0]
    assert (first.memory and first.memory.object, first.in_place and first.in_place.object) == ("B", "A")
    grouped = page.entries[1]
    assert (grouped.items, grouped.waiting, grouped.risk) == (2, 2, "medium")
    name = page.entries[2]
    assert (name.kind, name.alias and name.alias.stated, name.memory) == ("alias_review", "mallory", None)
    assert (page.total, page.waiting, page.next) == (5, 5, None)


def test_every_filter_leaves_what_it_says(mixed: dict[str, str]) -> None:
    expected: dict[str, dict[str, list[str]]] = {
        "kind": {"fact_conflict": ["of bob", "conflict"], "alias_review": ["name"]},
        "agent": {"bob": ["of bob"], "nobody": []},
        "origin": {"import": ["injection"], "channel": []},
        "reason": {"burst": ["burst"], "less_trusted": ["of bob", "conflict"]},
        "risk": {"high": ["injection"], "medium": ["of bob", "burst", "name", "conflict"], "low": []},
        "age": {"under_1_hour": ["conflict", "injection"], "under_1_day": ["of bob", "burst", "name"], "older": []},
    }
    for name, values in expected.items():
        for value, cards in values.items():
            assert shown(**{name: value}) == [mixed[card] for card in cards], (name, value)
            found = queue(agents=None, filters=QueueFilters(**{name: value}), now=NOW)
            (counted,) = [one for one in found.facets[name] if one.value == value]
            assert (counted.count, counted.chosen, found.total, found.waiting) == (len(cards), True, len(cards), 5)
            assert matching_ids(agents=None, filters=QueueFilters(**{name: value}), now=NOW) == tuple(
                shown(**{name: value})
            )


def test_counts_tell_what_a_filter_would_leave_beside_the_others(mixed: dict[str, str]) -> None:
    facets = queue(agents=None, filters=QueueFilters(kind="fact_conflict", agent="alice"), now=NOW).facets
    assert [(one.value, one.count) for one in facets["agent"]] == [("alice", 1), ("bob", 1)]
    assert {one.value: one.count for one in facets["kind"]} == {
        "fact_conflict": 1,
        "knowledge_quarantine": 2,
        "alias_review": 1,
    }
    assert [(one.value, one.count) for one in facets["reason"]] == [("less_trusted", 1)]


def test_a_reason_nobody_knows_is_of_medium_risk(mixed: dict[str, str]) -> None:
    ApprovalRequest.objects.filter(pk=mixed["injection"]).update(reason="something_new")
    assert mixed["injection"] in shown(risk="medium")
    assert {one.value: one.count for one in queue(agents=None, now=NOW).facets["risk"]} == {"medium": 5}


def test_pages_follow_one_another_without_gaps() -> None:
    many(130)
    ApprovalRequest.objects.update(expires_at=days(1))
    seen: list[str] = []
    cursor = None
    while True:
        page = queue(agents=None, cursor=cursor, limit=50, now=NOW)
        seen += [one.id for one in page.entries]
        cursor = page.next
        if cursor is None:
            break
    assert sorted(seen) == sorted(ApprovalRequest.objects.values_list("pk", flat=True))
    assert len(seen) == len(set(seen)) == 131
    for bad in ("x", "2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z~\0", "~r_x"):
        with pytest.raises(Invalid):
            queue(agents=None, cursor=bad, now=NOW)


def test_everybody_sees_their_agents_cards(mixed: dict[str, str]) -> None:
    page = queue(agents=frozenset({"bob"}), now=NOW)
    assert [one.id for one in page.entries] == [mixed["of bob"]]
    assert (page.total, page.waiting) == (1, 1)
    assert {one.value for one in page.facets["agent"]} == {"bob"}
    assert queue(agents=frozenset(), now=NOW).entries == ()
    with pytest.raises(NotFound):
        request_in_full(agents=frozenset({"bob"}), request_id=mixed["conflict"], now=NOW)
    ApprovalRequest.objects.filter(pk=mixed["burst"]).update(agent="")
    assert mixed["burst"] in shown()
    assert queue(agents=frozenset({"alice", "bob", ""}), now=NOW).waiting == 4


def test_the_queries_do_not_grow_with_what_waits() -> None:
    asked = []
    many(20)
    soon = queue(agents=None, limit=3, now=NOW).entries
    decide_many(actor=BOB, choices=[Choice(one.id, "reject", reason="x") for one in soon], now=NOW)
    for more in (10, 490):
        many(more)
        with CaptureQueriesContext(connection) as found:
            page = queue(agents=None, limit=50, now=NOW)
            request_in_full(agents=None, request_id=page.entries[0].id, now=NOW)
            progress(agents=None, user_id=1, today=days(-1), now=NOW)
            decisions(agents=None, now=NOW)
            matching_ids(agents=None, filters=QueueFilters(risk="high"), now=NOW)
        asked.append(len(found))
    assert abs(asked[0] - asked[1]) <= 1
    assert asked[1] <= 40


# ------------------------------------------------------------------ one in full


def test_a_request_in_full_shows_what_would_become_true_and_what_is(mixed: dict[str, str]) -> None:
    full = request_in_full(agents=None, request_id=mixed["conflict"], now=NOW)
    (item,) = full.items
    assert item.memory
    assert item.in_place
    assert (item.memory.object, item.memory.sources[0].kind, item.reason) == ("B", "external_call", "less_trusted")
    assert (item.in_place.object, item.in_place.origin, item.in_place.confidence) == ("A", "operator", 1.0)
    assert (item.changed, item.shown_before, full.entry.status) == (False, None, "pending")
    burst_card = request_in_full(agents=None, request_id=mixed["burst"], now=NOW)
    assert [one.findings for one in burst_card.items] == [{"rules": ["burst"]}] * 2
    named = request_in_full(agents=None, request_id=mixed["name"], now=NOW)
    assert (named.items[0].alias and named.items[0].alias.alias, named.items[0].memory) == ("ceo", None)
    assert decide(actor=BOB, request_id=mixed["name"], verdict="approve", seen=named.digest, now=NOW).pending == 0


def test_what_changed_since_it_was_opened_is_shown_beside_it(mixed: dict[str, str]) -> None:
    fact("Z", now=NOW, valid_from=days(-0.5))
    (item,) = request_in_full(agents=None, request_id=mixed["conflict"], now=NOW).items
    assert item.changed
    assert item.in_place
    assert item.shown_before
    assert (item.in_place.object, item.shown_before.object) == ("Z", "A")


def test_what_else_waits_that_is_alike(mixed: dict[str, str]) -> None:
    same_subject = conflict("C", now=NOW, predicate="lang", origin="channel:z")
    full = request_in_full(agents=None, request_id=mixed["conflict"], now=NOW)
    alike = {one.request_id: one.why for one in full.similar}
    assert alike[same_subject] == ("subject",)
    assert alike[mixed["burst"]] == ("subject", "origin")
    assert mixed["conflict"] not in alike
    assert mixed["of bob"] not in alike, "of another agent"
    decide(actor=BOB, request_id=same_subject, verdict="reject", reason="x", now=NOW)
    full = request_in_full(agents=None, request_id=mixed["conflict"], now=NOW)
    assert same_subject not in {one.request_id for one in full.similar}
    for unknown in ("r_x", "\0"):
        with pytest.raises(NotFound):
            request_in_full(agents=None, request_id=unknown, now=NOW)


# ------------------------------------------------------------------ what was done


def test_what_was_decided_by_whom_and_why(mixed: dict[str, str]) -> None:
    carol = person("carol")
    decide(actor=BOB, request_id=mixed["conflict"], verdict="approve", now=NOW)
    decide(actor=carol, request_id=mixed["burst"], verdict="reject", reason="spam", now=NOW + timedelta(minutes=1))
    expire_due(now=days(0.5))
    undo(actor=carol, request_id=mixed["burst"], reason="a slip", now=NOW + timedelta(minutes=2))
    page = decisions(agents=None, now=NOW + timedelta(minutes=3))
    assert [(one.entry.id, one.entry.status, one.decided_by) for one in page.items] == [
        (mixed["of bob"], "expired", ""),
        (mixed["burst"], "rejected", "carol"),
        (mixed["conflict"], "approved", "bob"),
    ]
    _, spam, approved = page.items
    assert (spam.note, spam.outcomes, spam.undo_until) == ("spam", {"rejected": 2}, None)
    assert ApprovalRequest.objects.get(pk=spam.undone).reopens_id == mixed["burst"]
    assert (approved.undo_until, approved.undone) == (NOW + timedelta(minutes=10), "")
    one = decisions(agents=None, limit=2, now=NOW)
    rest = decisions(agents=None, limit=2, cursor=one.next, now=NOW)
    assert [view.entry.id for view in (*one.items, *rest.items)] == [view.entry.id for view in page.items]
    assert rest.next is None
    for filters, cards in (
        (DecisionFilters(by="carol"), ["burst"]),
        (DecisionFilters(status="expired"), ["of bob"]),
        (DecisionFilters(kind="fact_conflict", agent="alice"), ["conflict"]),
        (DecisionFilters(since=NOW, until=NOW + timedelta(seconds=1)), ["conflict"]),
    ):
        found = decisions(agents=None, filters=filters, now=NOW)
        assert [view.entry.id for view in found.items] == [mixed[card] for card in cards]
    assert [view.entry.id for view in decisions(agents=frozenset({"bob"}), now=NOW).items] == [mixed["of bob"]]
    with pytest.raises(Invalid):
        decisions(agents=None, cursor="x", now=NOW)


def test_how_far_one_is_today(mixed: dict[str, str]) -> None:
    decide(actor=BOB, request_id=mixed["conflict"], verdict="approve", now=NOW)
    decide(actor=person("carol"), request_id=mixed["name"], verdict="reject", reason="x", now=NOW)
    decide(actor=BOB, request_id=mixed["injection"], verdict="reject", reason="x", now=NOW)
    expire_due(now=days(0.5))
    found = progress(agents=None, user_id=BOB.user_id, today=days(-0.5), now=NOW)
    assert (found.left, found.soonest, found.done, found.mine) == (1, days(0.9), 3, 2)
    assert progress(agents=None, user_id=None, today=days(1), now=days(2)).left == 0


def test_what_a_bulk_decision_is_about_is_weighed_first(mixed: dict[str, str]) -> None:
    fact("E", predicate="r", now=NOW, confidence=0.9)
    certain = conflict("F", predicate="r", now=NOW, confidence=0.8, origin="operator")
    weight = weigh(agents=None, ids=[*mixed.values(), certain, "r_unknown", "\0"], now=NOW)
    assert (weight.requests, weight.items) == (6, 7)
    assert weight.by_trust == {"0.3": 4, "0.7": 1, "1.0": 1}
    assert weight.by_risk == {"medium": 5, "high": 1, "low": 1}
    decide(actor=BOB, request_id=certain, verdict="approve", now=NOW)
    assert weigh(agents=frozenset({"bob"}), ids=[*mixed.values(), certain], now=NOW).requests == 1


def test_a_row_in_the_queue_is_nowhere_else(mixed: dict[str, str]) -> None:
    from knowledge.queries.browse import ListFilters, list_memories

    waiting = set(Memory.objects.exclude(standing="believed").values_list("id", flat=True))
    listed = list_memories(agents=None, filters=ListFilters(state="current"), now=NOW)
    assert not waiting & {one.id for one in listed.items}


@pytest.mark.bench
@pytest.mark.django_db(transaction=True)
def test_ten_thousand_cards_are_as_quick_as_ten(settings: Any) -> None:
    import time

    many(10_000)
    started = time.process_time()
    queue(agents=None, limit=50, now=NOW)
    spent = time.process_time() - started
    print(f"one page of 10 000: {spent * 1000:.0f} ms CPU")
    assert spent < 1.0
    settings.HUB_TOML = {"memory": {"held_per_day": 10_000}}
    for number in range(500):
        fact("A", predicate=f"q{number}", now=days(-1))
    ids = [conflict(predicate=f"q{number}", now=NOW) for number in range(500)]
    started, wall = time.process_time(), time.monotonic()
    found = decide_many(actor=BOB, choices=[Choice(one, "approve") for one in ids], now=NOW)
    print(f"500 approved: {time.process_time() - started:.2f} s CPU, {time.monotonic() - wall:.2f} s")
    assert {one.result for one in found} == {"done"}
    assert time.process_time() - started < 3.0
