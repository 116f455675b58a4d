"""Events reach other systems: signed, in order, at least once, and without keeping anybody waiting."""

from __future__ import annotations

import hashlib
import hmac
import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from curation.jobs import send_webhooks, sweep_approvals
from curation.models import WebhookDelivery
from curation.queries import webhooks as listed
from curation.services import webhooks
from curation.services.decisions import decide, undo
from curation.webhooks import send_due, signature
from knowledge.clock import hub_now
from knowledge.errors import Conflict
from tests.curation.deciding import BOB, burst
from tests.curation.receiver import Receiver
from tests.curation.webhook_targets import ROOT, later, states, target

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ what arrives


def test_every_event_arrives_signed_and_in_order(receiver: Receiver) -> None:
    made = target(receiver.url)
    request, rows = burst("A", "B", predicate="p", now=hub_now())
    decide(actor=BOB, request_id=request, verdict="approve", items=rows[:1])
    decide(actor=BOB, request_id=request, verdict="reject", items=rows[1:], reason="x")
    undo(actor=BOB, request_id=request, items=rows[1:])
    assert send_webhooks() == "4 events arrived, 0 to be tried again, 0 given up"
    kinds = ["knowledge.quarantined", "approval.decided", "approval.decided", "approval.undone"]
    assert [one["type"] for one in receiver.bodies] == kinds
    for one, body in zip(receiver.seen, receiver.bodies, strict=True):
        headers = one["headers"]
        sent = f"{headers['X-MemoryHub-Timestamp']}.{one['body']}".encode()
        expected = hmac.new(made.secret.encode(), sent, hashlib.sha256).hexdigest()
        assert headers["X-MemoryHub-Signature"] == f"v1={expected}"
        assert abs(int(headers["X-MemoryHub-Timestamp"]) - time.time()) < 30
        assert (headers["X-MemoryHub-Event"], headers["X-MemoryHub-Delivery"]) == (body["type"], body["id"])
        assert (headers["Content-Type"], one["path"]) == ("application/json", "/hook?tenant=1")
        assert (body["agent"], body["request"]) == ("alice", request)
    first, second = receiver.bodies[:2]
    assert first["data"] == {"reason": "burst", "origin": "channel:x", "memories": rows}
    assert second["data"]["items"] == [{"item": rows[0], "status": "approved", "outcome": "stored"}]
    assert second["data"]["pending"] == 1
    assert states() == ["delivered"] * 4
    assert send_webhooks() == "0 events arrived, 0 to be tried again, 0 given up"
    assert len(receiver.seen) == 4


def test_a_signature_is_over_timestamp_and_body() -> None:
    good = signature("whsec_x", "1700000000", b'{"a":1}')
    assert good == "v1=" + hmac.new(b"whsec_x", b'1700000000.{"a":1}', hashlib.sha256).hexdigest()
    others = {
        signature("whsec_y", "1700000000", b'{"a":1}'),
        signature("whsec_x", "1700000001", b'{"a":1}'),
        signature("whsec_x", "1700000000", b'{"a":2}'),
    }
    assert good not in others
    assert len(others) == 3


def test_expiry_and_reminder_are_told_too(receiver: Receiver) -> None:
    target(receiver.url, kinds=["approval.expired", "approval.reminder"])
    burst("A", now=hub_now() - timedelta(hours=20))
    burst("B", predicate="p", now=hub_now() - timedelta(hours=25))
    assert sweep_approvals(dry_run=True) == "1 requests would be closed"
    assert sweep_approvals() == "1 requests closed, 1 reminders"
    assert sweep_approvals() == "0 requests closed, 0 reminders"
    send_due(seconds=10)
    assert sorted(one["type"] for one in receiver.bodies) == ["approval.expired", "approval.reminder"]


def test_a_target_that_is_down_gets_everything_after_it_is_back_in_order(receiver: Receiver) -> None:
    target(receiver.url)
    receiver.stop()
    request, rows = burst("A", "B", predicate="p", now=hub_now())
    decide(actor=BOB, request_id=request, verdict="approve", items=rows[:1])
    other, _ = burst("C", predicate="q", now=hub_now())
    assert send_due(seconds=10).failed == 1
    assert send_due(seconds=10).failed == 1, "the first one waits; the other request is tried, the second event is not"
    (waiting, second, third) = WebhookDelivery.objects.order_by("event_id")
    assert (waiting.attempts, second.attempts, third.attempts) == (1, 0, 1)
    assert "cannot be reached" in waiting.error
    assert timedelta(seconds=25) < waiting.next_at - hub_now() <= timedelta(seconds=30)
    receiver.start()
    assert send_due(seconds=10).arrived == 0, "not before its time"
    later()
    decide(actor=BOB, request_id=request, verdict="reject", reason="x")
    assert send_due(seconds=10).arrived == 4
    of_request = [one["type"] for one in receiver.bodies if one["request"] == request]
    assert of_request == ["knowledge.quarantined", "approval.decided", "approval.decided"]
    assert {one["request"] for one in receiver.bodies} == {request, other}


@pytest.mark.parametrize(
    ("how", "error", "answer"),
    [
        ("500", "answered 500", 500),
        ("404", "answered 404", 404),
        ("redirect", "points elsewhere", None),
        ("slow", "took too long", None),
    ],
)
def test_what_goes_wrong_is_kept_and_tried_again(receiver: Receiver, how: str, error: str, answer: int | None) -> None:
    target(receiver.url)
    burst("A", now=hub_now())
    receiver.answers(how)
    started = time.monotonic()
    assert send_due(seconds=20).failed == 1
    assert time.monotonic() - started < 5
    (row,) = WebhookDelivery.objects.all()
    assert (row.state, row.attempts, row.answer) == ("waiting", 1, answer)
    assert error in row.error
    receiver.answers("204" if how != "204" else "200")
    later()
    assert send_due(seconds=10).arrived == 1
    assert receiver.bodies[0] == receiver.bodies[-1], "the same id and body with every try"


