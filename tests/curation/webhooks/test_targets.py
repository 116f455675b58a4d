"""Where events may be sent, by whom, and with which secret."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from curation.jobs import trim_outbox
from curation.models import OutboxEvent, WebhookDelivery, WebhookTarget
from curation.queries import webhooks as listed
from curation.services import webhooks
from curation.webhooks import send_due, signature
from knowledge.clock import hub_now
from knowledge.errors import HubError, Invalid, NotFound, Refused, TooLarge
from knowledge.models import AuditEvent
from tests.curation.deciding import BOB, burst
from tests.curation.receiver import Receiver
from tests.curation.webhook_targets import ROOT, target

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://",
        "http://user:secret@example.org/",
        "http://example.org/#x",
        "http://example.org:0/",
        "http://example.org:99999/",
        "http://exa mple.org/",
        "http://example.org/\nx",
        "javascript:alert(1)",
        7,
    ],
)
def test_only_http_and_https(url: Any) -> None:
    with pytest.raises(Invalid):
        target(url)
    assert WebhookTarget.objects.count() == 0


INTERNAL = (
    "127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1", "192.168.1.1", "172.16.0.1", "0.0.0.0", "[fd00::1]",
    "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "224.0.0.1",
)  # fmt: skip


@pytest.mark.parametrize("host", INTERNAL)
def test_an_internal_address_is_no_target_unless_that_is_allowed(host: str, settings: Any) -> None:
    settings.HUB_TOML = {}
    with pytest.raises(Invalid, match="internal network"):
        target(f"http://{host}/")


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f000001", "127.1"])
def test_a_name_that_leads_inside_is_found_out_when_it_is_called(host: str, settings: Any, receiver: Receiver) -> None:
    settings.HUB_TOML = {}
    target(f"http://{host}:{receiver.port}/")
    burst("A", now=hub_now())
    assert send_due(seconds=10).failed == 1
    assert "set allow_internal = true under [webhooks]" in WebhookDelivery.objects.get().error
    assert receiver.seen == []


def test_a_target_is_changed_switched_off_and_removed(receiver: Receiver) -> None:
    made = target(receiver.url)
    webhooks.change_target(actor=ROOT, key=made.key, name="new", kinds=["approval.expired"], active=False)
    (view,) = listed.targets()
    assert (view.name, view.kinds, view.active, view.waiting) == ("new", ("approval.expired",), False, 0)
    burst("A", now=hub_now())
    assert WebhookDelivery.objects.count() == 0
    webhooks.change_target(actor=ROOT, key=made.key, kinds=[], active=True)
    burst("B", predicate="p", now=hub_now())
    assert send_due(seconds=5).arrived == 1
    assert listed.target(key=made.key).last_arrived is not None
    webhooks.delete_target(actor=ROOT, key=made.key)
    assert (listed.targets(), WebhookDelivery.objects.count(), OutboxEvent.objects.count()) == ([], 0, 2)
    with pytest.raises(NotFound):
        listed.target(key=made.key)
    actions = AuditEvent.objects.filter(action__startswith="webhook.").order_by("sequence")
    assert list(actions.values_list("action", flat=True)) == [
        "webhook.created", "webhook.changed", "webhook.changed", "webhook.deleted",
    ]  # fmt: skip
    assert "tenant" not in str(list(actions.values_list("details", flat=True)))


def test_a_secret_is_derived_shown_once_and_replaced(receiver: Receiver) -> None:
    made = target(receiver.url)
    assert len(made.secret) == len("whsec_") + 64
    assert made.secret != target(receiver.url).secret
    stored = [str(list(model.objects.values())) for model in (WebhookTarget, OutboxEvent, AuditEvent)]
    assert not any(made.secret.removeprefix("whsec_") in one for one in stored)
    replaced = webhooks.rotate_secret(actor=ROOT, key=made.key).secret
    assert replaced != made.secret
    webhooks.ping(actor=ROOT, key=made.key)
    send_due(seconds=5)
    (one,) = receiver.seen
    assert one["headers"]["X-MemoryHub-Event"] == "webhook.ping"
    assert signed(one, replaced, made.secret)


def signed(one: dict[str, Any], *secrets: str) -> bool:
    """Tell whether a message is signed with these secrets and no other, in this order."""
    stamp, body = one["headers"]["X-MemoryHub-Timestamp"], one["body"].encode()
    return one["headers"]["X-MemoryHub-Signature"] == ",".join(signature(secret, stamp, body) for secret in secrets)


def test_a_replaced_secret_signs_beside_the_new_one_for_a_day(receiver: Receiver) -> None:
    made = target(receiver.url)
    now = hub_now()
    replaced = webhooks.rotate_secret(actor=ROOT, key=made.key, now=now - timedelta(hours=23)).secret
    webhooks.ping(actor=ROOT, key=made.key)
    send_due(seconds=5)
    assert signed(receiver.seen[0], replaced, made.secret)
    WebhookTarget.objects.filter(key=made.key).update(old_secret_until=now - timedelta(seconds=1))
    webhooks.ping(actor=ROOT, key=made.key)
    send_due(seconds=5)
    assert signed(receiver.seen[1], replaced)


def test_a_secret_that_leaked_signs_nothing_more(receiver: Receiver) -> None:
    made = target(receiver.url)
    replaced = webhooks.rotate_secret(actor=ROOT, key=made.key, at_once=True).secret
    webhooks.ping(actor=ROOT, key=made.key)
    send_due(seconds=5)
    assert signed(receiver.seen[0], replaced)
    assert AuditEvent.objects.filter(action__endswith="rotated").last().details["at_once"] is True  # type: ignore[union-attr]


def test_targets_are_for_administrators() -> None:
    made = target("http://127.0.0.1:9/")
    webhooks.ping(actor=ROOT, key=made.key)
    delivery = WebhookDelivery.objects.get().pk
    acts: list[Any] = [
        lambda: webhooks.create_target(actor=BOB, name="x", url="http://127.0.0.1/"),
        lambda: webhooks.change_target(actor=BOB, key=made.key, name="x"),
        lambda: webhooks.delete_target(actor=BOB, key=made.key),
        lambda: webhooks.rotate_secret(actor=BOB, key=made.key),
        lambda: webhooks.ping(actor=BOB, key=made.key),
        lambda: webhooks.send_again(actor=BOB, delivery=delivery),
    ]
    for act in acts:
        with pytest.raises(Refused):
            act()
    wrong: list[tuple[type[HubError], Any]] = [
        (NotFound, lambda: webhooks.change_target(actor=ROOT, key="w_x")),
        (NotFound, lambda: webhooks.rotate_secret(actor=ROOT, key="\0")),
        (NotFound, lambda: webhooks.send_again(actor=ROOT, delivery=0)),
        (Invalid, lambda: target("http://127.0.0.1/", kinds=["nothing"])),
        (Invalid, lambda: webhooks.create_target(actor=ROOT, name=" ", url="http://127.0.0.1/")),
        (TooLarge, lambda: webhooks.create_target(actor=ROOT, name="x" * 101, url="http://127.0.0.1/")),
        (TooLarge, lambda: target("http://127.0.0.1/" + "x" * 1_000)),
    ]
    for error, act in wrong:
        with pytest.raises(error):
            act()


def test_old_events_go_once_they_have_arrived(receiver: Receiver) -> None:
    target(receiver.url)
    burst("A", now=hub_now() - timedelta(days=40))
    burst("B", predicate="p", now=hub_now())
    assert trim_outbox() == "0 events older than 30 days deleted"
    send_due(seconds=5)
    assert trim_outbox() == "1 events older than 30 days deleted"
    assert OutboxEvent.objects.count() == WebhookDelivery.objects.count() == 1
