"""Graphs that are kept: the same to the bit as new ones, whoever writes, and whatever time changes."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from django.db import connection

from knowledge.engine.types import Actor
from knowledge.errors import HubError
from knowledge.models import Agent, EntityAlias, Memory
from knowledge.queries import graph_rows
from knowledge.queries.graph import graph_signal
from knowledge.queries.graph_cache import cache
from knowledge.queries.graph_rows import Snapshot, read_all, snapshot
from knowledge.services import aliases, edit, origins, predicates
from knowledge.services.ledger import CHANGING_FIELDS
from tests.knowledge.helpers import NOW, fact, say

pytestmark = pytest.mark.django_db(transaction=True)

CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator", "admin"}), agents=None, user_id=1)


@pytest.fixture(autouse=True)
def _keep_every_graph(settings):
    settings.HUB_TOML = {"graph": {"cached_above": 0}}
    cache.clear()


def agent_row(name: str = "alice") -> tuple[int, int]:
    return Agent.objects.values_list("pk", "generation").get(name=name)


def kept(now: datetime = NOW, name: str = "alice") -> Snapshot:
    number, generation = agent_row(name)
    return cache.get(agent_id=number, generation=generation, now=now)


def fresh(now: datetime = NOW, name: str = "alice") -> Snapshot:
    return snapshot(read_all(agent_row(name)[0], now), now)


def same(one: Snapshot, other: Snapshot) -> None:
    """Equal to the bit, apart from how names are counted."""
    for column in ("number", "subject", "object", "trust", "degree", "strength"):
        ours, theirs = getattr(one.graph, column), getattr(other.graph, column)
        assert ours.dtype == theirs.dtype
        assert ours.tobytes() == theirs.tobytes(), column
    for part in ("data", "indices", "indptr"):
        assert getattr(one.graph.ties, part).tobytes() == getattr(other.graph.ties, part).tobytes()
    assert [one.key(place) for place in range(one.graph.entity.size)] == [
        other.key(place) for place in range(other.graph.entity.size)
    ]


def asked(query: str, now: datetime = NOW, name: str = "alice") -> tuple[bytes, bytes, tuple[str, ...]]:
    number, generation = agent_row(name)
    found = graph_signal(agent_id=number, generation=generation, query=query, now=now)
    return found.numbers.tobytes(), found.values.tobytes(), found.seeds


class Life:
    """An agent to whom all sorts of things happen, one after another."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = NOW
        self.names = [f"thing {number}" for number in range(12)]

    def step(self) -> None:
        self.now += timedelta(seconds=self.chance.choice([0, 1, 30, 400]))
        self.chance.choice(
            [self.store] * 6 + [self.forget, self.restore, self.end, self.link, self.unlink, self.plain]
        )()

    def store(self) -> None:
        more: dict[str, Any] = self.chance.choice(
            [
                {},
                {},
                {"ttl_seconds": 500},
                {"valid_until": self.now + timedelta(seconds=700)},
                {"valid_from": self.now + timedelta(seconds=900)},
                {"valid_from": self.now - timedelta(days=2)},
                {"origin_trust": 0.4},
            ]
        )
        subject, value = (
            self.chance.choice(self.names),
            self.chance.choice([*self.names, f"new {self.chance.random()}"]),
        )
        fact(
            value,
            subject=subject,
            predicate=self.chance.choice("pqr"),
            now=self.now,
            origin=self.chance.choice(["operator", "channel"]),
            agent=self.chance.choice(["alice", "alice", "bob"]),
            **more,
        )

    def plain(self) -> None:
        say(f"nothing of the kind {self.chance.random()}", now=self.now)

    def forget(self) -> None:
        self.one_of("believed", lambda row: edit.forget(actor=CURATOR, memory_id=row, now=self.now))

    def restore(self) -> None:
        self.one_of("archived", lambda row: edit.restore(actor=CURATOR, memory_id=row, now=self.now))

    def end(self) -> None:
        edit.expire_by_subject(actor=CURATOR, agent="alice", subject=self.chance.choice(self.names), now=self.now)

    def link(self) -> None:
        keep, other = self.chance.sample(self.names, 2)
        if not EntityAlias.objects.filter(alias_key=other).exists():
            with suppress(HubError):  # a circle
                aliases.add_alias(actor=CURATOR, agent="alice", canonical=keep, alias=other, now=self.now)

    def unlink(self) -> None:
        aliases.remove_alias(actor=CURATOR, agent="alice", alias=self.chance.choice(self.names), now=self.now)

    def one_of(self, standing: str, act: Callable[[str], object]) -> None:
        rows = list(Memory.objects.filter(standing=standing, agent__name="alice").order_by("number"))
        if rows:
            with suppress(HubError):  # a stronger statement stands in its place
                act(self.chance.choice(rows).id)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_kept_graph_is_the_new_one(seed):
    life = Life(seed)
    fact("thing 1", subject="thing 0", now=NOW)
    fact("thing 1", subject="thing 0", now=NOW, agent="bob")
    for _ in range(80):
        life.step()
        same(kept(life.now), fresh(life.now))
    used = cache.usage()
    # A graph without facts is not kept.
    assert used.updated > 2 * used.read


