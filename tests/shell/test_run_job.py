"""Jobs by hand, and what hub.toml says about the memory."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from knowledge.models import AccessLog, Agent
from tests.architecture import repository
from tests.knowledge.helpers import days, say


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("run_job", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_job_runs_and_says_what_it_did():
    say("there")
    agent = Agent.objects.get()
    AccessLog.objects.create(at=days(-900), agent=agent, door="rest", actor="alice", query_digest="0" * 32)
    assert "1 recalls older than 90 days would be deleted" in run("trim_access_log", "--dry-run")
    assert AccessLog.objects.count() == 1
    found = json.loads(run("trim_access_log", "--json"))
    assert (found["report"], found["dry_run"]) == ("1 recalls older than 90 days deleted", False)
    assert AccessLog.objects.count() == 0


@pytest.mark.django_db
def test_a_job_that_cannot_tell_beforehand_says_so():
    with pytest.raises(CommandError, match="cannot say beforehand"):
        run("beat", "--dry-run")
    with pytest.raises(CommandError, match="invalid choice"):
        run("nothing")


def test_a_slip_in_the_table_of_the_memory_is_named_with_the_others(tmp_path):
    (tmp_path / "hub.toml").write_text("[memory]\naccess_log_days = 'long'\n[hub]\nhttps = 'yes'\n", encoding="utf-8")
    script = "from django.conf import settings; print('\\n'.join(settings.CONFIG_WARNINGS))"
    environment = {**os.environ, "MEMORYHUB_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "memoryhub.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=repository.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "https must be true or false" in done.stdout
    assert "access_log_days must be a whole number from 1 to 3650; the default is used." in done.stdout
