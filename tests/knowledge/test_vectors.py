from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from django.db import connection
from django.db.models import F
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from knowledge.engine.embedder import NgramHash
from knowledge.models import Agent, Memory
from knowledge.queries import vector_rows
from knowledge.queries.recall import RecallRequest, search
from knowledge.queries.textindex import RowFilter
from knowledge.queries.vector_cache import cache
from knowledge.queries.vectors import VectorSignal, nearest
from knowledge.services.edit import forget, restore
from tests.knowledge.helpers import NOW, days, fact, say, writer

EMBEDDER = NgramHash()


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()
    yield
    cache.clear()


def near(query: str, *, agent: str = "alice", limit: int = 10, now=NOW, **rest) -> VectorSignal:
    found = Agent.objects.get(name=agent)
    return nearest(agent_id=found.pk, live_generation=found.live_generation, query=query, now=now, limit=limit, **rest)


def contents(signal: VectorSignal) -> list[str]:
    by_number = dict(Memory.objects.filter(number__in=signal.numbers.tolist()).values_list("number", "content"))
    return [by_number[number] for number in signal.numbers.tolist()]


def exact(text: str, query: str) -> float:
    one, other = EMBEDDER.embed([text, query]).astype(np.float64)
    return float(one @ other)


@pytest.mark.django_db
def test_other_forms_and_misspellings_are_found_nearest_first():
    say("An error in the calculation of an invoice")
    say("Invoice calculation errors")
    say("My sister plays the violin")
    found = near("invoise calculation eror")
    assert contents(found) == ["An error in the calculation of an invoice", "Invoice calculation errors"]
    assert found.cosines.tolist() == pytest.approx(
        [exact(text, "invoise calculation eror") for text in contents(found)], abs=1e-9
    )
    assert found.degraded == ""


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["the colour of the sea at night", "", "   ", "?!", "👍", "夏休みの天気"])
def test_a_question_nothing_is_near_to_has_an_empty_answer(query):
    say("Invoice calculation errors")
    say("資料庫遷移工作排程")
    found = near(query)
    assert (found.numbers.size, found.cosines.size, found.degraded) == (0, 0, "")


@pytest.mark.django_db
@pytest.mark.parametrize("embedder", ["none", "ngram-hash"])
def test_a_word_inside_a_longer_one_is_found_by_words_alone(settings, embedder):
    settings.HUB_TOML = {"vectors": {"embedder": embedder}}
    say("資料庫遷移工作排程")
    say("資料整理")
    found = search(agent="alice", request=RecallRequest("遷移", mode="keyword"), now=NOW)
    assert [hit.memory.content for hit in found.hits] == ["資料庫遷移工作排程"]
    found = search(agent="alice", request=RecallRequest("遷移"), now=NOW)
    assert [hit.memory.content for hit in found.hits] == ["資料庫遷移工作排程"]


@pytest.mark.django_db
def test_what_a_triple_says_beyond_the_content_counts():
    say("Moved in spring", subject="Rosemary Whitfield", predicate="lives in", object="Aberdeen")
    assert contents(near("rosemary whitfield aberdeen")) == ["Moved in spring"]


@pytest.mark.django_db
def test_only_current_rows_of_this_agent_come_back():
    text = "The harbour master signs the docking permit"
    say(text, agent="bob")
    say("Somebody else's note", agent="alice")
    assert contents(near(text)) == []

    say(text, valid_from=days(1))
    say(text, valid_from=days(-3), valid_until=days(-1), now=days(-3))
    say(text, ttl_seconds=60, now=days(-1))
    forgotten = say(text).memory.id
    forget(actor=writer(), memory_id=forgotten, now=NOW)
    fact("x", content=text, now=days(-2))
    fact("y", content="Docking needs no signature", now=days(-1))
    fact("z", subject="held", content=text, now=days(-2), origin="operator")
    fact("w", subject="held", content=text + " twice", now=days(-1), origin="channel:x")
    assert contents(near(text)) == [text]  # the one about `held` that counts, once
    assert contents(near(text, now=days(2))) == [text, text]  # what was said to be true from tomorrow


@pytest.mark.django_db
def test_a_quarantined_row_is_as_if_it_were_not_there():
    text = "The harbour master signs the docking permit"
    stored = say(text)
    Memory.objects.filter(id=stored.memory.id).update(standing="quarantined")
    assert near(text).numbers.size == 0


@pytest.mark.django_db
def test_a_filter_comes_before_the_limit():
    for number in range(30):
        say(f"The docking permit of pier {number}", tags=("port",))
    say("A docking permit for piers", tags=("rare",))
    tagged = RowFilter("m.layer = %(layer)s AND m.content LIKE %(like)s", (("layer", "episodic"), ("like", "A %")))
    assert contents(near("docking permit pier", limit=1, narrowed=tagged)) == ["A docking permit for piers"]


@pytest.mark.django_db
def test_a_greater_limit_never_changes_what_was_shown():
    for number in range(60):
        say(f"Docking permit {number % 7} of the pier {'north' if number % 2 else 'south'} side {number}")
    whole = near("docking permits of piers", limit=60)
    assert whole.numbers.size == 60
    for limit in (1, 2, 5, 17, 59):
        assert near("docking permits of piers", limit=limit).numbers.tolist() == whole.numbers[:limit].tolist()


@pytest.mark.django_db
def test_any_memory_can_be_asked_for_its_cosine():
    far = say("My sister plays the violin").memory
    close = say("Invoice calculation errors").memory
    found = near("invoice errors", limit=1)
    numbers = np.array([close.number, 999_999, far.number])
    assert found.of(numbers).tolist() == pytest.approx(
        [
            exact("Invoice calculation errors", "invoice errors"),
            0.0,
            max(0.0, exact("My sister plays the violin", "invoice errors")),
        ]
    )
    assert VectorSignal().of(numbers).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.django_db
