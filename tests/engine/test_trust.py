"""Trust: nothing raises it, everything may lower it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.trust import (
    CEILINGS,
    ceiling,
    confirmed_confidence,
    origin_class,
    standing_trust,
    stored_trust,
)

SHARES = st.floats(0, 1)
ORIGINS = st.one_of(st.sampled_from([*CEILINGS, "channel:a", "operator:bob", ""]), st.text(max_size=20))


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("channel:discord-42", "channel"),
        ("channel", "channel"),
        ("Channel", "unattributed"),
        ("operator ", "unattributed"),
        ("", "unattributed"),
        ("unknown:operator", "unattributed"),
    ],
)
def test_only_known_classes_count(origin: str, name: str) -> None:
    assert origin_class(origin) == name


@given(ORIGINS, st.one_of(st.none(), SHARES), st.lists(SHARES, max_size=4))
def test_stored_trust_is_below_everything_it_depends_on(
    origin: str, declared: float | None, parents: list[float]
) -> None:
    trust = stored_trust(origin, declared, parents)
    assert 0 <= trust <= ceiling(origin)
    assert declared is None or trust <= declared
    assert all(trust <= parent for parent in parents)
    assert trust in {ceiling(origin), declared, *parents, 1.0}


@given(ORIGINS, SHARES)
def test_an_unknown_writer_is_defended_as_far_as_it_is_trusted(origin: str, trust: float) -> None:
    standing = standing_trust(origin, trust)
    assert standing <= trust
    assert standing == (min(trust, 0.3) if origin_class(origin) == "unattributed" else trust)


@given(SHARES, ORIGINS, st.lists(ORIGINS, max_size=5), ORIGINS)
def test_a_class_confirms_once(confidence: float, own: str, counted: list[str], new: str) -> None:
    after = confirmed_confidence(confidence, own_origin=own, counted_origins=counted, new_origin=new)
    assert confidence <= after <= 1.0 or after == confidence
    again = confirmed_confidence(after, own_origin=own, counted_origins=[*counted, new], new_origin=new)
    assert again == after
