"""Which texts are reference documents, and which are talk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.engine.distill import Attachment, Turn, distill, grade, is_slug
from knowledge.engine.distill.documents import LEAST, slug_of

DOCUMENTS = {
    "sop_en": (
        "sop",
        """# Refund procedure

Purpose: handle refunds within two working days.

1. Open the order in the back office.
2. Check that the item was returned and is undamaged.
3. Approve the refund. Amounts above 500 EUR must be approved by a manager.
4. Send the confirmation mail.
""",
    ),
    "ja_rule": (
        "policy",
        """就業規則

第1条（目的）この規則は、従業員の就業に関する事項を定める。
第2条（適用範囲）この規則は、すべての従業員に適用する。
第3条（労働時間）1日の労働時間は8時間とする。
第4条（休暇）年次有給休暇は入社6か月後に10日付与するものとする。
""",
    ),
    "zh_sop": (
        "sop",
        """报销流程

1. 员工在系统中填写报销单，并上传发票。
2. 部门经理审批，金额超过5000元的必须由总监审批。
3. 财务审核单据，不符合规定的应当退回。
4. 每月25日统一付款。
""",
    ),
    "table": (
        "reference",
        """Price list 2026

| Item | Price | Unit |
|------|-------|------|
| Apples | 3.20 | kg |
| Pears | 2.80 | kg |
| Plums | 4.10 | kg |
| Figs | 9.90 | kg |
""",
    ),
    "api": (
        "spec",
        """API specification

GET /v1/orders
Parameters:
- limit: integer, default 50
- cursor: string
Returns: list of orders
Errors: 401 if the token is missing, 429 if the rate limit is exceeded
""",
    ),
    "charter": (
        "charter",
        """Articles of Association

Article 1. The name of the company is Acme Ltd.
Article 2. The registered office shall be in London.
Article 3. The objects of the company are the sale of anvils.
Article 4. The liability of members is limited.
""",
    ),
    "manual_ja": (
        "sop",
        """コーヒーメーカー取扱説明書

準備するもの：
・コーヒー豆 20g
・水 300ml

手順1 タンクに水を入れます。
手順2 フィルターをセットし、豆を入れます。
手順3 電源ボタンを押します。
注意：使用後は必ず電源を切ってください。
""",
    ),
}

TALK = {
    "chat": """Hey! How was your weekend?
I went hiking with my sister and we saw a bear, can you believe it?
Anyway, I'm back at work now and I'm super tired lol.
What about you? Did you finish the report?""",
    "long_talk": """I agree that we should take the train, it's cheaper and I can read there. My mom says hi.""",
    "log": """Ann: Did you see the news?
Bob: No, what happened?
Ann: They cancelled the concert.
Bob: Oh no, I already bought tickets.
Ann: Me too.""",
    "ja_chat": """昨日は本当にありがとう！
久しぶりに会えて楽しかったです。
また来月みんなで集まりましょうね。
次は私が店を予約しておきますね。よろしくお願いします。""",
    "shopping": """Can you add these to my list?
- milk
- eggs
- bread
- coffee
I'm going to the shop at five, thanks!""",
    "mail": """Dear Sam,
thank you for the invitation. I would love to come, but I am travelling that week.
I hope we can meet in June instead. My sister will be there too.
Best wishes,
Ann""",
    "facts": """My name is Ann.
I live in Kyoto.
I work at Acme as an engineer.
I like tea and I hate natto.
My birthday is on July 4.""",
    "zh_chat": """你今天怎么样啊？
我昨天去爬山了，特别累，但是风景真的很美。
下周末你有空吗？我们一起去吃火锅吧。
我朋友说新开的那家店很不错。""",
    "poem": """The woods are lovely, dark and deep,
and there are promises to keep,
and miles to go before we sleep,
and miles to go before we sleep.""",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_reference_document(name):
    kind, text = DOCUMENTS[name]
    found = grade(text)
    assert found is not None
    assert found.kind == kind
    assert found.title == text.strip().splitlines()[0].strip("# ")
    assert is_slug(found.slug)
    assert 0.5 <= found.score <= 1
    assert found.characters == len(text)


@pytest.mark.parametrize("name", TALK)
def test_talk(name):
    assert grade(TALK[name]) is None


def test_no_facts_are_read_from_a_document():
    text = DOCUMENTS["sop_en"][1] + "\nI live in Kyoto."
    learned = distill([Turn("t1", text), Turn("t2", "I live in Oslo now.")])
    assert [(one.turn, one.kind, one.name) for one in learned.documents] == [("t1", "sop", "")]
    assert [fact.object for fact in learned.facts] == ["Oslo"]


def test_an_attachment_is_judged_on_its_own():
    turn = Turn("t1", "I live in Kyoto.", attachments=(Attachment("refunds.md", DOCUMENTS["sop_en"][1]),))
    learned = distill([turn])
    assert [(one.name, one.slug) for one in learned.documents] == [("refunds.md", "refund-procedure")]
    assert [fact.object for fact in learned.facts] == ["Kyoto"]
    talk = distill([Turn("t1", "See what Bob wrote me", attachments=(Attachment("talk.txt", TALK["chat"]),))])
    assert talk.documents == ()


def test_replies_are_no_documents():
    assert distill([Turn("t1", DOCUMENTS["sop_en"][1], role="assistant")]).documents == ()


def test_too_short_to_be_judged():
    """Blanks do not count."""
    head = "# Rules\n\n1. Staff must badge in.\n2. Staff must badge out.\n3. "
    bare = len("".join(head.split()))
    assert grade(head + "x" * (LEAST - 1 - bare) + " " * 50) is None
    assert grade(head + "x" * (LEAST - bare)) is not None


@pytest.mark.parametrize(
    "proposed", ["../evil", "UPPER", "a" * 65, "中文", "", "-a", "a--b", "a b", "a/b", "a.md", "é"]
)
def test_what_is_no_slug(proposed):
    assert not is_slug(proposed)


@pytest.mark.parametrize("title", ["../evil", "UPPER", "a" * 65, "中文", "", "就業規則", "...", "a" * 200])
def test_a_slug_is_always_usable(title):
    slug = slug_of(title, "policy", "text")
    assert is_slug(slug)
    if not title.isascii() or not any(letter.isalnum() for letter in title):
        assert slug.startswith("policy-")


@given(
    st.text(max_size=2_000)
    | st.lists(st.sampled_from(["# A", "1. x", "| a | b |", "名前：値", "第1条 x", "I"]), max_size=90).map("\n".join)
)
def test_nothing_makes_it_fail(text):
    found = grade(text)
    if found is not None:
        assert is_slug(found.slug)
        assert 0.5 <= found.score <= 1
        assert len(found.title) <= 120
