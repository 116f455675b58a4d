"""Geometry of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.utils import translation

from curation import figures, lanes

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass
class Part:
    name: str
    value: float
    weight: float

    @property
    def contribution(self) -> float:
        return self.value * self.weight


@dataclass
class Row:
    id: str
    valid_from: datetime
    valid_until: datetime | None
    ingested_at: datetime
    invalidated_at: datetime | None = None
    state: str = "current"
    version: int = 1


def test_score_adds_up_and_fills_its_bar():
    parts = [Part("recency", 0.5, 0.25), Part("relevance", 1.0, 0.35), Part("importance", 0.2, 0.35)]
    total = sum(p.contribution for p in parts)
    figure = figures.score_figure(score=total * 0.93, parts=parts, trust_factor=0.93)
    assert [p.name for p in figure.parts] == ["relevance", "importance", "recency"]
    assert sum(p.contribution for p in figure.parts) == pytest.approx(figure.subtotal)
    assert figure.subtotal * figure.trust_factor == pytest.approx(figure.score)
    widths = [float(p.width) for p in figure.parts]
    assert sum(widths) + float(figure.rest_width) == pytest.approx(100, abs=0.01)
    assert float(figure.parts[1].x) == pytest.approx(widths[0], abs=0.001)


def test_numbers_for_attributes_never_carry_a_comma():
    with translation.override("de"):
        assert figures.pct(12.3456) == "12.346"
    assert figures.pct(10.0) == "10"
    assert figures.pct(0.0) == "0"


def test_spark_needs_two_values():
    assert figures.spark_figure([1]) is None
    figure = figures.spark_figure([0, 5, 10])
    assert figure is not None
    assert figure.line == "0,26 50,14 100,2"


def test_curve_splits_at_now_and_reads_its_value_between_points():
    points = [(NOW - 10 * DAY, 1.0), (NOW + 10 * DAY, 0.0)]
    figure = figures.curve_figure(points=points, now=NOW, limit=0.2, zone=UTC)
    assert figure is not None
    assert figure.now_value == pytest.approx(0.5)
    assert (figure.now_x, figure.now_y, figure.limit_y) == ("50", "50", "80")
    assert figure.past == "0,0 50,50"
    assert figure.ahead == "50,50 100,100"
    assert figures.curve_figure(points=points[:1], now=NOW) is None


@pytest.mark.parametrize("reach", [timedelta(minutes=3), DAY, 40 * DAY, 900 * DAY, 40_000 * DAY])
def test_axis_marks_are_few_and_inside(reach):
    ticks = figures.time_ticks(NOW, NOW + reach, zone=UTC, most=6)
    assert 1 <= len(ticks) <= 7
    assert all(0 <= float(t.x) <= 100 for t in ticks)
    assert len({t.label for t in ticks}) == len(ticks)


def test_axis_at_the_end_of_time_does_not_break():
    assert figures.time_ticks(datetime(9990, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC), zone=UTC)


def _fact() -> list[Row]:
    return [
        Row("osaka", NOW - 300 * DAY, NOW - 100 * DAY, NOW - 290 * DAY, NOW - 95 * DAY, "superseded"),
        Row("kyoto", NOW - 100 * DAY, None, NOW - 95 * DAY, version=2),
        Row("sapporo", NOW - 500 * DAY, NOW - 300 * DAY, NOW - 20 * DAY, NOW - 19 * DAY, "superseded", 3),
        Row("nara", NOW - 5 * DAY, None, NOW - 5 * DAY, state="held", version=4),
    ]


def test_versions_lie_in_lanes_that_do_not_overlap():
    figure = lanes.timeline_figure(_fact(), now=NOW, labels={"kyoto": "Kyoto"}, zone=UTC)
    assert figure is not None
    assert [clock.name for clock in figure.clocks] == ["world", "hub"]
    for clock in figure.clocks:
        by_lane: dict[int, list[tuple[float, float]]] = {}
        for span in clock.spans:
            by_lane.setdefault(span.y, []).append((float(span.x), float(span.x) + float(span.width)))
        for spans in by_lane.values():
            ordered = sorted(spans)
            assert all(a[1] <= b[0] + 0.36 for a, b in pairwise(ordered))
    world = {span.id: span for span in figure.clocks[0].spans}
    assert world["osaka"].y == world["kyoto"].y == world["sapporo"].y
    assert world["nara"].y > world["kyoto"].y
    assert world["kyoto"].open_end
    assert world["kyoto"].label == "Kyoto"


def test_history_learned_later_is_told_from_a_replacement():
    figure = lanes.timeline_figure(_fact(), now=NOW, labels={}, zone=UTC)
    assert figure is not None
    late = {span.id for span in figure.clocks[0].spans if span.late}
    assert late == {"sapporo"}


def test_an_end_in_the_far_future_does_not_squeeze_the_rest():
    rows = [*_fact(), Row("x", NOW, datetime(9999, 1, 1, tzinfo=UTC), NOW)]
    figure = lanes.timeline_figure(rows, now=NOW, labels={}, zone=UTC)
    assert figure is not None
    assert figure.end < NOW + 600 * DAY
    assert float(figure.now.x) > 40 if figure.now else False


def test_nothing_to_draw():
    assert lanes.timeline_figure([], now=NOW, labels={}) is None
