"""The time axis: rows always answer what the statements say, in any order of arrival."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine.timeline import NewStatement, Placement, Row, Statement, answer, place

ZERO = datetime(2026, 1, 1, tzinfo=UTC)
NOW = ZERO + timedelta(days=100)


def day(number: float) -> datetime:
    return ZERO + timedelta(days=number)


def said(start: float, until: float | None = None, expires: float | None = None) -> Statement:
    return Statement(
        day(start),
        None if until is None else day(until),
        None if expires is None else day(expires),
    )


@dataclass
class Kept:
    """A row of the little store below, with every statement it carries."""

    row: Row
    value: str
    statements: list[Statement]
    serial: int


@dataclass
class Fact:
    """The smallest store that applies placements; it plays the part of the tables."""

    now: datetime = NOW
    rows: dict[str, Kept] = field(default_factory=dict)
    serial: int = 0
    held: list[str] = field(default_factory=list)

    def window(self, start: datetime) -> list[Row]:
        ordered = sorted(self.rows.values(), key=lambda kept: (kept.row.start, kept.serial))
        window = []
        for kept in ordered:
            in_order = sorted(kept.statements, key=lambda one: one.start)
            earlier = [one for one in in_order if one.start < start]
            window.append(
                replace(
                    kept.row,
                    later=tuple(one for one in in_order if one.start > start),
                    kept=earlier[-1] if earlier else None,
                )
            )
        return window

    def say(self, value: str, statement: Statement, *, trust: float = 0.5, confidence: float = 1.0) -> Placement:
        self.serial += 1
        statement = replace(statement, trust=trust, confidence=confidence, key=self.serial)
        new = NewStatement(f"r{self.serial}", value, trust, confidence, statement)
        plan = place(
            self.window(statement.start),
            new,
            now=self.now,
            continuation_id=f"r{self.serial}b",
        )
        if plan.outcome == "held":
            self.held.append(value)
            return plan
        for change in plan.changes:
            kept = self.rows[change.id]
            kept.row = replace(
                kept.row,
                until=change.until,
                last=change.last,
                version=change.version,
                supersedes=change.supersedes,
                superseded_by=change.superseded_by,
            )
        if plan.confirms:
            self.rows[plan.confirms].statements.append(statement)
        for insert in plan.inserts:
            moved: list[Statement] = []
            source = insert.continues or insert.absorbs
            moved = []
            if source:
                origin = self.rows[source]
                moved = [one for one in origin.statements if one.key in insert.moved]
                origin.statements = [one for one in origin.statements if one not in moved]
            base = self.rows[insert.continues] if insert.continues else None
            row = Row(
                id=insert.id,
                value_key=base.row.value_key if base else value,
                trust=insert.voice.trust if insert.voice else trust,
                confidence=insert.voice.confidence if insert.voice else confidence,
                start=insert.start,
                until=insert.until,
                last=insert.last,
                version=insert.version,
                supersedes=insert.supersedes,
                superseded_by=insert.superseded_by,
            )
            statements = moved if insert.continues else [statement, *moved]
            self.rows[insert.id] = Kept(row, row.value_key, statements, self.serial)
        return plan

    def at(self, instant: datetime) -> str | None:
        found = [
            kept
            for kept in self.rows.values()
            if kept.row.start <= instant and (kept.row.answers_until is None or instant < kept.row.answers_until)
        ]
        assert len(found) <= 1, "two rows answer one instant"
        return found[0].value if found else None

    def spans(self) -> list[tuple[str, float, float | None]]:
        """(value, from, until) in days, without rows of empty interval."""
        ordered = sorted(self.rows.values(), key=lambda kept: (kept.row.start, kept.serial))
        return [
            (
                kept.value,
                (kept.row.start - ZERO) / timedelta(days=1),
                None if kept.row.answers_until is None else (kept.row.answers_until - ZERO) / timedelta(days=1),
            )
            for kept in ordered
            if kept.row.answers_until is None or kept.row.answers_until > kept.row.start
        ]

    def chain(self) -> list[str]:
        heads = [kept for kept in self.rows.values() if kept.row.supersedes is None]
        heads = [kept for kept in heads if kept.row.superseded_by] or heads[:1]
        values, kept = [], heads[0]
        while True:
            values.append(kept.value)
            if kept.row.superseded_by is None:
                return values
            following = self.rows[kept.row.superseded_by]
            assert following.row.supersedes == kept.row.id
            assert following.row.version == kept.row.version + 1
            kept = following


def test_a_change_announced_for_the_future_leaves_today_alone() -> None:
    fact = Fact()
    fact.say("A", said(0))
    fact.say("B", said(110))
    plan = fact.say("C", said(100))
    assert plan.outcome == "superseded"
    assert fact.spans() == [("A", 0, 100), ("C", 100, 110), ("B", 110, None)]
    assert fact.chain() == ["A", "C", "B"]


def test_a_stated_end_is_never_moved_by_a_successor() -> None:
    fact = Fact()
    fact.say("A", said(0, 5))
    fact.say("B", said(10))
    assert fact.spans() == [("A", 0, 5), ("B", 10, None)]
    assert fact.at(day(7)) is None


def test_history_before_the_first_row() -> None:
    fact = Fact()
    fact.say("A", said(3, 8))
    assert fact.say("H", said(0)).outcome == "history"
    assert fact.spans() == [("H", 0, 3), ("A", 3, 8)]


def test_a_bounded_segment_inside_an_open_row_leaves_nothing_after_it() -> None:
    fact = Fact()
    fact.say("A", said(0))
    fact.say("H", said(3, 4))
    assert fact.spans() == [("A", 0, 3), ("H", 3, 4)]
    assert fact.at(day(5)) is None


@pytest.mark.parametrize("order", list(permutations([("A", 0), ("A", 5), ("B", 3)])))
def test_a_confirmation_keeps_its_own_start_in_every_order(
    order: tuple[tuple[str, int], ...],
) -> None:
    fact = Fact()
    for value, start in order:
        fact.say(value, said(start))
    assert [(fact.at(day(t))) for t in (0, 2.9, 3, 4.9, 5, 50)] == ["A", "A", "B", "B", "A", "A"]


def test_the_same_value_with_an_open_end_extends() -> None:
    fact = Fact()
    fact.say("A", said(0, 10))
    assert fact.say("A", said(5)).outcome == "extended"
    assert fact.spans() == [("A", 0, None)]


def test_the_same_value_with_an_earlier_end_ends_the_row() -> None:
    fact = Fact()
    fact.say("A", said(0))
    assert fact.say("A", said(50, 100)).outcome == "ended"
    assert fact.spans() == [("A", 0, 100)]


def test_a_weaker_voice_may_confirm_but_not_end() -> None:
    fact = Fact()
    fact.say("A", said(0), trust=1.0)
    assert fact.say("A", said(50), trust=0.3).outcome == "reaffirmed"
    held = fact.say("A", said(60, 100), trust=0.3)
    assert (held.outcome, held.reason) == ("held", "less_trusted")
    assert fact.spans() == [("A", 0, None)]


def test_a_weaker_voice_may_not_rewrite_the_past_of_a_stronger_one() -> None:
    fact = Fact()
    fact.say("A", said(0), trust=1.0)
    assert fact.say("X", said(10, 20), trust=0.3).outcome == "held"
    assert fact.say("X", said(10, 20), trust=1.0, confidence=0.5).reason == "less_certain"
    assert fact.spans() == [("A", 0, None)]
    assert fact.say("X", said(-5, -1), trust=0.3).outcome == "history"


def test_an_expired_row_ends_at_its_expiry_whether_swept_or_not() -> None:
    fact = Fact()
    fact.say("A", said(0, None, 5))
    plan = fact.say("B", said(20))
    assert plan.outcome == "superseded"
    assert fact.rows["r1"].row.until == day(5)
    assert fact.at(day(10)) is None


def test_a_confirmation_renews_the_expiry() -> None:
    fact = Fact()
    fact.say("A", said(0, None, 5))
    assert fact.say("A", said(4, None, 9)).outcome == "reaffirmed"
    assert fact.at(day(8)) == "A"
    assert fact.at(day(9)) is None


def test_a_b_a_is_three_rows() -> None:
    fact = Fact()
    for value, start in (("A", 0), ("B", 5), ("A", 10)):
        fact.say(value, said(start))
    assert fact.spans() == [("A", 0, 5), ("B", 5, 10), ("A", 10, None)]
    assert fact.chain() == ["A", "B", "A"]


def test_equal_starts_the_later_learned_wins() -> None:
    fact = Fact()
    fact.say("A", said(0))
    assert fact.say("B", said(0)).outcome == "superseded"
    assert fact.at(day(0)) == "B"
    assert fact.spans() == [("B", 0, None)]
    assert len(fact.rows) == 2


def test_the_same_value_from_a_stronger_voice_is_a_new_version() -> None:
    fact = Fact()
    fact.say("A", said(0), trust=0.3)
    fact.say("A", said(8), trust=0.3)
    plan = fact.say("A", said(5), trust=1.0)
    assert plan.outcome == "superseded"
    assert fact.spans() == [("A", 0, 5), ("A", 5, None)]
    assert fact.rows[plan.row_id].row.trust == 1.0


def test_below_the_threshold_is_held_but_may_confirm() -> None:
    window: list[Row] = []
    new = NewStatement("n", "A", 1.0, 0.5, said(0), min_confidence=0.7)
    plan = place(window, new, now=NOW, continuation_id="c")
    assert (plan.outcome, plan.reason) == ("held", "below_threshold")


def test_a_hole_inside_a_run_splits_it() -> None:
    fact = Fact()
    fact.say("A", said(0))
    fact.say("A", said(5))
    assert fact.say("A", said(2, 3)).outcome == "ended"
    assert fact.spans() == [("A", 0, 3), ("A", 5, None)]


statement_lists = st.lists(
    st.tuples(
        st.sampled_from("ABC"),
        st.integers(0, 30),
        st.one_of(st.none(), st.integers(1, 12)),
        st.one_of(st.none(), st.integers(1, 12)),
    ),
    min_size=1,
    max_size=9,
)


def boundaries(statements: list[tuple[Statement, str]]) -> list[datetime]:
    edges = {one.start for one, _ in statements}
    for one, _ in statements:
        edges |= {end for end in (one.stated_until, one.expires_at) if end}
    tick = timedelta(microseconds=1)
    return sorted({edge + step for edge in edges for step in (-tick, 0 * tick, tick)})


@settings(max_examples=300, deadline=None)
@given(statement_lists, st.integers(0, 40))
def test_rows_answer_what_the_statements_say(drawn: list[tuple[str, int, int | None, int | None]], clock: int) -> None:
    fact = Fact(now=day(clock))
    told: list[tuple[Statement, str]] = []
    for value, start, length, life in drawn:
        one = said(
            start,
            None if length is None else start + length,
            None if life is None else start + life,
        )
        fact.say(value, one)
        told.append((one, value))
    for instant in boundaries(told):
        assert fact.at(instant) == answer(told, instant), instant
    open_rows = [kept for kept in fact.rows.values() if kept.row.until is None]
    assert len(open_rows) <= 1
    ordered = sorted(fact.rows.values(), key=lambda kept: (kept.row.start, kept.serial))
    for left, right in pairwise(ordered):
        assert left.row.until is not None
        assert left.row.start <= left.row.until <= right.row.start


@settings(max_examples=200, deadline=None)
@given(st.data(), statement_lists)
def test_any_order_of_arrival_gives_the_same_answers(
    data: st.DataObject, drawn: list[tuple[str, int, int | None, int | None]]
) -> None:
    distinct = {start: (value, start, length) for value, start, length, _ in drawn}
    told = [
        (said(start, None if length is None else start + length), value) for value, start, length in distinct.values()
    ]
    first, second = Fact(), Fact()
    for one, value in told:
        first.say(value, one)
    for one, value in data.draw(st.permutations(told)):
        second.say(value, one)
    for instant in boundaries(told):
        assert first.at(instant) == second.at(instant)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("AB"),
            st.integers(0, 20),
            st.one_of(st.none(), st.integers(1, 9)),
            st.sampled_from([0.3, 1.0]),
            st.sampled_from([0.8, 1.0]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_a_weaker_voice_never_changes_what_a_stronger_one_answers(
    drawn: list[tuple[str, int, int | None, float, float]],
) -> None:
    fact = Fact()
    for value, start, length, trust, confidence in drawn:
        one = said(start, None if length is None else start + length)
        curated = {
            day(t / 2): fact.at(day(t / 2))
            for t in range(60)
            if any(
                kept.row.trust > trust
                and kept.row.start <= day(t / 2)
                and (kept.row.until is None or day(t / 2) < kept.row.until)
                for kept in fact.rows.values()
            )
        }
        fact.say(value, one, trust=trust, confidence=confidence)
        for instant, before in curated.items():
            assert fact.at(instant) == before


def test_the_second_half_of_a_split_row_takes_its_place_before_what_has_not_begun() -> None:
    def at(day: int) -> datetime:
        return datetime(2026, 1, 10, tzinfo=UTC) + timedelta(days=day)

    later = Statement(at(-2), key=7)
    row = Row("A", "a", 1.0, 1.0, at(-8), at(5), last=later, kept=Statement(at(-8)), later=(later,), superseded_by="F")
    future = Row("F", "f", 1.0, 1.0, at(5), None, last=Statement(at(5)), version=2, supersedes="A")
    plan = place([row, future], NewStatement("N", "n", 1.0, 1.0, Statement(at(-4))), now=at(0), continuation_id="A2")
    assert plan.outcome == "history"
    changed = {change.id: change for change in plan.changes}
    second = plan.inserts[1]
    assert (changed["A"].superseded_by, second.supersedes, second.superseded_by) == ("A2", "A", "F")
    assert (changed["F"].supersedes, second.version, changed["F"].version) == ("A2", 2, 3)