def test_without_an_embedder_the_arm_says_nothing_and_is_not_degraded(settings):
    say("Invoice calculation errors")
    settings.HUB_TOML = {"vectors": {"embedder": "none"}}
    found = near("invoice calculation errors")
    assert (found.numbers.size, found.degraded) == (0, "")


@pytest.mark.django_db(transaction=True)
def test_a_table_that_cannot_be_read_is_said_and_nothing_is_raised():
    say("Invoice calculation errors")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE knowledge_memoryspan RENAME TO elsewhere")
    try:
        found = near("invoice calculation errors")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO knowledge_memoryspan")
    assert found.degraded == "Vectors cannot be read."


# ------------------------------------------------------------------ what is kept between questions


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_takes_in_every_write():
    say("Invoice calculation errors")
    assert len(contents(near("invoice calculation errors"))) == 1
    second = say("Errors in invoice calculations").memory.id
    assert len(contents(near("invoice calculation errors"))) == 2
    forget(actor=writer(), memory_id=second, now=NOW)
    assert contents(near("invoice calculation errors")) == ["Invoice calculation errors"]
    say("Calculated invoice errors")
    restore(actor=writer(), memory_id=second, now=NOW)
    assert len(contents(near("invoice calculation errors"))) == 3
    assert near("violin").numbers.size == 0
    usage = cache.usage()
    assert (usage.read, usage.updated, usage.hits, usage.matrices) == (1, 3, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_what_a_transaction_sees_is_not_kept(db):
    from django.db import transaction

    say("Invoice calculation errors")
    with transaction.atomic():
        assert near("invoice calculation errors").numbers.size == 1
    assert cache.usage().matrices == 0


@pytest.mark.django_db(transaction=True)
def test_memory_is_bounded_and_the_agent_asked_for_longest_ago_goes_first(settings):
    settings.HUB_TOML = {"vectors": {"cache_megabytes": 1}}
    for agent in ("one", "two", "three"):
        for number in range(150):
            say(f"Docking permit {number}", agent=agent)
    for agent in ("one", "two", "one", "three"):
        assert near("docking permit 7", agent=agent, limit=3).numbers.size == 3
        assert cache.usage().bytes <= 1 << 20
    usage = cache.usage()
    assert (usage.read, usage.hits, usage.matrices) == (3, 1, 3)
    for number in range(700):
        say(f"Docking permit {number} again", agent="three")
    assert near("docking permit 7", agent="three").numbers.size == 10
    assert cache.usage().matrices < 3
    settings.HUB_TOML = {"vectors": {"cache_megabytes": 0}}
    assert near("docking permit 7", agent="three").numbers.size == 10
    assert cache.usage().matrices == 0


@pytest.mark.django_db
def test_an_agent_too_large_for_the_memory_is_searched_in_its_newest_rows_and_says_so(monkeypatch):
    from knowledge.queries import vector_cache

    monkeypatch.setattr(vector_cache, "_most_rows", lambda embedder: 3)
    for number in range(5):
        say(f"Docking permit number {number}")
    found = near("docking permit number")
    assert contents(found) == [f"Docking permit number {number}" for number in (2, 3, 4)]
    assert (
        found.degraded == "Only the newest 3 of 5 memories have vectors in reach; allow [vectors] cache_megabytes more."
    )


@pytest.mark.django_db(transaction=True)
@examples(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["say", "fact", "ttl", "forget", "restore", "ask", "ask", "epoch"]), st.integers(0, 9)
        ),
        min_size=4,
        max_size=24,
    )
)
def test_kept_and_fresh_vectors_are_the_same_to_the_bit(steps):
    ids = [say("Docking permit 0 of the pier").memory.id]
    for step, number in steps:
        if step != "ask":
            _write(step, number, ids)
            continue
        for moment in (NOW, NOW + timedelta(minutes=number)):
            kept, fresh = near("docking permits", now=moment, limit=50), _fresh(moment)
            everything = np.array(Memory.objects.order_by("number").values_list("number", flat=True), np.int64)
            assert kept.numbers.tolist() == fresh.numbers.tolist()
            assert kept.cosines.tobytes() == fresh.cosines.tobytes()
            assert kept.of(everything).tobytes() == fresh.of(everything).tobytes()


def _write(step: str, number: int, ids: list[str]) -> None:
    one = ids[number % len(ids)]
    if step == "say":
        ids.append(say(f"Docking permit {number} of the pier").memory.id)
    elif step == "fact":
        ids.append(fact(f"permit {number}", subject="pier", predicate="docking").memory.id)
    elif step == "ttl":
        ids.append(say(f"Docking permit {number} until noon", ttl_seconds=60 * (number + 1)).memory.id)
    elif step == "forget":
        forget(actor=writer(), memory_id=one, now=NOW)
    elif step == "restore" and Memory.objects.get(id=one).standing == "archived":
        restore(actor=writer(), memory_id=one, now=NOW)
    elif step == "epoch":
        Agent.objects.update(live_generation=F("live_generation") + vector_rows.EPOCH)


def _fresh(moment) -> VectorSignal:
    from knowledge.queries import vectors

    class Anew:
        @staticmethod
        def get(*, agent_id, live_generation, embedder):
            return vector_rows.read_all(agent_id, embedder, generation=live_generation, most_rows=1_000_000).snapshot()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "cache", Anew)
        return near("docking permits", now=moment, limit=50)
