"""Who sees and who writes: closed whenever something cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.policy import CLOSED, OPEN, Rule, covers, may_see, may_write, mode_of


def test_absent_is_everyone_empty_is_nobody_malformed_is_nobody():
    alice = frozenset({"alice"})
    assert may_see(alice, [None, None])
    assert may_see(alice, [["alice", "bob"], None])
    assert not may_see(alice, [["bob"]])
    assert not may_see(alice, [["alice"], ["bob"]])
    for bad in ([], "alice", {"alice": 1}, 1, True, [1], [None]):
        assert not may_see(alice, [bad])
        assert not may_see(None, [bad])
    assert may_see(None, [["bob"]])


@pytest.mark.parametrize(
    ("writing", "agent", "operator"),
    [
        ({"mode": "agent_writable"}, True, True),
        ({"mode": "operator_only"}, False, True),
        ({"mode": "read_only"}, False, False),
        ({"mode": "allowlist", "agents": ["alice"]}, True, True),
        ({"mode": "allowlist", "agents": ["bob"]}, False, True),
        ({"mode": "allowlist", "agents": []}, False, True),
        ({"mode": "allowlist", "agents": "alice"}, False, True),
        ({"mode": "allowlist"}, False, True),
        ({"mode": "anything"}, False, True),
        ("agent_writable", False, True),
        ([], False, True),
        (None, True, True),
    ],
)
def test_modes(writing, agent, operator):
    mode = mode_of([Rule("", writing=writing)], "a/b.md")
    assert may_write(mode, agent="alice", is_operator=False) is agent
    assert may_write(mode, agent="", is_operator=True) is operator


def test_the_nearest_rule_counts():
    rules = [
        Rule("auto/sop/x.md", writing={"mode": "read_only"}),
        Rule("", writing={"mode": "operator_only"}),
        Rule("auto/", writing={"mode": "agent_writable"}),
    ]
    assert mode_of(rules, "x.md") == (CLOSED, ())
    assert mode_of(rules, "auto/sop/y.md") == (OPEN, ())
    assert mode_of(rules, "auto/sop/x.md") == ("read_only", ())
    assert mode_of(rules, "automatic.md") == (CLOSED, ())


def test_a_broken_rule_on_the_way_closes():
    assert mode_of([Rule("", writing=7), Rule("a/", writing={"mode": "agent_writable"})], "a/x.md") == (CLOSED, ())


@given(st.recursive(st.none() | st.booleans() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_nothing_malformed_opens(value):
    seen = may_see(frozenset({"alice"}), [value])
    assert seen == (
        value is None
        or (isinstance(value, list) and all(isinstance(v, str) and v.strip() for v in value) and "alice" in value)
    )


def test_a_folder_is_one_folder_in_whatever_letters():
    rules = [Rule("ops/", ["alice"], {"mode": "read_only"}), Rule("pin/One.md", None, {"mode": "read_only"})]
    for path in ("Ops/a.md", "OPS/deep/b.md", "ｏps/c.md", "op\u017f/d.md", "PIN/one.md"):
        assert mode_of(rules, path)[0] == "read_only"
    assert covers(rules[0], "OPS/a.md")
    for path in ("opsx/a.md", "ops.md", "a/ops/b.md", "pin/One.md.md"):
        assert mode_of(rules, path)[0] == OPEN
