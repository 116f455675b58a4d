"""Finding facts by name, and reading the versions of one a window at a time."""

from __future__ import annotations

import itertools

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from knowledge.engine.types import Actor
from knowledge.errors import Invalid, NotFound
from knowledge.models import Agent, Memory
from knowledge.queries.facts import FactPage, find_facts
from knowledge.queries.versions import FactName, all_versions, learned, neighbours, shown_places, versions
from knowledge.services import edit
from tests.knowledge.helpers import NOW, days, fact, say

pytestmark = pytest.mark.django_db
LANG = FactName("alice", "user", "lang")
PERSON = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None)


def names(page: FactPage) -> list[tuple[str, str, str]]:
    return [(line.agent, line.subject, line.predicate) for line in page.lines]


def find(text: str = "", **more: object) -> FactPage:
    return find_facts(agents=None, text=text, now=NOW, **more)  # type: ignore[arg-type]


# ------------------------------------------------------------------ finding


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mik", ["lives in"]),
        ("ＭＩＫ", ["lives in"]),
        ("lives", ["lives in"]),
        ("in mika", ["lives in"]),
        ("Mika · lives", ["lives in"]),
        ("住", ["住所"]),
        ("ﾒｰﾙ", ["メール"]),
        ("mika 住所", []),
        ("%", []),
        ("_", []),
        ("li\0ves", ["lives in"]),
        ("' OR 1=1 --", []),
    ],
)
def test_part_of_a_name_finds_it_whatever_its_width_or_case(text: str, found: list[str]) -> None:
    fact("Kyoto", subject="Mika", predicate="lives in")
    fact("京都", subject="美香", predicate="住所")
    fact("a@b", subject="美香", predicate="メール")
    assert [predicate for _, _, predicate in names(find(text))] == found


def test_an_empty_text_lists_all_by_agent_and_name_and_pages_meet() -> None:
    for agent, number in itertools.product(("alice", "bob"), range(7)):
        fact("x", subject=f"s{number % 3}", predicate=f"p{number}", agent=agent)
    whole = names(find())
    assert len(whole) == 14
    assert [name for name, _, _ in whole] == ["alice"] * 7 + ["bob"] * 7
    read, after = [], None
    while True:
        page = find(limit=3, after=after)
        read += names(page)
        after = page.after
        if after is None:
            break
    assert read == whole


def test_a_key_of_another_agent_or_of_nothing_is_refused() -> None:
    fact("x", agent="alice")
    fact("x", agent="bob")
    key = find(limit=1).after
    assert key is not None
    with pytest.raises(Invalid):
        find_facts(agents={"bob"}, after=key, now=NOW)
    for broken in ("", "[]", "{}", '["alice", "a"]', "null", '["nobody", "a", "b"]'):
        with pytest.raises(Invalid):
            find(after=broken)


def test_only_allowed_agents_are_searched() -> None:
    fact("x", agent="alice")
    assert find_facts(agents={"bob"}, now=NOW).lines == ()
    assert find_facts(agents=(), now=NOW).lines == ()


def test_a_line_tells_value_versions_and_what_waits() -> None:
    fact("python", now=days(-9))
    fact("rust", now=days(-3))
    fact("cobol", now=days(-1), origin="channel:x")
    (line,) = find(curator=True).lines
    assert [view.object for view in line.values] == ["rust"]
    assert (line.value_count, line.versions, line.waiting, line.learned_at) == (1, 2, 1, days(-1))
    (seen,) = find().lines
    assert (seen.versions, seen.waiting, seen.learned_at) == (2, 0, days(-3))


def test_what_only_waits_or_was_forgotten_is_for_curators() -> None:
    row = fact("python", now=days(-2)).memory
    edit.forget(actor=PERSON, memory_id=row.id, now=days(-1))
    assert find().lines == ()
    (line,) = find(curator=True).lines
    assert (line.values, line.versions) == ((), 0)


def test_ended_expired_and_future_values_are_not_true_now() -> None:
    fact("a", predicate="ended", now=days(-9), valid_until=days(-1))
    fact("a", predicate="expired", now=days(-9), ttl_seconds=60)
    fact("a", predicate="future", now=days(-9), valid_from=days(9))
    assert [line.values for line in find().lines] == [(), (), ()]


def test_several_values_are_counted_and_three_are_shown() -> None:
    Agent.objects.create(name="alice", created_at=days(-20), multi_valued=["likes"])
    for number, value in enumerate("abcde"):
        fact(value, predicate="likes", now=days(number - 9))
    (line,) = find().lines
    assert ([view.object for view in line.values], line.value_count) == (["e", "d", "c"], 5)


def test_the_list_asks_the_same_number_of_questions_however_long_it_is() -> None:
    counts = []
    for number in range(12):
        fact("x", subject=f"s{number}")
        fact("y", subject=f"s{number}")
        with CaptureQueriesContext(connection) as seen:
            find(curator=True)
        counts.append(len(seen))
    assert set(counts) == {4}


