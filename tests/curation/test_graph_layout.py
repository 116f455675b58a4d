"""Places in the picture: always the same, inside the frame, nothing on top of anything."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curation.graph_layout import SIDE, layout

NONE = np.zeros(0, np.int64)


def ends(pairs: list[tuple[int, int]]):
    found = np.array(pairs, np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def distances(places):
    apart = np.hypot(*(places[:, None, :] - places[None, :, :]).astype(float).transpose(2, 0, 1))
    return apart[np.triu_indices(len(places), 1)]


def wheel(count: int) -> list[tuple[int, int]]:
    return [(0, n) for n in range(1, count)]


def test_the_same_names_and_links_give_the_same_picture():
    names = [f"name {n}" for n in range(80)]
    pairs = [(n, (n * 7 + 1) % 80) for n in range(80)]
    first = layout(names, *ends(pairs))
    assert (layout(names, *ends(pairs)) == first).all()


def test_another_process_draws_the_same_picture():
    code = (
        "import numpy as np; from curation.graph_layout import layout;"
        "n = np.arange(39); print(layout([f'name {i}' for i in range(40)], n, n + 1).tolist())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    line = np.arange(39)
    assert told == {f"{layout([f'name {i}' for i in range(40)], line, line + 1).tolist()}\n"}


def test_nothing_one_and_two():
    assert layout([], NONE, NONE).shape == (0, 2)
    assert layout(["a"], NONE, NONE).tolist() == [[0, 0]]
    two = layout(["a", "b"], *ends([(0, 1)]))
    assert 40 < distances(two)[0] < 300  # not a screen apart


@pytest.mark.parametrize("count", [30, 150, 500])
def test_marks_stand_apart_inside_the_frame_and_wider_than_high(count):
    places = layout([f"n{n}" for n in range(count)], *ends([(n, n // 3) for n in range(1, count)]))
    assert (places.min(), places.max()) == (0, SIDE)
    width, height = np.ptp(places, axis=0)
    assert width >= height
    assert np.quantile(distances(places), 0.002) > 4


def test_linked_names_stand_nearer_than_others():
    # Two rings and nothing between them but one link.
    pairs = [(n, (n + 1) % 20) for n in range(20)] + [(20 + n, 20 + (n + 1) % 20) for n in range(20)] + [(0, 20)]
    places = layout([f"n{n}" for n in range(40)], *ends(pairs)).astype(float)
    near = np.mean([np.hypot(*(places[a] - places[b])) for a, b in pairs])
    far = np.mean([np.hypot(*(places[a] - places[20 + b])) for a in range(20) for b in range(20)])
    assert near * 3 < far


def test_parts_that_no_link_joins_do_not_overlap():
    pairs = [(5 * part, 5 * part + n) for part in range(12) for n in range(1, 5)]
    places = layout([f"n{n}" for n in range(62)], *ends(pairs))
    boxes = [
        (places[5 * part : 5 * part + 5].min(axis=0), places[5 * part : 5 * part + 5].max(axis=0)) for part in range(12)
    ]
    for n, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[n + 1 :]:
            assert (low > other_high).any() or (other_low > high).any()


def test_one_name_more_does_not_mirror_the_picture():
    pairs = [(n, n // 3) for n in range(1, 60)]
    names = [f"n{n}" for n in range(61)]
    before = layout(names[:60], *ends(pairs)).astype(float)
    after = layout(names, *ends([*pairs, (59, 60)])).astype(float)[:60]
    for axis in (0, 1):
        assert np.corrcoef(before[:, axis], after[:, axis])[0, 1] > 0.6


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=80))
    )
)
def test_any_graph_has_whole_finite_places_inside_the_frame(graph):
    count, pairs = graph
    sources, targets = ends([pair for pair in pairs if pair[0] != pair[1]])
    places = layout([f"{n}\ud800" for n in range(count)], sources, targets)
    assert places.dtype == np.int64
    assert places.shape == (count, 2)
    assert places.min() >= 0
    assert places.max() <= SIDE
