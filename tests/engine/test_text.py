"""The analysis of text: what is found by which words, in every script, with any character."""

from __future__ import annotations

import random
import unicodedata
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.engine.text import (
    MAX_QUERY,
    MAX_TOKEN,
    analyze,
    analyze_query,
    query_characters,
    word_spans,
)
from knowledge.engine.wordlists import STOP_WORDS
from tests.cost import grows_no_more_than, stays_within

CONTROL = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}

any_text = st.text(max_size=120)
cjk = st.text(st.sampled_from("東京都大学はがあンバスー年月日中国人民한국어々〇"), min_size=1, max_size=8)
identifier = st.from_regex(r"\A[A-Za-z0-9]{1,8}([-_.@/:][A-Za-z0-9]{1,8}){0,4}\Z")


def finds(query: str, text: str) -> bool:
    return not set(analyze_query(query)).isdisjoint(analyze(text))


def finds_fully(query: str, text: str) -> bool:
    wanted = set(analyze_query(query))
    return bool(wanted) and wanted <= set(analyze(text))


class TestUnspacedScripts:
    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("遷移", "資料庫遷移工作排程"),
            ("計算ミス", "請求書の計算ミス"),
            ("学習", "機械学習アルゴリズム"),
            ("東", "昨日は東京都へ行った"),
            ("都", "昨日は東京都へ行った"),
            ("東京", "昨日は東京都へ行った"),
            ("東京都", "昨日は東京都へ行った"),
            ("た", "昨日は東京都へ行った"),
            ("물", "찬물을마셨다"),
            ("국어", "한국어수업"),
            ("人々", "町の人々が集まる"),
            ("ไทย", "ภาษาไทยง่าย"),
            ("ດີ", "ສະບາຍດີ"),
            ("バス", "ﾊﾞｽに乗る"),
            ("ＡＢＣ", "abc 会社"),
            ("abc", "ＡＢＣ会社"),
        ],
    )
    def test_words_inside_longer_runs_are_found(self, query: str, text: str):
        assert finds_fully(query, text)

    def test_digits_are_kept_apart_from_the_characters_after_them(self):
        assert finds_fully("2000", "2000年に開業した")
        assert finds_fully("2000年", "２０００年に開業した")
        assert finds_fully("年に", "2000年に開業した")
        assert not finds("200", "2000年に開業した")

    def test_a_query_of_two_characters_does_not_find_one_of_them(self):
        assert not finds("東京", "東の京")

    def test_a_lone_particle_beside_words_finds_nothing_by_itself(self):
        assert analyze_query("AI は 便利") == ["ai", "便利"]
        assert analyze_query("は") == ["は"]

    def test_single_characters_of_words_only_refine_the_order(self):
        assert analyze_query("東京へ 本") == ["東京", "京へ", "本"]
        assert query_characters("東京へ 本") == ["東", "京"]
        assert query_characters("plain words") == []

    def test_each_character_is_indexed_once(self):
        tokens = analyze("東京東京東京")
        assert tokens.count("東京") == 3
        assert tokens.count("東") == 1

    @given(cjk, cjk, cjk)
    def test_any_part_of_a_run_finds_the_run(self, before: str, query: str, after: str):
        assert set(analyze_query(query)) <= set(analyze(before + query + after))
        assert set(query_characters(query)) <= set(analyze(before + query + after))