def test_time_alone_changes_what_is_true():
    stays = fact("b", subject="a", now=NOW).memory
    fact("c", subject="b", predicate="short", now=NOW, ttl_seconds=60)
    fact("d", subject="b", predicate="ends", now=NOW, valid_until=NOW + timedelta(seconds=120))
    fact("e", subject="b", predicate="later", now=NOW, valid_from=NOW + timedelta(seconds=180))
    moments = [0, 59.999999, 60, 119, 120, 179, 180, 10_000, 30, 0]
    sizes = []
    for seconds in moments:
        now = NOW + timedelta(seconds=seconds)
        same(kept(now), fresh(now))
        sizes.append(kept(now).graph.number.size)
    assert sizes == [3, 3, 2, 2, 1, 1, 2, 2, 3, 3]
    assert stays.number in kept().graph.number


def test_nobody_writes_and_nothing_is_read():
    fact("b", subject="a", now=NOW, ttl_seconds=60)
    kept()
    before = cache.usage()
    number, generation = agent_row()
    with connection.execute_wrapper(_no_query):
        for seconds in (1, 59, 61):
            graph_signal(agent_id=number, generation=generation, query="who is a", now=NOW + timedelta(seconds=seconds))
    after = cache.usage()
    assert (after.hits - before.hits, after.turned - before.turned, after.read) == (2, 1, before.read)


def _no_query(execute, sql, params, many, context):
    raise AssertionError(f"a kept graph needs no {sql}")


def test_small_graphs_are_not_kept(settings):
    settings.HUB_TOML = {}
    for number in range(4):
        fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW)
    first, second = asked("hub"), asked("hub")
    assert first == second
    assert (cache.usage().graphs, cache.usage().read) == (0, 2)


def test_five_hundred_and_one_facts(settings):
    settings.HUB_TOML = {}
    rows = [fact("shared", subject=f"s{number}", predicate="has", now=NOW).memory for number in range(501)]
    first, second = asked("s7"), asked("s7")
    assert first == second
    assert cache.usage().graphs == 1
    assert len(np.frombuffer(first[0], np.int64)) == len(rows)
    fact("shared", subject="one more", predicate="has", now=NOW)
    assert len(np.frombuffer(asked("s7")[0], np.int64)) == len(rows) + 1
    assert cache.usage().updated == 1
    cached = asked("s7")
    cache.clear()
    assert asked("s7") == cached


def test_the_graph_used_longest_ago_goes_first(settings):
    for name in ("alice", "bob", "carol"):
        for number in range(6):
            fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW, agent=name)
    sizes = []
    for name in ("alice", "bob", "alice"):
        kept(name=name)
        sizes.append(cache.usage().bytes)
    settings.HUB_TOML = {"graph": {"cached_above": 0, "cache_megabytes": 0}}
    same(kept(name="carol"), fresh(name="carol"))
    assert (cache.usage().graphs, cache.usage().bytes) == (0, 0)
    same(kept(name="carol"), fresh(name="carol"))
    assert sizes[0] < sizes[1] == sizes[2]


def test_kept_graphs_stay_within_their_bound(settings, monkeypatch):
    monkeypatch.setattr("knowledge.queries.graph_cache._MEGABYTE", 9_000)
    settings.HUB_TOML = {"graph": {"cached_above": 0, "cache_megabytes": 1}}
    for name in ("alice", "bob", "carol", "dave"):
        for number in range(6):
            fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW, agent=name)
        kept(name=name)
        assert cache.usage().bytes <= 9_000
    assert 1 <= cache.usage().graphs < 4
    read = cache.usage().read
    kept(name="dave")
    assert cache.usage().read == read
    same(kept(name="alice"), fresh(name="alice"))
    assert cache.usage().read == read + 1


