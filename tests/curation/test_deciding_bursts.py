"""What the guard stopped is decided as a group, and undone to the last column, whatever its rows say."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from curation.models import ApprovalItem, ApprovalRequest
from curation.services.decisions import decide, undo
from knowledge.errors import HubError
from tests.curation.deciding import BOB
from tests.knowledge.helpers import days, fact
from tests.knowledge.released import assert_same, books_balance, everything

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("verdict", ["approve", "reject"])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_burst_is_decided_and_undone(seed: int, verdict: Any) -> None:
    chance = random.Random(seed)
    for step in range(14):
        in_the_burst = step > 5
        now = days(-0.02) + timedelta(minutes=step) if in_the_burst else days(-20 + step)
        earlier = None if in_the_burst and chance.random() < 0.8 else days(chance.randint(-40, 3))
        origin = "channel:x" if step > 3 else chance.choice(["channel:x", "channel:y"])
        predicate = chance.choice(["lang", "lang", "tool"])
        try:
            fact(chance.choice("ABCDEFGH"), now=now, predicate=predicate, origin=origin, valid_from=earlier)
        except HubError:
            continue
    now = days(0.05)
    (request,) = ApprovalRequest.objects.filter(kind="knowledge_quarantine", status="pending")
    before = everything()
    report = decide(actor=BOB, request_id=request.pk, verdict=verdict, reason="x", now=now)
    assert len(report.items) >= 5
    assert report.status == {"approve": "approved", "reject": "rejected"}[verdict]
    books_balance()
    again = undo(actor=BOB, request_id=request.pk, now=now + timedelta(minutes=1))
    assert_same(everything(), before)
    books_balance()
    decide(actor=BOB, request_id=again.request_id, verdict=verdict, reason="x", now=now + timedelta(minutes=2))
    assert not ApprovalItem.objects.filter(status="pending").exists()
    books_balance()
