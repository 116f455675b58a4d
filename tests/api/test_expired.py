"""What is past its time is read by nobody, although no job ran: every query is asked.

The queries are those of the test about what waits for a person; one that is added there is asked here too.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from knowledge.clock import hub_now
from knowledge.models import Memory
from knowledge.services import expiry
from knowledge.services.types import Actor
from tests.api.inert import AGENT, CANARY, PREDICATE, SUBJECT
from tests.api.test_inert import READS, shown
from tests.knowledge.helpers import fact, say

pytestmark = pytest.mark.django_db

JOB = Actor(kind="system", name="jobs", door="job", agents=None)
OF_THE_PAST = {
    "browse.list_memories, all", "detail.detail", "detail.by_ids", "history.get_history", "versions.versions",
    "versions.all_versions", "versions.learned", "versions.neighbours", "facts.find_facts", "history.fact_history",
    "history.get_at, known then",
}  # fmt: skip
"""These show what was, to people, or as what it is: over."""


def past_its_time() -> str:
    """Store a fact and a note that ran out an hour ago; return the fact's id."""
    then = hub_now() - timedelta(hours=2)
    said: dict[str, Any] = {"agent": AGENT, "ttl_seconds": 3_600, "now": then}
    found = fact(CANARY, content=f"{SUBJECT} {CANARY}", subject=SUBJECT, predicate=PREDICATE, **said).memory.id
    say(f"A note about {SUBJECT}: {CANARY}", **said)
    return found


@pytest.mark.parametrize("swept", [False, True], ids=["no job ran", "the job ran"])
def test_no_query_shows_what_is_past_its_time(swept):
    memory_id = past_its_time()
    if swept:
        assert expiry.expire_due(actor=JOB) == 2
    else:
        assert Memory.objects.filter(token_count__gt=0).count() == 2
    told = {name for name, read in READS.items() if CANARY in shown(read, memory_id)}
    assert told <= OF_THE_PAST
