"""Known cases of facts and trust, each with its one right outcome, at the service."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from knowledge.engine.ids import digest
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.errors import NotFound
from knowledge.models import Memory
from knowledge.queries.browse import fetch_batch, list_memories, recent, summarize
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services.store import store
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


def history(predicate: str = "lang", **more: Any) -> list[tuple[object, str]]:
    rows = get_history(agent="alice", subject="user", predicate=predicate, now=days(500), **more)
    return [(row.object, row.state) for row in rows]


def at(day: float, predicate: str = "lang", **more: Any) -> list[object]:
    rows = get_at(agent="alice", subject="user", predicate=predicate, at=days(day), now=days(500), **more)
    return [row.object for row in rows]


def found(query: str, day: float = 0) -> list[str]:
    result = search(agent="alice", request=RecallRequest(query), now=days(day))
    return [hit.memory.content for hit in result.hits]


# ------------------------------------------------------------------ facts over time


def test_before_the_first_value_there_is_none() -> None:
    fact("python")
    assert at(-1) == []


def test_marriages_told_out_of_order() -> None:
    fact("divorced", predicate="status", valid_from=days(-2000), content="is divorced")
    fact("Alice", predicate="status", valid_from=days(-3000), content="is married to Alice")
    bob = fact("Bob", predicate="status", valid_from=days(-1000), content="is married to Bob")
    assert [at(day, "status") for day in (-2500, -1500, -500)] == [["Alice"], ["divorced"], ["Bob"]]
    assert [value for value, _ in history("status")] == ["Alice", "divorced", "Bob"]
    assert Memory.objects.get(object="divorced").superseded_by_id == bob.memory.id
    assert found("married") == ["is married to Bob"]


def test_an_older_value_with_its_own_end_keeps_it() -> None:
    fact("new", valid_from=days(-100))
    fact("old", valid_from=days(-500), valid_until=days(-300))
    assert Memory.objects.get(object="old").valid_until == days(-300)
    assert at(-200) == []


def test_twenty_five_confirmations_show_the_newest_twenty() -> None:
    fact("python", source_event="first")
    for number in range(25):
        fact("python", now=NOW + timedelta(minutes=number + 1), source_event=f"event-{number}")
    shown = get_history(agent="alice", subject="user", predicate="lang")[0].reaffirmed_by
    assert [one.source_event for one in shown] == [f"event-{number}" for number in range(5, 25)]


def test_another_object_in_the_same_words_is_another_value() -> None:
    first = fact("a", content="the same words")
    second = fact("b", content="the same words", now=days(1))
    assert (second.outcome, second.superseded_id) == ("superseded", first.memory.id)


def test_no_object_twice_in_the_same_words_confirms() -> None:
    say("likes tea", subject="user", predicate="drink")
    assert say(" likes tea ", subject="user", predicate="drink", now=days(1)).outcome == "reaffirmed"


def test_a_subject_without_a_predicate_is_a_plain_memory() -> None:
    assert say("one", subject="user").outcome == "stored"
    assert say("two", subject="user", now=days(1)).outcome == "stored"
    assert Memory.objects.filter(fact_key="").count() == 2


def test_spellings_of_one_name_are_one_fact() -> None:
    fact("1", subject="User:1")
    for number, spelling in enumerate(("user:1", "ＵＳＥＲ:1", " user:1 ", "us\u200ber:1"), start=2):
        assert fact(str(number), subject=spelling, now=days(number)).outcome == "superseded", spelling
    assert Memory.objects.filter(valid_until__isnull=True).count() == 1


def test_a_b_a_is_three_rows_and_the_third_is_current() -> None:
    for number, value in enumerate("ABA"):
        fact(value, now=days(number))
    assert history() == [("A", "superseded"), ("B", "superseded"), ("A", "current")]


def test_a_change_dated_ahead_is_not_shown_before_its_day() -> None:
    fact("A", valid_from=days(-1))
    fact("B", valid_from=days(10))
    assert (found("lang", 5), found("lang", 11)) == (["The lang of user is A"], ["The lang of user is B"])
    third = fact("C", now=days(1))
    rows = get_history(agent="alice", subject="user", predicate="lang", now=days(2))
    assert [(row.object, row.version) for row in rows] == [("A", 1), ("C", 2), ("B", 3)]
    assert [row.state for row in rows] == ["superseded", "current", "scheduled"]
    assert rows[0].superseded_by == third.memory.id == rows[2].supersedes


def test_an_expiry_ends_a_value_where_it_fell_due() -> None:
    fact("100", now=NOW, ttl_seconds=300)
    fact("101", now=NOW + timedelta(minutes=20))
    assert Memory.objects.get(object="100").valid_until == NOW + timedelta(minutes=5)
    assert get_at(agent="alice", subject="user", predicate="lang", at=NOW + timedelta(minutes=10)) == []


@pytest.mark.parametrize("edge", ["valid_until", "ttl"])
def test_ends_are_half_open_to_the_microsecond(edge: str) -> None:
    tick = timedelta(microseconds=1)
    end = NOW + timedelta(seconds=60)
    fact("A", **({"valid_until": end} if edge == "valid_until" else {"ttl_seconds": 60}))
    for moment, expected in ((end - tick, ["A"]), (end, []), (end + tick, [])):
        rows = get_at(agent="alice", subject="user", predicate="lang", at=moment)
        assert [row.object for row in rows] == expected
        assert len(list_memories(agents=frozenset({"alice"}), now=moment).items) == len(expected)
        hits = search(agent="alice", request=RecallRequest("lang"), now=moment).hits
        assert len(hits) == len(expected)


def test_a_predicate_with_several_values_keeps_them_apart() -> None:
    from knowledge.services.predicates import declare_multi_valued

    fact("tea", predicate="likes")
    admin = Actor(kind="person", name="root", door="page", roles=frozenset({"admin"}), agents=None)
    declare_multi_valued(actor=admin, agent="alice", predicate="Likes", now=days(1))
    assert fact("football", predicate="likes", now=days(2)).outcome == "stored"
    assert sorted(map(str, at(3, "likes"))) == ["football", "tea"]
    assert at(3, "likes", object_="TEA") == ["tea"]
    assert fact("tea", predicate="likes", now=days(3)).outcome == "reaffirmed"


def test_a_fact_about_somebody_else_stays_open() -> None:
    fact("Acme", subject="Ann", predicate="employer")
    fact("acme-org", subject="Ann", predicate="administers", now=days(1))
    assert Memory.objects.get(predicate="employer").valid_until is None


# ------------------------------------------------------------------ trust


@pytest.mark.parametrize(
    ("origin", "declared", "stored"),
    [
        (None, None, 0.3),
        ("agent_derived", 1.0, 0.6),
        ("operator", None, 1.0),
        ("operator", 0.4, 0.4),
        ("channel:discord-42", 1.0, 0.3),
        ("made_up:name", 1.0, 0.3),
    ],
)
def test_trust_is_the_lowest_of_declaration_and_ceiling(
    origin: str | None, declared: float | None, stored: float
) -> None:
    actor = Actor(kind="system", name="s", door="import", agents=None)
    outcome = store(actor=actor, agent="alice", draft=MemoryDraft("x", origin=origin, origin_trust=declared), now=NOW)
    assert outcome.memory.origin_trust == stored
    assert outcome.memory.origin == (origin or "unattributed")


@pytest.mark.parametrize(
    ("confidence", "origin", "confirmations", "expected"),
    [
        (0.85, "channel:a", ["channel:a", "channel:b", "channel:c"], [0.85, 0.85, 0.85]),
        (0.85, "operator", ["import", "channel:a", "agent_derived", "channel:b"], [0.95, 1.0, 1.0, 1.0]),
        (0.8, "operator", ["agent_derived", "tool_echo", "nobody"], [0.8, 0.8, 0.8]),
    ],
)
def test_only_independent_classes_raise_confidence(
    confidence: float, origin: str, confirmations: list[str], expected: list[float]
) -> None:
    fact("python", origin=origin, confidence=confidence)
    seen = []
    for number, voice in enumerate(confirmations, start=1):
        again = fact("python", origin=voice, confidence=confidence, now=days(number), source_event=f"e{number}")
        assert again.outcome == "reaffirmed"
        seen.append(pytest.approx(Memory.objects.get().confidence))
    assert seen == expected


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ("channel:a", "channel:b", "superseded"),
        ("channel:a", "operator", "superseded"),
        ("operator", "channel:a", "held"),
        ("operator", "import", "held"),
        ("import", "agent_derived", "held"),
        ("agent_derived", "user_profile", "superseded"),
        ("tool_echo", "mcp_external", "held"),
    ],
)
def test_who_may_replace_whom(first: str, second: str, outcome: str) -> None:
    fact("A", origin=first)
    assert fact("B", origin=second, now=days(1)).outcome == outcome


def test_a_row_lowered_by_hand_is_defended_as_far_as_it_is_trusted() -> None:
    fact("A", origin="operator")
    Memory.objects.update(origin_trust=0.1)
    assert fact("B", origin="channel:a", now=days(1)).outcome == "superseded"


def test_digests_keep_their_parts_apart() -> None:
    assert digest("ab", "c", "p", None) != digest("a", "bc", "p", None)
    assert digest("a", None) != digest("a", "")


# ------------------------------------------------------------------ lists and batches


def test_a_batch_tells_found_from_missing_in_input_order() -> None:
    mine, foreign = say("mine").memory, say("foreign", agent="bob").memory
    result = fetch_batch(agent="alice", ids=["m_nothing", foreign.id, mine.id, mine.id], now=days(1))
    assert [row.id for row in result.memories] == [mine.id]
    assert result.missing_ids == ("m_nothing", foreign.id)


def test_an_expired_row_is_missing_and_a_replaced_one_is_not() -> None:
    price = say("price", ttl_seconds=60).memory
    old = fact("A").memory
    fact("B", now=days(1))
    result = fetch_batch(agent="alice", ids=[price.id, old.id], now=days(1))
    assert [row.id for row in result.memories] == [old.id]
    assert result.missing_ids == (price.id,)


def test_telemetry_never_pushes_a_memory_out_of_a_list() -> None:
    say("a memory")
    for number in range(20):
        say(f"mood {number}", source_event="agent_mood", now=days(number + 1))
    assert [row.content for row in recent(agent="alice", limit=5, now=days(50))] == ["a memory"]


def test_a_quiet_window_says_that_nothing_was_found() -> None:
    say("something")
    assert "Nothing was found" in summarize(agent="alice", since=days(-9), until=days(-1))
    assert "something" in summarize(agent="alice", since=days(-1), until=days(1), now=days(1))


def test_scope_left_out_is_refused_not_everything() -> None:
    nobody = Actor(kind="agent", name="x", door="rest", agents=frozenset())
    from knowledge.services.recall import recall

    say("secret")
    for agent in ("", "*", "alice", "ALICE"):
        with pytest.raises(NotFound):
            recall(actor=nobody, agent=agent, request=RecallRequest("secret"))
    assert recall(actor=writer(), agent="alice", request=RecallRequest("secret"), now=days(1)).hits
