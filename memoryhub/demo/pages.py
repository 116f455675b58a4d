"""What the two agents and their people have written down to last: English, Japanese and Chinese."""
# ruff: noqa: E501 - a story reads better in whole sentences

from __future__ import annotations

from collections.abc import Iterator

from memoryhub.demo.steps import Copy, File, Step, Trust, Write

_DESK = """---
title: The help desk
tags: [shop, desk]
layer: core
source_type: verified_fact
---
# The help desk

Answers for everybody who rides, or wants to ride, a bicycle of Lantern Cycles. Short, kind, and never a promise that
the workshop has not given.

| Who | Looks after | Ask about |
|---|---|---|
| Ines | the workshop | lead times, loan bicycles |
| Kofi | parts | stock, suppliers |
| 羽奈 | customers in Japan | [[日本のお客さま]] |

What to do first: [[Returns]], [[Service in the season]], [[Warranty]].
"""
_RETURNS = """---
tags: [shop, returns]
source_type: verified_fact
sources: [the policy on the counter]
---
# Returns

An unridden bicycle can be returned within **{days} days**. Ridden once around the block is still unridden; muddy is not.

## What to ask

- [ ] The number on the receipt
- [ ] Why it comes back, in the customer's words
- [x] Nothing else

## Steps

1. Write the receipt's number into the book.
2. Ask [[The help desk|whoever is at the desk]] for the key of the back room.
3. The money goes back the way it came, within five days.

> “I bought it for my sister, and she has grown.” – the best reason so far.
"""
_SERVICE = """---
tags: [workshop]
layer: context
---
# Service in the season

From March to May the workshop needs eight working days instead of three.[^1] A loan bicycle is offered with every
service of more than two days; there are six of them, one with a child seat.

[^1]: Ines counts again every Monday and changes this page.

## Tyre pressure

| Tyre | Front | Rear |
|---|--:|--:|
| 28 mm | 5.5 bar | 6.0 bar |
| 40 mm | 3.2 bar | 3.5 bar |

```python
def bar(psi: float) -> float:
    return psi * 0.0689476  # one pound per square inch
```

See also [[Warranty]] and [[Wheel building]].
"""
_WARRANTY = """---
tags: [warranty, shop]
source_type: verified_fact
---
# Warranty

Frames carry five years, bearings and chains one. Tyres carry none beyond what the law says.

A cracked frame: **stop riding**, before anything else. Then [[The help desk]].
"""
_WARRANTY_OLD = """---
tags: [warranty]
---
# Warranty in short

Frames carry five years, bearings and chains one. Tyres carry none beyond what the law says.
"""
_JAPAN = """---
title: 日本のお客さま
tags: [日本, 接客]
source_type: user_statement
---
# 日本のお客さま

羽奈が担当する。返事は一営業日以内に、丁寧に、短く。

## 連絡

- 智さんへの連絡は{how}で行う。電話はしない。
- 土曜の午後は返事が遅れると、先に伝えておく。

## 配送

| 地域 | 日数 |
|---|--:|
| 関東 | 2日 |
| 九州 | 4日 |

返品については [[Returns]] を、保証については [[Warranty]] を見る。
"""
_PROCEDURE = """# Loan bicycle procedure

1. Write the number of the loan bicycle and the customer's name into the book.
2. Check the brakes together with the customer. Every loan over 14 days must be approved by Ines.
3. When it comes back, check the brakes again and clean the chain.
"""
_HOME = """---
title: 家裡的事
tags: [家, 行事曆]
layer: core
---
# 家裡的事

小偉平日走路上學，鋼琴課看 [[行事曆]]。小米早晚各餵一次。

## 誰負責什麼

- 林薇：{task}
- Tan：課業與圖書館
- 小偉：澆番茄

更多：[[讀書計畫]]、[[Tidal mills]]。
"""
_READING = """---
tags: [讀書, 計畫]
source_type: user_statement
---
# 讀書計畫

這學期讀潮汐磨坊。每週三晚上八點聚會，輪流分享讀到的東西。

1. 找到三座還在轉的磨坊
2. 讀完 [[Tidal mills]] 的筆記
3. 寫兩頁，不用完美
"""
_MILLS = """---
tags: [reading, mills]
---
# Tidal mills

A tidal mill works twice a day, from about two hours after high water until the pond is empty: five to six hours each
time. That is why the miller's day moves by fifty minutes every day.

## Open questions

- How deep was the pond at Woodbridge?
- [[Water wheels]]: undershot or breastshot?

Notes for the [[讀書計畫]].
"""
_CALENDAR = """---
tags: [家, 行事曆]
---
# 行事曆

| 日 | 時間 | 事 |
|---|---|---|
| 二 | 16:00 | 鋼琴課 |
| 三 | 20:00 | [[讀書計畫]] |
| 六 | 10:00 | 圖書館 |
"""


def shop() -> Iterator[Step]:
    """The bicycle shop: how things are done, for the desk and for customers in Japan."""
    yield Write(-96, "The help desk.md", _DESK, "Begun")
    yield Write(-95, "policies/Returns.md", _RETURNS.format(days=14), "Copied from the counter")
    yield Write(-90, "workshop/Service in the season.md", _SERVICE, "With the pressures Kofi measured")
    yield Write(-88, "policies/Warranty.md", _WARRANTY, "")
    yield Write(-75, "policies/old/Warranty in short.md", _WARRANTY_OLD, "From the old binder")
    yield Write(-60, "接客/日本のお客さま.md", _JAPAN.format(how="電子メール"), "羽奈さんより")
    yield Write(-44, "policies/Returns.md", _RETURNS.format(days=30), "Thirty days from today on")
    yield Write(-21, "接客/日本のお客さま.md", _JAPAN.format(how="メールかLINE"), "智さんの希望")
    yield Trust(-20, "policies/Returns.md", "Read against the policy on the counter.")
    yield File(-9, _PROCEDURE, "desk-talk-4")
    yield Copy(-8, "policies/Warranty.md")
    yield Write(-0.4, "policies/Returns.md", _RETURNS.format(days=60), "A customer asked for it", by_agent=True)


def study() -> Iterator[Step]:
    """The study room: a household and a reading project."""
    yield Write(-80, "家裡的事.md", _HOME.format(task="買菜"), "")
    yield Write(-78, "行事曆.md", _CALENDAR, "")
    yield Write(-64, "讀書/讀書計畫.md", _READING, "第一次聚會之後")
    yield Write(-50, "讀書/Tidal mills.md", _MILLS, "Notes of the first three books", by_agent=True)
    yield Write(-12, "家裡的事.md", _HOME.format(task="買菜、倒垃圾"), "垃圾車改時間")
    yield Trust(-10, "讀書/Tidal mills.md", "Checked against the museum's leaflet.")
