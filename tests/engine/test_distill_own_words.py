"""Whose words a turn holds, and what takes back what was said."""

from __future__ import annotations

import pytest

from knowledge.engine.distill import Turn, distill
from tests.engine.distill_helpers import SAID_AT, contents

SHOWN = [
    'Here is the letter I got: "Dear Sam, I live in Paris now. My phone number is 555-0111."',
    "From: Ann Lee <ann@example.org>\nTo: me\nSubject: hi\n\nMy name is Ann. I live in Paris.\n\nAnswer this mail?",
    "SUBJECT: Receipt|EMAIL_FROM: Shop <a@example.org>|CONTENT:\nEmail address: ann@example.org",
    "Begin forwarded message:\n\nMy name is Ann and I live in Paris.",
    "Dialogue practice. A: What is your name? B: My name is Kim. I live in Seoul.",
    "Tom: Hi! I live in Oslo.\nAnn: Nice. I love tea.",
    "Lyrics: I walk the line. My name is Luka. I live on the second floor in Rome.",
    "Here's a poem I found:\nI live in Rome\nMy name is Wind",
    "Character sheet:\nName: Aragorn\nJob: ranger",
    "name: Alice\ncity: Rome\nWhy does this config fail?",
    'As Einstein said: "I have no special talent. I love physics."',
    "Sam wrote: I live in Oslo and I hate fish.",
    '"I live in Paris now.\nMy phone number is 555-0111."',
    "I love natto and I live in Rome.\n\nHow would you improve this text?\nPlease shorten this text.",
    "友人からの手紙：\n私は札幌に住んでいます。猫を飼っています。",
    "歌詞：僕の名前はルカ。東京に住んでいる。",
    "A：お名前は？ B：私の名前はキムです。ソウルに住んでいます。",
    "差出人: 田中\n件名: ご挨拶\n\n私は大阪に住んでいます。",
    "私は田中です。大阪に住んでいます。\nこのメールに返信してください。",
    "彼女は「私は大阪に住んでいます。猫が好きです。」と言いました。",
    "朋友的来信：\n我住在北京。我喜欢猫。",
    "歌词：我的名字叫小芳。我住在村里。",
    "A：你叫什么名字？B：我叫李雷。我住在北京。",
    "发件人: 李雷\n主题: 你好\n\n我叫李雷，我住在北京。",
    "这封邮件怎么回复？\n你好，我叫李雷，我住在北京。",
    "媽媽寫道：「我住在台北。我喜歡貓。」",
    "寄件者: 王小明\n主旨: 你好\n\n我住在台北，我喜歡貓。",
    "對話：\n我叫小美。我住在台中。",
]

OWN = [
    ("I got a letter from Tom. I live in Paris now.", ["Ann lives in Paris."]),
    ("My favourite poem: Ozymandias", ["Ann's favourite poem is Ozymandias."]),
    ('My favourite book is "Dune Messiah."', ["Ann's favourite book is Dune Messiah."]),
    ("Name: Ann Smith\nCity: Rome", ["Ann's name is Ann Smith.", "Ann's city is Rome."]),
    ("Email: ann@example.org\nPhone: 555-0111", ["Ann's email is ann@example.org.", "Ann's phone is 555-0111."]),
    ("I live in Oslo. Can you check the weather for me?", ["Ann lives in Oslo."]),
    (
        "メールアドレス：hana@example.com\n電話番号：090-1234-5678",
        ["Annのメールアドレスはhana@example.com。", "Annの電話番号は090-1234-5678。"],
    ),
    ("私は「スラムダンク」が好きです。大阪に住んでいます。", ["Annはスラムダンクが好き。", "Annは大阪に住んでいる。"]),
    ("我爱看科幻小说。我住在北京。", ["Ann喜欢看科幻小说。", "Ann住在北京。"]),
    ("姓名：李雷\n职业：医生", ["Ann的名字是李雷。", "Ann的职业是医生。"]),
]

