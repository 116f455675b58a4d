from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.novelty import canonical, copy_key, is_copy
from tests.cost import grows_no_more_than
from tests.engine.novelty_pairs import CHANGED, COPIES


def _listed(table):
    return [
        pytest.param(*pair, id=f"{language}-{place}")
        for language in table
        for place, pair in enumerate(table[language])
    ]


@pytest.mark.parametrize(("one", "other"), _listed(COPIES))
def test_a_copy_with_trivial_edits_is_a_copy(one, other):
    assert is_copy(one, other), (canonical(one), canonical(other))
    assert copy_key(one) == copy_key(other)


@pytest.mark.parametrize(("one", "other"), _listed(CHANGED))
def test_a_changed_value_is_not_a_copy(one, other):
    assert not is_copy(one, other), canonical(one)
    assert copy_key(one) != copy_key(other)


def test_there_are_pairs_enough_in_three_languages():
    for table in (COPIES, CHANGED):
        assert all(len(table[language]) >= 35 for language in ("en", "ja", "zh"))


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_no_two_statements_of_the_tables_are_confused(language):
    """Whatever is listed as different stays different from every other statement too."""
    first = {canonical(pair[0]) for pair in COPIES[language]}
    changed = {canonical(pair[1]) for pair in CHANGED[language] if pair[0] in {one for one, _ in COPIES[language]}}
    assert first.isdisjoint(changed)


EDITS = [
    str.upper,
    lambda text: text + ".",
    lambda text: text.rstrip(".。") + "!",
    lambda text: f"  {text}\n",
    lambda text: text.replace(" ", "  "),
    lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: f"“{text}”",
    lambda text: text + " 🙂",
    lambda text: text[: len(text) // 2] + "\u200b" + text[len(text) // 2 :],
]


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_edits_on_top_of_edits_stay_copies(language):
    dice = random.Random(7)
    for one, _ in [*COPIES[language], *CHANGED[language]]:
        has_codes = any(letter.isdigit() or letter in "/-" for letter in one)
        codes = has_codes and any(letter.isupper() for letter in one[1:])
        # In codes, paths and options of mixed case, and for the name A, capitals are values.
        edits = EDITS[1:] if codes or " A" in one else EDITS
        edited = one
        for edit in dice.sample(edits, 3):
            edited = edit(edited)
        assert is_copy(one, edited), (canonical(one), canonical(edited))


@given(st.text(max_size=80))
def test_any_text_can_be_compared_and_says_the_same_as_itself(text):
    assert is_copy(text, text)
    assert is_copy(text, f" {text} ")
    assert len(copy_key(text)) == 32


@given(
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.sampled_from(["The limit is {} units", "上限は{}個です", "上限是{}个"]),
)
def test_numbers_decide(one, other, sentence):
    assert is_copy(sentence.format(one), sentence.format(other)) == (one == other)


def test_a_text_of_courtesies_alone_is_compared_as_it_is():
    assert is_copy("Thank you!", "thank you!")
    assert not is_copy("Thank you!", "Please note")
    assert not is_copy("よろしくお願いします", "ありがとうございます")


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "啊",
        "1",
        "1,",
        "the ",
        "note: ",
        "よね~",
        "二",
        "1万",
        " ",
        "\n",
        "-",
        "'",
        "a.b",
        "x@",
        "ます",
        "3:00",
        "A ",
        "7年",
        "!?",
        "한",
    ],
)
def test_time_is_linear_in_the_length_of_the_text(piece):
    text = (piece * 20_000)[:20_000]
    assert grows_no_more_than(9, lambda: canonical(text[:5_000]), lambda: canonical(text))
