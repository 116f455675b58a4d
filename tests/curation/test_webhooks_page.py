"""Webhooks on the page: targets, secrets shown once, deliveries, sending again; administrators only."""

from __future__ import annotations

import re

import pytest

from curation.models import WebhookDelivery, WebhookTarget
from curation.services import webhooks
from knowledge.models import AuditEvent
from tests.curation.deciding import burst, person
from tests.curation.pages import WRITING, queries_of, text_of
from tests.curation.queue_pages import notice
from tests.knowledge.helpers import NOW, days

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]

ADMIN = person("root", "admin")
ADDRESS = "https://hooks.example.org/in?key=s3cret"


def target(name: str = "ops", **more) -> str:
    return webhooks.create_target(actor=ADMIN, name=name, url=ADDRESS, now=days(-1), **more).key


def fails(times: int) -> WebhookDelivery:
    """One event that did not arrive so many times."""
    for _ in range(times):
        (parcel,) = webhooks.take_due(limit=1, now=NOW)
        webhooks.failed(parcel=parcel, status=503, error="The target answered 503.", now=NOW)
        WebhookDelivery.objects.update(next_at=NOW)
    return WebhookDelivery.objects.get()


def test_a_target_is_made_and_its_secret_shown_once(as_alice):
    assert "No targets yet" in text_of(as_alice.get("/settings/webhooks/"))
    made = as_alice.post("/settings/webhooks/new/", {"name": "ops", "url": ADDRESS, "kinds": ["approval.decided"]})
    (row,) = WebhookTarget.objects.all()
    assert (made.status_code, row.name, row.kinds) == (200, "ops", ["approval.decided"])
    secret = webhooks.secret_of(row.key, 1)
    assert secret in text_of(made)
    assert secret not in as_alice.get("/settings/webhooks/").content.decode()
    assert secret not in as_alice.get(f"/settings/webhooks/{row.key}/").content.decode()
    renewed = as_alice.post(f"/settings/webhooks/{row.key}/secret/")
    assert webhooks.secret_of(row.key, 2) in text_of(renewed)
    row.refresh_from_db()
    assert row.old_secret_until is not None
    leaked = as_alice.post(f"/settings/webhooks/{row.key}/leaked/")
    assert webhooks.secret_of(row.key, 3) in text_of(leaked)
    assert "the old one signs nothing any more" in text_of(leaked)
    row.refresh_from_db()
    assert row.old_secret_until is None


def test_what_is_wrong_is_said_at_its_field(as_alice):
    wrong = as_alice.post("/settings/webhooks/new/", {"name": "ops", "url": "ftp://x"})
    assert wrong.status_code == 400
    inside = as_alice.post("/settings/webhooks/new/", {"name": "ops", "url": "http://127.0.0.1/"})
    assert inside.status_code == 400
    assert "to permit it, set allow_internal = true under [webhooks] in hub.toml" in text_of(inside)
    assert 'class="btn" href="/settings/webhooks/">Cancel' in inside.content.decode()
    assert not WebhookTarget.objects.exists()
    key = target()
    wrong = as_alice.post(f"/settings/webhooks/{key}/", {"name": "", "url": ADDRESS})
    assert (wrong.status_code, WebhookTarget.objects.get().name) == (400, "ops")


def test_a_target_is_changed_paused_tried_and_removed(as_alice):
    key = target()
    address = f"/settings/webhooks/{key}/"
    as_alice.post(address, {"name": "<b>new</b>", "url": ADDRESS, "kinds": []})
    assert "&lt;b&gt;new&lt;/b&gt;" in as_alice.get(address).content.decode()
    assert "<b>new" not in as_alice.get("/settings/webhooks/").content.decode()
    as_alice.post(f"{address}pause/")
    assert "paused" in text_of(as_alice.get(address))
    as_alice.post(f"{address}resume/")
    as_alice.post(f"{address}try/")
    page = text_of(as_alice.get(address))
    assert re.search(r"A try e_\w+ On its way", page)
    assert as_alice.post(f"{address}nonsense/").status_code == 404
    assert as_alice.post("/settings/webhooks/w_nothing/try/").status_code == 404
    assert as_alice.get("/settings/webhooks/w_nothing/").status_code == 404
    gone = as_alice.post(f"{address}remove/")
    assert gone["Location"] == "/settings/webhooks/"
    assert not WebhookTarget.objects.exists()
    assert {event.action for event in AuditEvent.objects.all()} >= {
        "webhook.changed",
        "webhook.pinged",
        "webhook.deleted",
    }


def test_deliveries_say_what_became_of_each_and_are_sent_again(as_alice):
    key = target()
    request, _ = burst("B", predicate="p")
    delivery = fails(2)
    page = as_alice.get("/settings/webhooks/")
    words = text_of(page)
    assert re.search(r"Something was set aside e_\w+ On its way next try just now 503 The target answered 503\.", words)
    assert f'href="/queue/{request}/"' in page.content.decode()
    done = as_alice.post(f"/settings/webhooks/deliveries/{delivery.pk}/again/", {"here": f"target={key}"})
    assert done["Location"] == f"/settings/webhooks/?target={key}"
    assert notice(as_alice.get(done["Location"])) == "It is tried again with the next round; there is one a minute."
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("waiting", 0)
    (parcel,) = webhooks.take_due(limit=1, now=NOW)
    webhooks.arrived(parcel=parcel, status=200, now=NOW)
    assert "Arrived 200" in text_of(as_alice.get("/settings/webhooks/"))
    assert as_alice.post(f"/settings/webhooks/deliveries/{delivery.pk}/again/").status_code == 409
    assert as_alice.post("/settings/webhooks/deliveries/999/again/").status_code == 404


def test_the_log_is_filtered(as_alice):
    first, second = target("one"), target("two")
    burst("B", predicate="p")
    WebhookDelivery.objects.filter(target__key=first).update(state="given_up", done_at=NOW)
    body = as_alice.get(f"/settings/webhooks/?target={first}").content.decode()
    assert body.count("Something was set aside") == 1
    assert f'<a href="/settings/webhooks/{second}/">two</a></td>' not in body
    assert "Given up" in text_of(as_alice.get("/settings/webhooks/?state=given_up"))
    assert as_alice.get("/settings/webhooks/?state=nonsense&cursor=x&target=%00").status_code == 200
    assert "Nothing was sent" in text_of(as_alice.get("/settings/webhooks/?request=r_nothing"))


def test_administrators_only(curator, viewer, as_charlie, stranger):
    key = target()
    for client in (curator, viewer, as_charlie):
        assert client.get("/settings/webhooks/").status_code == 403
        assert client.get(f"/settings/webhooks/{key}/").status_code == 403
        assert client.post("/settings/webhooks/new/", {"name": "x", "url": ADDRESS}).status_code == 403
        assert client.post(f"/settings/webhooks/{key}/remove/").status_code == 403
        assert client.post("/settings/webhooks/deliveries/1/again/").status_code == 403
        assert ADDRESS not in client.get("/settings/").content.decode()
    assert stranger.get("/settings/webhooks/").status_code == 302
    assert WebhookTarget.objects.count() == 1


def test_looking_writes_nothing_and_costs_the_same(as_alice):
    target()
    burst("B", predicate="p")
    few = queries_of(as_alice, "/settings/webhooks/")
    assert not [sql for sql in few if WRITING.match(sql)]
    target("two")
    for number in range(4):
        burst(f"B{number}", predicate=f"q{number}")
    assert len(queries_of(as_alice, "/settings/webhooks/")) == len(few)
