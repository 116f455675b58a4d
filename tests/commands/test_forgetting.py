"""The commands that take an origin back and forget a source."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from knowledge.models import AuditEvent, ForgetPlan, Memory, OriginRollback
from knowledge.services import forgetting, plans
from tests.knowledge.forget_helpers import CHAT, OTHER_ADMIN, learn
from tests.knowledge.helpers import fact, say

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> Any:
    """Run a command with --json; return what it says."""
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def words(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_an_origin_is_shown_taken_back_and_restored():
    known = fact("known", origin="channel:good").memory
    bad = fact("evil", origin="channel:bad").memory
    seen = run("invalidate_by_origin", "channel:bad", "--agent", "alice")
    assert (seen["closed"], seen["rows"], seen["returns"]) == (1, [bad.id], [known.id])
    assert "Nothing was changed" in words("invalidate_by_origin", "channel:bad", "--agent", "alice")
    assert not OriginRollback.objects.exists()
    with pytest.raises(CommandError, match="Say why"):
        call_command("invalidate_by_origin", "channel:bad", "--agent", "alice", "--apply")
    done = run("invalidate_by_origin", "channel:bad", "--agent", "alice", "--apply", "--reason", "poisoned")
    assert (done["closed"], done["returned"]) == (1, [known.id])
    assert AuditEvent.objects.get(action="origin.invalidated").door == "command"
    undone = run("invalidate_by_origin", "--undo", done["rollback"])
    assert (undone["restored"], undone["skipped"]) == (1, [])
    assert Memory.objects.get(id=bad.id).standing == "believed"


def test_since_counts():
    say("old", origin="channel:bad")
    seen = run("invalidate_by_origin", "channel:bad", "--agent", "alice", "--since", "2027-01-01T00:00:00Z")
    assert seen["closed"] == 0
    with pytest.raises(CommandError):
        call_command("invalidate_by_origin", "channel:bad", "--agent", "alice", "--since", "2027-01-01")
    with pytest.raises(CommandError, match="Name the origin"):
        call_command("invalidate_by_origin", "channel:bad")


def test_a_source_is_listed_planned_approved_and_forgotten():
    row = learn("canary", "10")
    assert run("forget_source", "list", "--agent", "alice")["sources"] == [
        {"session": CHAT, "kinds": ["message"], "memories": 1}
    ]
    made = run("forget_source", "plan", "--agent", "alice", "--session", CHAT, "--item", "10", "--reason", "asked")
    assert (made["status"], made["counts"]["memories"]) == ("planned", 1)
    with pytest.raises(CommandError, match="not approved"):
        call_command("forget_source", "apply", made["id"])
    assert plans.approve(actor=OTHER_ADMIN, plan_id=made["id"], seen=made["hash"])
    done = run("forget_source", "apply", made["id"])
    assert done["deleted"] == 1
    assert not Memory.objects.filter(id=row.id).exists()
    steps = {step["name"]: step["state"] for step in done["steps"]}
    assert steps["block_file"] == "done"
    assert [one["status"] for one in run("forget_source", "list")["plans"]] == ["applied"]
    with pytest.raises(CommandError, match="forgotten already"):
        call_command("forget_source", "plan", "--agent", "alice", "--session", CHAT, "--item", "10")


def test_a_plan_in_words():
    learn("canary", "10")
    told = words("forget_source", "plan", "--agent", "alice", "--session", CHAT)
    assert "memories 1" in told
    assert f"forget_source apply {ForgetPlan.objects.get().pk}" in told
    assert "canary" not in told
    assert "planned  1 memories" in words("forget_source", "list")
    assert "Nothing is left to do." in words("forget_source", "finish")


def test_the_job_reports():
    from knowledge.jobs import finish_forgetting

    learn("canary", "10")
    made = ForgetPlan.objects.get(
        pk=run("forget_source", "plan", "--agent", "alice", "--session", CHAT, "--item", "10")["id"]
    )
    assert plans.approve(actor=OTHER_ADMIN, plan_id=made.pk, seen=made.hash)
    forgetting.apply(actor=OTHER_ADMIN, plan_id=made.pk)
    assert finish_forgetting(dry_run=True) == "1 plans wait for steps"
    assert finish_forgetting().startswith("1 plans looked after")
