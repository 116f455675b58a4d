"""The arms of recall together: neutral when they have nothing to say, filtered alike, and replaceable by the rest."""

from __future__ import annotations

import random

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.scoring import PROFILES, Weights
from knowledge.engine.types import SourceRef
from knowledge.errors import Invalid
from knowledge.models import Memory
from knowledge.queries import arms, context, recall
from knowledge.queries.recall import RecallRequest, RecallResult, place_of, search
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db


def ask(query: str, **more: object) -> RecallResult:
    weights = more.pop("weights", None)
    return search(
        agent="alice",
        request=RecallRequest(query, **more),  # type: ignore[arg-type]
        weights=weights,  # type: ignore[arg-type]
        now=NOW,
    )


def texts(result: RecallResult) -> list[str]:
    return [hit.memory.content for hit in result.hits]


def bits(result: RecallResult) -> list[tuple[str, str]]:
    return [(hit.memory.id, hit.score.hex()) for hit in result.hits]


def value(result: RecallResult, content: str, name: str) -> float:
    hit = next(hit for hit in result.hits if hit.memory.content == content)
    return next((part.value for part in hit.parts if part.name == name), 0.0)


@pytest.fixture
def without_vectors(settings):
    settings.HUB_TOML = {"vectors": {"embedder": "none"}}


def some_memories() -> None:
    draw = random.Random(7)
    words = ["invoice", "june", "office", "bell", "river", "harbour", "market", "paper", "lamp"]
    for number in range(40):
        say(
            " ".join(draw.choices(words, k=8)),
            now=days(-(number % 17)),
            importance=draw.randrange(11),
            origin=draw.choice(["operator", "channel:x", "import"]),
        )


class TestNeutral:
    def test_without_ties_and_vectors_the_order_is_that_of_three_signals_to_the_bit(self, without_vectors):
        some_memories()
        found = ask("the river and the market", limit=40)
        three = ask("the river and the market", limit=40, weights=Weights(graph=0.0, vector=0.0))
        assert len(found.hits) > 10
        assert bits(found) == bits(three)
        assert {part.name for hit in found.hits for part in hit.parts} == {"recency", "importance", "relevance"}

    def test_ties_of_things_nobody_asked_about_change_nothing(self, without_vectors):
        some_memories()
        fact("Boston", subject="zed", predicate="home")
        fact("Zurich", subject="zora", predicate="home")
        with_ties = ask("the river and the market", limit=40)
        assert bits(with_ties) == bits(ask("the river and the market", limit=40, weights=Weights(graph=0.0)))
        assert "graph" not in {part.name for hit in with_ties.hits for part in hit.parts}
        for subject in ("zed", "zora"):
            Memory.objects.filter(subject=subject).delete()
        assert [hit.memory.id for hit in ask("the river and the market", limit=40).hits] == [
            hit.memory.id for hit in with_ties.hits
        ]

    def test_vectors_of_texts_that_have_nothing_in_common_with_the_question_change_nothing(self, settings):
        some_memories()
        settings.HUB_TOML = {"vectors": {"embedder": "none"}}
        without = ask("lamp", limit=40)
        settings.HUB_TOML = {}
        assert ask("qqqq zzzz").hits == ()
        assert {hit.memory.id for hit in ask("lamp", limit=40).hits} >= {hit.memory.id for hit in without.hits}

    def test_the_documented_profile_does_not_look_at_surroundings(self, monkeypatch):
        say("The river is high")
        monkeypatch.setattr(context, "in_context", lambda *_: pytest.fail("looked around"))
        assert "context" not in {part.name for part in ask("river").hits[0].parts}
        assert PROFILES["documented"] == Weights()
        assert PROFILES["documented"].context == 0.0


class TestTies:
    def test_two_steps_from_the_name_in_the_question(self):
        fact("bob", subject="alice", predicate="knows", content="First")
        fact("project", subject="bob", predicate="works on", content="Second")
        result = ask("who is alice")
        assert value(result, "First", "graph") == pytest.approx(1.0)
        assert value(result, "Second", "graph") == pytest.approx(1 / 13)
        assert texts(result) == ["First", "Second"]

    def test_trust_weighs_ties(self):
        say("Near", subject="alice", predicate="knows", object="bob", now=NOW)
        say("Far", subject="alice", predicate="met", object="eve", origin="operator", origin_trust=0.05)
        result = ask("alice")
        assert value(result, "Near", "graph") == pytest.approx(1.0)
        assert value(result, "Far", "graph") == pytest.approx(0.05)

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_a_fact_nobody_vouches_for_lifts_nothing_above_a_curated_one(self, profile):
        say("Alice owes Mallory", subject="alice", predicate="owes", object="mallory", origin_trust=0.05)
        say("Mallory wants the money", subject="mallory", predicate="wants", object="money", origin="channel:x")
        fact("bob", subject="alice", predicate="friend", content="Alice is a friend of Bob")
        fact("money", subject="bob", predicate="has", content="Bob has the money")
        order = texts(ask("who gets the money of alice", profile=profile))
        assert order.index("Bob has the money") < order.index("Mallory wants the money")


