"""Many writers at once never get more past the guard than one after the other."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from curation.models import ApprovalRequest
from knowledge.engine.types import MemoryDraft
from knowledge.models import GuardSighting, Memory
from knowledge.services.store import store
from tests.knowledge.helpers import writer

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 24


def test_exactly_four_are_answered_as_stored_and_none_stays():
    outcomes: list[str] = []
    ready = threading.Barrier(THREADS)

    def write(number: int) -> None:
        draft = MemoryDraft(f"claim {number}", subject="Alice", predicate=f"p{number}", object=str(number))
        try:
            ready.wait(30)
            outcomes.append(store(actor=writer("channel:x"), agent="alice", draft=draft).outcome)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(outcomes) == ["quarantined"] * (THREADS - 4) + ["stored"] * 4
    assert Memory.objects.filter(standing="quarantined").count() == THREADS
    assert GuardSighting.objects.count() == THREADS
    assert ApprovalRequest.objects.get().items.count() == THREADS
