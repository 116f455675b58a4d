"""Recall: what is found, in which order, with which reasons, and the trace it leaves."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.engine.scoring import Weights
from knowledge.engine.types import Actor
from knowledge.errors import Invalid, NotFound
from knowledge.models import AccessHit, AccessLog, Memory
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import access, edit
from knowledge.services.recall import recall
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _trace_only_when_told():
    access.write_only_when_told()
    access.flush()


def found(query: str, *, now=NOW, agent: str = "alice", weights: Weights | None = None, **more: object) -> list[str]:
    result = search(agent=agent, request=RecallRequest(query, **more), now=now, weights=weights)  # type: ignore[arg-type]
    return [hit.memory.content for hit in result.hits]


def test_only_what_is_true_now_is_found() -> None:
    fact("python", now=days(-10))
    fact("typescript")
    fact("last year", predicate="job", valid_from=days(-400), valid_until=days(-35))
    fact("next year", predicate="home", valid_from=days(35))
    say("the lang of a price", ttl_seconds=60, now=days(-1))
    assert found("what is the lang of user") == ["The lang of user is typescript"]
    assert found("job last year") == []
    assert found("next year") == []
    # The other fact about the user is tied to the value the question names, and stands below.
    assert found("next year home", now=days(36)) == ["The home of user is next year", "The lang of user is typescript"]
    assert found("next year home", now=days(36), mode="keyword") == ["The home of user is next year"]


@pytest.mark.parametrize(
    ("stored", "query"),
    [
        ("請求書の計算ミスがありました", "計算ミス"),
        ("機械学習アルゴリズムを比較した", "学習"),
        ("資料庫遷移工作排程", "遷移"),
        ("彼は猫が好きです", "猫"),
        ("서울에서 회의를 했다", "회의"),
        ("東京都の天気", "京"),
        ("ＡＢＣ商事の担当", "abc"),
        ("She is studying the studies", "study"),
        ("Call parse_config in app.settings", "parse_config"),
        ("Call parse_config in app.settings", "settings"),
        ("ticket f2c5-9a1b was closed", "f2c5-9a1b"),
        ("C++ and C# differ", "c++"),
        ("naïve café", "cafe"),
        ("The billing module has a history of null-related bugs", "Find everything about the billing bug please"),
    ],
)
def test_words_of_any_script_are_found(stored: str, query: str) -> None:
    say(stored)
    say("something else entirely 無関係")
    assert found(query) == [stored]
    hit = search(agent="alice", request=RecallRequest(query), now=NOW).hits[0]
    assert next(part.value for part in hit.parts if part.name == "relevance") == 1.0


@pytest.mark.parametrize(
    "query",
    [
        "`",
        "the of",
        '"',
        "*",
        "(",
        "AND",
        "NEAR(",
        "a_b _ c",
        "agent:a2",
        "",
        "   ",
        "\u200b",
        "-",
        "a AND b OR",
        "😀",
        "'; DROP",
    ],
)
def test_no_character_is_syntax(query: str) -> None:
    say("a_b and c NEAR the agent")
    result = search(agent="alice", request=RecallRequest(query), now=NOW)
    assert isinstance(result.hits, tuple)
    assert not result.degraded


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_query_gets_an_answer(query: str) -> None:
    assert not search(agent="nobody", request=RecallRequest(query), now=NOW).hits
    if not Memory.objects.exists():
        say("anything at all 何でも")
    assert not search(agent="alice", request=RecallRequest(query), now=NOW).degraded


def test_reasons_add_up_to_the_score() -> None:
    say("rust lifetimes are hard", importance=4, origin="channel:x")
    say("rust lifetimes explained by analogy", importance=8)
    for hit in search(agent="alice", request=RecallRequest("rust lifetimes"), now=days(3)).hits:
        total = 0.0
        for part in hit.parts:
            total += part.contribution
            assert part.contribution == part.weight * part.value
        assert total * hit.trust_factor == hit.score


def test_recalled_often_and_lately_comes_first() -> None:
    say("alpha topic one", now=days(-40))
    often = say("alpha topic two", now=days(-40))
    Memory.objects.filter(id=often.memory.id).update(access_count=25, last_accessed_at=days(-2 / 24))
    assert found("alpha topic")[0] == "alpha topic two"


def test_a_higher_limit_never_changes_what_was_shown() -> None:
    for number in range(30):
        say(f"alpha topic number {number} " + "filler " * (number % 7), importance=number % 11)
    longest = found("alpha topic", limit=100)
    assert len(longest) == 30
    for limit in (1, 2, 5, 10, 29):
        assert found("alpha topic", limit=limit) == longest[:limit]


def test_pages_of_the_keyword_mode_cover_everything_once() -> None:
    for number in range(25):
        say(f"alpha {'beta ' * (number % 4)} {number}")
    seen: list[str] = []
    cursor = None
    for _ in range(10):
        result = search(
            agent="alice", request=RecallRequest("alpha beta", limit=7, mode="keyword", cursor=cursor), now=NOW
        )
        seen += [hit.memory.id for hit in result.hits]
        cursor = result.next
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 25
    with pytest.raises(Invalid):
        search(agent="alice", request=RecallRequest("alpha", cursor="@@@"), now=NOW)


def test_filters_apply_before_the_limit() -> None:
    for number in range(20):
        say(f"alpha {number}", importance=10)
    say("alpha wanted", tags=("Keep",), importance=0, layer="semantic", recorded_at=days(-5))
    assert found("alpha", limit=1, tags=("keep", "other")) == ["alpha wanted"]
    assert found("alpha", limit=1, layer="semantic") == ["alpha wanted"]
    assert found("alpha", limit=1, since=days(-6), until=days(-4)) == ["alpha wanted"]
    fact("alpha thing", subject="Bike", predicate="state")
    assert found("alpha", limit=5, subject="bike") == ["The state of Bike is alpha thing"]


def test_an_unverified_row_never_stands_above_a_curated_one_of_its_subject() -> None:
    say("bike frame is steel", subject="bike", origin="operator", importance=0)
    say("bike frame frame bike is carbon", subject="bike", origin="channel:x", importance=10)
    say("another frame", importance=10)
    assert found("bike frame").index("bike frame is steel") < found("bike frame").index(
        "bike frame frame bike is carbon"
    )
    free = found("bike frame", weights=Weights(trust=0.0))
    assert free.index("bike frame frame bike is carbon") < free.index("bike frame is steel")


def test_without_trust_differences_trust_changes_nothing() -> None:
    for number in range(12):
        say(f"alpha {'beta ' * (number % 3)}{number}", importance=number % 5, origin="operator")
    assert found("alpha beta", limit=50) == found("alpha beta", limit=50, weights=Weights(trust=0.0))


def test_recall_marks_only_what_it_returned() -> None:
    for number in range(10):
        say(f"alpha {number}")
    result = recall(actor=writer(), agent="alice", request=RecallRequest("alpha", limit=3), now=days(1))
    assert access.flush() == 1
    returned = {hit.memory.id for hit in result.hits}
    assert set(Memory.objects.filter(access_count=1, last_accessed_at=days(1)).values_list("id", flat=True)) == returned
    log = AccessLog.objects.get()
    assert (log.actor, log.door, log.query_digest) == ("test", "rest", log.query_digest)
    assert "alpha" not in log.query_digest
    assert list(AccessHit.objects.order_by("rank").values_list("memory__id", flat=True)) == [
        hit.memory.id for hit in result.hits
    ]


def test_a_recall_that_finds_nothing_leaves_a_trace_too() -> None:
    say("alpha")
    recall(actor=writer(), agent="alice", request=RecallRequest("omega"), now=days(1))
    assert access.flush() == 1
    assert AccessLog.objects.get().hits.count() == 0


def test_people_looking_marks_nothing() -> None:
    say("alpha")
    person = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)
    search(agent="alice", request=RecallRequest("alpha"), now=NOW)
    recall(actor=person, agent="alice", request=RecallRequest("alpha"), now=NOW)
    access.flush()
    assert Memory.objects.get().access_count == 0
    assert not AccessLog.objects.exists()


def test_another_agents_memories_are_not_there() -> None:
    say("alpha secret", agent="bob")
    say("alpha mine")
    assert found("alpha secret") == ["alpha mine"]
    with pytest.raises(NotFound):
        recall(actor=writer(), agent="bob", request=RecallRequest("alpha"), now=NOW)


def test_inert_rows_are_not_found() -> None:
    fact("python", origin="operator")
    held = fact("ruby", origin="channel:x", now=days(1))
    assert held.outcome == "held"
    gone = say("ruby slippers")
    edit.forget(actor=writer(), memory_id=gone.memory.id, now=days(1))
    assert found("ruby slippers", now=days(2)) == []


def test_a_budget_is_filled_and_kept() -> None:
    from knowledge.engine.packing import ITEM_OVERHEAD, estimate_tokens

    for number in range(40):
        say(f"alpha {number} " + "word " * 30)
    result = search(agent="alice", request=RecallRequest("alpha", token_budget=400), now=NOW)
    used = sum(estimate_tokens(hit.memory.content) + ITEM_OVERHEAD for hit in result.hits)
    assert 300 < used <= 400


def test_nothing_is_returned_twice_for_one_triple() -> None:
    for index, number in itertools.product(range(2), range(3)):
        fact(f"v{number}", subject=f"s{index}", now=days(number))
    result = search(agent="alice", request=RecallRequest("lang", limit=50), now=days(9))
    triples = [(hit.memory.subject, hit.memory.predicate) for hit in result.hits]
    assert len(triples) == len(set(triples)) == 2


@pytest.mark.parametrize("bad", [{"limit": 0}, {"limit": 101}, {"mode": "magic"}, {"layer": "x"}, {"token_budget": 0}])
def test_bad_requests_say_what_to_do(bad: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        search(agent="alice", request=RecallRequest("x", **bad), now=NOW)  # type: ignore[arg-type]
