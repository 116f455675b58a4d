"""Names as texts spell them, who speaks, and how strongly a text is about a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.mentions import LOOKED_AT, Question, asks, names_in, speaker_in, strength, together


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The Hukilau Song was written by Jack Owens in 1948.", ["Hukilau Song", "Jack Owens"]),
        ("She studied at the University of Wisconsin and left", ["University of Wisconsin"]),
        ("He was born on 27 May 1999 in Leland, North Carolina.", ["27 May 1999", "Leland", "North Carolina"]),
        ("in 1948 nothing was written down", []),
        ("Who is it? It is IBM.", ["IBM"]),
        ("Moved by Kathi-Anne O'Neil", ["Moved", "Kathi-Anne O'Neil"]),
        ("マーガレット・サッチャーはイギリスの政治家", ["マーガレット・サッチャー"]),
        ("スポーツのニュース", []),
        ("他主演了《战国无双3》和『旅情』", ["战国无双3", "旅情"]),
        ("「はい」と言った", []),
        ("", []),
    ],
)
def test_names_in_a_text(text, names):
    assert names_in(text) == names


def test_only_the_beginning_of_a_text_is_looked_through():
    assert names_in("a " * (LOOKED_AT // 2) + "Ann Bell") == []


@given(st.text(max_size=300))
def test_any_text_gives_names_that_stand_in_it(text):
    for name in names_in(text):
        assert name
        assert all(word in text for word in name.split())


@pytest.mark.parametrize(
    ("head", "speaker"),
    [
        ("Ann: hello", "Ann"),
        ("[8 May 2023] Ann Bell: hello", "Ann Bell"),
        ("田中：こんにちは", "田中"),
        ("http://example.org is down", ""),
        ("at 10:30 we met", ""),
        ("[no end Ann: hello", ""),
        ("one two three four five: x", ""),
        (": x", ""),
        ("", ""),
        ("a very long beginning of a sentence that is no name at all: x", ""),
        ("first line\nAnn: x", ""),
    ],
)
def test_who_speaks(head, speaker):
    assert speaker_in(head) == speaker


def test_whom_a_question_names():
    question = Question("What does Caroline's brother Will cook with 田中さん?")
    assert question.names("caroline")
    assert question.names("Caroline Smith")
    assert question.names("田中")
    assert not question.names("Will")  # also an everyday word
    assert not question.names("田")
    assert not question.names("Melanie")
    assert not question.names("")


def test_what_a_question_is_about():
    question = Question("When does the billing module of 青山商事 close?")
    assert question.is_about("billing module")
    assert question.is_about("the billing")
    assert question.is_about("青山商事")
    assert not question.is_about("billing of Ann")
    assert not question.is_about("the")
    assert not question.is_about("")


def test_a_text_that_begins_with_a_name_is_about_it():
    late = "x " * 60
    assert strength("Ann Bell", "ann bell is a pilot", rarity=0.4) == pytest.approx(2 * 0.4 / 1.9)
    assert strength("Ann Bell", f"{late}ann bell", rarity=0.4) == pytest.approx(0.4 / 1.9)
    assert strength("Ann Bell", f"{late}ann bell, ann bell", rarity=0.4) == pytest.approx(0.4 * 2 / 2.9)
    assert strength("Ann Bell", "ann and a bell", rarity=0.4) == 0.0
    assert strength("Ann", "ann " * 50, rarity=1.0) == 1.0


def test_several_reasons_leave_less_doubt():
    assert together([]) == 0.0
    assert together([0.5, 0.5]) == 0.75
    assert together([1.0, 0.2]) == 1.0


@pytest.mark.parametrize(
    ("tail", "does"),
    [
        ("Where do you live?", True),
        ("Have you been there? I never was.", True),
        ("どこに住んでいますか？", True),
        ("你住在哪里？我住在这里", True),
        ("أين تسكن؟", True),
        ("I live here.", False),
        ("", False),
    ],
)
def test_what_asks(tail, does):
    assert asks(tail) is does
