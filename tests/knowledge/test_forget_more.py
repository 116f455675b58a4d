"""What forgetting a source says and does beside the rows: mistakes, cards, legal holds, versions that are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.lineage import Selector
from knowledge.errors import Conflict, Refused
from knowledge.models import ForgetPlan, ForgetPlanItem, Memory, Mistake
from knowledge.queries.history import get_history, removed_versions
from knowledge.services import forgetting, plans
from knowledge.services.mistakes import MistakeDraft, record
from knowledge.services.policies import hold, unhold
from knowledge.services.reflexion import consolidate
from tests.curation.deciding import conflict
from tests.knowledge.forget_helpers import ADMIN, CHAT, approved, forget, is_sound, learn, learn_fact, message, plan
from tests.knowledge.helpers import NOW, days, fact, say, writer

pytestmark = pytest.mark.django_db
WHOLE = Selector(session=CHAT)
FACT = {"agent": "alice", "subject": "user", "predicate": "lang"}


def slip(text: str, *, session: str = CHAT, now=NOW) -> str:
    draft = MistakeDraft(category="factual", what_went_wrong=text, session=session)
    return record(actor=writer("agent_derived"), agent="alice", draft=draft, now=now).id


def removed() -> int:
    return removed_versions(agent="alice", subject="s", predicate="p")


def test_a_conversation_that_taught_only_mistakes():
    inside, after = slip("canary", now=days(-1)), slip("later", now=days(1))
    elsewhere = slip("other", session="other")
    made = plan(selector=WHOLE)
    assert (made.counts["memories"], made.counts["mistakes"]) == (0, 1)
    assert "canary" not in str(list(ForgetPlan.objects.values()))
    assert ForgetPlanItem.objects.get(plan=made).memory == f"mistake:{inside}"
    assert forget(selector=WHOLE).deleted == 0
    assert set(Mistake.objects.values_list("pk", flat=True)) == {after, elsewhere}
    with pytest.raises(Refused):
        slip("again", now=days(-1))


def test_a_mistake_noted_after_the_plan_makes_it_stale():
    slip("canary", now=days(-1))
    made = approved(selector=WHOLE)
    slip("another", now=days(-1))
    with pytest.raises(plans.StaleError) as caught:
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert caught.value.reasons == ({"what": "more", "count": 1},)


def test_a_plan_counts_the_requests_that_quote_what_goes():
    fact("A", origin="operator")
    conflict("B", source=message("10"))
    assert plan("10").counts["cards"] == 1


def test_what_is_under_legal_hold_is_not_forgotten():
    row = learn("canary", "10")
    hold(actor=ADMIN, agent="alice", memory_id=row.id, reason="a dispute", now=NOW)
    with pytest.raises(Conflict) as caught:
        plan("10")
    assert caught.value.code == "legal_hold"
    unhold(actor=ADMIN, agent="alice", memory_id=row.id, now=NOW)
    made = approved("10")
    hold(actor=ADMIN, agent="alice", reason="a dispute", now=NOW)
    with pytest.raises(Conflict):
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert Memory.objects.count() == 1
    unhold(actor=ADMIN, agent="alice", now=NOW)
    assert forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW).deleted == 1


def test_the_history_says_how_many_versions_are_gone():
    where: Any = {"subject": "s", "predicate": "p"}
    fact("one", now=days(-9), source=message("1", "other"), **where)
    learn_fact("two", "10", now=days(-8), **where)
    fact("three", now=days(-7), source=message("3", "other"), **where)
    learn_fact("four", "11", now=days(-6), **where)
    assert removed() == 0
    forget("10")
    assert ([row.object for row in get_history(agent="alice", **where)], removed()) == (["one", "three", "four"], 1)
    forget("11")  # the newest: nothing in the chain tells of it
    assert ([row.object for row in get_history(agent="alice", **where)], removed()) == (["one", "three"], 2)
    forget(selector=Selector(session="other"))
    assert (get_history(agent="alice", **where), removed()) == ([], 0)  # of a fact that is gone nothing stays


class Interrupting:
    """Lets something be written once, right after a statement that reads the rows of a plan, before its lock."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work: Callable[[], object] | None = work

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = execute(sql, params, many, context)
        if self._work is not None and "knowledge_memorysource" in sql:
            work, self._work = self._work, None
            work()
        return found


def test_what_is_written_while_a_plan_is_read_for_applying_counts():
    learn("canary", "10")
    made = approved("10")
    with (
        connection.execute_wrapper(Interrupting(lambda: learn("one more", "10"))),
        pytest.raises(plans.StaleError) as caught,
    ):
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    assert caught.value.reasons == ({"what": "added", "count": 1},)
    assert Memory.objects.count() == 2
    made = approved("10")
    with connection.execute_wrapper(Interrupting(lambda: learn("elsewhere", "1", "other"))):
        assert forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW).deleted == 2
    assert Memory.objects.count() == 1


def test_nothing_is_read_twice_under_the_lock_when_nothing_was_written_meanwhile():
    for number in range(5):
        fact("P", subject=f"s{number}", now=days(-9))
        learn_fact("X", "10", subject=f"s{number}", now=days(-5))
    made = approved("10")
    with CaptureQueriesContext(connection) as seen:
        forgetting.apply(actor=ADMIN, plan_id=made.pk, now=NOW)
    texts = [one["sql"].replace('"', "") for one in seen]
    read = [at for at, sql in enumerate(texts) if sql.startswith("SELECT") and "forgetplanitem.digest" in sql]
    locked = [at for at, sql in enumerate(texts) if "FROM knowledge_agent WHERE name" in sql]
    assert len(read) == len(locked) == 1
    assert read < locked


def test_what_stays_with_a_weaker_voice_lends_no_more_trust_than_that() -> None:
    learn_fact("tea", predicate="likes", now=days(-3))
    fact("tea", predicate="likes", origin="channel:x", source=message("1", "other"), now=days(-2))
    (row,) = get_history(agent="alice", subject="user", predicate="likes")
    child = say("made of tea", derived_from=(row.id,), now=days(-1)).memory
    grandchild = say("made of that", derived_from=(child.id,), now=days(-1)).memory
    assert forget("10", keep_confirmed=True).kept == 1
    assert [Memory.objects.get(id=one.id).origin_trust for one in (row, child, grandchild)] == [0.3, 0.3, 0.3]
    is_sound()


def test_a_rule_made_of_mistakes_in_other_conversations_too_is_named_as_such() -> None:
    for session in (CHAT, "other", "third"):
        slip(f"wrong in {session}", session=session, now=days(-1))
    (rule,) = consolidate(actor=writer("agent_derived"), agent="alice", now=NOW)
    made = plan(selector=WHOLE)
    assert (made.counts["memories"], made.counts["collateral"], made.counts["collateral_sources"]) == (1, 1, 2)
    assert ForgetPlanItem.objects.get(plan=made, memory=rule.memory_id).others == 2
