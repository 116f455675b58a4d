"""One line an event, and never a secret in it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

import pytest

from memoryhub import jobs

SCRIPT = """
import logging, structlog
from memoryhub import logs
logs.configure({"level": "INFO", "format": "json"})
structlog.get_logger("memoryhub.x").info(
    "stored\\nforged line", token="mh_live_abcdefghijklmnop123", at="/sign-in/link/AbCdEfGhIjKl/"
)
logging.getLogger("memoryhub.y").warning("Authorization: Bearer abcdefghijklmnop")
try:
    secret_local = "mh_live_abcdefghijklmnop123"
    raise RuntimeError("mh_live_abcdefghijklmnop123")
except RuntimeError:
    logging.getLogger("memoryhub.z").exception("broke")
"""


def test_each_event_is_one_json_object_without_secrets():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["event"] for line in lines] == ["stored\nforged line", "Authorization: [hidden]", "broke"]
    assert lines[0]["token"] == "[hidden]"
    assert lines[0]["at"] == "[hidden]/"
    assert "RuntimeError: [hidden]" in lines[2]["exception"]
    assert "abcdefghijklmnop" not in done.stderr


def test_a_job_is_logged_with_its_result_and_a_failure_with_its_trace(db, caplog, monkeypatch):
    jobs.sync_schedules()
    with caplog.at_level(logging.DEBUG, logger="memoryhub.jobs"):
        jobs.run_now(name="tidy")
        jobs.run_now(name="beat")
        monkeypatch.setattr(jobs, "beat", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            jobs.run_now(name="beat", asked_by="alice")
    told = [(one.levelname, one.msg["job"], one.msg["state"], one.msg.get("report")) for one in caplog.records]
    assert told == [
        ("INFO", "tidy", "done", "0 links and 0 counts removed"),
        ("DEBUG", "beat", "done", "alive"),
        ("ERROR", "beat", "failed", None),
    ]
    assert caplog.records[2].msg["exc_info"]


def test_a_request_is_logged_by_its_route_not_its_address(client, caplog, db):
    with caplog.at_level(logging.INFO, logger="memoryhub.request"):
        client.get("/sign-in/link/very-secret-token-123/?q=private")
    text = str([record.msg for record in caplog.records])
    assert "sign-in/link/<str:token>/" in text
    assert "very-secret" not in text
    assert "private" not in text
