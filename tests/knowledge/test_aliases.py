"""Other names: what is believed at once, what waits, and what taking one away leaves."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from curation.models import ApprovalItem, ApprovalRequest
from knowledge.engine.types import Actor
from knowledge.errors import Conflict, HubError, Invalid, NotFound, Refused, TooLarge, TooMany
from knowledge.models import Agent, AuditEvent, EntityAlias
from knowledge.queries.aliases import list_aliases
from knowledge.queries.graph import export_graph
from knowledge.queries.history import get_at, get_history
from knowledge.queries.recall import RecallRequest, search
from knowledge.services import aliases, audit
from tests.knowledge.helpers import NOW, days, fact, writer
from tests.knowledge.test_graph import scores, signal, tie

pytestmark = pytest.mark.django_db

CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None, user_id=1)
VIEWER = Actor(kind="person", name="vic", door="page", roles=frozenset({"viewer"}), agents=None, user_id=2)


def add(canonical: str, alias: str, *, actor: Actor = CURATOR, agent: str = "alice", now=NOW) -> aliases.AliasOutcome:
    return aliases.add_alias(actor=actor, agent=agent, canonical=canonical, alias=alias, now=now)


def remove(alias: str, *, actor: Actor = CURATOR, agent: str = "alice") -> bool:
    return aliases.remove_alias(actor=actor, agent=agent, alias=alias, now=NOW)


def names(*, for_curator: bool = False, **rest) -> dict[str, str]:
    """Other names and what they go by."""
    found = list_aliases(agent="alice", for_curator=for_curator, **rest)
    return {one.alias: one.canonical for one in found.items}


@pytest.mark.parametrize(("canonical", "alias"), [("x", "X"), ("x", " ｘ "), ("", "x"), ("x", "  "), ("x", "\u200b")])
def test_itself_and_blank_are_refused(canonical, alias):
    with pytest.raises(Invalid):
        add(canonical, alias)
    assert not EntityAlias.objects.exists()


def test_removing_an_unknown_name():
    assert not remove("nobody")
    tie("a", "b")
    assert not remove("nobody")


def test_chains_are_flat_in_both_directions():
    add("Bob", "Bobby")
    add("Bobby", "Bobster")
    assert names() == {"Bobby": "Bob", "Bobster": "Bob"}
    add("Robert", "Bob")
    assert names() == {"Bob": "Robert", "Bobby": "Robert", "Bobster": "Robert"}
    assert remove("bobby")
    # What was said of the others stands; "Bobby" is now only what "Bobster" stands for.
    assert names() == {"Bob": "Robert", "Bobster": "Bobby"}


def test_a_link_out_of_a_long_chain_goes_at_once(django_assert_max_num_queries):
    for number in range(60):
        add(f"n{number + 1}", f"N{number}")
    with django_assert_max_num_queries(25):
        assert remove("n50")
    assert names() == {f"N{number}": "n50" if number < 50 else "n60" for number in range(60) if number != 50}


def test_circles_are_refused():
    add("b", "a")
    add("c", "b")
    with pytest.raises(Invalid):
        add("a", "c")
    assert names() == {"a": "c", "b": "c"}


def test_a_name_stands_for_one_thing():
    add("Bob", "B")
    assert add("BOB", "b").outcome == "unchanged"
    with pytest.raises(Conflict):
        add("Bea", "B")
    assert names() == {"B": "Bob"}


def test_the_same_end_by_another_way_changes_nothing():
    add("b", "a")
    add("c", "b")
    assert add("c", "a").outcome == "unchanged"
    assert names() == {"a": "c", "b": "c"}


def test_the_database_knows_a_name_once():
    add("Bob", "B")
    row = EntityAlias.objects.get()
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_names_join_the_graph_and_the_query():
    first = tie("robert", "project")
    second = tie("bob", "tea", predicate="likes")
    assert set(scores("bob")) == {second.id}
    before = Agent.objects.get().generation
    add("Robert", "Bob")
    assert Agent.objects.get().generation == before + 1
    assert scores("bob") == scores("robert") == {first.id: 1.0, second.id: 1.0}
    assert signal("BOB").seeds == ("robert",)
    node = next(one for one in export_graph(agent="alice", for_curator=False, now=NOW).nodes if one.id == "robert")
    assert (node.label, node.degree, node.aliases) == ("robert", 2, ("Bob",))
    assert remove("bob")
    assert set(scores("bob")) == {second.id}


def test_names_never_change_which_statement_replaces_which():
    fact("Paris", subject="Bob", predicate="city", now=days(-2))
    add("Robert", "Bob")
    assert fact("Rome", subject="Robert", predicate="city", now=days(-1)).outcome == "stored"
    assert [one.object for one in get_at(agent="alice", subject="bob", predicate="city", at=NOW)] == ["Paris"]
    assert [one.object for one in get_at(agent="alice", subject="robert", predicate="city", at=NOW)] == ["Rome"]


def transcript() -> list[object]:
    """Everything an agent can see that depends on names."""
    return [
        scores("attacker"),
        scores("CEO"),
        [
            (one.memory.id, one.score, one.parts)
            for one in search(agent="alice", request=RecallRequest("who is the attacker CEO"), now=NOW).hits
        ],
        get_at(agent="alice", subject="CEO", predicate="is", at=NOW, now=NOW),
        get_history(agent="alice", subject="attacker", predicate="is", now=NOW),
        export_graph(agent="alice", for_curator=False, now=NOW),
        names(),
    ]


@pytest.mark.parametrize(("canonical", "alias"), [("attacker", "CEO"), ("CEO", "attacker"), ("Alice", "attacker")])
def test_a_weaker_caller_cannot_take_over_a_trusted_entity(canonical, alias):
    tie("CEO", "Alice", predicate="is")
    tie("attacker", "Mallory", predicate="is", origin="agent_derived")
    before, generation = transcript(), Agent.objects.get().generation
    outcome = add(canonical, alias, actor=writer("agent_derived"))
    assert outcome.outcome == "held"
    assert transcript() == before
    assert Agent.objects.get().generation == generation
    request = ApprovalRequest.objects.get()
    assert (request.id, request.kind, request.agent, request.raised_by_kind) == (
        outcome.review_id,
        "alias_review",
        "alice",
        "agent",
    )
    assert ApprovalItem.objects.get().memory == f"alias:{outcome.alias.id}"
    assert names(for_curator=True) == {alias: canonical}
    assert [event.action for event in AuditEvent.objects.order_by("sequence")][-1] == "alias.held"
    again = add(canonical, alias, actor=writer("agent_derived"))
    assert (again.outcome, again.review_id, again.alias.id) == ("held", outcome.review_id, outcome.alias.id)
    assert ApprovalRequest.objects.get().count == 2
    approved = aliases.approve_alias(actor=CURATOR, agent="alice", alias_id=outcome.alias.id, now=NOW)
    assert (approved.standing, approved.origin, approved.origin_trust) == ("believed", "operator", 1.0)
    assert transcript() != before


def test_equals_need_nobody():
    tie("bob", "tea", origin="agent_derived")
    assert add("Bob", "Bobby", actor=writer("agent_derived")).outcome == "added"
    assert add("Bob", "Bobster", actor=writer("channel")).outcome == "held"


def test_a_trusted_name_counts_as_much_as_a_trusted_fact():
    add("Robert", "Bob")
    assert add("Bob", "attacker", actor=writer("channel")).outcome == "held"


def test_what_is_over_protects_nothing():
    tie("bob", "tea", valid_until=days(-1), valid_from=days(-5), now=days(-5))
    assert add("Bob", "Bobby", actor=writer("channel")).outcome == "added"


def test_a_rejected_name_is_gone_for_good():
    tie("CEO", "Alice", predicate="is")
    held = add("CEO", "attacker", actor=writer("channel"))
    aliases.reject_alias(actor=CURATOR, agent="alice", alias_id=held.alias.id, now=NOW)
    assert names(for_curator=True) == {}
    with pytest.raises(NotFound):
        aliases.approve_alias(actor=CURATOR, agent="alice", alias_id=held.alias.id, now=NOW)


def test_an_approval_that_came_too_late():
    tie("CEO", "Alice", predicate="is")
    held = add("CEO", "boss", actor=writer("channel"))
    add("Bob", "boss")
    with pytest.raises(Conflict):
        aliases.approve_alias(actor=CURATOR, agent="alice", alias_id=held.alias.id, now=NOW)
    assert names(for_curator=False) == {"boss": "Bob"}


def test_who_may_do_what():
    tie("a", "b")
    held = add("a", "x", actor=writer("channel"))
    for actor, error in ((VIEWER, Refused), (writer("operator", "other"), Refused)):
        with pytest.raises(error):
            add("a", "y", actor=actor)
        with pytest.raises(error):
            remove("x", actor=actor)
    with pytest.raises(Refused):
        aliases.approve_alias(actor=writer("operator"), agent="alice", alias_id=held.alias.id)
    with pytest.raises(Refused):
        aliases.reject_alias(actor=VIEWER, agent="alice", alias_id=held.alias.id)
    add("a", "z")
    with pytest.raises(Refused):
        remove("z", actor=writer("channel"))
    assert names() == {"z": "a"}


def test_names_of_another_agent_are_out_of_reach():
    held = add("a", "b", agent="alice")
    tie("x", "y", agent="bob")
    with pytest.raises(NotFound):
        aliases.undo_merge(actor=CURATOR, agent="bob", alias_id=held.alias.id)
    assert not remove("b", agent="bob")
    assert list_aliases(agent="bob").items == ()


@pytest.mark.parametrize(
    ("name", "error"),
    [("x" * 1_001, TooLarge), ("\u754c" * 500, TooLarge), ("a\0b", Invalid), ("\ud800", Invalid), (7, Invalid)],
)
def test_names_are_cleaned_like_other_names(name, error):
    with pytest.raises(error):
        add("Bob", name)
    with pytest.raises(error):
        add(name, "Bob")
    if isinstance(name, str):
        assert add("Bob", "e\u0301").alias.alias == "\u00e9"


def test_only_so_many(settings):
    settings.HUB_TOML = {"graph": {"most_aliases": 2}, "memory": {"held_per_day": 1}}
    tie("a", "b")
    add("a", "x", actor=writer("channel"))
    with pytest.raises(TooMany):
        add("a", "y", actor=writer("channel"))
    add("a", "z")
    with pytest.raises(TooLarge):
        add("a", "w")


def test_a_merge_is_shown_done_and_taken_back():
    tie("Robert", "Paris", predicate="city")
    tie("Bob", "Rome", predicate="city")
    tie("Bob", "tea", predicate="likes")
    tie("Robert", "tea", predicate="likes")
    add("Bob", "Bobby")
    seen = aliases.preview_merge(actor=CURATOR, agent="alice", keep="robert", other="bobby", now=NOW)
    assert (seen.view.keep.label, seen.view.other.label, seen.needs_review) == ("Robert", "Bob", False)
    assert (seen.view.names, seen.view.contradictions, seen.view.same) == (("Bob", "Bobby"), ("city",), 1)
    assert [one.id for one in seen.view.shared] == ["tea"]
    assert names() == {"Bobby": "Bob"}
    done = aliases.merge(actor=CURATOR, agent="alice", keep="robert", other="bobby", token=seen.token, now=NOW)
    assert (done.outcome, names()) == ("added", {"Bob": "Robert", "Bobby": "Robert"})
    assert len(scores("bobby")) == 4
    with pytest.raises(Conflict):
        aliases.merge(actor=CURATOR, agent="alice", keep="robert", other="tea", token=seen.token, now=NOW)
    add("Bob", "Bobster")
    aliases.undo_merge(actor=CURATOR, agent="alice", alias_id=done.alias.id, now=NOW)
    assert names() == {"Bobby": "Bob", "Bobster": "Bob"}
    with pytest.raises(NotFound):
        aliases.undo_merge(actor=CURATOR, agent="alice", alias_id=done.alias.id, now=NOW)
    assert [event.action for event in AuditEvent.objects.filter(target=f"alias:{done.alias.id}")] == [
        "alias.merged",
        "alias.unmerged",
    ]
    assert audit.verify().intact


def test_values_that_are_merged_keep_their_spelling():
    fact("Nara City", subject="Mika", predicate="born in", now=NOW)
    fact("Nara", subject="Mika", predicate="lives in", now=NOW)
    aliases.merge(actor=CURATOR, agent="alice", keep="nara", other="NARA CITY", now=NOW)
    assert names() == {"Nara City": "Nara"}


def test_merging_what_is_one_or_unknown():
    tie("Robert", "Paris")
    add("Robert", "Bob")
    for keep, other, error in (("Bob", "Robert", Invalid), ("Robert", "nobody", NotFound)):
        with pytest.raises(error):
            aliases.preview_merge(actor=CURATOR, agent="alice", keep=keep, other=other, now=NOW)
    with pytest.raises(HubError):
        aliases.merge(actor=CURATOR, agent="alice", keep="Bob", other="Robert", now=NOW)


def test_the_audit_holds_no_name():
    tie("CEO", "Alice")
    add("CEO", "Zaphod", actor=writer("channel"))
    add("CEO", "Trillian")
    remove("Trillian")
    text = " ".join(f"{one.target} {one.details} {one.reason}" for one in AuditEvent.objects.all())
    assert not any(name in text.lower() for name in ("zaphod", "trillian", "ceo"))


def test_lists_come_in_pages():
    for number in range(7):
        add("Bob", f"name {number}")
    tie("Bob", "x")
    add("Bob", "name 3b", actor=writer("channel"))
    for for_curator, total in ((False, 7), (True, 8)):
        found, after = [], None
        while True:
            page = list_aliases(agent="alice", for_curator=for_curator, after=after, limit=3)
            found += [one.alias for one in page.items]
            after = page.after
            if after is None:
                break
        assert len(found) == len(set(found)) == total
        assert found == sorted(found)
    assert set(names(entity="NAME 4")) == {f"name {number}" for number in range(7)}
