"""Transcripts whose conversations are also learned from."""

from __future__ import annotations

import io
import json
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from knowledge.errors import Invalid
from knowledge.models import Memory, MemorySource
from knowledge.services.import_report import ImportReport, ImportRequest
from knowledge.services.importing import import_stream
from knowledge.services.types import Actor
from tests.knowledge.helpers import NOW

pytestmark = pytest.mark.django_db

SYSTEM = Actor(kind="system", name="import", door="import", roles=frozenset({"admin"}), agents=None)
TALK = [
    {"session": "s1", "id": "1", "speaker": "Ann", "time": "2026-11-01T10:00:00Z", "text": "I live in Kyoto."},
    {
        "session": "s1",
        "id": "2",
        "speaker": "assistant",
        "time": "2026-11-01T10:01:00Z",
        "text": "You live in Rome, I think.",
    },
    {
        "session": "s2",
        "id": "1",
        "speaker": "Ann",
        "time": "2026-11-09T10:00:00Z",
        "text": "I moved to Osaka. I love tea.",
    },
    {"session": "s2", "id": "2", "speaker": "Bob", "time": "2026-11-09T10:01:00Z", "text": "我住在北京海淀区。"},
]


def run(lines: list[Any] = TALK, **request: Any) -> ImportReport:
    data = "\n".join(json.dumps(line) for line in lines).encode()
    request.setdefault("distil", True)
    return import_stream(
        actor=SYSTEM,
        request=ImportRequest(
            "alice", request.pop("name", "talk.jsonl"), request.pop("format", "transcript"), **request
        ),
        stream=io.BytesIO(data),
        now=NOW,
    )


def learned() -> list[str]:
    rows = Memory.objects.exclude(source_event="transcript").filter(valid_until__isnull=True)
    return sorted(rows.values_list("content", flat=True))


def test_turns_and_what_they_say():
    report = run()
    assert (report.new, dict(report.facts)) == (4, {"stored": 3, "superseded": 1})
    assert learned() == ["Ann likes tea.", "Ann lives in Osaka.", "Bob住在北京海淀区。"]
    row = Memory.objects.get(object="Osaka")
    assert (row.origin, row.origin_trust, row.layer) == ("channel", 0.3, "semantic")
    assert [(one.session, one.item, one.role) for one in row.sources.order_by("role")] == [
        ("s2", "1", "direct"),
        ("s2", "1", "inherited"),
    ]
    # It was made from the turn, which is a memory of its own.
    assert row.parents.get().parent.content == "I moved to Osaka. I love tea."


def test_again_adds_nothing():
    run()
    before = (Memory.objects.count(), MemorySource.objects.count())
    report = run()
    assert (report.already, dict(report.facts)) == (4, {"duplicate": 4})
    assert (Memory.objects.count(), MemorySource.objects.count()) == before


def test_facts_can_be_learned_after_the_turns_were_imported():
    run(distil=False)
    assert learned() == []
    assert dict(run().facts) == {"stored": 3, "superseded": 1}


def test_groups_do_not_change_what_is_learned(settings):
    settings.HUB_TOML = {"memory": {"batch_items": 1}, "distil": {"turns": 1}}
    assert dict(run().facts) == {"stored": 3, "superseded": 1}
    assert learned() == ["Ann likes tea.", "Ann lives in Osaka.", "Bob住在北京海淀区。"]


def test_a_named_origin_is_kept():
    run(origin="channel:slack")
    assert set(Memory.objects.values_list("origin", flat=True)) == {"channel:slack"}


def test_a_dry_run_says_how_many_and_changes_nothing():
    report = run(dry_run=True)
    assert (dict(report.facts), Memory.objects.count()) == ({"new": 4}, 0)


def test_the_zone_of_the_import_is_that_of_the_people():
    turn = {
        "session": "s",
        "id": "1",
        "speaker": "Ann",
        "time": "2026-11-09T20:00:00Z",
        "text": "The launch is tomorrow.",
    }
    run([turn], timezone=ZoneInfo("Asia/Tokyo"))
    assert Memory.objects.get(predicate="time").object == "2026-11-11"


@pytest.mark.parametrize("role", ["assistant", "AI", "bot", "system"])
def test_roles_are_told_by_field_or_name(role):
    turn = {"session": "s", "id": "1", "text": "I live in Kyoto, as you know."}
    run([{**turn, "speaker": role}, {**turn, "id": "2", "speaker": "Max", "role": role}])
    assert learned() == []
    run([{**turn, "id": "3", "speaker": "user"}])
    assert learned() == ["user lives in Kyoto."]


def test_refused_lines_are_not_learned_from():
    report = run([{"session": "s", "id": "1", "speaker": "Ann", "time": "yesterday", "text": "I live in Kyoto."}])
    assert (report.refused, dict(report.facts), Memory.objects.count()) == (1, {}, 0)


def test_documents_in_a_transcript_are_counted():
    text = (
        "# Rules\n\n1. Staff must badge in.\n2. Staff must badge out.\n3. Visitors must be accompanied at all times.\n"
    )
    report = run([{"session": "s", "id": "1", "speaker": "Ann", "text": text}])
    assert (report.new, dict(report.documents)) == (1, {"created": 1})
    assert learned() == ["Rules is documented in the wiki page auto/reference/rules.md."]


def test_only_transcripts_hold_conversations():
    with pytest.raises(Invalid) as error:
        run([{"content": "x"}], format="jsonl", name="notes.jsonl")
    assert error.value.field == "distil"
    assert Memory.objects.count() == 0
