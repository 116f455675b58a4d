"""Names that look like one: a name that could be mistaken for a known one is never silently a second person."""

from __future__ import annotations

import pytest

from curation.services.decisions import decide
from knowledge.engine.types import MemoryDraft
from knowledge.models import Memory
from knowledge.queries.history import get_at
from knowledge.services import aliases
from knowledge.services.store import store_many
from tests.curation.decided import books_balance
from tests.knowledge.helpers import NOW, days, fact, writer
from tests.knowledge.waiting import CURATOR

pytestmark = pytest.mark.django_db
CYRILLIC = "\u0410lice"


def answer(subject: str) -> list[object]:
    rows = get_at(agent="alice", subject=subject, predicate="lives in", at=days(9), now=days(9))
    return [row.object for row in rows]


def said(subject: str, value: str = "Rome", *, origin: str = "agent_derived", at: float = 0, predicate="lives in"):
    told = fact(value, subject=subject, predicate=predicate, origin=origin, now=days(at))
    return told.outcome, told.reason


@pytest.mark.parametrize(
    ("known", "twin"),
    [
        ("Alice", CYRILLIC),
        ("alice", "a1ice"),
        ("Oslo", "0slo"),
        ("Ωmega", "Ωm\u0435ga"),
        ("力", "カ"),
    ],
)
@pytest.mark.parametrize("origin", ["channel:x", "user_direct"])
def test_a_name_of_look_alike_letters_waits_whoever_says_it(known, twin, origin):
    first = fact("Kyoto", subject=known, predicate="lives in", origin="agent_derived", now=days(-1))
    told = fact("Rome", subject=twin, predicate="eats at", origin=origin)
    assert (told.outcome, told.reason) == ("held", "look_alike")
    assert Memory.objects.get(id=told.memory.id).rival == first.memory.id
    assert get_at(agent="alice", subject=twin, predicate="eats at", at=days(1), now=days(1)) == []
    assert answer(known) == ["Kyoto"]
    books_balance()


def test_who_vouches_for_it_is_believed():
    said("Alice", "Kyoto")
    assert said(CYRILLIC, origin="operator", at=1) == ("stored", "")
    assert answer(CYRILLIC) == ["Rome"]


def test_approved_it_is_somebody_of_their_own_from_then_on():
    said("Alice", "Kyoto")
    told = fact("Rome", subject=CYRILLIC, predicate="lives in", origin="agent_derived", now=days(0.1))
    decide(actor=CURATOR, request_id=told.review_id or "", verdict="approve", now=days(0.2))
    assert (answer("Alice"), answer(CYRILLIC)) == (["Kyoto"], ["Rome"])
    assert said(CYRILLIC, "tea", predicate="drinks", at=0.3) == ("stored", "")
    assert said("Alice", "tea", predicate="drinks", at=0.4) == ("stored", "")
    books_balance()


def test_within_a_batch_as_well():
    drafts = [
        MemoryDraft(f"{name} is here", subject=name, predicate="is", object="here") for name in ("Alice", CYRILLIC)
    ]
    told = store_many(actor=writer("agent_derived"), agent="alice", drafts=drafts, now=NOW)
    assert [getattr(one, "outcome", one) for one in told] == ["stored", "held"]


MARKS = [
    "Bram Vos.",
    "Bram-Vos",
    "bram_vos",
    "bramvos",
    "Bram Vos,",
    "Bram Vos’",
    "“Bram Vos”",
    "(Bram Vos)",
    "Bram Vos 🙂",
]


@pytest.mark.parametrize("spelling", MARKS)
def test_marks_do_not_make_somebody_else_of_whom_more_trusted_voices_know(spelling):
    said("Bram Vos", "Helix", origin="user_direct", at=-1)
    assert said(spelling, "Evil Corp", origin="mcp_external:m") == ("held", "look_alike")
    assert said(spelling, "Helix", origin="user_direct", at=1) == ("stored", "")


OTHERS = [
    "C", "C++", "C#", "v1.2", "v12", "José", "Jose", "10", "100", "-5", "5", "山田", "田山", "Maria", "Marla",
    "Ali", "All", "apartment 1-12", "apartment 11-2",
]  # fmt: skip


def test_other_names_are_other_things():
    for number, name in enumerate(OTHERS):
        assert said(name, origin="user_direct", at=number)[0] == "stored", name
    assert said("Marl", origin="user_direct", at=50)[0] == "stored"
    assert said("apartment 111-2", origin="channel:x", at=51)[0] == "stored"


def test_who_is_known_by_now_is_mistaken_for_nobody():
    said("Alice", "Kyoto")
    said(CYRILLIC, origin="operator", at=0.1)
    drafts = [
        MemoryDraft(f"{name} drinks", subject=name, predicate="drinks", object="tea") for name in ("Alice", CYRILLIC)
    ]
    told = store_many(actor=writer("agent_derived"), agent="alice", drafts=drafts, now=days(0.2))
    assert [getattr(one, "outcome", one) for one in told] == ["stored", "stored"]


def test_many_facts_about_one_hide_no_other():
    for number in range(3):
        said("Alice.", f"v{number}", origin="operator", predicate=f"p{number}", at=number / 100)
    said("Alice", "Kyoto", origin="operator", at=0.1)
    assert said(CYRILLIC, origin="agent_derived", at=0.2) == ("held", "look_alike")


def test_a_name_that_stands_for_the_other_is_no_disguise():
    said("Alice", "Kyoto")
    aliases.add_alias(actor=writer(), agent="alice", alias=CYRILLIC, canonical="Alice", now=days(0.1))
    assert said(CYRILLIC, "tea", predicate="drinks", at=0.2)[0] != "held"


def test_what_one_little_trusted_voice_says_is_left_to_the_burst_guard():
    assert said("Alice", origin="channel:x")[0] == "stored"
    assert said(CYRILLIC, origin="channel:x", at=0.01)[0] == "stored"
    assert said("a1ice", origin="channel:y", at=0.02) == ("held", "look_alike")


def test_another_agent_knows_nothing_of_it():
    said("Alice", "Kyoto")
    told = fact("Rome", subject=CYRILLIC, agent="bob", origin="agent_derived", now=days(1))
    assert told.outcome == "stored"


def test_what_was_forgotten_is_mistaken_for_nothing():
    first = fact("Kyoto", subject="Alice", predicate="lives in", origin="agent_derived")
    Memory.objects.filter(id=first.memory.id).update(standing="purged")
    assert said(CYRILLIC, at=1) == ("stored", "")


def test_spellings_are_one_bucket_of_the_burst_guard():
    told = [
        fact(f"v{n}", subject=name, predicate=f"owes {n}", origin="channel:x", now=days(n / 10_000))
        for n, name in enumerate(MARKS[:5])
    ]
    assert [one.outcome for one in told] == ["stored"] * 4 + ["quarantined"]
    assert not Memory.objects.filter(standing="believed").exists()
