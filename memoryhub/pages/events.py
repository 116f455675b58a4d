"""What other systems are told, as a page: every event with an example, how it is checked, and when it comes again."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from curation import wording
from curation.services import announcements as told
from curation.services.webhooks import FIRST_PAUSE, LONGEST_PAUSE, pause_after
from curation.webhooks import DELIVERY, EVENT, SIGNATURE, TIMESTAMP, as_sent, signature
from knowledge.conf import webhook_settings

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_AT = datetime(2026, 3, 3, 10, 0, tzinfo=UTC)
_MEMORIES = ["m_01kjs8e2b4d6f8h0j2k4m6n8p0", "m_01kjs8e2b5d7f9h1j3k5m7n9q1"]
_REQUEST, _NEXT = "r_01kjs8e2c0e2g4h6j8k0m2n4p6", "r_01kjs8k9d1f3g5h7j9k1m3n5q7"
_UNTIL = "2026-03-04T10:00:00Z"
EXAMPLES: tuple[told.Announcement, ...] = (
    told.Quarantined("burst", "channel:discord-42", _MEMORIES),
    told.WriteHeld("less_trusted", "channel:discord-42", _MEMORIES[:1], _UNTIL),
    told.AliasHeld("touches_trusted", "agent_derived", ["alias:17"], _UNTIL),
    told.PageHeld("layer", "agent_derived", ["page:r_01kjs8e2d1f3g5h7j9k1m3n5q7"], _UNTIL),
    told.PromotionAsked("asked", "agent_derived", ["vouch:w_01kjs8e2d2g4h6j8k0m2n4p6q8"], _UNTIL),
    told.ForgetPlanned("planned", "", ["plan:p_01kjs8e2d3h5j7k9m1n3p5q7r9"], _UNTIL),
    told.MigrationPlanned("planned", "", ["plan:p_01kjs8e2d4j6k8m0n2p4q6r8s0"], _UNTIL),
    told.PageAutoFiled("w_01kjs8e2d2g4h6j8k0m2n4p6q8", "created", False),
    told.Decided(
        "knowledge_quarantine",
        "pending",
        "mika",
        [told.Outcome(_MEMORIES[0], "approved", "superseded")],
        1,
    ),
    told.Expired("knowledge_quarantine", "expired", "", [told.Outcome(_MEMORIES[1], "expired", "rejected")], 0),
    told.Reminder("fact_conflict", _UNTIL),
    told.Undone("knowledge_quarantine", "mika", _NEXT, [told.TakenBack(_MEMORIES[0], "approved")]),
    told.Ping(),
)
MESSAGE = (
    ("id", "text", _("The event, the same with every try.")),
    ("type", "text", _("What happened; the kinds are below.")),
    ("at", "date-time", _("When it happened, not when it was sent.")),
    ("agent", "text", _("Whose memory it is about; empty for the whole hub.")),
    ("request", "text", _("The request in the queue; empty when it is about none.")),
    ("data", "object", _("What there is to say about this kind of event.")),
)
HEADERS = (
    (TIMESTAMP, _("When it was sent, in seconds since 1970.")),
    (
        SIGNATURE,
        _(
            "v1= and, in hexadecimal, HMAC-SHA256 over the timestamp, a full stop and the body as it came, keyed with "
            "the target's secret. For a day after a change of the secret there are two, parted by a comma."
        ),
    ),
    (EVENT, _("The type of the message.")),
    (DELIVERY, _("The id of the message.")),
)
EXAMPLE_SECRET = "whsec_example"  # noqa: S105 - stands in the documentation
_WORDS = {"str": "text", "int": "integer"}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event, ready for the template."""

    name: str
    label: str
    text: str
    fields: tuple[tuple[str, str, str], ...]
    example: str


@login_required
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Show every kind of event, the signature, and how often a message is tried."""
    timestamp, body = str(int(_AT.timestamp())), as_sent(example(EXAMPLES[-1]))
    context = {
        "kinds": [_kind(one) for one in EXAMPLES],
        "message": MESSAGE,
        "headers": HEADERS,
        "receiver": render_to_string("memoryhub/receiver.txt") + "",  # a plain text, to be escaped like any other
        "vector": {
            "secret": EXAMPLE_SECRET,
            "timestamp": timestamp,
            "body": body.decode(),
            "signature": signature(EXAMPLE_SECRET, timestamp, body),
        },
        "tries": webhook_settings().attempts,
        "first_seconds": int(FIRST_PAUSE.total_seconds()),
        "longest_hours": int(LONGEST_PAUSE.total_seconds()) // 3_600,
        "whole_hours": _whole_hours(webhook_settings().attempts),
        "columns": [{"label": label} for label in (_("Name"), _("Kind"), _("Meaning"))],
        "header_columns": [{"label": label} for label in (_("Header"), _("Holds"))],
    }
    return render(request, "memoryhub/events.html", context)


def example(one: told.Announcement) -> dict[str, Any]:
    """Return a whole message about something that happened, as it is sent."""
    about_hub = isinstance(one, told.Ping)
    return told.message(
        event="e_01kjs8e2c7e9g1h3j5k7m9n1q3",
        kind=one.kind_of_event,
        at=_AT,
        agent="" if about_hub else "alice",
        request="" if about_hub else _REQUEST,
        data=told.told(one),
    )


def _kind(one: told.Announcement) -> Kind:
    return Kind(
        name=one.kind_of_event,
        label=str(wording.word("event", one.kind_of_event).label),
        text=" ".join((type(one).__doc__ or "").split()),
        fields=_fields(type(one)),
        example=json.dumps(example(one), indent=2, ensure_ascii=False),
    )


def _fields(shape: type[Any], before: str = "") -> tuple[tuple[str, str, str], ...]:
    """Return name, kind and meaning of each field; those of the parts of a list after it."""
    rows: list[tuple[str, str, str]] = []
    hints = get_type_hints(shape, include_extras=True)
    for one in dataclasses.fields(shape):
        kind, says = get_args(hints[one.name])
        assert get_origin(hints[one.name]) is Annotated
        (inner,) = get_args(kind) or (None,)
        name = f"{before}{one.name}"
        if inner is not None and dataclasses.is_dataclass(inner):
            rows += [(f"{name}[]", "list of objects", says), *_fields(inner, f"{name}[].")]  # type: ignore[arg-type]
        else:
            rows.append((name, f"list of {_named(inner)}" if inner else _named(kind), says))
    return tuple(rows)


def _named(kind: type[Any]) -> str:
    return _WORDS.get(kind.__name__, kind.__name__)


def _whole_hours(tries: int) -> int:
    """Return how long a message is tried for, in hours."""
    return round(sum(pause_after(one).total_seconds() for one in range(1, tries)) / 3_600)
