"""The commands that move a namespace, hand memories over, and erase a person."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from knowledge.models import AuditEvent, ForgetPlan, Memory
from knowledge.services import plans
from tests.knowledge.forget_helpers import OTHER_ADMIN
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


def owner(memory_id: str) -> str:
    return Memory.objects.get(id=memory_id).agent.name


def test_a_namespace_is_planned_approved_and_moved():
    row = say("known").memory
    assert run("migrate_namespace", "list")["namespaces"] == [{"agent": "alice", "memories": 1}]
    made = run("migrate_namespace", "plan", "alice", "external/tool", "--reason", "renamed")
    assert (made["status"], made["counts"]["memories"], made["to"]) == ("planned", 1, "external/tool")
    with pytest.raises(CommandError, match="not approved"):
        call_command("migrate_namespace", "apply", made["id"])
    plan = ForgetPlan.objects.get(pk=made["id"])
    assert plans.approve(actor=OTHER_ADMIN, plan_id=plan.pk, seen=plan.hash)
    assert "approved" in words("migrate_namespace", "list")
    done = run("migrate_namespace", "apply", made["id"])
    assert (done["moved"], owner(row.id)) == (1, "external/tool")
    assert AuditEvent.objects.get(action="namespace.moved").door == "command"
    with pytest.raises(CommandError, match="applied already"):
        call_command("migrate_namespace", "apply", made["id"])
    with pytest.raises(CommandError, match="nothing to move"):
        call_command("migrate_namespace", "plan", "alice", "bob")
    with pytest.raises(CommandError, match="two different agents"):
        call_command("migrate_namespace", "plan", "alice", "alice")
    with pytest.raises(CommandError, match="no such plan"):
        call_command("migrate_namespace", "apply", "p_nothing")


def test_memories_are_handed_over_after_a_preview():
    row = fact("rust").memory
    seen = run("hand_over", "alice", "bob")
    assert (seen["counts"]["memories"], owner(row.id)) == (1, "alice")
    assert "Nothing was changed" in words("hand_over", "alice", "bob")
    with pytest.raises(CommandError, match="Something has changed"):
        call_command("hand_over", "alice", "bob", "--apply", "--hash", "f" * 64)
    done = run("hand_over", "alice", "bob", "--apply", "--hash", seen["hash"], "--reason", "left")
    assert (done["moved"], owner(row.id)) == (1, "bob")
    assert run("hand_over", "alice", "bob", "--apply")["moved"] == 0
    assert "0 rows of alice belong to bob now" in words("hand_over", "alice", "bob", "--apply")


def test_a_person_is_erased_after_a_preview():
    say("Mika called.")
    say("Somebody called.")
    say("Mika called.", agent="bob")
    seen = run("erase_person", "Mika", "--agent", "alice")
    assert (seen["total"]["memories"], seen["applied"], Memory.objects.count()) == (1, False, 3)
    told = words("erase_person", "Mika")
    assert "alice: memories 1, direct 1 would be deleted." in told
    assert "Nothing was changed" in told
    done = run("erase_person", "Mika", "--agent", "alice", "--apply", "--hash", seen["hash"])
    assert (done["applied"], done["total"]["memories"]) == (True, 1)
    assert done["steps"]
    assert set(Memory.objects.values_list("content", "agent__name")) == {
        ("Somebody called.", "alice"),
        ("Mika called.", "bob"),
    }
    assert "Nothing names this person." in words("erase_person", "Nobody", "--apply")
    with pytest.raises(CommandError, match="no such agent"):
        call_command("erase_person", "Mika", "--agent", "nobody")


@pytest.mark.parametrize("name", ["migrate_namespace", "hand_over", "erase_person"])
def test_help_has_an_example(name, capsys):
    with pytest.raises(SystemExit):
        call_command(name, "--help")
    assert "Example: python3 manage.py" in capsys.readouterr().out.replace("\n", " ").replace("  ", " ")
