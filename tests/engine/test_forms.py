"""Normal forms: what may be stored, what identifies a fact, what the eye confuses."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.forms import (
    EmptyTextError,
    ForbiddenCharacterError,
    TextTooLongError,
    clean_text,
    folded,
    normal,
    normalize_key,
    prepared,
    skeleton,
    with_unspaced_prepared,
)
from knowledge.engine.text import UNSPACED
from tests.cost import stays_within

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
marked = st.text(st.sampled_from("aあ\u0301\u0316\u0327\u0345\u0f73\u0f81\uff9e\u3099\u1161é"), max_size=80)


class TestClean:
    def test_text_is_stored_verbatim_but_for_composition(self):
        assert clean_text("  Cafe\u0301\r\n\t｢１｣ ", max_chars=50) == "  Café\r\n\t｢１｣ "

    def test_nul_is_refused(self):
        with pytest.raises(ForbiddenCharacterError):
            clean_text("a\0b", max_chars=50)

    @pytest.mark.parametrize("text", ["\ud83d", "x\udc00y"])
    def test_half_a_surrogate_pair_is_refused(self, text: str):
        with pytest.raises(ForbiddenCharacterError):
            clean_text(text, max_chars=50)

    def test_length_counts_after_composition(self):
        assert len(clean_text("e\u0301" * 10, max_chars=10)) == 10
        with pytest.raises(TextTooLongError):
            clean_text("é" * 11, max_chars=10)
        with pytest.raises(TextTooLongError):
            clean_text("a" * 10_000_000, max_chars=10)

    @pytest.mark.parametrize("text", ["", "   ", "\n\t\u3000"])
    def test_blank_is_refused(self, text: str):
        with pytest.raises(EmptyTextError):
            clean_text(text, max_chars=10)

    def test_every_refusal_is_a_value_error_with_a_sentence(self):
        with pytest.raises(ValueError, match=r"at most 3 characters"):
            clean_text("abcd", max_chars=3)

    @given(texts | marked)
    def test_cleaning_is_nfc_and_idempotent(self, text: str):
        try:
            clean = clean_text(text, max_chars=500)
        except ValueError:
            assert "\0" in text or not text.strip()
            return
        assert clean == unicodedata.normalize("NFC", text)
        assert clean_text(clean, max_chars=500) == clean


class TestNormal:
    @given(texts | marked, st.sampled_from(["NFC", "NFD", "NFKC"]))
    def test_equals_the_library(self, text: str, form):
        assert normal(text, form) == unicodedata.normalize(form, text)

    @pytest.mark.parametrize("text", ["\u0316\u0301", "\uff9e\u0301", "\u0f73", "\u0f73\u0345\u0316"])
    @pytest.mark.parametrize("form", ["NFC", "NFKC"])
    def test_long_runs_of_marks_equal_the_library_and_stay_fast(self, text: str, form):
        assert normal("a" + text * 40, form) == unicodedata.normalize(form, "a" + text * 40)
        assert stays_within(30, lambda: normal("a" + (text * 20_000)[:20_000], form))

    def test_every_format_character_but_visible_number_signs_is_invisible(self):
        visible = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
        cf = [chr(p) for p in range(sys.maxunicode + 1) if unicodedata.category(chr(p)) == "Cf"]
        shown = [c for c in cf if prepared(c) and not 0x13430 <= ord(c) <= 0x1343F]
        assert "".join(shown) == visible

    @given(texts | marked)
    def test_prepared_twice_is_prepared(self, text: str):
        assert prepared(prepared(text)) == prepared(text)


class TestKey:
    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("User:1", "user:1"),
            ("  user：１ ", "user:1"),
            ("us\u200ber\u2060:1\ufeff", "user:1"),
            ("New\t\n  York\u3000City", "new york city"),
            ("STRASSE", "strasse"),
            ("Straße", "strasse"),
            ("ﾄｳｷｮｳ", "トウキョウ"),
            ("\u202eevil\u202c", "evil"),
            ("\U000e0041lice", "lice"),
            ("Ⅳ", "iv"),
            ("", ""),
        ],
    )
    def test_spellings_of_one_name_have_one_key(self, text: str, key: str):
        assert normalize_key(text) == key

    def test_different_letters_stay_different(self):
        assert normalize_key("José") != normalize_key("Jose")
        assert normalize_key("か") != normalize_key("が")

    @given(texts | marked)
    def test_a_key_is_its_own_key(self, text: str):
        key = normalize_key(text)
        assert normalize_key(key) == key
        assert key == key.strip()
        assert "  " not in key

    @given(texts)
    def test_case_blanks_and_invisible_characters_do_not_count(self, text: str):
        assert normalize_key(f" \u200b{text}\t ") == normalize_key(text)
        assert normalize_key(text.casefold()) == normalize_key(text)


class TestSkeleton:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("paypal", "раураl"),
            ("paypal", "paypaI"),
            ("NASA", "ΝASA"),
            ("HELLO", "ΗELLO"),
            ("user:10", "user:lO"),
            ("user-1", "user\u20131"),
            ("Alice", "Alicé"),
            ("ロシア", "口シア"),
            ("google", "gооgle"),
        ],
    )
    def test_look_alikes_share_a_skeleton(self, one: str, other: str):
        assert skeleton(one) == skeleton(other)
        assert normalize_key(one) != normalize_key(other)

    @pytest.mark.parametrize(("one", "other"), [("alice", "alina"), ("はは", "ばば"), ("東京", "京都"), ("май", "маи")])
    def test_different_names_do_not(self, one: str, other: str):
        assert skeleton(one) != skeleton(other)

    @given(texts)
    def test_idempotent_on_its_result(self, text: str):
        once = skeleton(text)
        assert skeleton(once) == once


class TestFolded:
    @pytest.mark.parametrize(
        ("word", "result"),
        [
            ("Ça", "ca"),
            ("Łódź", "lodz"),
            ("Ærø", "aero"),
            ("Ἀθῆναι", "αθηναι"),
            ("Ёлка", "елка"),
            ("йод", "йод"),
            ("їжак", "їжак"),
            ("مُحَمَّد", "محمد"),
            ("שָׁלוֹם", "שלום"),
            ("が", "が"),
            ("한국", "한국"),
            ("हिन्दी", "हिन्दी"),
            ("٢٠٢٣", "2023"),
            ("İSTANBUL", "istanbul"),
            ("đường", "duong"),
        ],
    )
    def test_marks_go_where_they_are_decoration(self, word: str, result: str):
        assert folded(prepared(word)) == result

    @given(texts)
    def test_folding_twice_is_folding(self, text: str):
        once = folded(prepared(text))
        assert folded(once) == once


def test_unspaced_characters_are_prepared_where_that_changes_any():
    unspaced = re.compile(f"[{UNSPACED}]")
    for code in (*range(0xD800), *range(0xE000, 0x30000)):
        text = unicodedata.normalize("NFC", chr(code))
        plain = prepared(text)
        assert plain == with_unspaced_prepared(text) or not (unspaced.search(plain) or unspaced.search(text)), hex(code)


@given(st.lists(st.sampled_from("東京ｶﾞガ、。Ａ㌔㊗⼀\ufa11a\u200bゟ가ﾡำ"), max_size=12))
def test_the_same_unspaced_characters_are_held_either_way(letters):
    text = unicodedata.normalize("NFC", "".join(letters))
    held = [ch for ch in "東京ガキロ祝一가ㅏより" if ch in prepared(text)]
    assert [ch for ch in "東京ガキロ祝一가ㅏより" if ch in with_unspaced_prepared(text)] == held
