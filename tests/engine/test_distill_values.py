"""What stands in the place of a value and is none, in all languages."""

from __future__ import annotations

import pytest

from tests.engine.distill_helpers import contents

NO_VALUES = [
    "My car is broken.",
    "My company is great.",
    "My goal is simple.",
    "My hometown is beautiful.",
    "I live in Rome, I mean Paris.",
    "I'm from Mars, actually.",
    "I'm learning to drive.",
    "東京、いや大阪に住んでいます。",
    "勤務先は遠いです。",
    "身長は高いです。",
    "趣味はたくさんあります。",
    "火星に住んでいます。",
    "我住在北京，不对，上海。",
    "我的爱好很多。",
    "我的地址是错的。",
    "我的車壞了。",
    "我的身高很高。",
    "Email: TBD",
    "Address: see above",
    "Favourite colour: ask my wife",
    "Name: John Smith (example)",
    "Name: <your name>",
    "Employer: N/A",
    "Phone: xxx-xxxx",
    "My phone number is a secret.",
    "My birthday is none of your business.",
    "My address is the same as before.",
    "My email is changing soon.",
    "My e-mail address is ana at home.",
    "名前は覚えていません",
    "名前はまだ決めていません。",
    "誕生日は秘密です",
    "電話番号は教えたくない",
    "電話番号は変わりました",
    "住所は前と同じです。",
    "年齢は聞かないでください。",
    "血液型はわかりません。",
    "私の名前は太郎ではありません",
    "名前:山田太郎(例)",
    "メールアドレス：なし",
    "電話番号：未定です",
    "職業は退屈です。",
    "趣味は特にありません。",
    "姓名:张三(示例)",
    "姓名：李四（化名）",
    "邮箱：待定",
    "地址：见附件",
    "我的名字是秘密。",
    "我的电话是保密的。",
    "我的电话不是12345678。",
    "我的名字不是张三。",
    "電話：暫無資料",
    "我的電話換了。",
    "姓名：王小明（範例）",
    "我的生日不告訴你。",
]

VALUES = [
    ("My car is a red Tesla.", ["Ann's car is red Tesla."]),
    ("My hometown is Graz.", ["Ann's hometown is Graz."]),
    ("I mean, I live in Rome.", ["Ann lives in Rome."]),
    ("上司の名前は太郎くんです。", ["Annの上司は太郎くん。"]),
    ("担当は田中さんです。", ["Annの担当は田中さん。"]),
    ("身長は170cmです。", ["Annの身長は170cm。"]),
    ("趣味はお笑いです。", ["Annはお笑いが好き。"]),
    ("我的爱好是爬山。", ["Ann喜欢爬山。"]),
    ("我的身高是170公分。", ["Ann的身高是170公分。"]),
    ("My e-mail is ana (at) example.org, not bob@example.org", ["Ann's e-mail is ana@example.org."]),
    ("Phone: +43 660 1234", ["Ann's phone is +43 660 1234."]),
    ("Name: Mark Seer", ["Ann's name is Mark Seer."]),
    ("I work at Google.", ["Ann works at Google."]),
    ("Goal: none of it will stop me", []),
    ("My main goal is to write a book.", ["Ann's main goal is to write a book."]),
    ("名前は田中かおるです。", ["Annの名前は田中かおる。"]),
    ("電話番号は090-1234-5678です。", ["Annの電話番号は090-1234-5678。"]),
    ("趣味は読書です。", ["Annは読書が好き。"]),
    ("我的电话是010-1234567。", ["Ann的电话是010-1234567。"]),
    ("姓名：王小明", ["Ann的名字是王小明。"]),
    ("我的電話是0912-345678。", ["Ann的電話是0912-345678。"]),
]


@pytest.mark.parametrize("said", NO_VALUES)
def test_no_value_is_learned(said):
    assert contents(said) == []


@pytest.mark.parametrize(("said", "learned"), VALUES)
def test_a_value_is_learned(said, learned):
    assert contents(said) == learned
