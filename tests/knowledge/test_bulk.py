"""Rows made and written the quick way are those Django itself makes and writes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.apps import apps
from django.db import IntegrityError

from knowledge.models import Agent, AuditEvent, Memory
from knowledge.services import bulk

MODELS = sorted(apps.get_app_config("knowledge").get_models(), key=lambda model: model.__name__)
MOMENT = datetime(2026, 3, 3, 10, 0, 0, 123_000, tzinfo=UTC)


def _columns(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_new_row_has_the_values_of_the_model(model):
    assert _columns(bulk.new(model)) == _columns(model())
    assert bulk.new(model)._state.adding


def test_a_new_row_takes_the_values_given():
    quick = bulk.new(Agent, name="anna", quota=7, created_at=MOMENT)
    slow = Agent(name="anna", quota=7, created_at=MOMENT)
    assert _columns(quick) == _columns(slow)
    quick.multi_valued.append("likes")
    assert bulk.new(Agent, name="bert").multi_valued == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "moment",
    [
        MOMENT,
        MOMENT.replace(microsecond=0),
        MOMENT.astimezone(timezone(timedelta(hours=9))),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    ],
    ids=str,
)
def test_moments_are_read_back_as_they_were(moment):
    bulk.insert([bulk.new(Agent, name="anna", created_at=moment)])
    read = Agent.objects.get(name="anna", created_at=moment)
    assert read.created_at == moment


@pytest.mark.django_db
@pytest.mark.parametrize("details", [{}, {"a": [], "b": {}}, {"n": 1.5, "t": "日本", "none": None}], ids=str)
def test_json_is_written_as_django_writes_it(details):
    def event(sequence):
        return {"sequence": sequence, "at": MOMENT, "action": "test", "details": details}

    bulk.insert([bulk.new(AuditEvent, **event(1))], with_key=True)
    AuditEvent.objects.create(**event(2))
    assert AuditEvent.objects.get(sequence=1).details == details
    assert AuditEvent.objects.filter(details=details).count() == 2


@pytest.mark.django_db
def test_a_row_without_what_the_column_needs_is_refused():
    with pytest.raises(IntegrityError):
        bulk.insert([bulk.new(Memory, id="m_1", content="x")])
