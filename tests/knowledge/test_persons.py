"""Erasing a person: everything that names them leaves for good, with a preview, all at once."""

from __future__ import annotations

from typing import Any

import pytest

from curation.models import ApprovalItem
from knowledge.engine.naming import naming
from knowledge.errors import Conflict, Invalid, NotFound, Refused
from knowledge.models import (
    AuditEvent,
    EntityAlias,
    ForgetPlan,
    Memory,
    MemorySource,
    Mistake,
    Reaffirmation,
    WikiPage,
    WikiSource,
)
from knowledge.queries.history import get_at, get_history
from knowledge.queries.wiki_access import SHARED_NAME
from knowledge.services import forget_steps, plans
from knowledge.services.aliases import add_alias
from knowledge.services.check import check_hub
from knowledge.services.edit import forget
from knowledge.services.mistakes import MistakeDraft, record
from knowledge.services.persons import erase_person, preview
from knowledge.services.policies import hold
from knowledge.services.veiling import veiled
from tests.curation.deciding import conflict, person
from tests.knowledge.forget_helpers import ADMIN, message, plan
from tests.knowledge.forget_helpers import forget as forget_them
from tests.knowledge.helpers import NOW, days, fact, say, writer
from tests.wiki.pages import write

pytestmark = pytest.mark.django_db
OPERATOR = writer("operator")


def gone(who: str = "Mika", **more):
    return erase_person(actor=ADMIN, who=who, now=NOW, **more)


def left() -> set[str]:
    return set(Memory.objects.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Mika lives in Oslo", True),
        ("told by MIKA.", True),
        ("Ｍｉｋａ wrote", True),
        ("Mi\u200bka hides", True),
        ("Mikado is a game", False),
        ("Mika_2 is a file", False),
        ("about Mika's desk", True),
        ("amika", False),
    ],
)
def test_a_name_counts_as_a_whole(text, named):
    assert naming(["Mika"])(text) is named


def test_names_of_other_scripts_and_of_several_words():
    assert naming(["佐藤"])("昨日佐藤さんが来た")
    assert naming(["Mika Sato"])("mika\n  SATO came")
    assert not naming(["Mika Sato"])("Mika came, Sato too")
    assert not naming(["user_100"])("userX100")
    assert not naming(["."])("a. b")
    assert not naming(["", " "])("")


def test_a_contact_is_no_pattern():
    say("The contact user_100 called.")
    say("The contact userX100 called.")
    assert gone("user_100").total["memories"] == 1
    assert left() == {"The contact userX100 called."}


def test_rows_by_subject_object_and_mention_and_what_was_made_of_them():
    fact("Oslo", subject="Mika", predicate="lives in")
    fact("Mika", subject="office", predicate="manager")
    mention = say("Yesterday mika called.").memory
    say("Somebody called.", derived_from=(mention.id,))
    say("tagged", tags=("Mika",))
    say("kept in a field", metadata={"who": {"name": "Mika"}})
    archived = say("An old note about Mika.").memory
    forget(actor=ADMIN, memory_id=archived.id, now=NOW)
    say("Nothing to do with anybody.")
    fact("Mika", subject="office", predicate="manager", agent="bob")
    seen = preview(actor=ADMIN, who="Mika", agent="alice")
    assert (seen.total["memories"], seen.total["direct"], seen.total["archived"]) == (7, 6, 1)
    assert Memory.objects.count() == 9
    report = gone(agent="alice", seen=seen.hash)
    assert report.total["memories"] == 7
    assert left() == {"Nothing to do with anybody.", Memory.objects.get(agent__name="bob").content}
    assert gone().total["memories"] == 1
    assert gone().counts == {}
    assert check_hub(now=NOW).findings == []


def test_what_was_over_before_stays_over():
    where: Any = {"subject": "office", "predicate": "manager"}
    fact("Ann", now=days(-9), **where)
    fact("Mika", now=days(-5), **where)
    fact("Ben", now=days(-2), **where)
    gone()
    assert [(row.object, row.state) for row in get_history(agent="alice", **where, now=NOW)] == [
        ("Ann", "ended"),
        ("Ben", "current"),
    ]
    assert get_at(agent="alice", at=days(-4), now=NOW, **where) == []
    # A later rollback puts the axis in order anew, and Ann does not come back into the hole.
    from knowledge.services.origins import invalidate_by_origin

    ben = Memory.objects.get(object="Ben")
    invalidate_by_origin(actor=ADMIN, agent="alice", origin=ben.origin, since=days(-3), reason="x", now=NOW)
    assert get_at(agent="alice", at=NOW, now=NOW, **where) == []
    assert check_hub(now=NOW).findings == []


def test_the_other_names_that_an_agent_knows_count_too():
    say("Captain Sato is here.")
    add_alias(actor=OPERATOR, agent="alice", canonical="Mika", alias="Captain Sato", now=NOW)
    seen = preview(actor=ADMIN, who="mika")
    assert set(seen.names) == {"mika", "Mika", "Captain Sato"}
    gone("captain sato")
    assert left() == set()
    assert not EntityAlias.objects.exists()


