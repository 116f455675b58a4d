"""Keyword scores: the formula, the same bits for the same words, a scale from 0 to 1."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.lexical import MAX_FREQUENCY, bm25, character_scores, inverse_document_frequencies, relevance

postings = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 4), st.integers(1, 40)), max_size=60)


def score(rows, *, length=None, df=(3, 1, 8, 2, 5), documents=20, average=12.5):
    document, term, frequency = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])
    return bm25(
        document=document,
        term=term,
        frequency=frequency,
        length=length or [5, 9, 12, 30, 1, 0, 100, 14],
        document_frequency=df,
        documents=documents,
        average_length=average,
    )


def test_one_posting_by_hand():
    expected = math.log(1 + (20 - 3 + 0.5) / 3.5) * 2 / (2 + 0.9 * (0.6 + 0.4 * 9 / 12.5))
    scores = score([(1, 0, 2)])
    assert scores[1] == pytest.approx(expected, abs=1e-12)
    assert scores.tolist().count(0.0) == 7


def test_a_word_in_every_document_still_counts_a_little():
    assert 0 < inverse_document_frequencies([20], documents=20)[0] < 0.05


def test_a_rare_word_counts_more_than_a_common_one():
    common, rare = inverse_document_frequencies([15, 1], documents=20)
    assert rare > 3 * common


def test_a_lagging_document_counter_gives_no_negative_score():
    assert inverse_document_frequencies([7], documents=5)[0] > 0


def test_short_documents_win_over_long_ones_with_the_same_word():
    scores = score([(0, 0, 1), (6, 0, 1)])
    assert scores[0] > 1.5 * scores[6]


def test_without_postings_every_score_is_zero():
    assert score([]).tolist() == [0.0] * 8


def test_unknown_average_length_is_taken_from_the_candidates():
    assert score([(0, 0, 1)], average=0.0)[0] == score([(0, 0, 1)], average=171 / 8)[0]


@pytest.mark.parametrize("row", [(8, 0, 1), (-1, 0, 1), (0, 5, 1), (0, -1, 1)])
def test_a_posting_outside_the_arrays_is_an_error(row):
    with pytest.raises(ValueError, match="outside"):
        score([row])


def test_uneven_postings_are_an_error():
    with pytest.raises(ValueError, match="one entry per posting"):
        bm25(
            document=[0, 1],
            term=[0],
            frequency=[1],
            length=[3, 4],
            document_frequency=[1],
            documents=2,
            average_length=3.5,
        )


@given(postings, st.randoms())
def test_the_order_of_postings_changes_no_bit(rows, rng):
    shuffled = list(rows)
    rng.shuffle(shuffled)
    assert score(rows).tobytes() == score(shuffled).tobytes()


@given(postings)
def test_occurrences_one_by_one_equal_their_count(rows):
    single = [(d, t, 1) for d, t, n in rows for _ in range(n)]
    assert score(rows).tobytes() == score(single).tobytes()


@given(postings)
def test_a_score_depends_on_its_own_document_only(rows):
    together = score(rows)
    for d in range(8):
        assert score([row for row in rows if row[0] == d])[d] == together[d]


@given(postings, st.integers(0, 7), st.integers(0, 4))
def test_another_occurrence_never_lowers_a_score(rows, d, t):
    assert score([*rows, (d, t, 1)])[d] >= score(rows)[d]


def test_more_occurrences_than_a_database_keeps_count_as_that_many():
    assert score([(0, 0, MAX_FREQUENCY)])[0] == score([(0, 0, 10_000)])[0]


@given(st.lists(st.floats(0, 1e6), max_size=20))
def test_relevance_keeps_proportions(raw):
    scaled = relevance(raw)
    assert scaled.shape == (len(raw),)
    if max(raw, default=0) > 0:
        assert scaled.max() == 1.0
        assert np.allclose(scaled * max(raw), raw, rtol=1e-12, atol=1e-300)
    else:
        assert not scaled.any()


def test_relevance_falls_with_the_score_and_not_with_the_position():
    assert relevance([8.0, 7.9, 2.0, 0.0]).tolist() == [1.0, 0.9875, 0.25, 0.0]


def refined(texts, characters):
    return character_scores(texts=texts, characters=characters, length=[9] * len(texts), average_length=9.0).tolist()


def test_the_text_with_more_of_the_characters_gains_more():
    both, one, none = refined(["東の京", "東の空", "海"], ["東", "京"])
    assert both > one > none == 0.0


def test_full_width_letters_and_half_width_kana_count_as_what_they_are():
    assert refined(["ﾊﾞｽ", "バス", "車"], ["バ"])[:2] == [refined(["バス", "バス", "車"], ["バ"])[0]] * 2


def test_without_texts_or_characters_nothing_is_added():
    assert refined([], ["東"]) == []
    assert refined(["東", "京"], []) == [0.0, 0.0]


@given(st.lists(st.text("東京都海山", max_size=6), max_size=8), st.lists(st.sampled_from("東京都海山"), unique=True))
def test_every_held_character_adds_something_and_repetition_nothing(texts, characters):
    scores = refined(texts, characters)
    for text, score_ in zip(texts, scores, strict=True):
        assert (score_ > 0.0) == any(c in text for c in characters)
    assert refined([text * 2 for text in texts], characters) == scores
