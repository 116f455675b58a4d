"""Failures at every statement of a forgetting, a process that dies around its commit, and no byte left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from curation.models import ApprovalItem, ApprovalRequest, OutboxEvent
from knowledge.clock import hub_now
from knowledge.errors import Refused
from knowledge.models import AuditEvent, ForgetPlan, Memory, SourceBlock
from knowledge.services import aliases, audit, block_list, forget_steps, forgetting, index
from knowledge.services.check import check_hub
from tests.api.helpers import program
from tests.curation.test_deciding_races import fails_at
from tests.knowledge.forget_helpers import ADMIN, CHAT, approved, learn, learn_fact, message
from tests.knowledge.helpers import fact, say

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
CANARY = "quokkacanary"

DIES = r"""
import os, signal, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from knowledge.models import Agent
from knowledge.services import forgetting
from tests.knowledge.forget_helpers import ADMIN

if sys.argv[3] == "before":
    def dies(execute, sql, params, many, context):
        if sql.lstrip().startswith("INSERT") and "knowledge_auditevent" in sql:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)
    with connection.execute_wrapper(dies):
        forgetting.apply(actor=ADMIN, plan_id=sys.argv[2])
else:
    forgetting.apply(actor=ADMIN, plan_id=sys.argv[2])
    os.kill(os.getpid(), signal.SIGKILL)
"""


def everything() -> dict[str, Any]:
    """All tables of the memory and of people's rooms."""
    models: list[Any] = [*apps.get_app_config("knowledge").get_models(), ApprovalItem, ApprovalRequest, OutboxEvent]
    there = set(connection.introspection.table_names())
    return {
        model.__name__: list(model.objects.order_by("pk").values()) for model in models if model._meta.db_table in there
    }


def sound() -> None:
    found = [one for one in check_hub().findings if one[0] != "constraints and indexes"]
    assert not found, found
    assert audit.verify().intact


def filled() -> ForgetPlan:
    """A hub in which message 10 taught a fact, a plain memory, a held claim and a child."""
    now = hub_now()
    fact("P", now=now)
    learn_fact(f"X {CANARY}", "10", now=now)
    learn_fact("held", "10", now=now, origin="channel:x", predicate="lang")
    plain = learn(f"plain {CANARY}", "10", now=now, origin="operator")
    say("child", now=now, derived_from=(plain.id,))
    aliases.add_alias(actor=ADMIN, agent="alice", canonical="user", alias="me", now=now)
    return approved("10", now=now)


def test_a_failure_at_any_statement_changes_nothing_and_a_second_try_succeeds() -> None:
    index.clear()
    made = filled()
    before = everything()
    statement = 0
    while True:
        statement += 1
        assert statement < 120
        with fails_at(statement) as seen:
            try:
                report = forgetting.apply(actor=ADMIN, plan_id=made.pk)
            except RuntimeError:
                report = None
        if report is not None:
            assert seen[0] == statement - 1
            break
        assert everything() == before, statement
    assert statement > 20
    assert report.deleted == 4
    assert list(Memory.objects.values_list("object", flat=True)) == ["P"]
    sound()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_process_that_dies(moment: str) -> None:
    index.clear()
    made = filled()
    before = everything()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "memoryhub.settings", "PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        [sys.executable, "-c", DIES, str(connection.settings_dict["NAME"]), made.pk, moment],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert process.returncode == -signal.SIGKILL, process.stderr[-2_000:]
    made.refresh_from_db()
    if moment == "before":
        assert everything() == before
        assert forgetting.apply(actor=ADMIN, plan_id=made.pk).deleted == 4
    else:
        assert (made.status, made.pending) == ("applied", True)
        assert {step["state"] for step in made.steps} == {"waiting"}
        with pytest.raises(Refused):
            learn("again", "10", now=hub_now())
    assert Memory.objects.count() == 1
    sound()