@pytest.mark.parametrize("how", ["drip", "huge"])
def test_what_is_said_after_the_status_makes_no_difference(receiver: Receiver, how: str) -> None:
    target(receiver.url)
    burst("A", now=hub_now())
    receiver.answers(how)
    started = time.monotonic()
    assert send_due(seconds=20).arrived == 1
    assert time.monotonic() - started < 5
    (row,) = WebhookDelivery.objects.all()
    assert (row.state, row.attempts, row.answer) == ("delivered", 1, 200)


def test_after_many_tries_it_is_given_up_and_the_next_one_goes(receiver: Receiver, settings: Any) -> None:
    settings.HUB_TOML = {"webhooks": {"allow_internal": True, "attempts": 3}}
    target(receiver.url)
    receiver.answers("500")
    request, _ = burst("A", now=hub_now())
    decide(actor=BOB, request_id=request, verdict="approve")
    reports = []
    for _ in range(3):
        later()
        reports.append(send_due(seconds=10))
    assert [(one.failed, one.given_up) for one in reports] == [(1, 0), (1, 0), (0, 1)]
    receiver.answers("200")
    assert send_due(seconds=10).arrived == 1
    assert [one["type"] for one in receiver.bodies[-1:]] == ["approval.decided"]
    (gone,) = listed.deliveries(state="given_up").items
    assert (gone.attempts, gone.answer, gone.error) == (3, 500, "The target answered 500.")
    webhooks.send_again(actor=ROOT, delivery=gone.id)
    assert send_due(seconds=10).arrived == 1
    with pytest.raises(Conflict):
        webhooks.send_again(actor=ROOT, delivery=gone.id)


def test_pauses_grow_up_to_two_hours() -> None:
    pauses = [webhooks.pause_after(attempt).total_seconds() for attempt in (1, 2, 3, 8, 9, 10, 40)]
    assert pauses == [30, 60, 120, 3_840, 7_200, 7_200, 7_200]
    assert sum(webhooks.pause_after(one).total_seconds() for one in range(1, 40)) > 2 * 86_400


def test_one_ailing_target_does_not_hold_up_the_others(receiver: Receiver, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    ailing = Receiver(tmp_path / "b")
    ailing.answers("slow")
    ailing.start()
    try:
        target(ailing.url)
        target(receiver.url)
        for number in range(5):
            burst(str(number), predicate=f"p{number}", now=hub_now())
        started = time.monotonic()
        sent = send_due(seconds=20)
        assert time.monotonic() - started < 6
    finally:
        ailing.stop()
    assert (sent.arrived, sent.failed) == (5, 1)
    attempts = WebhookDelivery.objects.filter(state="waiting").values_list("attempts", flat=True)
    assert sorted(attempts) == [0, 0, 0, 0, 1]


# ------------------------------------------------------------------ crashes and second workers


def test_whoever_took_an_event_and_died_does_not_keep_it(receiver: Receiver) -> None:
    target(receiver.url)
    request, _ = burst("A", now=hub_now())
    decide(actor=BOB, request_id=request, verdict="approve")
    (taken,) = webhooks.take_due(limit=10)
    assert webhooks.take_due(limit=10) == [], "nobody else sends it, nor what comes after it"
    (again,) = webhooks.take_due(limit=10, now=hub_now() + webhooks.LEASE + timedelta(seconds=1))
    assert (again.event, again.attempt) == (taken.event, 2)
    # The first one wakes up: what it has to say no longer counts.
    assert webhooks.arrived(parcel=taken, status=200) is False
    assert webhooks.failed(parcel=taken, status=None, error="x") is True
    assert states() == ["waiting", "waiting"]
    assert webhooks.arrived(parcel=again, status=200) is True
    assert states() == ["delivered", "waiting"]


SENDER = """
import sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
settings.HUB_TOML = {"webhooks": {"allow_internal": True, "timeout_seconds": 30}}
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from curation.webhooks import send_due
send_due(seconds=60)
"""


@pytest.mark.django_db(transaction=True)
def test_a_sender_that_is_killed_while_sending_loses_nothing(receiver: Receiver) -> None:
    target(receiver.url)
    request, _ = burst("A", now=hub_now())
    decide(actor=BOB, request_id=request, verdict="approve")
    receiver.answers("slow")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    sender = subprocess.Popen(
        [sys.executable, "-c", SENDER, str(connection.settings_dict["NAME"])], env=environment, stderr=subprocess.PIPE
    )
    end = time.monotonic() + 60
    while not receiver.seen:
        assert time.monotonic() < end
        assert sender.poll() is None, sender.communicate()[1].decode()[-2_000:]
        time.sleep(0.05)
    sender.kill()
    sender.communicate()
    receiver.stop()
    receiver.answers("200")
    receiver.start()
    assert send_due(seconds=10).arrived == 0, "it still belongs to the one that died"
    later()
    assert send_due(seconds=10).arrived == 2
    kinds = [one["type"] for one in receiver.bodies]
    assert kinds == ["knowledge.quarantined", "knowledge.quarantined", "approval.decided"]
    assert receiver.bodies[0] == receiver.bodies[1]


def test_what_was_taken_and_not_tried_goes_back() -> None:
    target("http://127.0.0.1:9/")
    burst("A", now=hub_now())
    parcels = webhooks.take_due(limit=10)
    webhooks.give_back(parcels=parcels)
    (row,) = WebhookDelivery.objects.all()
    assert (row.attempts, row.state, row.next_at <= hub_now()) == (0, "waiting", True)