# ------------------------------------------------------------------ versions


@pytest.mark.parametrize("total", [1, 47, 48, 49, 60, 500])
@pytest.mark.parametrize("pivot", [None, 0, 5, 24, 46])
def test_the_ends_and_what_is_looked_at_are_always_shown(total: int, pivot: int | None) -> None:
    if pivot is not None and pivot >= total:
        return
    places = shown_places(total, pivot)
    assert places == sorted(set(places))
    assert {0, total - 1} <= set(places)
    assert pivot is None or pivot in places
    assert len(places) <= 64
    assert all(right - left == 1 or right - left > 4 for left, right in itertools.pairwise(places))


def chain(length: int) -> None:
    for number in range(length):
        fact(f"v{number}", now=days(number - length))


def test_a_long_chain_folds_and_every_version_can_be_stepped_to() -> None:
    chain(80)
    window = versions(LANG, now=NOW)
    assert (window.total, len(window.shown), [fold.count for fold in window.folds]) == (80, 23, [57])
    assert [one.value for one in window.shown[:3]] == ["v0", "v1", "v2"]
    opened = versions(LANG, chosen=window.folds[0].opens, now=NOW)
    assert opened.chosen is not None
    assert opened.chosen.id in {one.id for one in opened.shown}
    seen, at = [], versions(LANG, chosen=window.shown[0].id, now=NOW)
    while at.chosen:
        seen.append(at.chosen.value)
        if at.later is None:
            break
        at = versions(LANG, chosen=at.later, now=NOW)
    assert seen == [f"v{number}" for number in range(80)]
    assert at.earlier == at.shown[-2].id
    assert at.position == 80


def test_reading_a_window_costs_the_same_for_any_length() -> None:
    counts = []
    for length in (1, 3, 90):
        chain(length)
        with CaptureQueriesContext(connection) as seen:
            window = versions(LANG, now=NOW)
            versions(LANG, chosen=window.shown[0].id, now=NOW)
            learned(LANG, now=NOW)
        counts.append(len(seen))
    assert len(set(counts)) == 1


def test_a_foreign_or_hidden_version_is_not_found_and_passed_over_when_only_asked_along() -> None:
    mine = fact("python", now=days(-2)).memory.id
    waiting = fact("cobol", now=days(-1), origin="channel:x").memory.id
    other = say("plain").memory.id
    for hidden in (waiting, other, "m_none", "\0"):
        with pytest.raises(NotFound):
            versions(LANG, chosen=hidden, now=NOW)
        window = versions(LANG, around=hidden, also=[hidden, mine], now=NOW)
        assert window.chosen is None
        assert list(window.also) == [mine]
    assert versions(LANG, chosen=waiting, curator=True, now=NOW).position == 2
    with pytest.raises(NotFound):
        versions(FactName("bob", "user", "lang"), now=NOW)


def test_a_forgotten_version_leaves_a_stub_without_content() -> None:
    row = fact("secret", now=days(-2), tags=("private",), metadata={"comment": "secret"}).memory
    edit.forget(actor=PERSON, memory_id=row.id, now=days(-1))
    (stub,) = versions(LANG, now=NOW).shown
    assert stub.forgotten
    assert "secret" not in repr(stub)
    assert "private" not in repr(stub)
    assert "secret" not in repr(list(all_versions(LANG, now=NOW)))
    assert "secret" not in repr(learned(LANG, now=NOW))


def test_life_time_counts_as_an_end() -> None:
    fact("1.08", now=days(-2), ttl_seconds=300)
    (row,) = versions(LANG, now=NOW).shown
    assert row.state == "expired"
    assert row.valid_until == row.expires_at


def test_what_was_learned_is_told_newest_first() -> None:
    fact("python", now=days(-9))
    fact("rust", now=days(-3))
    told = [(one.version.value, one.first, one.ends) for one in learned(LANG, now=NOW)]
    assert sorted(told[:2], key=str) == sorted([("rust", True, None), ("python", False, days(-3))], key=str)
    assert told[2] == ("python", True, None)


def test_a_hole_knows_its_neighbours() -> None:
    fact("a", now=days(-30), valid_until=days(-20))
    fact("b", now=days(-10))
    before, after = neighbours(LANG, at=days(-15), now=NOW)
    assert (before and before.value, after and after.value) == ("a", "b")
    assert neighbours(LANG, at=days(-40), now=NOW)[0] is None


def test_all_versions_come_in_order_and_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knowledge.queries.versions._BATCH", 3)
    chain(8)
    assert [one.value for one in all_versions(LANG, now=NOW)] == [f"v{number}" for number in range(8)]
    rows = all_versions(LANG, now=NOW)
    Memory.objects.filter(object="v5").update(fact_key="", subject_key="x")
    assert len(list(rows)) == 8
