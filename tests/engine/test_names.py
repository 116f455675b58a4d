"""Which names stand in a text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.forms import normalize_key
from knowledge.engine.names import MOST_WORDS, NameIndex


def found(text: str, *names: str) -> list[str]:
    index = NameIndex()
    index.add([normalize_key(name) for name in names], 0)
    return [names[number] for number in index.find(text)]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("this is unrelated", ["hi"], []),
        ("say HI to everyone", ["hi"], ["hi"]),
        (
            "In New York City",
            ["york", "New York", "new york city", "new"],
            ["new", "New York", "new york city", "york"],
        ),
        ("what about User:1?", ["user:1", "user:11"], ["user:1"]),
        ("she writes C++ and C#", ["c", "C++", "c#"], ["C++", "c#"]),
        ("vitamin C helps", ["c", "C++"], ["c"]),
        ("Alice's o’brien", ["s", "alice", "O'Brien"], ["alice", "O'Brien"]),
        ("the Café Noir", ["cafe noir", "CAFÉ"], ["CAFÉ", "cafe noir"]),
        ("what do I like", ["i"], ["i"]),
        ("ｓａｙ ｈｉ", ["hi"], ["hi"]),
        ("z\u200besus and he\u00adllo", ["zesus", "hello"], ["zesus", "hello"]),
        ("東京都の天気", ["東京", "京都", "大阪"], ["東京", "京都"]),
        ("猫が好き", ["猫"], []),
        ("猫 が好き", ["猫"], ["猫"]),
        ("「猫」とは、犬、鳥", ["猫", "犬", "鳥"], ["猫", "犬", "鳥"]),
        ("田中太郎とAIチーム", ["田中 太郎", "ai", "AIチーム", "チーム"], ["田中 太郎", "ai", "AIチーム", "チーム"]),
        ("我喜歡資料庫遷移", ["資料庫", "遷移", "我"], ["資料庫", "遷移"]),
        ("X線", ["x", "線"], []),
        ("AND OR * \" ' (", ["and", "*"], ["and"]),
        ("", ["x"], []),
    ],
)
def test_named(text, names, expected):
    assert found(text, *names) == expected


def test_names_that_read_the_same_are_both_found():
    assert found("user 1", "user:1", "user-1", "User 1") == ["user:1", "user-1", "User 1"]


def test_names_without_a_letter_or_too_long_are_never_found():
    long = " ".join(["word"] * (MOST_WORDS + 1))
    assert found(f"🐈 {long} {'x' * 500}", "🐈", long, "x" * 500, "") == []
    most = " ".join(["word"] * MOST_WORDS)
    assert found(f"a {most}.", most) == [most]


def test_only_the_beginning_of_a_long_text_counts():
    assert found("x " * 1_500 + "bob", "bob") == []


letters = st.text("ab", min_size=2, max_size=4)
names = st.lists(letters, min_size=1, max_size=3).map(" ".join)


@given(st.lists(names, max_size=8, unique=True), st.lists(letters, max_size=12))
def test_like_looking_at_every_name(listed, words):
    text = " ".join(words)
    slowly = {name for name in listed if re.search(rf"(?<!\S){re.escape(name)}(?!\S)", text)}
    assert set(found(text, *listed)) == slowly


@given(
    st.lists(st.text("東京都港区", min_size=2, max_size=4), max_size=8, unique=True),
    st.text("東京都港区 ", max_size=12),
)
def test_like_looking_anywhere_in_scripts_without_spaces(listed, text):
    joined = text.replace(" ", "")
    assert set(found(text, *listed)) == {name for name in listed if name in joined}


@given(st.text(), st.lists(st.text(max_size=6), max_size=5))
def test_any_text_is_answered(text, listed):
    assert set(found(text, *listed)) <= set(listed)


@given(st.text(min_size=1, max_size=20))
def test_a_name_stands_in_itself(name):
    if any(character.isalnum() for character in normalize_key(name)):
        assert name in found(f". {name} .", name)