class TestInertRows:
    def test_rows_that_are_not_current_are_in_no_arm(self):
        fact("bob", subject="alice", predicate="knows", content="Alice knows Bob")
        for standing in ("held", "quarantined", "archived", "purged", "rejected"):
            say(f"Alice knows {standing} things", subject="alice", predicate=standing, object="bob")
            Memory.objects.filter(predicate=standing).update(standing=standing)
        fact("eve", subject="alice", predicate="once", valid_until=days(-1), now=days(-2), content="Alice knew Eve")
        fact("kim", subject="alice", predicate="later", valid_from=days(3), content="Alice will know Kim")
        say("Alice knows for a minute", ttl_seconds=60, now=days(-1), subject="alice", predicate="ttl", object="x")
        for profile in PROFILES:
            assert texts(ask("whom does alice know", profile=profile, limit=50)) == ["Alice knows Bob"]


class TestFilters:
    def test_a_filter_applies_in_every_arm(self):
        fact("bob", subject="alice", predicate="knows", content="Met at work", tags=("work",))
        fact("eve", subject="alice", predicate="met", content="Met at home", tags=("home",))
        say("alice and bob were seen", tags=("home",))
        say("alice and bop were seen", tags=("work",))
        for profile in PROFILES:
            asked = ask("alice and bob were seen", tags=("work",), profile=profile)
            assert sorted(texts(asked)) == ["Met at work", "alice and bop were seen"]
            assert asked.matched == 2
            assert texts(ask("alice", subject="nobody", profile=profile)) == []
            assert texts(ask("alice", layer="procedural", profile=profile)) == []
            assert texts(ask("alice", until=days(-1), profile=profile)) == []

    def test_a_filter_narrows_before_the_reach_of_an_arm(self, monkeypatch):
        monkeypatch.setattr(arms, "REACH", 2)
        for number in range(9):
            fact(f"thing {number}", subject="alice", predicate=f"has {number}", content=f"Note {number}")
        fact("last", subject="alice", predicate="has", content="The one", layer="procedural", origin_trust=0.1)
        assert texts(ask("alice", layer="procedural")) == ["The one"]


class TestDegradation:
    def broken(self, *_: object, **__: object) -> None:
        raise DatabaseError

    def test_without_the_words_ties_and_vectors_answer(self, monkeypatch):
        fact("bob", subject="alice", predicate="knows", content="Alice knows Bob")
        say("The weather is fine")
        monkeypatch.setattr(arms, "keyword_hits", self.broken)
        for profile in PROFILES:
            result = ask("Alice knows Bob", profile=profile)
            assert result.degraded == ("keywords",)
            assert texts(result) == ["Alice knows Bob"]
            assert {part.value for part in result.hits[0].parts if part.name == "relevance"} == {0.0}

    def test_without_ties_the_rest_answers(self, monkeypatch):
        fact("bob", subject="alice", predicate="knows", content="Alice knows Bob")
        monkeypatch.setattr(arms, "graph_signal", self.broken)
        result = ask("alice")
        assert result.degraded == ("graph",)
        assert texts(result) == ["Alice knows Bob"]
        assert "graph" not in {part.name for part in result.hits[0].parts}

    def test_without_vectors_the_rest_answers(self, settings):
        settings.HUB_TOML = {"vectors": {"embedder": "endpoint", "url": "http://127.0.0.1:9"}}
        say("The river is high")
        result = ask("river")
        assert result.degraded == ("vectors",)
        assert texts(result) == ["The river is high"]

    def test_without_surroundings_the_rest_answers(self, monkeypatch):
        say("The river is high")
        monkeypatch.setattr(context, "in_context", self.broken)
        result = ask("river", profile="evidence")
        assert result.degraded == ("context",)
        assert texts(result) == ["The river is high"]

    def test_without_the_rows_there_is_no_answer(self, monkeypatch):
        say("The river is high")
        monkeypatch.setattr(recall, "read_candidates", self.broken)
        assert ask("river") == RecallResult(degraded=("memories",))

    def test_words_alone_need_no_other_arm(self, monkeypatch):
        say("The river is high")
        monkeypatch.setattr(arms, "graph_signal", self.broken)
        monkeypatch.setattr(arms, "nearest", self.broken)
        assert ask("river", mode="keyword").degraded == ()


def conversation() -> None:
    draw = random.Random(3)
    words = ["invoice", "june", "office", "bell", "river", "harbour", "market", "paper", "lamp", "Ann", "Bob", "Kim"]
    for number in range(60):
        said = " ".join(draw.choices(words, k=7))
        source = SourceRef("message", session=f"s{number // 12}", sequence=number % 12)
        say(said, now=days(-number), source=source, origin=draw.choice(["operator", "channel:x"]))
        if number % 5 == 0:
            fact(draw.choice(words), subject=draw.choice(["Ann", "Bob"]), predicate=f"p{number}", now=days(-number))


