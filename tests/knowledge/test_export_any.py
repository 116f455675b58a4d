"""Any hub comes back from its export as it was."""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.engine import exchange
from knowledge.engine.types import MemoryDraft, SourceRef
from knowledge.errors import HubError
from knowledge.models import (
    Agent,
    Memory,
)
from knowledge.services import edit
from knowledge.services.check import check_hub
from knowledge.services.store import store
from tests.knowledge.export_helpers import ADMIN, AWKWARD, back, body, empty, out, tables
from tests.knowledge.helpers import days, writer

pytestmark = pytest.mark.django_db


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30).filter(
    lambda text: bool(text.strip())
)
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)
_WHEN = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
_DRAFT = st.fixed_dictionaries(
    {"content": _TEXT | st.sampled_from(AWKWARD)},
    optional={
        "layer": st.sampled_from(["episodic", "semantic", "procedural"]),
        "tags": st.lists(_TEXT, max_size=3).map(tuple),
        "importance": st.floats(0, 10),
        "subject": st.sampled_from(["user", "ＵＳＥＲ", "太郎", " s\u200bx "]),
        "predicate": st.sampled_from(["lang", "住所"]),
        "object": st.sampled_from(["a", "b"]) | _JSON,
        "valid_from": _WHEN,
        "recorded_at": _WHEN,
        "confidence": st.floats(0, 1),
        "ttl_seconds": st.integers(1, 10**6),
        "metadata": st.dictionaries(_TEXT, _JSON, max_size=2),
        "source": st.builds(
            SourceRef, st.sampled_from(["message", "run"]), st.just("s"), st.just("i"), st.integers(0, 2**62), _WHEN
        ),
    },
)
_STEP = st.tuples(
    _DRAFT, st.sampled_from(["operator", "channel:x", "agent_derived", "user_direct", "tool_echo"]), st.booleans()
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(_STEP, min_size=1, max_size=8))
def test_any_hub_comes_back(db: None, steps: list[tuple[dict[str, Any], str, bool]]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        for number, (draft, origin, forgets) in enumerate(steps):
            try:
                told = store(actor=writer(origin), agent="alice", draft=MemoryDraft(**draft), now=days(number))
                if forgets:
                    edit.forget(actor=ADMIN, memory_id=told.memory.id, now=days(number))
            except HubError:
                continue
        if not Agent.objects.exists():
            return
        before, data = tables(), out(folder / "one", days(len(steps)))
        ended = _ended(days(len(steps)))
        empty()
        report = back(folder / "one" / exchange.FILE, now=days(len(steps)))
        assert report.refused == 0
        after = tables()
        if ended:  # what ended by itself was still in the index, until somebody would have looked
            for found in (before, after):
                found |= {"index": [], "agents": []}
                found["memories"] = [{**row, "token_count": 0} for row in found["memories"]]
        assert after == before
        assert body(out(folder / "two", days(len(steps) + 1))) == body(data)
        assert check_hub(now=days(len(steps))).sound
    finally:
        empty()
        shutil.rmtree(folder)


def _ended(now: datetime) -> bool:
    return Memory.objects.filter(standing="believed", valid_until__lte=now, token_count__gt=0).exists()
