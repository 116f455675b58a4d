"""What a whole conversation gives: whose words count, triples that supersede, time, doubt, and bounds."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.distill import MOST_CHARACTERS, MOST_FACTS, Turn, distill
from knowledge.engine.distill.model import Role
from tests.cost import grows_no_more_than, stays_within
from tests.engine.distill_helpers import SAID_AT, contents, facts, triples

if TYPE_CHECKING:
    from collections.abc import Callable


def conversation(*said: tuple[str, str] | str, speaker: str = "Ann"):
    """Turns of one speaker, or (role, text)."""
    turns = []
    for number, one in enumerate(said):
        role, text = ("user", one) if isinstance(one, str) else one
        turns.append(
            Turn(f"t{number}", text, role=cast("Role", role), speaker=speaker if role == "user" else "", at=SAID_AT)
        )
    return distill(turns)


# ------------------------------------------------------------------ whose words


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_the_user_is_learned_from(role):
    learned = conversation((role, "I live in Kyoto and my favorite color is blue."), "I live in Osaka.")
    assert [fact.content for fact in learned.facts] == ["Ann lives in Osaka."]
    assert [(one.turn, one.reason) for one in learned.skipped] == [("t0", "not_the_user")]


def test_a_speaker_without_a_name_is_the_user():
    assert triples("I live in Kyoto.") == [("Ann", "lives in", "Kyoto")]
    assert [fact.subject for fact in facts("I live in Kyoto.", speaker="")] == ["user"]
    learned = facts("Hi, I'm Bob from Chicago.", speaker="")
    assert [fact.content for fact in learned] == ["user's name is Bob.", "user comes from Chicago."]


def test_everybody_speaks_for_themself():
    turns = [
        Turn("a", "I live in Kyoto.", speaker="Ann", at=SAID_AT),
        Turn("b", "Oh nice, I live in Oslo. Ann, I love tea!", speaker="Bob", at=SAID_AT),
    ]
    assert [fact.content for fact in distill(turns).facts] == [
        "Ann lives in Kyoto.",
        "Bob lives in Oslo.",
        "Bob likes tea.",
    ]


def test_among_people_remember_is_advice():
    said = "Remember that the garage code changes on Friday."
    assert conversation(said).facts
    turns = [Turn("a", said, speaker="Ann"), Turn("b", "Thank you so much for that!", speaker="Bob")]
    assert distill(turns).facts == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("a" * 9, "too_short"), ("I am Bob.", "too_short"), ("短いです。", None), ("我叫李雷。", None), ("a" * 10, None)],
)
def test_short_turns_are_skipped(text, reason):
    """Nine letters are too little; of wide characters five are as much as ten letters."""
    assert [one.reason for one in conversation(text).skipped] == ([reason] if reason else [])


@pytest.mark.parametrize(("length", "reason"), [(29, "too_short"), (30, "not_the_user")])
def test_short_replies_are_skipped(length, reason):
    assert [one.reason for one in conversation(("assistant", "x" * length)).skipped] == [reason]


# ------------------------------------------------------------------ what is left out


@pytest.mark.parametrize(
    "text",
    [
        "```\nI live in Kyoto.\n```",
        "> I live in Kyoto.\n> My name is Bob.",
        "He shouted \u201cI live in Kyoto and I will never leave this place again\u201d and left.",
        "Please translate:\nI live in Kyoto.\nMy name is Bob.",
        "次の文を英訳してください。\n私は京都に住んでいます。",
        "请把下面的话翻译成英文：\n我住在京都。",
        "Bob: I live in Kyoto",
        "Q: where do I live? A: I live in Kyoto, I think?",
    ],
)
def test_what_others_wrote_is_not_learned(text):
    assert contents(text) == []


ARTICLES = {
    "ja": (
        "灯台守の家系は代々この島に伝わり、毎年秋には祭りを開催することになった。1920年に火災で資料館が焼失し、"
        "翌年には石造りの建物を建設することに決定した。館長は京都に移住し、記録の編集を始めた。"
    ),
    "zht": (
        "燈塔建於1890年,由當地漁民出資,決定採用石材作為主要建材。守塔人住在塔旁的小屋,喜歡觀察候鳥,"
        "每年春天記錄鳥類數量。後來搬到港口附近,從事漁業,並出版了兩本筆記。"
    ),
    "zh": (
        "这座灯塔建于1890年，由当地渔民出资，决定采用石材作为主要建材。守塔人住在塔旁的小屋，喜欢观察候鸟，"
        "每年春天记录鸟类数量。后来搬到港口附近，从事渔业，并出版了两本笔记。"
    ),
    "en": (
        "The lighthouse was built in 1890 by local fishermen, who decided to use granite for the walls. The keeper "
        "lives in a hut beside it, likes watching birds, and plans to publish a book. Anna works at Harbour Office."
    ),
}


@pytest.mark.parametrize("text", ARTICLES.values(), ids=ARTICLES)
def test_an_article_says_nothing_about_who_pastes_it(text):
    assert contents(text) == []


def test_after_another_subject_the_speaker_has_to_be_named_again():
    assert contents("楼下那家店很热闹，喜欢日本菜，住在大阪。") == []
    assert contents("我很会做饭，我喜欢日本菜，住在大阪。") == ["Ann喜欢日本菜。", "Ann住在大阪。"]


def test_a_title_in_quotes_is_a_name():
    assert triples('I love "Dune Messiah".') == [("Ann", "opinion of Dune Messiah", "Dune Messiah")]
    assert triples("私は「スラムダンク」が好きです。") == [("Ann", "opinion of スラムダンク", "スラムダンク")]


@pytest.mark.parametrize("back", ["Scratch that.", "Just kidding!", "冗談です。", "开玩笑的", "Never mind"])
def test_a_statement_can_be_taken_back(back):
    learned = conversation("I live in Kyoto.", "I moved to the moon, I live in Tycho.", back)
    assert [fact.content for fact in learned.facts] == ["Ann lives in Kyoto."]


@pytest.mark.parametrize(
    "text",
    [
        "My password is swordfish and my PIN is 1234.",
        "Remember that my api key is sk-123456.",
        "Password: swordfish",
        "パスワードはswordfishだと覚えておいて。",
        "请记住我的密码是swordfish",
        "暗証番号：1234番です",
    ],
)
def test_secrets_are_never_learned(text):
    assert contents(text) == []


# ------------------------------------------------------------------ triples


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I live in Kyoto.", "I moved to Osaka last month."),
        ("I live in Kyoto.", "I no longer live in Kyoto."),
        ("My name is Ann.", "Actually, my name is Anna, not Ann."),
        ("I love natto.", "I don't like natto anymore."),
        ("I love natto.", "I hate natto."),
        ("I prefer tea to coffee.", "I prefer coffee to tea."),
        ("We decided to use MySQL for the database.", "We decided on PostgreSQL for the database."),
        ("The launch is on May 3.", "The launch has been moved to May 10."),
        ("My favorite color is blue.", "Green is my favourite color."),
        ("I work at Acme as an engineer.", "I quit my job."),
        ("東京に住んでいます。", "先月大阪に引っ越しました。"),
        ("東京に住んでいます。", "もう東京に住んでいません。"),
        ("納豆が好きです。", "納豆は苦手です。"),
        ("会議は木曜の10時です。", "会議は金曜の15時に変更になりました。"),
        ("データベースはMySQLにします。", "データベースはPostgreSQLに決めました。"),
        ("我住在北京。", "我上个月搬到了上海。"),
        ("我喜欢榴莲，真的。", "我已经不喜欢榴莲了。"),
        ("會議定在週二上午九點。", "會議改到週四上午十點。"),
        ("資料庫決定用MySQL。", "資料庫決定用PostgreSQL。"),
    ],
)
def test_a_correction_names_the_same_fact(before, after):
    """Subject and predicate are what a later statement replaces an earlier one by."""
    first, second = facts(before)[0], facts(after)[0]
    assert first.subject is not None
    assert (first.subject, first.predicate) == (second.subject, second.predicate)
    assert first.content != second.content


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I love sushi.", "I love ramen."),
        ("I speak Japanese.", "I speak English."),
        ("I have a dog named Max.", "I have a dog named Rex."),
        ("I'm allergic to peanuts.", "I'm allergic to bee stings."),
        ("寿司が好きです。", "天ぷらが好きです。"),
        ("我喜欢爬山运动。", "我喜欢游泳运动。"),
    ],
)
def test_what_can_be_true_together_is_not_one_fact(one, other):
    assert facts(one)[0].predicate != facts(other)[0].predicate


def test_the_same_in_other_words_is_the_same_statement():
    for same in (
        ("I love sushi.", "I really like sushi!", "I'm a big fan of sushi."),
        ("I live in Kyoto.", "I'm based in Kyoto these days.", "We moved to Kyoto."),
        ("寿司が大好きです。", "私は寿司が好きです。"),
        ("我很喜欢爬山。", "我喜欢爬山。", "我对爬山很感兴趣。"),
    ):
        assert len({(fact.content, fact.predicate) for text in same for fact in facts(text)}) == 1


def test_a_denial_has_no_object():
    (denied,) = facts("I no longer live in Kyoto.")
    assert (denied.subject, denied.predicate, denied.object, denied.denies) == ("Ann", "lives in", None, "Kyoto")
    (any_job,) = facts("I quit my job.")
    assert (any_job.object, any_job.denies) == (None, "")
    (affirmed,) = facts("I live in Kyoto.")
    assert affirmed.denies is None


def test_the_same_said_twice_is_one_fact_of_both_turns():
    learned = conversation("I live in Kyoto.", "As I said, I live in Kyoto.", "I live in Osaka.", "I live in Kyoto.")
    assert [(fact.object, fact.turns) for fact in learned.facts] == [
        ("Kyoto", ("t0", "t1")),
        ("Osaka", ("t2",)),
        ("Kyoto", ("t3",)),
    ]


# ------------------------------------------------------------------ doubt


def test_doubt_lowers_the_confidence():
    sure, thought, doubted = (
        facts(text)[0] for text in ("I live in Kyoto.", "I think I live in Kyoto.", "Maybe I live in Kyoto.")
    )
    assert (sure.confidence, thought.confidence, doubted.confidence) == (0.9, 0.75, 0.5)
    # What is less than probable takes no place on the time axis of a fact.
    assert thought.subject == "Ann"
    assert (doubted.subject, doubted.predicate, doubted.object) == (None, None, None)
    assert [facts(text)[0].confidence for text in ("紅茶が好きだと思います。", "たぶん紅茶が好きです。")] == [0.75, 0.5]
    assert [facts(text)[0].confidence for text in ("我觉得我住在北京。", "我可能住在北京。")] == [0.75, 0.5]


def test_only_the_clause_that_doubts_is_doubted():
    learned = facts("I live in Kyoto, but I'm not sure if I like it there.")
    assert [(fact.content, fact.confidence) for fact in learned] == [("Ann lives in Kyoto.", 0.9)]


def test_what_is_told_of_others_is_less_sure():
    assert facts("My sister lives in Osaka.")[0].confidence == 0.8
    assert facts("田中さんは名古屋に住んでいます。")[0].confidence == 0.8


# ------------------------------------------------------------------ time


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("I live in Kyoto since 2019.", "2019-01-01", None),
        ("I live in Rome until June.", None, "2027-07-01"),
        ("I'm moving to Paris next month.", "2026-12-01", None),
        ("Starting Monday I work at Stripe.", "2026-12-07", None),
        ("2020年から大阪に住んでいます。", "2020-01-01", None),
        ("3月まで札幌に住んでいます。", None, "2027-04-01"),
        ("来月大阪に引っ越します。", "2026-12-01", None),
        ("从2019年起我住在深圳。", "2019-01-01", None),
        ("我下個月要搬到新竹。", "2026-12-01", None),
    ],
)
def test_validity_is_what_the_sentence_names(text, start, end):
    (fact,) = facts(text)
    day = lambda moment: None if moment is None else f"{moment:%Y-%m-%d}"  # noqa: E731
    assert (day(fact.valid_from), day(fact.valid_until)) == (start, end)
    assert fact.said_at == SAID_AT


def test_what_ended_before_it_was_said_is_no_fact_of_now():
    (fact,) = facts("I live in Rome until June 2020.")
    assert fact.subject is None


def test_days_are_those_of_the_speakers_zone():
    late = datetime(2026, 11, 30, 20, tzinfo=UTC)  # in Tokyo it is the first of December
    assert facts("The launch is tomorrow.", at=late)[0].object == "2026-12-01"
    assert facts("The launch is tomorrow.", at=late.astimezone(SAID_AT.tzinfo))[0].object == "2026-12-02"


def test_without_a_time_nothing_is_resolved():
    assert facts("I'm moving to Paris next month.", at=None) == ()
    (fact,) = facts("I've decided to learn Rust next year.", at=None)
    assert fact.content == "Ann has decided to learn Rust next year."


# ------------------------------------------------------------------ bounds


def test_at_most_twenty_facts_the_surest_kinds_first():
    likes = ". ".join(f"I love game number {number}" for number in range(30))
    learned = conversation(likes, "My name is Ann Smith.")
    assert len(learned.facts) == MOST_FACTS
    assert learned.left_out == 11
    assert learned.facts[-1].content == "Ann's name is Ann Smith."


def test_no_fact_is_longer_than_allowed():
    long = "Remember that " + "the red box " * 200 + "is mine 1."
    assert all(len(fact.content) <= MOST_CHARACTERS for fact in facts(long, speaker="A" * 500))
    assert contents(f"I live in {'K' * 700}.") == []


def test_the_same_every_time():
    said = ["I live in Kyoto. I love tea.", "我住在北京，喜欢茶。", "猫が好きです。"]
    assert conversation(*said) == conversation(*said)


PIECES = (
    "I my we is am live in at love hate not no longer since until remember : = , . ? ! \u300c \u300d \" ' \n - | # "
    "Kyoto 12 2026 may next friday \u200b \U0001f600 \u0301 私は が 好き です 住んで います ない と 覚えて "
    "我 住在 喜欢 不 叫 是 了 的 吗 决定 用 做"
)
WORDS = st.sampled_from(re.split(" ", PIECES))


@given(st.lists(st.text(max_size=200), max_size=4) | st.lists(st.lists(WORDS, max_size=40).map(" ".join), max_size=4))
def test_nothing_makes_it_fail(texts):
    turns = [Turn(str(number), text, speaker="Ann", at=SAID_AT) for number, text in enumerate(texts)]
    learned = distill(turns)
    assert len(learned.facts) <= MOST_FACTS
    for fact in learned.facts:
        assert 0 < len(fact.content) <= MOST_CHARACTERS
        assert 0 < fact.confidence <= 1
        assert set(fact.turns) <= {turn.id for turn in turns}
        assert fact.valid_from is None or fact.valid_until is None or fact.valid_from < fact.valid_until
        assert (fact.subject is None) == (fact.predicate is None)


@pytest.mark.parametrize(
    "unit",
    [
        "I live in Kyoto and ",
        "I love ",
        "I think maybe ",
        "and and and ",
        "my my my is is ",
        "A" * 20,
        "a: ",
        "私は",
        "が好きで、",
        "我住在",
        "不是叫",
        "well, so, ",
        "「",
        "\u0301",
        "#\n",
        "|x|\n",
        "1. ",
        "next friday at 3 ",
        "A: I am. ",
        '"',
        "From: ",
        "no, wait, ",
        "I said: ",
        "ではなく、",
        "的朋友",
    ],
)
def test_time_is_linear_in_the_text(unit):
    """Four times the text may not take much more than four times as long."""

    def reading(length: int) -> Callable[[], object]:
        text = (unit * (length // len(unit) + 1))[:length]
        return lambda: distill([Turn("t", text, speaker="Ann", at=SAID_AT)])

    assert grows_no_more_than(9, reading(10_000), reading(40_000))
    assert stays_within(100, reading(40_000))
