"""Numbers of the overview, against counting by hand."""

from __future__ import annotations

import pytest
from django.db import connection

from knowledge.errors import NotFound
from knowledge.queries import metrics
from knowledge.queries.forgetting import BANDS
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db

BOUNDS = [days(number) for number in (-3, -2, -1, 0)]


def population(*names: str) -> metrics.Population:
    return metrics.population(frozenset(names) if names else None)


def test_what_was_learned_is_counted_by_day_and_by_agent():
    for number in range(3):
        say(f"note {number}", now=days(-1.5))
    say("another's", now=days(-1.5), agent="bob")
    say("at a border", now=days(-1))
    say("too old", now=days(-9))
    assert metrics.learned_between(population(), BOUNDS) == [0, 4, 1]
    assert metrics.learned_between(population("alice"), BOUNDS) == [0, 3, 1]
    assert metrics.learned_between(population("bob", "nobody"), BOUNDS) == [0, 1, 0]
    assert metrics.learned_between(population("nobody"), BOUNDS) == [0, 0, 0]


def test_counters_of_the_agents_looked_at():
    say("one")
    say("two", agent="bob")
    fact("Osaka")
    fact("Kyoto", now=days(0.1))
    assert [(one.name, one.live, one.total) for one in population().agents] == [("alice", 2, 3), ("bob", 1, 1)]
    only = population().only("bob")
    assert (only.live, only.total, only.hub_total, only.numbers) == (1, 1, 4, (only.agents[0].number,))
    with pytest.raises(NotFound):
        population("bob").only("alice")
    assert (population("bob").live, population("bob").total, population("bob").hub_total) == (1, 1, 4)


def fill_bands() -> None:
    say("fresh", now=days(-1))
    say("fading", now=days(-10))
    say("faint", now=days(-25))
    # R is far below the limit of the archive for both; only the first may ever go there.
    say("nearly gone", now=days(-200), importance=1)
    say("old but known", now=days(-200), importance=1, layer="semantic")
    say("old but important", now=days(-200), importance=6)


@pytest.mark.parametrize("sampled", [False, True])
def test_freshness_tells_the_truth_about_what_cannot_be_archived(monkeypatch, sampled):
    fill_bands()
    if sampled:
        monkeypatch.setattr(metrics, "READ_WHOLE_UP_TO", 1)
    found = metrics.freshness(population(), NOW)
    assert (found.sampled, found.looked_at) == (sampled, 6)
    assert {band: round(share * 6) for band, share in found.shares.items()} == dict(
        zip(BANDS, (1, 1, 3, 1), strict=True)
    )


def test_a_sample_takes_every_nth_row(monkeypatch):
    monkeypatch.setattr(metrics, "READ_WHOLE_UP_TO", 1)
    monkeypatch.setattr(metrics, "LEAST_PROBES", 10)
    monkeypatch.setattr(metrics, "MOST_PROBES", 10)
    for number in range(40):
        say(f"note {number}", now=days(-1), agent="bob" if number % 4 == 0 else "alice")
    everyone, bob = metrics.freshness(population(), NOW), metrics.freshness(population("bob"), NOW)
    assert 7 <= everyone.looked_at <= 10
    assert everyone.shares["fresh"] == 1.0
    assert 1 <= bob.looked_at <= 4


def test_no_rows_have_no_freshness():
    found = metrics.freshness(population(), NOW)
    assert (set(found.shares.values()), found.looked_at) == ({0.0}, 0)


def test_what_expires_soon_and_what_did_lately():
    say("price", now=days(-2), ttl_seconds=3600)
    say("ran out long ago", now=days(-20), ttl_seconds=3600)
    say("lasts three days", now=NOW, ttl_seconds=3 * 86_400)
    say("lasts a month", now=NOW, ttl_seconds=30 * 86_400)
    fact("Osaka", now=days(-3), ttl_seconds=2 * 86_400)
    fact("Kyoto", now=days(-2), ttl_seconds=5 * 86_400)  # ends Osaka before it runs out
    say("bob's price", now=days(-2), ttl_seconds=3600, agent="bob")
    assert metrics.expiry(population(), NOW) == metrics.Expiry(soon=2, lately=2)
    assert metrics.expiry(population("alice"), NOW) == metrics.Expiry(soon=2, lately=1)
    assert metrics.expiry(population("bob"), NOW) == metrics.Expiry(soon=0, lately=1)


def test_how_many_statements_replace_an_earlier_value():
    say("no fact", now=days(-1))
    fact("Osaka", now=days(-30))
    fact("Kyoto", now=days(-2))
    fact("Nara", now=days(-1))
    fact("tea", now=days(-1), predicate="drinks", agent="bob")
    everyone = metrics.updates(population(), NOW)
    assert (everyone.statements, everyone.replaced, everyone.looked_at) == (3, 2, 4)
    assert everyone.rate == pytest.approx(2 / 3)
    assert metrics.updates(population("bob"), NOW).rate == 0.0
    assert metrics.updates(population("nobody"), NOW).rate is None


def test_each_question_is_one_query(django_assert_num_queries):
    fill_bands()
    everyone, both = population(), population("alice", "bob")
    for who in (everyone, both):
        for ask in (
            lambda who=who: metrics.learned_between(who, BOUNDS),
            lambda who=who: metrics.freshness(who, NOW),
            lambda who=who: metrics.expiry(who, NOW),
            lambda who=who: metrics.updates(who, NOW),
        ):
            with django_assert_num_queries(1):
                ask()
    assert connection.vendor in {"sqlite", "postgresql"}