TAKEN_BACK = [
    (("My name is Tom.", "Wrong, that was a typo."), []),
    (("I live in Oslo.", "No wait, I meant my brother."), []),
    (("I'm allergic to nuts.", "Actually, that's not true."), []),
    (("I love natto.", "That's a lie."), []),
    (("My name is Tom. That's not my real name.",), []),
    (("I love natto.", "Please delete that."), []),
    (("I love tea.", "My mistake, I love coffee."), ["Ann likes coffee."]),
    (("I live in Rome.", "I was wrong about the weather."), ["Ann lives in Rome."]),
    (("我住在北京。", "不对，我住在上海。"), ["Ann住在上海。"]),
    (("東京に住んでいます。", "間違えました、私は大阪に住んでいます。"), ["Annは大阪に住んでいる。"]),
    (("東京に住んでいます。", "間違いありません。"), ["Annは東京に住んでいる。"]),
    (("I live in Berlin.", "Sorry, I meant Bonn."), ["Ann lives in Bonn."]),
    (("I live in Berlin.", "I meant to write earlier."), ["Ann lives in Berlin."]),
    (("I live in Berlin.", "That is true for many."), ["Ann lives in Berlin."]),
    (("I live in Berlin.", "The weather is fine.", "The food is great.", "Just kidding!"), ["Ann lives in Berlin."]),
    (("私は大阪に住んでいます。", "間違えました。京都です。"), ["Annは京都に住んでいる。"]),
    (("私は大阪に住んでいます。", "あ、違います、神戸です。"), ["Annは神戸に住んでいる。"]),
    (("猫が好きです。", "さっきのは嘘です。"), []),
    (("私は大阪に住んでいます。", "間違いなく良い町です。"), ["Annは大阪に住んでいる。"]),
    (("我住在上海。", "说错了，是杭州。"), ["Ann住在杭州。"]),
    (("我叫张三。", "开玩笑的，我叫李四。"), []),
    (("我喜欢喝茶。", "骗你的。"), []),
    (("我叫張三。", "說錯了，是李四。"), ["Ann的名字是李四。"]),
    (("我住在台北。", "剛才說錯了。"), []),
    (("我住在台北。", "是個好地方。"), ["Ann住在台北。"]),
]

NOT_FOR_KEEPS = [
    "Don't save this: my name is Kim and I live in Seoul.",
    "Off the record, I hate my boss.",
    "Please don't remember that I live in Oslo.",
    "これは覚えないで：私は京都に住んでいます。",
    "オフレコですが、私は部長が嫌いです。",
    "别记这个:我喜欢爵士乐。",
    "不要記住這個：我住在台北。",
    "开个玩笑,我是外星人",
    "私は田中と申しますが、これは偽名です",
    "我叫张三,这是假名",
    "My name is Bob, but that's a fake name.",
]


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_only_shown_is_not_learned(text):
    assert contents(text) == []


@pytest.mark.parametrize(("text", "learned"), OWN)
def test_what_looks_like_it_and_is_ones_own_is_learned(text, learned):
    assert contents(text) == learned


@pytest.mark.parametrize(("said", "learned"), TAKEN_BACK)
def test_the_next_turn_corrects_the_one_before(said, learned):
    turns = [Turn(str(number), text, speaker="Ann", at=SAID_AT) for number, text in enumerate(said)]
    assert [fact.content for fact in distill(turns).facts] == learned


def test_nobody_corrects_somebody_else():
    turns = [
        Turn("a", "I live in Oslo.", speaker="Ann", at=SAID_AT),
        Turn("b", "Wrong, that was a typo.", speaker="Bob", at=SAID_AT),
    ]
    assert [fact.content for fact in distill(turns).facts] == ["Ann lives in Oslo."]


@pytest.mark.parametrize("text", NOT_FOR_KEEPS)
def test_what_is_not_to_be_kept_is_not(text):
    assert contents(text) == []


def test_not_remembering_is_no_wish():
    assert contents("I don't remember that movie. I live in Oslo.") == ["Ann lives in Oslo."]
