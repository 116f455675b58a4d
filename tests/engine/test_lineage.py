"""Keys of sources, what hangs on a source, and what a plan is bound to."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine.lineage import (
    TooDeepError,
    block_keys,
    closure,
    differences,
    is_fenced,
    normal_source_key,
    plan_hash,
)

EDGES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40)
SOME = st.sets(st.integers(0, 12), max_size=5)


def _children(edges):
    return lambda rows: {child for child, parent in edges if parent in rows and child != parent}


@settings(max_examples=200, deadline=None)
@given(EDGES, SOME, SOME)
def test_the_closure_is_what_can_be_reached_and_nothing_else(edges, start, kept):
    found = closure(start, _children(edges), kept=kept, most=None)
    reached = {row for row in start if row not in kept}
    while True:
        more = {child for child, parent in edges if parent in reached and child not in kept} | reached
        if more == reached:
            break
        reached = more
    assert set(found) == reached
    for row, depth in found.items():
        assert (depth == 0) == (row in start)
        if depth:
            assert min(found[parent] for child, parent in edges if child == row and parent in found) == depth - 1


@settings(max_examples=100, deadline=None)
@given(EDGES, SOME)
def test_the_closure_depends_on_no_order_and_is_its_own_closure(edges, start):
    found = closure(start, _children(edges), most=None)
    shuffled = random.Random(0).sample(edges, len(edges))
    assert closure(sorted(start, reverse=True), _children(shuffled), most=None) == found
    assert set(closure(found, _children(edges), most=None)) == set(found)


def test_a_chain_of_32_steps_is_followed_and_of_33_refused():
    chain = [(number + 1, number) for number in range(33)]
    assert len(closure([0], _children(chain[:32]))) == 33
    with pytest.raises(TooDeepError):
        closure([0], _children(chain))


def test_a_circle_ends():
    assert closure([0], _children([(1, 0), (2, 1), (0, 2)])) == {0: 0, 1: 1, 2: 2}


@given(st.text(max_size=60))
def test_a_normal_key_is_its_own_normal_key(text):
    once = normal_source_key(text)
    assert block_keys("message", once, "") == block_keys("message", text, "")
    assert once == once.strip()


@pytest.mark.parametrize(
    "other",
    ["Chat  7", " chat 7 ", "ｃｈａｔ　７", "CHAT 7", "c\u200bhat 7"],
    ids=["blanks", "ends", "wide", "case", "unseen"],
)
def test_spellings_of_one_session_are_one_source(other):
    assert block_keys("message", other, "10") == block_keys("message", "chat 7", "10")


def test_what_a_source_is_recognised_by():
    message, session = block_keys("message", "chat", "5")
    assert (message.family, session.family) == ("item", "session")
    # Whoever brings a message, it is that message; turns are numbered apart; a line is itself in any file.
    assert block_keys("external_call", "chat", "5")[0] == message
    assert block_keys("tool_turn", "chat", "5")[0] != message
    assert block_keys("import_item", "a.jsonl", "5")[0] == block_keys("import_item", "b.jsonl", "5")[0]
    assert block_keys("message", "other", "5")[0] != message
    assert block_keys("system", "", "") == ()


T0 = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sequence", "seconds", "inside"),
    [(3, 3, True), (8, 8, False), (11, 3, False), (10, 5, True), (None, 3, True), (3, None, True), (None, None, True)],
)
def test_a_watermark_is_a_position_and_a_moment(sequence, seconds, inside):
    at = None if seconds is None else T0 + timedelta(seconds=seconds)
    assert is_fenced(sequence, at, up_to=10, until=T0 + timedelta(seconds=5)) is inside
    if at is not None:
        elsewhere = at.astimezone(timezone(timedelta(hours=9)))
        assert is_fenced(sequence, elsewhere, up_to=10, until=T0 + timedelta(seconds=5)) is inside


ROWS = st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=6)


@given(ROWS, ROWS, ROWS, st.integers(0, 3), st.integers(0, 3))
def test_plans_with_one_hash_are_one_plan(rows, others, said, epoch, later):
    first = plan_hash(["s"], rows, said, epoch=epoch)
    assert first == plan_hash(["s"], dict(reversed(rows.items())), said, epoch=epoch)
    assert (first == plan_hash(["s"], others, said, epoch=later)) == ((rows, epoch) == (others, later))
    assert first != plan_hash(["s", "t"], rows, said, epoch=epoch)


def test_differences_are_counted():
    assert differences({"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "d": "1"}) == (1, 1, 1)