def test_rows_deleted_for_good_are_noticed():
    gone = fact("b", subject="a", now=NOW).memory
    for number in range(5):
        fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW)
    kept()
    Memory.objects.get(id=gone.id).delete()
    Agent.objects.filter(name="alice").update(total_memories=5)
    fact("one more", subject="hub", predicate="other", now=NOW)
    same(kept(), fresh())
    assert gone.number not in kept().graph.number


def test_many_writes_of_others_are_not_searched_through(monkeypatch):
    monkeypatch.setattr(graph_rows, "_FEW_SPANS", 3)
    for number in range(4):
        fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW)
    kept()
    for number in range(9):
        say(f"of somebody else {number}", agent="bob", now=NOW)
    fact("one more", subject="hub", predicate="other", now=NOW)
    same(kept(), fresh())
    assert (cache.usage().updated, cache.usage().read) == (0, 2)


def test_names_that_are_used_no_more_are_let_go(monkeypatch):
    monkeypatch.setattr("knowledge.queries.graph_cache._NAMES_TO_SPARE", 2)
    for number in range(20):
        fact(f"value {number}", subject="hub", now=NOW + timedelta(minutes=number))
        same(kept(NOW + timedelta(minutes=number)), fresh(NOW + timedelta(minutes=number)))
    assert len(kept(NOW + timedelta(minutes=19)).lexicon.keys) < 10


def test_a_predicate_declared_to_hold_several_values():
    fact("tea", subject="a", predicate="likes", now=NOW - timedelta(seconds=9))
    fact("milk", subject="a", predicate="likes", now=NOW)
    same(kept(), fresh())
    assert kept().graph.number.size == 1
    predicates.declare_multi_valued(actor=CURATOR, agent="alice", predicate="likes", now=NOW)
    same(kept(), fresh())
    assert kept().graph.number.size == 2


def test_what_the_graph_is_drawn_from_never_changes_without_an_entry_of_the_second_clock():
    # Kept graphs are brought up to date by the second clock: what is not in it must not change after a row is written.
    drawn_from = {"subject_key", "object_key", "origin_trust", "valid_from", "fact_key"}
    assert not drawn_from & set(CHANGING_FIELDS)


def test_what_was_made_from_a_row_is_trusted_less_together_with_it():
    told = fact("b", subject="a", now=NOW, origin="channel:bad").memory
    between = fact("c", subject="x", now=NOW, origin="channel", derived_from=(told.id,)).memory
    made = fact("d", subject="y", now=NOW, origin="channel", derived_from=(between.id,)).memory
    for number in range(3):
        fact(f"v{number}", subject="hub", predicate=f"p{number}", now=NOW)

    def trust_of_made() -> float:
        graph = kept().graph
        return float(graph.trust[graph.number == made.number][0])

    assert trust_of_made() == 0.3
    done = origins.invalidate_by_origin(actor=CURATOR, agent="alice", origin="channel:bad", reason="It lied.", now=NOW)
    same(kept(), fresh())
    assert trust_of_made() == 0.1
    origins.undo(actor=CURATOR, rollback_id=done.rollback_id, reason="It did not.", now=NOW)
    same(kept(), fresh())
    assert trust_of_made() == 0.3
    # Rows from which nothing was made are still brought up to date alone.
    updated = cache.usage().updated
    fact("v", subject="hub", predicate="p0", now=NOW + timedelta(seconds=1))
    same(kept(NOW + timedelta(seconds=1)), fresh(NOW + timedelta(seconds=1)))
    assert cache.usage().updated == updated + 1


def test_inside_a_transaction_nothing_is_kept():
    from django.db import transaction

    fact("b", subject="a", now=NOW)
    with transaction.atomic():
        same(kept(), fresh())
        assert cache.usage().graphs == 0


def test_several_threads_ask_while_one_writes():
    for number in range(30):
        fact(f"v{number % 7}", subject=f"s{number}", predicate="p", now=NOW)
    problems: list[BaseException] = []
    over = threading.Event()

    def ask() -> None:
        try:
            while not over.is_set():
                number, generation = agent_row()
                found = graph_signal(agent_id=number, generation=generation, query="s1 and s2", now=NOW)
                assert found.values.max() == 1.0
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            problems.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(40):
        fact(f"v{number % 5}", subject=f"s{number % 9}", predicate="q", now=NOW)
    over.set()
    for thread in threads:
        thread.join(timeout=30)
    assert problems == []
    same(kept(), fresh())