class TestWords:
    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("studies", "she was studying law"),
            ("go", "they went home"),
            ("child", "two children"),
            ("won", "Nate wins the cup"),
            ("december", "on 3 Dec 2020"),
            ("7 days", "within seven days"),
            ("cafe", "le café noir"),
            ("CAFÉ", "cafe"),
            ("Alice", "Alice's book"),
            ("Alice", "Alice’s book"),
            ("homme", "l'homme invisible"),
            ("obrien", "Conan O'Brien"),
            ("елка", "Ёлка стоит"),
            ("ελλαδα", "Ελλάδα"),
            ("محمد", "قال مُحَمَّد"),
            ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
            ("2023", "سنة ٢٠٢٣"),
            ("IT", "the IT department"),
            ("who", "WHO report"),
        ],
    )
    def test_forms_of_a_word_find_each_other(self, query: str, text: str):
        assert finds_fully(query, text)

    def test_neighbouring_letters_are_not_confused(self):
        assert not finds("и", "й")
        assert not finds("12", "1.2")

    def test_natural_questions_lose_their_function_words(self):
        assert analyze_query("When did Caroline go to the support group?") == ["carolin", "go", "support", "group"]
        assert analyze_query("I don't know what it's about") == ["know"]

    def test_a_name_in_capitals_is_no_function_word(self):
        assert "it" in analyze("the IT department")
        assert "it" not in analyze("it is a department")

    def test_a_text_of_stop_words_alone_is_found_by_them(self):
        assert finds_fully("to be or not to be", "To be, or not to be")
        assert finds_fully("The Who", "The Who")
        assert finds_fully("don't", "don't!")
        assert analyze_query("the of") == ["the", "of"]

    def test_months_in_short_do_not_change_other_words(self):
        assert analyze("may") == ["may"]
        assert analyze("decent") == ["decent"]


class TestIdentifiers:
    @pytest.mark.parametrize(
        ("query", "text"),
        [
            ("snake_case", "call snake_case now"),
            ("snake", "call snake_case now"),
            ("kebab-case", "the kebab-case name"),
            ("case", "the kebab-case name"),
            ("a.b.c", "see a.b.c there"),
            ("camelCase", "a camelCase word"),
            ("camel", "a camelCase word"),
            ("camelcase", "a camelCase word"),
            ("HTTPServer", "an HTTPServer class"),
            ("server", "an HTTPServer class"),
            ("91ab", "id f2c5-91ab-77"),
            ("f2c5-91ab-77", "id F2C5-91AB-77."),
            ("3.11.4", "Python 3.11.4 is out"),
            ("email", "by e-mail"),
            ("alice@example.org", "write to Alice@Example.org."),
            ("example.org", "write to alice@example.org"),
            ("alice", "write to alice@example.org"),
            ("foo.py", "in src/lib/foo.py"),
            ("src/lib/foo.py", "in /src/lib/foo.py!"),
            ("C++", "written in C++, mostly"),
            ("c#", "C# code"),
            ("AT&T", "the AT&T network"),
            ("1000", "costs 1,000 yen"),
            ("350,000", "$350000"),
            ("__init__", "def __init__(self)"),
            ("user__name", "filter(user__name=1)"),
            ("a_b _ c", "about a_b and c"),
        ],
    )
    def test_found_whole_and_in_parts(self, query: str, text: str):
        assert finds_fully(query, text)

    def test_signs_tell_languages_apart(self):
        assert "cplusplus" not in analyze("C#")
        assert "c_sharp" not in analyze("C++")
        assert analyze("C++") != analyze("C")

    def test_a_word_too_long_is_shortened_but_still_found_exactly(self):
        word = "x" * 100
        assert finds_fully(word, f"the {word} there")
        assert not finds(word, f"the {word}x there")

    @given(identifier, any_text)
    def test_an_identifier_finds_every_text_with_it(self, name: str, rest: str):
        rest = rest.replace("\0", "") or "text"
        tokens = set(analyze(f"{rest} topic {name} {rest}"))
        query = analyze_query(f"topic {name}")
        assert set(query) <= tokens


