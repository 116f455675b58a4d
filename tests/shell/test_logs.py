"""One line an event, and never a secret in it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

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


def test_a_request_is_logged_by_its_route_not_its_address(client, caplog, db):
    with caplog.at_level(logging.INFO, logger="memoryhub.request"):
        client.get("/sign-in/link/very-secret-token-123/?q=private")
    text = str([record.msg for record in caplog.records])
    assert "sign-in/link/<str:token>/" in text
    assert "very-secret" not in text
    assert "private" not in text
