"""Which kind of life time a memory has, and what numbers are proposed for one."""

from __future__ import annotations

import pytest

from knowledge.engine.policies import BUILT_IN, DAY, Policies, Policy, advise, overlaid

PRICES = Policy("prices", "r", predicates=("price_*", "*_quote"), tags=("market",))
EUROS = Policy("euros", "r", predicates=("price_in_euro",))
HOW_TO = Policy("how-to", "r", predicates=("price_*",), tags=("recipe",), layer="procedural")


def matched(policies: Policies, predicate: str = "", tags: tuple[str, ...] = (), layer: str = "episodic") -> str:
    return policies.match(predicate_key=predicate, tag_keys=tags, layer=layer).name


@pytest.mark.parametrize(
    ("predicate", "tags", "layer", "name"),
    [
        ("price_of_gold", (), "episodic", "prices"),
        ("gold_quote", (), "episodic", "prices"),
        ("price_in_euro", (), "episodic", "euros"),
        ("likes", ("market",), "episodic", "prices"),
        ("likes", ("recipe",), "episodic", "default"),
        ("likes", ("recipe",), "procedural", "how-to"),
        ("price_of_gold", (), "procedural", "how-to"),
        ("the_price_of_gold", (), "episodic", "default"),
        ("", (), "episodic", "default"),
    ],
)
def test_what_names_no_kind_goes_by_predicate_then_by_tags(predicate, tags, layer, name):
    assert matched(overlaid([PRICES, EUROS, HOW_TO]), predicate, tags, layer) == name
    assert matched(overlaid([HOW_TO, EUROS, PRICES]), predicate, tags, layer) == name


def test_a_pattern_of_many_stars_costs_nothing_much():
    policies = overlaid([Policy("bad", "r", predicates=("*a" * 50,))])
    assert matched(policies, "a" * 400 + "b") == "default"


def test_changed_kinds_stand_in_place_of_the_built_in_ones_and_one_that_is_gone_is_the_default():
    policies = overlaid([Policy("realtime", "r", ttl_seconds=600)])
    assert policies.get("realtime").ttl_seconds == 600
    assert policies.get("gone") is policies.by_name["default"]
    assert set(BUILT_IN) == {"default", "identity", "preference", "realtime", "session"}
    assert BUILT_IN["realtime"].versions_kept == 5


@pytest.mark.parametrize(
    ("kind", "cost", "interval", "ttl", "confidence", "versions"),
    [
        ("realtime", "low", 300, 600, 0.7, 5),
        ("realtime", "high", 300, 300, 0.85, 5),
        ("realtime", "medium", 10, 300, 0.7, 5),
        ("realtime", "low", 86_400, 1_800, 0.7, 5),
        ("realtime", "high", None, 300, 0.85, 5),
        ("preference", "low", None, 30 * DAY, 0.7, None),
        ("preference", "high", 8 * DAY, 8 * DAY, 0.85, None),
        ("identity", "low", 300, None, 0.7, None),
    ],
)
def test_advice_follows_the_interval_and_the_cost_and_says_why(kind, cost, interval, ttl, confidence, versions):
    found = advise(kind=kind, failure_cost=cost, interval_seconds=interval)
    assert (found.ttl_seconds, found.min_confidence, found.versions_kept) == (ttl, confidence, versions)
    assert set(found.reasons) == {"ttl_seconds", "min_confidence", "versions_kept"}
    assert all(found.reasons.values())
