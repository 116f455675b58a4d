"""What follows from links between names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.aliases import (
    BlankLinkError,
    CycleError,
    LinkError,
    SelfLinkError,
    TakenError,
    canonical_of,
    check_link,
    closure,
)

names = st.sampled_from("abcdefgh")
links = st.lists(st.tuples(names, names), max_size=20)


def accepted(listed: list[tuple[str, str]]) -> dict[str, str]:
    """Add links one after another; those that may not be are left out."""
    known: dict[str, str] = {}
    for name, stands_for in listed:
        try:
            check_link(name, stands_for, known)
        except LinkError:
            continue
        known[name] = stands_for
    return known


@given(links)
def test_whatever_is_added_is_closed(listed):
    known = accepted(listed)
    ends = closure(known)
    assert set(ends) == set(known)
    for name, end in ends.items():
        assert end not in known
        assert end == canonical_of(name, known)
        assert end == ends.get(known[name], known[name])


@given(links, st.data())
def test_taking_one_away_leaves_a_closed_rest(listed, data):
    known = accepted(listed)
    if known:
        del known[data.draw(st.sampled_from(sorted(known)))]
    assert all(end not in known for end in closure(known).values())


@given(links)
def test_the_order_of_statements_does_not_matter(listed):
    known = accepted(listed)
    assert closure(dict(reversed(known.items()))) == closure(known)


@pytest.mark.parametrize(
    ("name", "stands_for", "error"),
    [("", "x", BlankLinkError), ("x", "", BlankLinkError), ("x", "x", SelfLinkError), ("a", "z", TakenError),
     ("c", "a", CycleError)],
)  # fmt: skip
def test_refused(name, stands_for, error):
    with pytest.raises(error):
        check_link(name, stands_for, {"a": "b", "b": "c"})


def test_known_and_new():
    assert check_link("a", "b", {"a": "b"})
    assert not check_link("c", "b", {"a": "b"})


def test_a_circle_in_what_is_given_is_named():
    for circle in ({"a": "b", "b": "a"}, {"x": "a", "a": "b", "b": "c", "c": "a"}):
        with pytest.raises(CycleError):
            closure(circle)
        with pytest.raises(CycleError):
            canonical_of("a", circle)


def test_a_very_long_chain():
    chain = {str(number): str(number + 1) for number in range(50_000)}
    assert set(closure(chain).values()) == {"50000"}
