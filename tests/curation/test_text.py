"""Text as a reader sees it: whole characters, marked words, nothing hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation import text

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1ef\U0001f1f5"


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("abc", 3),
        ("e\u0301te\u0301", 3),
        ("か\u3099き", 2),
        ("ﾊﾟﾝ", 2),
        (FAMILY, 1),
        (FLAG + FLAG, 2),
        ("\u1112\u1161\u11ab", 1),
        ("👍🏽!", 2),
        ("\r\n", 1),
    ],
)
def test_counts_what_a_reader_calls_one_character(written, count):
    assert len(list(text.graphemes(written))) == count


@given(st.text())
def test_pieces_join_to_the_same_text(written):
    assert "".join(text.graphemes(written)) == written


def test_clip_never_splits_a_character():
    assert text.clip(FAMILY * 3, 2) == FAMILY + "…"
    assert text.clip("請求書を送る", 4) == "請求書…"
    assert text.clip("請求書", 3) == "請求書"


@given(st.text(max_size=60), st.integers(1, 20))
def test_clip_keeps_the_limit(written, limit):
    assert len(list(text.graphemes(text.clip(written, limit)))) <= limit


@pytest.mark.parametrize(
    ("char", "before", "name"),
    [
        ("\u202e", "", "RLO"),
        ("\u200b", "a", "ZWSP"),
        ("\u200d", "a", "ZWJ"),
        ("\u200d", "\U0001f468", ""),
        ("\x07", "", "U+0007"),
        ("\n", "", ""),
        ("\U000e0041", "", "U+E0041"),
        ("語", "", ""),
    ],
)
def test_names_hidden_characters(char, before, name):
    assert text.hidden_name(char, before) == name


def test_marks_the_words_recall_matched():
    sentence = "請求書は金曜に送る。ＫＹＯＴＯの支店へ。"
    marked = [sentence[a:b] for a, b in text.match_spans(sentence, "kyoto 請求")]
    assert marked == ["請求", "ＫＹＯＴＯ"]
    assert text.match_spans(sentence, "") == []


def test_window_goes_to_the_first_match():
    long = "x" * 500 + " needle " + "y" * 500
    start, end = text.window(long, [(501, 507)], 100)
    assert start <= 501
    assert end >= 507
    assert end - start == 100
    assert text.window("short", [], 100) == (0, 5)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("毎週金曜日に締める", "ja"),
        ("王芳喜欢乌龙茶，不喜欢咖啡。", "zh"),
        ("서울에서 만나요", "ko"),
        ("請求書", ""),
        ("Kyoto", ""),
    ],
)
def test_guesses_the_language_by_script(written, code):
    assert text.language_of(written) == code
