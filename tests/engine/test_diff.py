"""Word diff: nothing lost, nothing split, never slow."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from knowledge.engine.diff import Segment, word_diff
from tests.cost import stays_within

TEXTS = st.text(
    alphabet=st.sampled_from("ab é\u0301\n.。、大阪京都にカガｶﾞ한국👩🏽\u200d👧\ufe0f7_-"), max_size=60
) | st.text(max_size=40)


def joined(pieces: list[Segment], without: str) -> str:
    return "".join(text for kind, text in pieces if kind != without)


@given(TEXTS, TEXTS)
@example("", "")
@example("a", "")
@example("\r\n", "\n")
def test_both_texts_can_be_read_back(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert joined(pieces, "added") == before
    assert joined(pieces, "removed") == after
    assert all(text for _, text in pieces)
    assert all(one[0] != other[0] for one, other in pairwise(pieces))


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert word_diff(text, text) == ([("same", text)] if text else [])


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_both_begin_and_end_with_is_never_a_change(start: str, before: str, after: str, end: str) -> None:
    pieces = word_diff(f"{start} | {before} | {end}", f"{start} | {after} | {end}")
    assert pieces[0][0] == "same"
    assert pieces[-1][0] == "same"
    assert pieces[0][1].startswith(f"{start} |")
    assert pieces[-1][1].endswith(f"| {end}")


@given(TEXTS, TEXTS)
@example(" \u0301", "")
@example("\n\u0301", "y")
def test_marks_stay_with_their_letter(before: str, after: str) -> None:
    for _, text in word_diff(f"x{before}", f"x{after}"):
        assert text[0] not in "\u0301\ufe0f\u200d\U0001f3fd"


def test_words_where_there_are_spaces() -> None:
    assert word_diff("Mika lives in Osaka since May.", "Mika now lives in Kyoto since May.") == [
        ("same", "Mika "),
        ("added", "now "),
        ("same", "lives in "),
        ("removed", "Osaka"),
        ("added", "Kyoto"),
        ("same", " since May."),
    ]


def test_characters_where_there_are_none() -> None:
    assert word_diff("美香は大阪に住んでいる。", "美香は京都に住んでいる。") == [
        ("same", "美香は"),
        ("removed", "大阪"),
        ("added", "京都"),
        ("same", "に住んでいる。"),
    ]


def test_a_rewritten_phrase_is_one_change() -> None:
    assert word_diff("call a b c now", "call x y z now") == [
        ("same", "call "),
        ("removed", "a b c"),
        ("added", "x y z"),
        ("same", " now"),
    ]


def test_joined_emoji_stay_whole() -> None:
    assert word_diff("team 👩‍👩‍👧", "team 👩‍👧") == [("same", "team "), ("removed", "👩‍👩‍👧"), ("added", "👩‍👧")]


def test_long_texts_are_compared_sentence_by_sentence() -> None:
    lines = [f"Line {number} of a long text that says nothing new. " for number in range(400)]
    changed = [*lines[:200], "Line 200 of a long text that says something new. ", *lines[201:]]
    pieces = word_diff("".join(lines), "".join(changed))
    assert [text for kind, text in pieces if kind == "removed"] == ["nothing"]
    assert [text for kind, text in pieces if kind == "added"] == ["something"]


HALF = 10_000


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("い" + "あ" * (2 * HALF - 1), "あ" * (2 * HALF - 1) + "う"),
        ("あい" * HALF, "あう" * HALF),
        ("。い" * HALF, "。う" * HALF),
        (" a" * HALF, " b" * HALF),
        ("e" + "\u0301" * (2 * HALF), "e" + "\u0300" * (2 * HALF)),
        ("\u200d" * (2 * HALF), "\u200da" * HALF),
        ("".join(f"{n}い" for n in range(600)), "".join(f"{n}う" for n in range(600))),
        ("".join(chr(0x4E00 + n) + "い" for n in range(600)), "".join(chr(0x4E00 + n) + "う" for n in range(600))),
    ],
)
def test_no_text_is_slow(before: str, after: str) -> None:
    assert stays_within(60, lambda: word_diff(before, after))
    pieces = word_diff(before, after)
    assert joined(pieces, "added") == before
    assert joined(pieces, "removed") == after
