"""Failures at every statement of erasing a person, of a migration and of a hand-over: nothing, and then all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from knowledge.clock import hub_now
from knowledge.models import ForgetPlan, Memory, Mistake, SourceBlock, WikiPage
from knowledge.services import aliases, forgetting, index, plans
from knowledge.services.mistakes import MistakeDraft, record
from knowledge.services.moving import apply_migration, hand_over, plan_migration
from knowledge.services.persons import erase_person
from tests.curation.test_deciding_races import fails_at
from tests.knowledge.forget_helpers import ADMIN, OTHER_ADMIN, approved, learn, message
from tests.knowledge.helpers import fact, say, writer
from tests.knowledge.test_forget_faults import everything, sound
from tests.wiki.pages import write

pytestmark = pytest.mark.django_db(transaction=True)


def filled() -> None:
    """Two agents that know one fact both; chains, copies, quarantine, names, mistakes, pages, blocks, a held write."""
    now = hub_now()
    where = {"subject": "Mika", "predicate": "lang"}
    fact("python", now=now, **where)
    fact("rust", now=now, **where)
    fact("go", now=now, agent="bob", **where)
    fact("weak", now=now, origin="channel:x", agent="bob", **where)
    plain = say("Mika likes tea.", now=now, source=message("10"), tags=("tea",)).memory
    say("Tea is liked.", now=now, derived_from=(plain.id,))
    for agent in ("alice", "bob"):
        say("The refund window is 7 days.", layer="semantic", now=now, agent=agent)
    for number in range(6):
        say(f"burst {number}", subject="s", predicate=f"p{number}", object="x", origin="channel:b", now=now)
    aliases.add_alias(actor=ADMIN, agent="alice", canonical="Mika", alias="Captain", now=now)
    record(actor=writer("operator"), agent="alice", draft=MistakeDraft("factual", "Mika was wrong"), now=now)
    write(text="# A\n\nQuiet.\n", now=now)
    write(text="# A\n\nMika.\n", base=1, now=now)
    write("mika.md", "# Mika\n", now=now)
    learn("secret", "66", now=now)
    forgetting.apply(actor=ADMIN, plan_id=approved("66", now=now).pk)


def migrates() -> Callable[[], Any]:
    name = plan_migration(actor=ADMIN, agent="alice", to="bob", now=hub_now())
    assert plans.approve(actor=OTHER_ADMIN, plan_id=name, seen=ForgetPlan.objects.get(pk=name).hash)
    return lambda: apply_migration(actor=ADMIN, plan_id=name)


ACTS: dict[str, Callable[[], Callable[[], Any]]] = {
    "erase": lambda: lambda: erase_person(actor=ADMIN, who="Mika"),
    "hand over": lambda: lambda: hand_over(actor=ADMIN, agent="alice", to="bob"),
    "migrate": migrates,
}


@pytest.mark.parametrize("act", ACTS)
def test_a_failure_at_any_statement_changes_nothing_and_a_second_try_succeeds(act: str) -> None:
    index.clear()
    filled()
    work = ACTS[act]()
    before = everything()
    statement, report = 0, None
    while report is None:
        statement += 1
        assert statement < 250
        with fails_at(statement):
            try:
                report = work()
            except RuntimeError:
                assert everything() == before, statement
    assert statement > 15
    assert connection.is_usable()
    mine = Memory.objects.filter(agent__name="alice")
    if act == "erase":
        assert not Memory.objects.filter(subject="Mika").exists()
        assert list(WikiPage.objects.values_list("path", "text")) == [("a.md", "# A\n\nQuiet.\n")]
        assert not Mistake.objects.exists()
        assert report.total["memories"] == 6
    else:
        assert mine.count() == (0 if act == "hand over" else 6)
        assert report.moved == (11 if act == "hand over" else 5)
        assert SourceBlock.objects.filter(agent__name="bob").count() == 1
    sound()