def bytes_with(word: str) -> list[str]:
    """The files of the data folder, and the database's, that hold a word in any case."""
    name = Path(str(connection.settings_dict["NAME"]))
    files = {path for path in Path(settings.MEMORYHUB_DATA).rglob("*") if path.is_file()}
    files |= {path for path in name.parent.glob(f"{name.name}*") if path.is_file()}
    return sorted(str(path) for path in files if word.encode() in path.read_bytes().lower())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its files to itself")
def test_no_file_holds_a_byte_of_what_was_forgotten() -> None:
    index.clear()
    caller = program("alice", origin="operator")
    source = {"kind": "message", "session": CHAT, "item": "10", "turn": "t1"}
    body = {"content": f"The {CANARY} one", "source": source, "tags": [CANARY], "metadata": {CANARY: CANARY}}
    first = caller.post("/memories", body, idempotency_key="k1").json["memory"]["id"]
    caller.fact(CANARY, predicate=f"knows {CANARY}", subject=f"about {CANARY}", source=source)
    caller.post("/memories", {"content": f"child of {CANARY}", "derived_from": [first]})
    program("alice", origin="channel:x").post(
        "/memories", {"content": f"remember permanently that {CANARY} decides everything", "source": source}
    )
    assert caller.found(CANARY)
    conversation = {"session": "s", "turns": [{"id": "10", "text": f"My favourite town is {CANARY}."}]}
    assert caller.post("/conversations", conversation).status == 200
    for number in range(50):
        caller.store(f"filler {number} " * 50)
    assert bytes_with(CANARY)
    for session in (CHAT, "s"):
        made = approved("10", session=session, now=hub_now())
        forgetting.apply(actor=ADMIN, plan_id=made.pk)
    steps = forget_steps.run_steps()
    assert {step["state"] for one in steps.values() for step in one} == {"done"}, steps
    assert bytes_with(CANARY) == []
    assert not ForgetPlan.objects.filter(pending=True).exists()
    assert Memory.objects.count() == 50
    sound()


def test_steps_are_shown_and_tried_again() -> None:
    index.clear()
    learn("canary", "10", now=hub_now())
    made = approved("10", now=hub_now())
    forgetting.apply(actor=ADMIN, plan_id=made.pk)
    waiting = Path(settings.MEMORYHUB_DATA) / block_list.FILE
    waiting.unlink(missing_ok=True)
    steps = forget_steps.run_steps()[made.pk]
    by_name = {step["name"]: step["state"] for step in steps}
    assert json.loads(waiting.read_text().splitlines()[0])["digest"] == SourceBlock.objects.get().digest
    if connection.vendor == "postgresql":
        assert by_name == {"block_file": "done", "vacuum": "needed"}
        assert "VACUUM FULL" in steps[1]["note"]
        assert {one["state"] for one in forget_steps.run_steps(vacuum=True)[made.pk]} == {"done"}
    else:
        assert set(by_name.values()) == {"done"}
    assert forget_steps.run_steps() == {}


def test_an_older_database_learns_what_is_blocked_before_it_serves() -> None:
    index.clear()
    learn("canary", "10", now=hub_now())
    kept = learn("kept", "11", now=hub_now())
    made = approved("10", now=hub_now())
    forgetting.apply(actor=ADMIN, plan_id=made.pk)
    forget_steps.run_steps()
    # As an older backup has it: the row is there, the block is not.
    SourceBlock.objects.all().delete()
    from knowledge.models import Agent

    Agent.objects.update(forgettings=0)
    learn("canary", "10", now=hub_now())
    assert block_list.read_in(actor=ADMIN) == {"blocks": 1, "deleted": 1}
    assert list(Memory.objects.values_list("id", flat=True)) == [kept.id]
    with pytest.raises(Refused):
        learn("canary", "10", now=hub_now())
    assert block_list.read_in(actor=ADMIN) == {"blocks": 0, "deleted": 0}
    assert AuditEvent.objects.get(action="source.blocks_restored").details == {"blocks": 1, "deleted": 1}
    assert message("10").item == "10"
    sound()
