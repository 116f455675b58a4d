"""What an agent reads before it answers: everything it needs, nothing twice, nothing it may not see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from knowledge.engine.packing import estimate_tokens
from knowledge.engine.types import Actor
from knowledge.errors import Invalid, NotFound, TooLarge
from knowledge.models import AccessHit, Memory
from knowledge.services import access, mistakes, reflexion
from knowledge.services.memory_context import MemoryContext, memory_context
from knowledge.services.mistakes import MistakeDraft
from tests.knowledge.helpers import NOW, days, fact, say, writer
from tests.wiki.pages import write

READER = replace(writer(), roles=frozenset({"memory:read", "wiki:read"}))
PERSON = Actor(kind="person", name="ann", door="page", roles=frozenset({"admin"}), agents=None)

pytestmark = pytest.mark.django_db


def read(message: str = "Which harbour does the ship leave from?", *, actor: Actor = READER, **asked) -> MemoryContext:
    return memory_context(actor=actor, agent="alice", message=message, now=NOW, **asked)


def ids(found: MemoryContext, kind: str) -> list[str]:
    return [piece.id for piece in found.pieces if piece.kind == kind]


def page(path: str, text: str, layer: str, *, space: str = "alice", more: str = "") -> str:
    content = f"---\ntitle: {path}\nlayer: {layer}\n{more}---\n{text}\n"
    return write(path, content, actor=PERSON, space=space, now=days(-1)).page.id


@pytest.fixture(autouse=True)
def _no_trace_left():
    yield
    access.discard()


def test_everything_comes_together_in_its_order_with_reasons():
    core = page("about.md", "We ship fish.", "core", space="")
    identity = page("me.md", "I am the harbour agent.", "identity")
    page("deep.md", "The harbour has nine cranes.", "deep")
    page("secret.md", "Never read.", "core", more="do_not_inject: true\n")
    for number in range(3):
        draft = MistakeDraft(
            category="factual", what_went_wrong=f"said pier {number}", truth=f"it is pier {number + 1}"
        )
        mistakes.record(actor=READER, agent="alice", draft=draft, now=days(-2))
    rule = reflexion.consolidate(actor=PERSON, agent="alice", now=days(-1))[0].memory_id
    wrong = mistakes.record(
        actor=READER,
        agent="alice",
        draft=MistakeDraft(category="safety", what_went_wrong="sent a ship to a closed harbour"),
        now=days(-1),
    )
    name = fact("Ann", predicate="name", now=days(-1)).memory
    ship = say("The ship leaves from the old harbour at nine.", now=days(-1)).memory
    say("Tea is in the kitchen.", now=days(-1))
    found = read()
    assert ids(found, "page") == [identity, core]
    assert ids(found, "rule") == [rule]
    assert ids(found, "mistake") == [wrong.id]
    assert ids(found, "fact") == [name.id]
    assert ids(found, "memory")[0] == ship.id
    assert all(piece.reason for piece in found.pieces)
    assert found.used_tokens == estimate_tokens(found.text) <= found.token_budget == 2_000
    for text in ("I am the harbour agent.", "We ship fish.", "it is pier 1", "closed harbour", "Ann", "old harbour"):
        assert text in found.text
    assert "nine cranes" not in found.text
    assert "Never read" not in found.text


def test_the_budget_holds_and_says_what_it_left_out():
    for number in range(30):
        say(f"The ship number {number} leaves from the harbour of town {number}.", now=days(-1))
    small = read(token_budget=100)
    assert small.used_tokens <= 100
    assert small.left_out["memory"] > 0
    large = read(token_budget=4_000)
    assert len(ids(large, "memory")) == 20
    assert set(ids(small, "memory")) < set(ids(large, "memory"))


def test_what_is_known_about_the_user_is_not_told_where_others_read_along():
    mine = fact("the harbour", predicate="likes").memory
    other = fact("the harbour", subject="User:Ben", predicate="likes").memory
    ship = fact("the harbour", subject="ship", predicate="leaves from").memory
    alone, shared = read(), read(shared_session=True)
    assert set(ids(alone, "fact")) == {mine.id, other.id}
    assert ids(shared, "fact") == []
    assert ids(shared, "memory") == [ship.id]
    assert mine.content not in shared.text


def test_a_memory_whose_page_is_there_is_left_out():
    page("auto/spec/harbour.md", "The harbour opens at six.", "core")
    pointer = fact("spec", subject="wiki:auto/spec/harbour", predicate="documented_in", content="Harbour spec").memory
    with_pages = read("harbour spec")
    assert pointer.id not in ids(with_pages, "memory")
    assert with_pages.repeated == 1
    assert pointer.id in ids(read("harbour spec", actor=writer()), "memory")


def test_pages_come_only_to_who_may_read_them():
    mine = page("me.md", "I am alice.", "identity")
    page("me.md", "I am bob.", "identity", space="bob")
    page("hidden.md", "For bob only.", "core", space="", more="wiki_visible_to: [bob]\n")
    assert ids(read(), "page") == [mine]
    assert ids(read(actor=PERSON), "page") == [mine]
    assert ids(read(actor=writer()), "page") == []


def test_what_waits_is_over_or_was_forgotten_is_not_there():
    say("the harbour of old", ttl_seconds=60, now=days(-1))
    fact("harbour one", now=days(-1))
    held = fact("harbour two", origin="channel:x")
    assert held.outcome == "held"
    found = read("harbour")
    assert "harbour of old" not in found.text
    assert "harbour two" not in found.text


def test_exactly_what_was_told_leaves_a_trace_and_people_leave_none():
    for number in range(30):
        say(f"The ship number {number} leaves from the harbour.", now=days(-1))
    found = read(token_budget=200)
    access.flush()
    told = set(AccessHit.objects.values_list("memory__id", flat=True))
    assert told == set(ids(found, "memory"))
    assert set(Memory.objects.filter(access_count=1).values_list("id", flat=True)) == told
    read(actor=PERSON)
    access.flush()
    assert AccessHit.objects.count() == len(told)


def test_arguments_have_their_bounds_and_foreign_agents_are_not_there():
    for budget in (99, 32_001, True):
        with pytest.raises(Invalid):
            read(token_budget=budget)
    with pytest.raises(TooLarge):
        read("x" * 20_001)
    with pytest.raises(NotFound):
        memory_context(actor=READER, agent="bob", message="x")
    nothing = memory_context(actor=PERSON, agent="nobody", message="x")
    assert (nothing.text, nothing.pieces, nothing.used_tokens) == ("", (), 0)
