"""Walking the chain in steps finds what walking it at once finds."""

from __future__ import annotations

import pytest

from knowledge.models import AuditEvent
from knowledge.services import audit
from knowledge.services.audit import AuditCheck, AuditPlace, verify, verify_step
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db


@pytest.fixture
def chain():
    for number in range(7):
        say(f"Memory {number}")


def walk(limit: int) -> tuple[AuditCheck, int]:
    place, steps = AuditPlace(), 0
    while True:
        steps += 1
        found = verify_step(after=place, limit=limit)
        if isinstance(found, AuditCheck):
            return found, steps
        assert found.sequence == place.sequence + limit
        place = found


@pytest.mark.parametrize(("limit", "steps"), [(1, 8), (2, 4), (3, 3), (7, 2), (8, 1), (1_000, 1)])
def test_steps_of_any_size_reach_the_end(chain, limit, steps):
    assert walk(limit) == (AuditCheck(7), steps)
    assert verify() == AuditCheck(7)


def test_an_empty_trail_is_intact():
    assert walk(10) == (AuditCheck(0), 1)


BREAKS = {
    "changed": (lambda: AuditEvent.objects.filter(sequence=4).update(reason="x"), 4, "changed"),
    "missing": (lambda: AuditEvent.objects.filter(sequence=4).delete(), 4, "missing"),
    "replaced": (lambda: AuditEvent.objects.filter(sequence=4).update(previous_hash="0" * 64), 4, "does not follow"),
    "cut": (lambda: AuditEvent.objects.filter(sequence__gt=4).delete(), 5, "3 records are missing at the end"),
    "emptied": (lambda: AuditEvent.objects.all().delete(), 1, "7 records are missing at the end"),
}


@pytest.mark.parametrize("kind", BREAKS)
@pytest.mark.parametrize("limit", [1, 2, 3, 4, 100])
def test_the_first_broken_link_is_named_whatever_the_step(chain, kind, limit):
    harm, at, words = BREAKS[kind]
    harm()
    found, _ = walk(limit)
    assert (found.intact, found.broken_at) == (False, at)
    assert words in found.problem
    assert verify() == found


def test_a_tail_that_was_written_anew_differs_from_the_head(chain):
    AuditEvent.objects.filter(sequence=7).delete()
    head = audit.read_head()
    say("Another seventh")
    audit.head_file().write_bytes(f"{head[0]:020d} {head[1]}\n".encode())
    for limit in (1, 3, 7, 100):
        found, _ = walk(limit)
        assert (found.broken_at, "head kept outside" in found.problem) == (7, True)


def test_a_head_that_cannot_be_written_does_not_fail_a_write_that_stands(chain, settings, tmp_path, caplog):
    kept = settings.MEMORYHUB_DATA
    settings.MEMORYHUB_DATA = tmp_path / "gone"
    assert say("Stored all the same").outcome == "stored"
    assert "head of the audit trail could not be written" in caplog.text
    settings.MEMORYHUB_DATA = kept
    assert audit.read_head()[0] == 7
    say("The next one brings the head up to date")
    assert audit.read_head()[0] == 9
    assert verify() == AuditCheck(9)
