"""Commands that look after a hub: check_hub, rebuild_index, verify_audit."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings

from knowledge.models import AuditEvent, Memory
from knowledge.services import index
from tests.knowledge.helpers import fact, say

pytestmark = pytest.mark.django_db


def run(name: str, *arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(name, *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_sound_hub() -> None:
    fact("python")
    code, out, err = run("check_hub")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "✓ one open row per fact"
    assert all(line.startswith("✓") for line in out.splitlines())
    assert len(out.splitlines()) >= 14


def test_a_broken_hub_names_the_row() -> None:
    said = say("a note")
    index.remove([Memory.objects.get().number])
    code, out, _ = run("check_hub", "--quick")
    assert code == 1
    assert "✗ rows in the text index: 1 found" in out
    assert said.memory.id in out
    code, out, _ = run("check_hub", "--quick", "--json")
    report = json.loads(out)
    assert (code, report["sound"], report["checks"]["rows in the text index"]) == (1, False, 1)
    assert said.memory.id in report["findings"][0]["where"]
    code, out, _ = run("rebuild_index")
    assert (code, out) == (0, "1 rows read, 1 in the index, 1 mended, 0 entries without a row removed.\n")
    assert run("check_hub")[0] == 0


@override_settings(
    CONFIG_KNOWN={
        "MEMORYHUB_SECRET_KEY": ("hush-hush", "environment"),
        "DATABASE_URL": ("postgres://me:hush@db.example.org/hub", "environment"),
        "MEMORYHUB_WEB_THREADS": (8, "hub.toml"),
        "MEMORYHUB_ALLOWED_HOSTS": (("a", "b"), "default"),
    },
    HUB_TOML={"memory": {"tags": 7, "quota": "many"}},
)
def test_settings_are_listed_with_their_origin_and_without_secrets() -> None:
    code, out, _ = run("check_hub", "--settings")
    lines = {line.split("  ")[0]: line for line in out.splitlines()}
    assert code == 0
    assert "hush" not in out
    assert lines["DATABASE_URL"].endswith("postgres://me:•••@db.example.org/hub  (environment)")
    assert lines["MEMORYHUB_WEB_THREADS"].endswith("8  (hub.toml)")
    assert lines["MEMORYHUB_ALLOWED_HOSTS"].endswith("a, b  (default)")
    assert lines["[memory] tags"].endswith("7  (hub.toml)")
    assert lines["[memory] quota"].endswith("0  (default)")
    listed: list[dict[str, Any]] = json.loads(run("check_hub", "--settings", "--json")[1])
    assert {"name": "MEMORYHUB_WEB_THREADS", "value": "8", "from": "hub.toml"} in listed


def test_an_unbroken_and_a_broken_audit() -> None:
    say("one")
    say("two")
    assert run("verify_audit")[:2] == (0, "2 records, every link intact.\n")
    AuditEvent.objects.filter(sequence=2).update(actor="somebody else")
    code, out, err = run("verify_audit")
    assert (code, out) == (1, "")
    assert err == "Record 2 was changed after it was written. The 1 records before it are intact.\n"
    code, out, _ = run("verify_audit", "--json")
    assert json.loads(out) == {
        "records": 1, "intact": False, "broken_at": 2, "problem": "Record 2 was changed after it was written.",
    }  # fmt: skip


def test_one_agent_that_does_not_exist() -> None:
    from django.core.management import CommandError

    with pytest.raises(CommandError, match="no such agent"):
        run("rebuild_index", "--agent", "nobody")


@pytest.mark.parametrize("name", ["check_hub", "rebuild_index", "verify_audit"])
def test_every_command_shows_an_example(name: str) -> None:
    from django.core.management import load_command_class

    text = load_command_class("knowledge", name).create_parser("manage.py", name).format_help()
    assert "Example: python3 manage.py" in " ".join(text.split())
