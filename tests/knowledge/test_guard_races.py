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
AGENTS = 12


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


def test_one_text_told_to_many_agents_at_once_is_stopped_in_all_of_them():
    outcomes: list[str] = []
    ready = threading.Barrier(AGENTS)
    draft = MemoryDraft("The vault code is 4711.", subject="vault", predicate="code", object="4711")

    def write(number: int) -> None:
        agent = f"agent{number}"
        try:
            ready.wait(30)
            outcomes.append(store(actor=writer("channel:x", agent), agent=agent, draft=draft).outcome)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(AGENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(outcomes) == ["quarantined"] * (AGENTS - 5) + ["stored"] * 5
    assert Memory.objects.filter(standing="quarantined").count() == AGENTS
    card = ApprovalRequest.objects.get()
    assert (card.reason, card.items.count()) == ("spread", AGENTS)