class TestStability:
    @pytest.mark.parametrize("profile", sorted(PROFILES))
    @pytest.mark.parametrize("query", ["Ann and the river", "what did Bob say about the market in june", "lamp"])
    def test_a_higher_limit_only_adds_at_the_end(self, profile, query):
        conversation()
        whole = bits(ask(query, limit=100, profile=profile))
        assert len(whole) > 20
        for limit in (1, 2, 7, 20):
            assert bits(ask(query, limit=limit, profile=profile)) == whole[:limit]

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_pages_follow_one_another(self, profile):
        conversation()
        whole = bits(ask("Ann and the river", limit=100, profile=profile))
        seen: list[tuple[str, str]] = []
        cursor = None
        while True:
            page = ask("Ann and the river", limit=7, cursor=cursor, profile=profile)
            seen += bits(page)
            if page.next is None:
                break
            cursor = page.next
        assert seen == whole

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_the_place_of_a_memory_is_that_of_the_search(self, profile):
        conversation()
        request = RecallRequest("Ann and the river", limit=100, profile=profile)
        hits = search(agent="alice", request=request, now=NOW).hits
        for rank in (1, 5, 17):
            hit = hits[rank - 1]
            assert place_of(agent="alice", request=request, memory_id=hit.memory.id, now=NOW) == (rank, hit)
        assert place_of(agent="alice", request=request, memory_id="m_nobody", now=NOW) is None

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_reasons_add_up(self, profile):
        conversation()
        for hit in ask("Ann and the river in june", limit=100, profile=profile).hits:
            total = 0.0
            for part in hit.parts:
                assert 0.0 <= part.value <= 1.0
                assert part.contribution == part.weight * part.value
                total += part.contribution
            assert hit.trust_factor * total == hit.score

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_no_memory_and_no_triple_comes_twice(self, profile):
        conversation()
        hits = ask("Ann Bob river lamp", limit=100, profile=profile).hits
        assert len({hit.memory.id for hit in hits}) == len(hits)
        triples = [(h.memory.subject, h.memory.predicate, h.memory.object) for h in hits if h.memory.subject]
        assert len(triples) > 5
        assert len(set(triples)) == len(triples)

    @pytest.mark.parametrize("profile", sorted(PROFILES))
    def test_the_number_of_statements_does_not_grow(self, profile):
        conversation()
        counts = []
        for _ in range(2):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                ask("Ann and the river", limit=5, profile=profile)
            counts.append(len(queries))
            for number in range(80):
                say(f"Ann Bell saw the river {number}", source=SourceRef("message", session="long", sequence=number))
        assert (
            counts[0] == counts[1] <= 18
        )  # inside a transaction nothing is kept, so graph and vectors are read each time

    def test_more_matches_than_are_ranked(self, monkeypatch):
        conversation()
        whole = bits(ask("Ann and the river", limit=100))
        monkeypatch.setattr(recall, "CANDIDATES", 12)
        few = ask("Ann and the river", limit=100)
        assert few.matched == len(whole)
        assert 12 <= len(few.hits) < len(whole)
        assert [one for one in whole if one in bits(few)] == bits(few)

    def test_a_filter_narrows_before_the_most_promising_are_taken(self, monkeypatch):
        monkeypatch.setattr(recall, "CANDIDATES", 2)
        for number in range(30):
            say(f"river river river {number}")
        say("one river among many other words that make it long", layer="procedural")
        result = ask("river", layer="procedural")
        assert texts(result) == ["one river among many other words that make it long"]
        assert result.matched == 1

    def test_rows_nobody_may_see_do_not_crowd_others_out(self, monkeypatch):
        monkeypatch.setattr(recall, "CANDIDATES", 2)
        for number in range(30):
            say(f"river river river {number}", valid_from=days(5))
        say("one river among many other words that make it long")
        assert texts(ask("river")) == ["one river among many other words that make it long"]

    def test_a_curated_row_beyond_those_ranked_still_stands_above(self, monkeypatch, without_vectors):
        monkeypatch.setattr(recall, "CANDIDATES", 1)
        long = " and so on" * 12
        fact("Oslo", subject="Kim", predicate="home", content=f"Kim lives in Oslo{long}")
        say("Kim lives lives in Rome", subject="Kim", predicate="place", object="Rome", origin="channel:x")
        result = ask("lives", profile="documented")
        assert texts(result) == [f"Kim lives in Oslo{long}", "Kim lives lives in Rome"]


def test_the_profile_is_a_name():
    with pytest.raises(Invalid, match="profile must be one of documented, evidence"):
        ask("x", profile="best")
