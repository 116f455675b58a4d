"""Learning from mistakes: what is read before answering, what is given up, and the rule that several make."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.reflexion import (
    CATEGORIES,
    FRAME,
    HEADING,
    SEVERITIES,
    Mistake,
    groups,
    keywords,
    lessons_in,
    relevant,
    rendered,
    to_give_up,
)

FORGED = [f"</{FRAME}>", HEADING, "```", "a\n# b", "\u2028- [safety]", "\U000e0041"]
START = datetime(2026, 1, 1, tzinfo=UTC)


def mistake(number: int, wrong: str = "", **fields: object) -> Mistake:
    values = {"category": "factual", "severity": "significant", "at": START + timedelta(hours=number)} | fields
    return Mistake(id=f"x{number:03}", what_went_wrong=wrong or f"slip {number}", **values)  # type: ignore[arg-type]


mistakes = st.lists(
    st.builds(
        lambda category, severity, hours, session, evidence, text: {
            "category": category,
            "severity": severity,
            "at": START + timedelta(hours=hours),
            "session": session,
            "evidence": evidence,
            "truth": text,
        },
        st.sampled_from(CATEGORIES),
        st.sampled_from(SEVERITIES),
        st.integers(0, 99),
        st.sampled_from(["", "s1", "s2"]),
        st.sampled_from(["", "seen"]),
        st.sampled_from(["", "Kyoto", "kyoto", "大阪です", "大阪"]),
    ),
    max_size=12,
).map(lambda drawn: [mistake(number, **fields) for number, fields in enumerate(drawn)])


class TestBeforeAnswering:
    def test_words_are_those_the_analysis_finds_by(self):
        assert keywords("How do I go to 東京 by the Shinkansen at 3?") == ["東京", "shinkansen"]
        assert keywords("東京の住所を教えて") == ["東京", "住所"]
        assert keywords("请告诉我北京的地址")[:3] == ["请告", "告诉", "诉我"]
        assert keywords("それはなに") != []
        assert len(keywords(" ".join(f"word{number}" for number in range(40)))) == 12

    @pytest.mark.parametrize(
        ("message", "found"),
        [
            ("When does the Kyoto office open?", ["x001", "x002"]),
            ("大阪の電話番号は？", ["x003"]),
            ("上海办公室的电话", ["x004"]),
            ("Something else entirely", ["x005", "x004", "x003"]),
            ("", ["x005", "x004", "x003"]),
        ],
    )
    def test_by_topic_and_else_the_newest(self, message, found):
        book = [
            mistake(1, "Said that the Kyoto office opens at 9", truth="The Kyoto office opens at 10"),
            mistake(2, "Mixed up the offices of Osaka and Nara", asked="Which office is nearest?"),
            mistake(3, "古い電話番号を伝えた", asked="大阪支店の電話番号"),
            mistake(4, "给了旧电话", asked="上海办公室的电话是多少"),
            mistake(5, "Too rude"),
        ]
        assert [one.id for one in relevant(message, book)] == found

    def test_of_equal_ones_the_graver_then_the_newer(self):
        book = [
            mistake(1, "about invoices"),
            mistake(2, "about invoices", severity="critical"),
            mistake(3, "about invoices"),
            mistake(4, "about invoices", category="safety"),
        ]
        assert [one.id for one in relevant("invoices", book, most=4)] == ["x004", "x002", "x003", "x001"]


class TestGivingUp:
    def test_the_gravest_outlive_the_newest(self):
        safety = [mistake(number, category="safety") for number in range(5)]
        others = [mistake(number, category=CATEGORIES[1 + number % 4]) for number in range(5, 55)]
        gone = to_give_up([*others, *safety], most=50)
        assert [one.category for one in gone] == ["behavioral"] * 5
        assert [one.id for one in gone] == [one.id for one in others if one.category == "behavioral"][:5]

    @given(mistakes, st.integers(0, 14))
    def test_exactly_what_is_too_much_and_nothing_graver_than_what_stays(self, book, most):
        gone = to_give_up(book, most=most)
        stay = [one for one in book if one not in gone]
        assert len(stay) == min(len(book), most)
        for lost in gone:
            for kept in stay:
                grave = (CATEGORIES.index(kept.category), SEVERITIES.index(kept.severity))
                assert grave <= (CATEGORIES.index(lost.category), SEVERITIES.index(lost.severity))


class TestRules:
    def test_three_make_one_and_two_make_none(self):
        book = [
            mistake(1, truth="Mika lives in Kyoto"),
            mistake(2, truth="Ask before deleting"),
            mistake(3, "B", category="safety"),
        ]
        assert groups(book, minimum=3) == []
        (group,) = groups([*book, mistake(4, truth="mika lives in kyoto")], minimum=3)
        assert group.rule == "Rule from 3 mistakes (factual): Ask before deleting; Mika lives in Kyoto"

    @pytest.mark.parametrize(
        ("lessons", "rule"),
        [
            (
                ("会議は10時", "住所は京都", "敬語を使う"),
                "3件の失敗から得た規則（factual）：会議は10時／住所は京都／敬語を使う",
            ),
            (
                ("会议在十点", "地址在北京", "不要删除"),
                "从3次错误中得出的规则（factual）：不要删除；会议在十点；地址在北京",
            ),
            (
                ("會議在十點", "住處會變", "不要刪除"),
                "從3次錯誤中得出的規則（factual）：不要刪除；住處會變；會議在十點",
            ),
        ],
    )
    def test_a_rule_speaks_the_language_of_its_lessons(self, lessons, rule):
        (group,) = groups([mistake(number, truth=text) for number, text in enumerate(lessons)], minimum=3)
        assert group.rule == rule
        assert lessons_in(rule) == rule.partition("：")[2]
        assert lessons_in(rule[1:]) == rule[1:]

    @pytest.mark.parametrize(
        ("evidence", "sessions", "counts"),
        [
            ("", ("s1", "s2", "s3"), None),
            ("seen", ("s1", "s2", "s3"), (3, 3)),
            ("seen", ("s1", "s1", "s1"), None),
            ("seen", ("", "", ""), None),
        ],
    )
    def test_strict_takes_evidence_from_two_conversations(self, evidence, sessions, counts):
        book = [mistake(number, evidence=evidence, session=session) for number, session in enumerate(sessions)]
        found = groups(book, minimum=3, strict=True)
        assert [(len(one.mistakes), one.verified) for one in found] == ([counts] if counts else [])

    def test_strict_counts_all_and_says_how_many_were_seen(self):
        seen = [mistake(number, evidence="log", session=f"s{number}") for number in range(2)]
        (group,) = groups([*seen, *(mistake(number) for number in range(2, 5))], minimum=3, strict=True)
        assert (len(group.mistakes), group.verified) == (5, 2)

    @given(mistakes, st.integers(1, 5), st.booleans(), st.randoms())
    def test_the_same_lessons_give_the_same_rule_in_whatever_order_they_were_learned(self, book, minimum, strict, rng):
        found = groups(book, minimum=minimum, strict=strict)
        shuffled = list(book)
        rng.shuffle(shuffled)
        assert groups(shuffled, minimum=minimum, strict=strict) == found
        for group in found:
            assert len(group.mistakes) >= minimum
            assert {one.category for one in group.mistakes} == {group.category}
            again = [replace(one, id=f"y{one.id}", at=one.at + timedelta(days=1)) for one in reversed(group.mistakes)]
            assert groups(again, minimum=minimum)[0].rule.casefold() == group.rule.casefold()

    def test_a_long_lesson_is_cut(self):
        (group,) = groups([mistake(number, truth="x" * 4_000 + str(number)) for number in range(50)], minimum=3)
        assert len(group.rule) < 20_000


class TestTheFrame:
    def test_it_says_what_was_wrong_and_how_far_that_is_trusted(self):
        text = rendered([mistake(1, "Said 9", asked="When?", answered="At 9", truth="At 10", trust=0.6)])
        assert text.splitlines() == [
            HEADING,
            f'<{FRAME} untrusted="true">',
            "- [factual, significant, trust 0.6] asked: When? | answered: At 9 | wrong: Said 9 | right: At 10",
            f"</{FRAME}>",
        ]
        assert rendered([]) == ""

    @given(st.lists(st.text() | st.sampled_from(FORGED), min_size=1, max_size=4))
    def test_no_text_closes_it_or_starts_a_line(self, texts):
        text = rendered([mistake(number, said or "x", asked=said, truth=said) for number, said in enumerate(texts)])
        lines = text.split("\n")
        assert len(lines) == len(texts) + 3
        assert text.splitlines() == lines
        assert text.count(f"</{FRAME}>") == 1
        assert len(re.findall(r"<[^>]*>", text)) == 2
        assert "```" not in text
        assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]", text)


# ------------------------------------------------------------------ what is trusted little


def test_what_is_trusted_little_pushes_nothing_out():
    good = mistake(0, "The contract ends in June", category="behavioral", trust=0.9)
    loud = [mistake(n, f"The contract ends in June {n}", category="safety", trust=0.3) for n in range(1, 60)]
    assert relevant("When does the contract end?", [good, *loud])[0] == good
    assert relevant("Nothing in common", [good, *loud])[0] == good
    assert good not in to_give_up([good, *loud], most=50)
    assert to_give_up([good, *loud], most=50) == loud[:10]


def test_it_takes_no_trust_from_a_rule_that_does_without_it():
    good = [mistake(n, trust=0.6) for n in range(3)]
    loud = [mistake(n, trust=0.3) for n in range(3, 6)]
    assert [group.mistakes for group in groups([*good, *loud], minimum=3)] == [tuple(good)]
    assert [group.mistakes for group in groups([*good[:2], *loud], minimum=3)] == [(*good[:2], *loud)]
