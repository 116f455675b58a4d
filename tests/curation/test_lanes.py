"""The picture of a fact's time axis: holes, left-out stretches, lanes by value, marks that do not collide."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.template.loader import render_to_string

from curation.lanes import timeline_figure

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Row:
    id: str
    valid_from: datetime
    valid_until: datetime | None
    ingested_at: datetime
    invalidated_at: datetime | None = None
    state: str = "current"
    version: int = 1
    expires_at: datetime | None = None


@dataclass(frozen=True)
class Left:
    after: str
    count: int
    opens: str


def row(name: str, start: float, end: float | None, **more) -> Row:
    begin = NOW + start * DAY
    until = None if end is None else NOW + end * DAY
    state = "current" if end is None or end > 0 else "ended"
    return replace(Row(name, begin, until, begin, state=state), **more)


def figure(rows, **more):
    found = timeline_figure(rows, now=NOW, labels={one.id: one.id for one in rows}, zone=UTC, **more)
    assert found is not None
    return found


def test_a_hole_is_drawn_between_two_values_and_after_the_last():
    shown = figure([row("a", -100, -80), row("b", -50, -20)]).clocks[0]
    spans = {span.id: span for span in shown.spans}
    assert len(shown.holes) == 2
    first, last = shown.holes
    assert float(first.x) == round(float(spans["a"].x) + float(spans["a"].width), 3)
    assert round(float(first.x) + float(first.width), 2) == round(float(spans["b"].x), 2)
    assert "30 Nov 2026" in last.title


def test_the_legend_knows_every_state_and_what_waits_has_no_number():
    rows = [row("a", -100, None), row("b", -50, None, state="quarantined"), row("c", -9, None, state="held")]
    shown = figure(rows)
    assert shown.states == {"current", "quarantined", "held"}
    titles = {span.id: span.title.split(" · ")[:2] for span in shown.clocks[0].spans}
    assert titles["a"] == ["a", "v1"]
    assert all("v1" not in titles[name] for name in "bc")
    legend = render_to_string("components/timeline_legend.html", {"figure": shown, "uid": "a"})
    assert re.findall(r'class="s-(\w+)"', legend) == ["current", "held", "quarantined"]
    assert "set aside as suspicious" in legend


def test_touching_values_and_held_ones_make_no_hole():
    rows = [row("a", -100, -50), row("b", -50, None), row("c", -200, None, state="held")]
    assert figure(rows).clocks[0].holes == ()


def test_life_time_ends_a_bar_before_anything_sweeps_it():
    rows = [row("a", -100, None, expires_at=NOW - 50 * DAY, state="expired")]
    shown = figure(rows).clocks[0]
    assert not shown.spans[0].open_end
    assert len(shown.holes) == 1


def test_left_out_versions_are_one_stretch_with_a_link_and_no_hole():
    rows = [row("a", -100, -99), row("z", -10, None)]
    shown = figure(rows, folds=[Left("a", 900, "m")], hrefs={"m": "/m"})
    world, hub = shown.clocks
    assert [(fold.title, fold.label, fold.href) for fold in world.folds] == [
        ("900 versions not shown", "900 versions not shown", "/m")
    ]
    assert world.holes == ()
    assert len(hub.folds) == 1


def test_values_side_by_side_have_a_lane_each():
    rows = [row("tea", -100, -50), row("maps", -80, None), row("tea2", -40, None)]
    shown = figure(rows, lanes={"tea": "tea", "tea2": "tea", "maps": "maps"}).clocks[0]
    lanes = {span.id: span.y for span in shown.spans}
    assert lanes["tea"] == lanes["tea2"] != lanes["maps"]
    assert shown.holes == ()


def test_a_bar_too_narrow_for_its_name_has_it_beside():
    rows = [row("a", -1000, -999), row("b", -500, None)]
    spans = {span.id: span for span in figure(rows, lanes={"a": "a", "b": "b"}).clocks[0].spans}
    assert (spans["a"].label, spans["a"].beside, spans["a"].beside_anchor) == ("", "a", "start")
    assert spans["b"].beside == ""


def test_the_hub_knows_nothing_of_tomorrow():
    now_x = float(figure([row("a", -10, None)]).now.x)
    world, hub = figure([row("a", -10, None)]).clocks
    assert float(world.spans[0].x) + float(world.spans[0].width) > now_x + 1
    assert round(float(hub.spans[0].x) + float(hub.spans[0].width), 2) == round(now_x, 2)
    scheduled = row("a", -10, 20, invalidated_at=NOW - 5 * DAY)
    bar = figure([scheduled]).clocks[1].spans[0]
    assert bar.width == figure([replace(scheduled, invalidated_at=None)]).clocks[1].spans[0].width


def test_what_is_looked_at_stands_out():
    spans = figure([row("a", -10, -5), row("b", -5, None)], here={"b"}).clocks[0].spans
    assert [span.id for span in spans if span.here] == ["b"]


def test_words_over_the_picture_make_room_for_one_another():
    shown = figure([row("a", -100, None)], as_of=NOW - 50 * DAY, known_at=NOW - 45 * DAY)
    assert [(pin.label, pin.anchor) for pin in shown.pins] == [("as of", "end"), ("known on", "start")]
    assert shown.now is not None
    assert shown.now.label == "now"
    near = figure([row("a", -100, None)], as_of=NOW - 1 * DAY)
    assert near.now is not None
    assert near.now.label == ""
