"""Facts with very many versions and confirmations: an answer costs what it shows, not what there is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import Model
from django.db.models.signals import post_init

from knowledge.models import Memory, MemorySource, MemorySpan, Reaffirmation
from knowledge.queries import browse, history
from tests.knowledge.helpers import days, fact

pytestmark = pytest.mark.django_db
FACT: dict[str, Any] = {"agent": "alice", "subject": "user", "predicate": "lang"}


@contextmanager
def rows_read(model: type[Model]) -> Iterator[list[int]]:
    read: list[int] = []

    def note(sender: type[Model], instance: Any, **_: object) -> None:
        read.append(instance.pk)

    post_init.connect(note, sender=model)
    try:
        yield read
    finally:
        post_init.disconnect(note, sender=model)


def test_what_was_known_of_a_long_fact_reads_the_answer_only() -> None:
    for number in range(60):
        fact(str(number), valid_from=days(number), now=days(number))
    with rows_read(MemorySpan) as read:
        answers = [
            [row.object for row in history.get_at(**FACT, at=days(at), known_at=days(known))]
            for at, known in [(30.5, 40), (30.5, 30), (45, 40), (30.5, -1), (59.5, 90)]
        ]
    assert answers == [["30"], ["30"], ["40"], [], ["59"]]
    assert len(read) == 4


def test_a_memory_confirmed_for_ever_shows_the_newest_confirmations() -> None:
    row = Memory.objects.get(id=fact("python").memory.id)
    said = {"origin": "operator", "origin_trust": 1.0, "confidence": 1.0, "valid_from": days(0)}
    Reaffirmation.objects.bulk_create(
        Reaffirmation(memory=row, source_event=f"turn:{number // 2}", at=days(number), **said)
        for number in range(1_000)
    )
    MemorySource.objects.bulk_create(
        MemorySource(memory=row, kind="message", session="chat", item=str(number), role="reaffirmed")
        for number in range(1_000)
    )
    with rows_read(Reaffirmation) as confirmed, rows_read(MemorySource) as learned:
        found = browse.read(agents=None, memory_id=row.id, for_person=False)
    assert [one.source_event for one in found.reaffirmed_by] == [f"turn:{number}" for number in range(480, 500)]
    assert [one.item for one in found.sources[1:]] == [str(number) for number in range(980, 1_000)]
    assert found.sources[0].role == "direct"
    assert (len(confirmed), len(learned)) == (400, 21)
