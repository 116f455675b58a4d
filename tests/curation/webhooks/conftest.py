"""A receiver of events on this machine, to which events may be sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.curation.receiver import Receiver


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    one = Receiver(tmp_path)
    one.answers("200")
    one.start()
    yield one
    one.stop()


@pytest.fixture(autouse=True)
def _inside_is_allowed(settings: Any) -> None:
    settings.HUB_TOML = {"webhooks": {"allow_internal": True, "timeout_seconds": 1}}
