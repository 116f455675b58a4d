"""Two agents with a token each, and an administrator's token."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings

from knowledge.services import access
from tests.api.helpers import Program, program


@pytest.fixture(autouse=True)
def _trace_written_when_told():
    access.write_only_when_told()
    yield
    access._writer.waiting.clear()


@pytest.fixture(autouse=True)
def _plenty_of_calls(settings):
    """Rates have a test of their own."""
    assert django_settings.READS_PER_MINUTE == 600
    assert django_settings.WRITES_PER_MINUTE == 120
    settings.READS_PER_MINUTE = settings.WRITES_PER_MINUTE = 1_000_000


@pytest.fixture
def alice_agent(db) -> Program:
    return program("alice")


@pytest.fixture
def bob_agent(db) -> Program:
    return program("bob")


@pytest.fixture
def administrator(db) -> Program:
    return program("alice", scopes=["admin"])
