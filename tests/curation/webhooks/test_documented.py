"""What is documented for receivers is what the hub sends."""

from __future__ import annotations

import ast
import json
import threading
import time
from datetime import timedelta
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from curation.models import ApprovalRequest, OutboxEvent
from curation.services import announcements, outbox, webhooks
from curation.services.deadlines import expire_due, remind_due
from curation.services.decisions import decide, undo
from curation.services.letting_go import let_go
from curation.webhooks import as_sent, send_due, signature
from knowledge.clock import hub_now
from knowledge.engine.instants import format_instant
from knowledge.models import WikiPage
from memoryhub.pages.events import EXAMPLES, example
from tests.curation.deciding import BOB, burst
from tests.curation.webhook_targets import ROOT, target
from tests.curation.webhooks.waiting import let_everything_wait

pytestmark = pytest.mark.django_db


def receiver() -> dict[str, Any]:
    """The program of the page."""
    program: dict[str, Any] = {"__name__": "receiver"}
    exec(render_to_string("memoryhub/receiver.txt"), program)
    return program


def announced() -> set[str]:
    """Names of the shapes that the product announces, read from its source."""
    names = set()
    for path in (Path(settings.BASE_DIR) / "curation").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "curation.services.announcements"
            for name in node.names
        }
        names |= {name for name in imported if _is_kind(name)}
    return names


def _is_kind(name: str) -> bool:
    found = getattr(announcements, name)
    return isinstance(found, type) and issubclass(found, announcements.Announcement) and bool(found.kind_of_event)


def shape(value: Any) -> Any:
    """What kind of thing each part is."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) else type(value)


def test_every_kind_has_an_example_and_no_other():
    kinds = [one.kind_of_event for one in EXAMPLES]
    assert kinds == [*outbox.KINDS, webhooks.PING]
    assert {type(one).__name__ for one in EXAMPLES} == announced()


def test_examples_have_the_shape_of_what_is_sent():
    one, _ = burst("A", "B", predicate="p", now=hub_now() - timedelta(hours=20))
    burst("C", predicate="q", now=hub_now() - timedelta(hours=25))
    assert (remind_due(), expire_due()) == (1, 1)
    decide(actor=BOB, request_id=one, verdict="reject", reason="x")
    undo(actor=BOB, request_id=one)
    let_everything_wait()
    webhooks.ping(actor=ROOT, key=target("https://hooks.example.org/").key)
    sent = {event.kind: event.body for event in OutboxEvent.objects.order_by("pk")}
    assert set(sent) == {*outbox.KINDS, webhooks.PING}
    for known in EXAMPLES:
        assert shape(example(known)["data"]) == shape(sent[known.kind_of_event]), known.kind_of_event
    assert sent["approval.reminder"]["expires_at"].endswith("Z")


def test_everything_that_begins_to_wait_is_told_with_its_request_and_without_its_text():
    requests = let_everything_wait()
    told = {event.kind: event for event in OutboxEvent.objects.order_by("pk")}
    assert {kind: told[kind].request for kind in requests} == requests
    for kind, request in requests.items():
        body, row = told[kind].body, ApprovalRequest.objects.get(pk=request)
        assert (body["reason"], body["origin"]) == (row.reason, row.origin)
        assert body["items"] == list(row.items.values_list("memory", flat=True))
        assert body["expires_at"] == format_instant(row.expires_at)
    filed = told["knowledge.page_auto_filed"]
    assert (filed.body["outcome"], filed.body["waits"], filed.request) == ("created", False, "")
    assert WikiPage.objects.get(id=filed.body["page"]).filed
    bodies = str([event.body for event in told.values()])
    assert not [text for text in ("CEO", "attacker", "secret", "How it is done", "carol") if text in bodies]
    let_go(names=named_by("knowledge.write_held"), now=hub_now())
    assert OutboxEvent.objects.get(kind="knowledge.write_held").body["items"] == []


def named_by(kind: str) -> list[str]:
    """Ids of what an event names."""
    return list(OutboxEvent.objects.get(kind=kind).body["items"])


def test_the_page_shows_all_of_it():
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    page = client.get(reverse("reference-events")).content.decode()
    for known in EXAMPLES:
        assert f'id="{known.kind_of_event}"' in page
    body = as_sent(example(EXAMPLES[-1]))
    assert signature("whsec_example", "1772532000", body) in page
    for header in ("Timestamp", "Signature", "Event", "Delivery"):
        assert f"X-MemoryHub-{header}" in page
    assert reverse("reference-events") in client.get(reverse("curation:webhooks")).content.decode()
    assert Client().get(reverse("reference-events")).status_code == 302


def test_the_receiver_of_the_page_hears_what_is_sent(settings, capsys):
    settings.HUB_TOML = {"webhooks": {"allow_internal": True}}
    program = receiver()
    server = HTTPServer(("127.0.0.1", 0), program["Receiver"])
    program["Receiver"].log_message = lambda *_: None
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        made = target(f"http://127.0.0.1:{server.server_port}/hook")
        program["SECRET"] = made.secret
        request, rows = burst("A", now=hub_now())
        assert send_due(seconds=10).arrived == 1
        program["SECRET"] = "whsec_another"
        webhooks.ping(actor=ROOT, key=made.key)
        assert send_due(seconds=10).failed == 1
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    (line,) = capsys.readouterr().out.splitlines()
    assert f"knowledge.quarantined {request}" in line
    assert json.loads(line.partition("{")[1] + line.partition("{")[2])["memories"] == rows


def test_the_check_of_the_page_believes_nothing_else():
    genuine = receiver()["is_genuine"]
    now = time.time()
    stamp, body = str(int(now)), b'{"id":"e_1"}'
    new, old = signature("whsec_new", stamp, body), signature("whsec_old", stamp, body)

    def headers(signed: str, when: str = stamp) -> dict[str, str]:
        return {"X-MemoryHub-Timestamp": when, "X-MemoryHub-Signature": signed}

    assert genuine("whsec_new", headers(new), body, now)
    assert genuine("whsec_old", headers(f"{new},{old}"), body, now), "for a day after a change"
    stale = str(int(now) - 301)
    for wrong, sent in (
        (headers(old), body),
        (headers(new), body + b" "),
        (headers(signature("whsec_new", stale, body), stale), body),
        (headers(new, "soon"), body),
        (headers("v1=é"), body),
        ({}, body),
    ):
        assert not genuine("whsec_new", wrong, sent, now)
