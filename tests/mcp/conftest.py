"""The same surroundings as at the REST door."""

from __future__ import annotations

import pytest

from knowledge.services import access


@pytest.fixture(autouse=True)
def _trace_written_when_told():
    access.write_only_when_told()
    yield
    access._writer.waiting.clear()


@pytest.fixture(autouse=True)
def _plenty_of_calls(settings):
    settings.READS_PER_MINUTE = settings.WRITES_PER_MINUTE = 1_000_000
