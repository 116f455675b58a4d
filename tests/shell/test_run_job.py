"""Jobs by hand, and what hub.toml says about the memory."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

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


@pytest.mark.parametrize(
    ("tables", "command", "said"),
    [
        ([], ["token", "list"], "There is no hub here yet"),
        (["memoryhub_agenttoken", "auth_user"], ["token", "list"], "an older version: MEMORYHUB_DATA="),
    ],
)
def test_missing_or_older_tables_are_said_to_be_that_and_nobody_is_told_to_wait(tmp_path, tables, command, said):
    with closing(sqlite3.connect(tmp_path / "hub.sqlite3")) as hub:
        for table in tables:
            hub.execute(f"CREATE TABLE {table} (id integer)")
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {**clean, "MEMORYHUB_DATA": str(tmp_path)}
    call = [sys.executable, "manage.py", *command]
    done = subprocess.run(call, cwd=repository.ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
