from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.embedder import MAX_CHARACTERS, NgramHash

EMBEDDER = NgramHash()
TEXTS = [
    "The refund window for online orders is 7 days.",
    "資料庫遷移工作排程",
    "返金の受付は7日以内です",
    "Zürich café, naïve résumé",
    "한국어 문장입니다",
    "👍",
    "",
    "the of and",
]


def cosine(one: str, other: str, embedder: NgramHash = EMBEDDER) -> float:
    first, second = embedder.embed([one, other])
    return float(first @ second)


def test_shape_type_and_length():
    vectors = EMBEDDER.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    assert lengths == pytest.approx([1, 1, 1, 1, 1, 0, 0, 1], abs=1e-6)


def test_the_same_to_the_bit_in_another_process_and_for_ever():
    code = (
        "import hashlib; from knowledge.engine.embedder import NgramHash;"
        f"print(hashlib.sha256(NgramHash().embed({TEXTS!r}).tobytes()).hexdigest())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=".")
    digest = hashlib.sha256(EMBEDDER.embed(TEXTS).tobytes()).hexdigest()
    assert other.stdout.strip() == digest
    # Changing how vectors are made means changing the name, so that stored ones are made anew.
    assert (EMBEDDER.name, digest[:16]) == ("ngram-hash-256-1", "aec94ffb79980a32")


@given(st.lists(st.text(max_size=40), max_size=20))
def test_a_text_has_the_same_vector_alone_and_among_others(texts):
    together = EMBEDDER.embed(texts)
    assert together.shape == (len(texts), 256)
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(EMBEDDER.embed([text])[0], vector)


def test_batches_join_without_a_seam():
    many = [f"memory number {number} about {'x' * (number % 90)}" for number in range(2_500)]
    together = EMBEDDER.embed(many)
    for place in (0, 399, 400, 401, 1_200, 2_499):
        assert np.array_equal(EMBEDDER.embed([many[place]])[0], together[place])


def test_spelling_width_case_and_marks_do_not_matter():
    assert cosine("ＲＥＦＵＮＤ　ｗｉｎｄｏｗ", "refund window!") == pytest.approx(1.0, abs=1e-6)
    assert cosine("ﾊﾞｯｸｱｯﾌﾟ", "バックアップ") == pytest.approx(1.0, abs=1e-6)


def test_what_is_spelled_alike_is_near_and_the_rest_is_not():
    assert cosine("invoice calculation error", "eror in calculating invoices") > 0.7
    assert cosine("資料庫遷移", "資料庫遷移工作排程") > 0.6
    assert abs(cosine("invoice calculation error", "my sister plays the violin")) < 0.3
    assert abs(cosine("資料庫遷移工作排程", "夏休みの天気は晴れ")) < 0.3


def test_floor_lies_above_what_unrelated_texts_reach_by_chance():
    words = ["amber", "brick", "cloud", "delta", "ember", "flint", "grove", "haven", "inlet", "jolly", "karma"]
    texts = [f"{a} {b} {c}" for a in words for b in words for c in words[:4]]
    nearest = (EMBEDDER.embed(texts) @ EMBEDDER.embed(["which museum opens on thursday evening"])[0]).max()
    assert nearest < EMBEDDER.floor("which museum opens on thursday evening") == 0.5
    assert EMBEDDER.floor("遷移の予定は") == 0.4


def test_only_the_beginning_of_a_long_text_counts():
    start = "abc " * (MAX_CHARACTERS // 4)
    assert np.array_equal(*EMBEDDER.embed([start, start + "something else"]))


def test_no_texts_and_wrong_sizes():
    assert EMBEDDER.embed([]).shape == (0, 256)
    for dimensions in (0, 100, 32, 131_072):
        with pytest.raises(ValueError, match="power of two"):
            NgramHash(dimensions)
    assert NgramHash(1_024).embed(["a word"]).shape == (1, 1_024)
