"""Sketches: the more two texts share, the more alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.wiki.likeness import PLACES, alike, sketch

BASE = [f"word{n}" for n in range(200)]


def test_near_copies_are_listed_first():
    near = [*BASE[:190], *("other" for _ in range(10))]
    apart = [f"else{n}" for n in range(200)]
    found = alike([sketch(BASE), sketch(apart), sketch(near), sketch(BASE)], least=0.5, limit=10)
    assert found[0] == (0, 3, 1.0)
    assert {(a, b) for a, b, _ in found} >= {(0, 3)}
    assert all(1 not in pair[:2] for pair in found)
    assert alike([sketch(BASE), sketch(near)], least=0.5, limit=10)[0][2] > 0.6


def test_short_texts_are_like_nothing():
    assert sketch(["a", "b"]) == b""
    assert alike([b"", b"", sketch(BASE)], least=0.0, limit=5) == []


@given(st.lists(st.text(max_size=5), min_size=3, max_size=40))
def test_a_sketch_depends_on_the_text_alone(tokens):
    assert sketch(tokens) == sketch(list(tokens))
    assert len(sketch(tokens)) == PLACES * 4