def test_pages_mistakes_cards_and_the_shared_wiki():
    write(text="# A\n\nQuiet.\n")
    write(text="# A\n\nQuiet. Mika wrote.\n", base=1)
    write("mika.md", "# Mika\n")
    write("shared.md", "Ask Mika.\n", space=SHARED_NAME, actor=ADMIN)
    record(actor=OPERATOR, agent="alice", draft=MistakeDraft("factual", "Called Mika Miko"), now=NOW)
    record(actor=OPERATOR, agent="alice", draft=MistakeDraft("factual", "Other"), now=NOW)
    fact("Ann", origin="operator")
    conflict("Mika", source=message("10"))
    assert ApprovalItem.objects.count() == 1
    assert preview(actor=ADMIN, who="Mika", agent="alice").total["cards"] == 1
    inside = gone(agent="alice").total
    assert (inside["pages"], inside["revisions"], inside["mistakes"]) == (1, 1, 1)
    assert set(WikiPage.objects.values_list("path", "text")) == {
        ("a.md", "# A\n\nQuiet.\n"),
        ("shared.md", "Ask Mika.\n"),
    }
    assert list(Mistake.objects.values_list("what_went_wrong", flat=True)) == ["Other"]
    assert not ApprovalItem.objects.exists()
    assert gone().counts == {"": {"pages": 1, "revisions": 0, "source_keys": 0}}
    assert WikiPage.objects.count() == 1


def test_the_audit_and_what_is_kept_of_the_act_do_not_name_the_person():
    say("Mika called.")
    report = gone(reason="asked for it")
    told = str(list(AuditEvent.objects.filter(action="person.erased").values())) + str(
        list(ForgetPlan.objects.values())
    )
    assert "mika" not in told.casefold()
    assert "asked for it" in told
    (row,) = ForgetPlan.objects.all()
    assert (row.kind, row.status, row.pending, report.plans) == ("erase", "applied", True, (row.pk,))
    assert {step["state"] for step in forget_steps.run_steps()[row.pk]} <= {"done", "failed", "needed"}


def test_a_preview_binds_the_act():
    say("Mika called.")
    seen = preview(actor=ADMIN, who="Mika")
    say("Mika called again.")
    with pytest.raises(plans.StaleError):
        gone(seen=seen.hash)
    assert len(left()) == 2


def test_whoever_may_not_and_what_is_held_changes_nothing():
    row = say("Mika called.").memory
    with pytest.raises(Refused):
        preview(actor=person("bob", "curator"), who="Mika")
    for who in ("", " ", "\u200b", "x" * 201, "a\0b"):
        with pytest.raises(Invalid):
            gone(who)
    with pytest.raises(NotFound):
        gone(agent="nobody")
    hold(actor=ADMIN, agent="alice", memory_id=row.id, reason="a dispute", now=NOW)
    with pytest.raises(Conflict) as caught:
        gone()
    assert caught.value.code == "legal_hold"
    assert len(left()) == 1


def test_keys_of_sources_that_name_the_person_are_replaced_by_a_word_that_tells_nobody():
    own = say("Something.", source=message("1", "dm with Mika")).memory
    say("Something else.", source=message("2", "dm with Mika"))
    say("Of this chat only.", policy="session", source=message("3", "dm with Mika"))
    fact("tea", content="Likes tea.", predicate="likes", source=message("from mika-7", "chat"))
    fact("tea", content="Likes tea.", predicate="likes", source=message("1", "dm with Mika"))
    say("Other.", source=message("1", "dm with Mikado"))
    say("Mika called.")
    write("notes.md", "text", source=message("1", "dm with Mika"))
    made = plan("1", session="dm with Mika")
    report = gone()
    assert report.counts["alice"]["source_keys"] == 2
    assert report.counts["alice"]["memories"] == 1
    assert preview(actor=ADMIN, who="Mika").counts == {}
    sessions = dict(MemorySource.objects.values_list("memory__content", "session").filter(role="direct"))
    assert sessions["Something."] == sessions["Something else."] == veiled("dm with  Mika")
    assert (sessions["Likes tea."], sessions["Other."]) == ("chat", "dm with Mikado")
    assert WikiSource.objects.get().session == sessions["Something."]
    made.refresh_from_db()
    assert made.selector["items"][0]["session"] == sessions["Something."]
    assert Memory.objects.get(content="Of this chat only.").session == sessions["Something."]
    for model in (Memory, MemorySource, WikiSource, ForgetPlan):
        assert not naming(["mika"])(str(list(model.objects.values()))), model
    # What was said again is still known by who said it, and can be forgotten under the new word.
    kept = forget_them("1", session=sessions["Something."], now=NOW)
    assert kept.deleted == 1
    assert own.content not in left()
    assert {"Likes tea.", "Something else."} <= left()
    assert not Reaffirmation.objects.filter(memory__content="Likes tea.", original=False).exists()


def test_somebody_whom_only_keys_of_sources_name_is_erased_too():
    say("Something.", source=message("1", "chat-mika-sato"))
    seen = preview(actor=ADMIN, who="Mika Sato")
    assert seen.counts["alice"]["source_keys"] == 1
    say("More.", source=message("2", "chat-mika-sato"))
    with pytest.raises(plans.StaleError):
        gone("Mika Sato", seen=seen.hash)
    assert gone("Mika Sato").counts["alice"]["source_keys"] == 1
    assert not MemorySource.objects.filter(session__contains="mika").exists()
    assert left() == {"Something.", "More."}