class TestAnything:
    @pytest.mark.parametrize(
        "query",
        [
            "",
            " ",
            "`",
            '"',
            "*",
            "(",
            ":",
            "-",
            "?!",
            "😀",
            "👨‍👩‍👧",
            "\0",
            "\ud800",
            "\u200b",
            "\u0301",
            "_",
        ],
    )
    def test_signs_are_never_syntax(self, query: str):
        assert analyze_query(query) == []

    def test_a_compound_finds_its_joined_spelling(self):
        assert finds("e-mail", "emails arrive")
        assert finds("f2c5-91ab", "id f2c5-91ab-77")

    @pytest.mark.parametrize(
        "query", ["AND", "NEAR(", "NOT x", "' OR 1=1 --", "a* OR b:c", '"quoted phrase"', "{x}^2", "x'y\"z"]
    )
    def test_operators_are_words(self, query: str):
        assert analyze_query(query)

    def test_only_the_beginning_of_a_long_query_counts(self):
        assert analyze_query("word " * (MAX_QUERY // 5) + "zebra") == ["word"]
        assert "zebra" in analyze("word " * (MAX_QUERY // 5) + "zebra")

    @given(any_text | st.text(st.sampled_from("aB1_-.@/'+#,:& あ東か\u3099ไทย\u0301\u200béß年"), max_size=80))
    def test_tokens_are_clean_and_the_query_is_analysed_like_the_text(self, text: str):
        tokens = analyze(text)
        for token in tokens:
            assert 0 < len(token) <= MAX_TOKEN
            assert not any(c.isspace() or c in "'\"\\\0" or unicodedata.category(c) in CONTROL for c in token)
        query = analyze_query(text)
        assert len(query) == len(set(query))
        assert set(query) <= set(tokens)
        assert set(query_characters(text)) <= set(tokens)
        assert set(query).isdisjoint(query_characters(text))
        assert bool(query) == bool(tokens)

    @given(
        st.lists(st.sampled_from(["東京タワー", "2000年", "snake_case", "Alice's", "it", "ﾊﾞｽ", "é", "b-2"]), max_size=8)
    )
    def test_more_text_never_hides_a_word(self, words: list[str]):
        seen: set[str] = set()
        for n in range(1, len(words) + 1):
            tokens = set(analyze("memo " + " ".join(words[:n])))
            assert seen <= tokens
            seen = tokens

    def test_any_text_takes_linear_time(self):
        rng = random.Random(5)
        patterns = [
            "aB",
            "a'",
            "a/",
            "1,000,",
            "1_",
            "\u0316\u0301",
            "\uff9e\u0301",
            "\ufdfa",
            "東京",
            "あ\u0301",
            "n't",
            "2000年",
        ]
        samples = [(pattern * 20_000)[:20_000] for pattern in patterns]
        samples.append("".join(chr(rng.randrange(1, 0xD800)) for _ in range(20_000)))
        for text in samples:
            assert stays_within(45, partial(analyze, text)), text[:5]
            assert grows_no_more_than(7, partial(analyze, text[:5_000]), partial(analyze, text)), text[:5]


class TestHighlights:
    @pytest.mark.parametrize(
        ("text", "query", "marked"),
        [
            ("The memory-hub of Alice's studies", "study hub", ["hub", "studies"]),
            ("MemoryHub and memory", "memoryhub", ["MemoryHub"]),
            ("２０００年に東京都へ", "東京 2000年", ["２０００年", "東京"]),
            ("半角ﾊﾞｽで行く", "バス", ["ﾊﾞｽ"]),
            ("東京東京", "東京", ["東京東京"]),
            ("in src/foo.py and 1,000 C++ lines", "foo.py 1000 C++", ["foo.py", "1,000", "C++"]),
            ("cafe\u0301 ﬁne", "café fine", ["cafe\u0301", "ﬁne"]),
            ("it is the IT department", "IT department", ["IT", "department"]),
            ("to be", "to be", ["to", "be"]),
            ("al\u200bice was here", "alice", ["al\u200bice"]),
            ("nothing here", "absent", []),
            ("nothing here", "", []),
        ],
    )
    def test_matches_are_marked_in_the_text_as_written(self, text: str, query: str, marked: list[str]):
        assert [text[a:b] for a, b in word_spans(text, analyze_query(query))] == marked

    @settings(max_examples=150)
    @given(any_text | st.text(st.sampled_from("aB1_-.@'+, あ東か\u3099ﾊﾞ\u0301\u200bé年"), max_size=60), any_text)
    def test_spans_are_in_order_apart_and_marked_exactly_when_found(self, text: str, other: str):
        for query in (analyze_query(text), analyze_query(other)):
            spans = word_spans(text, query)
            assert all(0 <= a < b <= len(text) for a, b in spans)
            assert all(one[1] < two[0] for one, two in pairwise(spans))
            if "\u0301" not in text and "\u3099" not in text and not STOP_WORDS.issuperset(query):
                assert bool(spans) == (not set(query).isdisjoint(analyze(text)))
