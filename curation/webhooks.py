"""Sending events to other systems: signed, in order, and never in anybody's way.

A receiver checks the signature before it believes anything: HMAC-SHA256, keyed with the target's secret, over the
timestamp of the header, a full stop, and the body as it came. It refuses timestamps that are more than some minutes
off, and remembers ids: an event may come more than once. After a change of the secret the header holds two signatures,
the newer first, parted by a comma: one that fits is enough.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from curation.services import webhooks
from knowledge.clock import hub_now
from knowledge.conf import webhook_settings
from knowledge.outbound import OutboundError, Target, post

if TYPE_CHECKING:
    from curation.services.webhooks import Parcel

TIMESTAMP = "X-MemoryHub-Timestamp"
SIGNATURE = "X-MemoryHub-Signature"
EVENT = "X-MemoryHub-Event"
DELIVERY = "X-MemoryHub-Delivery"
VERSION = "v1"
_AT_ONCE = 20


@dataclass(slots=True)
class Sent:
    """What one run did."""

    arrived: int = 0
    failed: int = 0
    given_up: int = 0


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a message: `v1=` and HMAC-SHA256 in hexadecimal over `timestamp.body`."""
    message = timestamp.encode("ascii") + b"." + body
    return f"{VERSION}={hmac.new(secret.encode('ascii'), message, hashlib.sha256).hexdigest()}"


def as_sent(message: dict[str, Any]) -> bytes:
    """Return the bytes of a message; they are what is signed."""
    return json.dumps(message, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def send_due(*, seconds: float) -> Sent:
    """Send what is due, for at most about this long.

    A target that fails once is left alone for the rest of the run, so that a slow one does not hold up the others.
    """
    sent, ailing = Sent(), set[str]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        parcels = webhooks.take_due(limit=_AT_ONCE, without=ailing)
        if not parcels:
            break
        for place, parcel in enumerate(parcels):
            if time.monotonic() >= end:
                webhooks.give_back(parcels=parcels[place:])
                break
            if parcel.target in ailing:
                webhooks.give_back(parcels=[parcel])
            elif not _send(parcel, sent):
                ailing.add(parcel.target)
    return sent


def _send(parcel: Parcel, sent: Sent) -> bool:
    """Send one event and note what became of it; tell whether it arrived."""
    body = as_sent(parcel.body)
    timestamp = str(int(hub_now().timestamp()))
    settings = webhook_settings()
    target = Target(
        parcel.url,
        allow_internal=settings.allow_internal,
        timeout_seconds=settings.timeout_seconds,
        reads_answer=False,  # the status says whether it arrived; what else is sent back makes no difference
    )
    headers = {
        "Content-Type": "application/json",
        TIMESTAMP: timestamp,
        SIGNATURE: ",".join(signature(secret, timestamp, body) for secret in parcel.secrets),
        EVENT: parcel.kind,
        DELIVERY: parcel.event,
    }
    status, problem = None, ""
    try:
        reply = post(target, body, headers)
        status, problem = reply.status, "" if reply.is_success else f"The target answered {reply.status}."
    except OutboundError as error:
        problem = webhooks.INTERNAL if error.code == "internal_address" else error.message
    if not problem and status is not None:
        webhooks.arrived(parcel=parcel, status=status)
        sent.arrived += 1
        return True
    if webhooks.failed(parcel=parcel, status=status, error=problem):
        sent.failed += 1
    else:
        sent.given_up += 1
    return False
