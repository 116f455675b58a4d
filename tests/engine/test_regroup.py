"""When a predicate comes to hold several values, each value answers what was said of it and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from knowledge.engine.regroup import AxisRow, CannotRegroupError, Regrouped, regroup
from knowledge.engine.timeline import Statement, answer, earliest
from tests.engine.test_timeline import Fact, boundaries, day, said, statement_lists


def axis_rows(fact: Fact) -> list[AxisRow]:
    ordered = sorted(fact.rows.values(), key=lambda kept: (kept.row.start, kept.serial))
    return [
        AxisRow(
            id=kept.row.id,
            group=kept.value,
            believed=True,
            start=kept.row.start,
            until=kept.row.until,
            statements=tuple(sorted(kept.statements, key=lambda one: (one.start, one.key))),
            supersedes=kept.row.supersedes,
            superseded_by=kept.row.superseded_by,
        )
        for kept in ordered
    ]


def value_at(rows: list[AxisRow], found: list[Regrouped], group: str, instant) -> str | None:
    answers = [
        row.id
        for row, new in zip(rows, found, strict=True)
        if row.group == group
        and row.start <= instant
        and (end := earliest(new.until, new.last.expires_at if new.last else None), end is None or instant < end)[1]
    ]
    assert len(answers) <= 1, "two rows answer one instant"
    return group if answers else None


def spans(fact: Fact) -> dict[str, list[tuple[float, float | None]]]:
    found: dict[str, list[tuple[float, float | None]]] = {}
    rows = axis_rows(fact)
    for row, new in zip(rows, regroup(rows), strict=True):
        until = None if new.until is None else (new.until - day(0)).days
        found.setdefault(row.group, []).append(((row.start - day(0)).days, until))
    return found


def test_a_value_that_another_replaced_is_true_again() -> None:
    fact = Fact()
    for value, start in (("tea", 0), ("coffee", 5), ("cocoa", 9)):
        fact.say(value, said(start))
    assert spans(fact) == {"tea": [(0, None)], "coffee": [(5, None)], "cocoa": [(9, None)]}
    found = regroup(axis_rows(fact))
    assert [(one.version, one.supersedes, one.superseded_by, one.ended_by) for one in found] == [
        (1, None, None, None)
    ] * 3


def test_an_end_that_was_stated_stays() -> None:
    fact = Fact()
    fact.say("tea", said(0, 5))
    fact.say("coffee", said(3))
    fact.say("cocoa", said(10, 12))
    assert spans(fact) == {"tea": [(0, 5)], "coffee": [(3, None)], "cocoa": [(10, 12)]}


def test_the_same_value_again_stays_one_chain() -> None:
    fact = Fact()
    for value, start in (("tea", 0), ("coffee", 5), ("tea", 9)):
        fact.say(value, said(start))
    rows = axis_rows(fact)
    first, other, second = regroup(rows)
    assert (first.superseded_by, second.supersedes, first.ended_by) == (second.id, first.id, second.id)
    assert (first.version, second.version, other.version) == (1, 2, 1)
    assert (first.until, second.until, other.until) == (day(9), None, None)


def test_an_end_said_at_the_moment_of_the_other_value_counts_again() -> None:
    fact = Fact()
    fact.say("tea", said(0))
    fact.say("tea", said(5, 10))
    fact.say("coffee", said(5))
    assert spans(fact) == {"tea": [(0, 10)], "coffee": [(5, None)]}


def test_an_end_set_by_hand_stays() -> None:
    row = AxisRow("r1", "tea", True, day(0), day(5), (said(0), said(2)), ended_by_hand=day(5))
    assert regroup([row])[0].until == day(5)


def test_a_life_that_ran_out_stays_over() -> None:
    first = AxisRow("r1", "tea", True, day(0), day(5), (said(0, None, 5),), expired=True, superseded_by="r2")
    second = AxisRow("r2", "coffee", True, day(9), None, (said(9),), supersedes="r1")
    assert [one.until for one in regroup([first, second])] == [day(5), None]


def test_a_row_outside_the_axis_keeps_its_interval() -> None:
    forgotten = AxisRow("r1", "tea", False, day(0), day(5), (said(0),), superseded_by="r2")
    found = regroup([forgotten, AxisRow("r2", "coffee", True, day(5), None, (said(5),), supersedes="r1")])
    assert (found[0].until, found[0].last, found[0].superseded_by, found[1].supersedes) == (day(5), None, None, None)


def test_a_statement_that_would_come_to_life_behind_a_hole_is_refused() -> None:
    row = AxisRow("r1", "tea", True, day(0), day(2), (said(0, 4), said(6)))
    with pytest.raises(CannotRegroupError) as caught:
        regroup([row, AxisRow("r2", "coffee", True, day(2), None, (said(2),))])
    assert caught.value.row_id == "r1"


@settings(max_examples=400, deadline=None)
@given(statement_lists)
def test_every_value_answers_what_was_said_of_it(drawn: list[tuple[str, int, int | None, int | None]]) -> None:
    fact = Fact()
    told: list[tuple[Statement, str]] = []
    for value, start, length, life in drawn:
        one = said(start, None if length is None else start + length, None if life is None else start + life)
        fact.say(value, one)
        told.append((one, value))
    rows = axis_rows(fact)
    try:
        found = regroup(rows)
    except CannotRegroupError:
        assume(False)
        raise
    for group in {value for _, value in told}:
        mine = [(one, value) for one, value in told if value == group]
        for instant in boundaries(told):
            assert value_at(rows, found, group, instant) == answer(mine, instant), (group, instant)
        links = [new for row, new in zip(rows, found, strict=True) if row.group == group]
        assert sum(new.until is None for new in links) <= 1
        ids = {new.id for new in links}
        assert all(link in ids for new in links for link in (new.supersedes, new.superseded_by) if link)
    for row, new in zip(rows, found, strict=True):
        assert new.until is None or (row.until is not None and new.until >= row.until)
