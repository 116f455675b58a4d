"""Japanese and Chinese statements rewritten so that what differs in politeness or spelling alone is the same.

Polite and plain forms of a Japanese verb are brought to one form that keeps the stem and, as one
character that no text holds, the consonant of its ending: 書きます, 書く -> 書‹k›. Different verbs keep
different forms (出す 出‹s›, 出る 出‹›), and tense and negation stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from knowledge.engine.novelty_words import KANJI_DIGITS, KANJI_MYRIADS, KANJI_TENS

_Replacement = str | Callable[[re.Match[str]], str]
_Rule = tuple[re.Pattern[str], _Replacement, frozenset[str]]

HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA: Final = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
_IS_CJK = re.compile(f"[{HAN}{KANA}]")

_STOP = r"\s。.!?、,;:」』)\]】…~〜"
_BEGIN = rf"(?:^|(?<=[{_STOP}]))"
_END = rf"(?=[{_STOP}]|$)"

_I_ROW: Final = {"い": "w", "き": "k", "ぎ": "g", "し": "s", "じ": "z", "ち": "t"} | {
    "に": "n", "び": "b", "み": "m", "り": "r", "ぢ": "z",
}  # fmt: skip
_U_ROW: Final = {"う": "w", "く": "k", "ぐ": "g", "す": "s", "つ": "t", "ぬ": "n", "ぶ": "b", "む": "m"}
_A_ROW: Final = {"わ": "w", "か": "k", "が": "g", "さ": "s", "た": "t", "な": "n", "ば": "b", "ま": "m", "ら": "r"}
_PAST: Final = _I_ROW | dict.fromkeys("いちりっ", "T") | dict.fromkeys("にびみん", "N")
_MARKS: Final = {name: chr(0xFDD0 + place) for place, name in enumerate("wkgsztnbmrTN-")}
_NON_PAST, _BEFORE, WEEKDAY = "\ufde0", "\ufde1", "\ufde2"
_I, _U, _A = "".join(_I_ROW), "".join(_U_ROW), "".join(_A_ROW)


def _ending(table: dict[str, str], tail: str) -> Callable[[re.Match[str]], str]:
    return lambda match: _MARKS[table[match[1]]] + tail


def _rules(*rules: tuple[str, _Replacement] | tuple[str, _Replacement, str]) -> tuple[_Rule, ...]:
    """Compile rules: pattern, replacement, and characters of which a text must hold one to be looked at.

    Without such characters, the first of a pattern that begins with a plain one is taken.
    """
    made = []
    for pattern, replacement, *needs in rules:
        plain = "" if pattern[0] in "([" or "|" in pattern else pattern[0]
        made.append((re.compile(pattern), replacement, frozenset(needs[0] if needs else plain)))
    return tuple(made)


def _either(*patterns: str) -> str:
    return "|".join(patterns)


_WISHES = r"(?:お願い(?:いたし|致し|し)?ます|お願い申し上げます|です)?"
_ALONE_JA = _either(
    "お願い(?:いたし|致し|し)ます",
    "ありがとうございま(?:す|した)",
    "お疲れ様です",
    "お世話になっております",
    "以上(?:です)?",
)
_REQUESTS = (
    "[おご御](?:確認|了承|承知おき|注意|留意|参考|含みおき|査収|理解)(?:の(?:ほど|程))?、?"
    "(?:を?(?:よろしく)?お願い(?:いた)?します|ください|まで(?:に)?)"
)
_OPENINGS_JA = _either(
    "なお",
    "ちなみに",
    "念のため(?:に|ですが)?",
    "参考まで(?:に)?",
    "ご参考まで(?:に)?",
    "補足(?:ですが|すると|として)?",
    "リマインド(?:ですが)?",
    "お知らせ(?:ですが)?",
    "ご連絡(?:ですが)?",
    "現時点では?",
    "今のところ",
    "現在のところ",
)
_PARTED_JA = "また|そして|さて|メモ|備考|注意|注|ご注意|重要|今は?|更新|補足"
_NOT_I_ROW = "あかがさざただなはばまやらわうくぐすずつづぬふぶむゆおこごそぞとどのほぼもよろ"
_JAPANESE = _rules(
    # One spelling.
    ("下さい", "ください"),
    ("頂([かきくけいこ])", r"いただ\1"),
    ("出来(?=[るまなたず])", "でき"),
    ("無([いくか])", r"な\1"),
    ("及び", "および"),
    ("又は", "または"),
    ("全て", "すべて"),
    ("為(?=に)", "ため"),
    ("迄", "まで"),
    ("等(?=[のはがをにもで])", "など"),
    ("貰", "もら"),
    ("但し", "ただし"),
    ("更に", "さらに"),
    ("既に", "すでに"),
    ("殆ど", "ほとんど"),
    ("例えば", "たとえば"),
    ("分か(?=[らりるれろっ])", "わか"),
    ("さま", "様"),
    ("曜日", "曜"),
    ("締め?切り?", "締切"),
    ("申し?込み", "申込"),
    ("受け?付け", "受付"),
    ("取り?扱い", "取扱"),
    ("問い?合わ?せ", "問合"),
    ("打ち?合わ?せ", "打合"),
    ("振り?込み", "振込"),
    ("見積もり", "見積"),
    ("手続き", "手続"),
    ("売り?上げ", "売上"),
    ("(?<=[0-9])[かヶヵカケ箇個个]月", "か月", "月"),
    # Words of courtesy.
    (rf"{_BEGIN}(?:どうぞ|何卒)?(?:よろしく|宜しく){_WISHES}{_END}", "", "よ宜"),
    (rf"{_BEGIN}(?:{_ALONE_JA}){_END}", "", "おあ以"),
    (rf"{_BEGIN}{_REQUESTS}{_END}", "", "確了承注留参含査理"),
    (rf"{_BEGIN}(?:{_OPENINGS_JA})[、,:]*", "", "なち念参補リ知連現今"),
    (rf"{_BEGIN}(?:{_PARTED_JA})[、,:\s]+", "", "またそさメ備注重今更補"),
    ("現在は?、?|すでに、?", "", "現す"),
    # Humble and formal words.
    ("(?:いた|致)し(?=ま[すしせ])", "し"),
    ("(?<=[てで])おり(?=ま[すしせ])", "い", "お"),
    ("ござい(?=ま[すしせ])", "あり"),
    ("(?<=[てっ])て?ま(?=[すしせ])", "いま", "ま"),
    ("(?<=[しっいきえけせねべめれ])てる", "ている", "て"),
    ("んでる", "んでいる"),
    (rf"(?:と|に)な(?:って(?:いま|おりま)|りま)す{_END}", "です", "ま"),
    (rf"(?<=[すだるたいんうつくぐむぬぶ])(?:よね|よ|ね)[ー~〜]*{_END}", "", "よね"),
    # The copula.
    (rf"(?:なのです|なんです|のです|んです|なのだ|なのである|のである|のだ){_END}", ""),
    ("(?:では|じゃ)ありません", "ではない", "ま"),
    ("(?:では|じゃ)ない", "ではない"),
    (rf"でない{_END}", "ではない"),
    ("ありませんでした", "なかった"),
    ("ありません", "ない"),
    ("ないです", "ない"),
    ("かったです", "かった"),
    ("でした", "だった"),
    ("であった", "だった"),
    ("であります", "です"),
    ("です(?=ので)", "な"),
    ("です(?=が|から|けど|けれど|し、)", "だ"),
    (rf"(?:です|である){_END}", ""),
    (rf"(?<!ん)(?<![{HAN}]い)だ{_END}", ""),
    (rf"(?<=[嫌違]い)だ{_END}", "", "嫌違"),
    # Verbs: polite, then plain.
    ("(?<=[てでがはもに])いました", "いた", "ま"),
    ("行きました", "行った"),
    (f"([{_I}])ませんでした", _ending(_I_ROW, "なかった"), "ま"),
    ("ませんでした", "なかった"),
    (f"([{_I}])ません", _ending(_I_ROW, "ない"), "ま"),
    ("ません", "ない"),
    (f"([{_I}])ました", _ending(_PAST, _BEFORE), "ま"),
    ("ました", "た"),
    (f"(?<=[{HAN}])り?ます", _MARKS["-"] + _NON_PAST, "ま"),
    (f"([{_I}])ます", _ending(_I_ROW, _NON_PAST), "ま"),
    ("ます", "る"),
    (f"([{_A}{_I}])(?=な(?:い|かった))", _ending(_A_ROW | _I_ROW, "")),
    ("いた", _MARKS["k"] + _BEFORE),
    ("いだ", _MARKS["g"] + _BEFORE),
    ("んだ", _MARKS["N"] + _BEFORE),
    (f"([{_I}っ])た", _ending(_PAST, _BEFORE)),
    ("する", _MARKS["s"] + _NON_PAST),
    (f"(?<=[{HAN}])り?る", _MARKS["-"] + _NON_PAST),
    (f"([{_I}])る", _ending(_I_ROW, _NON_PAST)),
    (f"(?<=[{_NOT_I_ROW}])る", _MARKS["r"] + _NON_PAST),
    (f"([{_U}])", _ending(_U_ROW, _NON_PAST)),
    # Signs of respect, and the long vowel at the end of a loan word.
    (f"[おご御](?=[{HAN}])", ""),
    (f"(?<=[{HAN}\u30a1-\u30ffA-Za-z])(?:様|さん)", "", "様ん"),
    ("(?<=[\u30a1-\u30fa][\u30a1-\u30faー][\u30a1-\u30fa])ー(?![\u30a1-\u30faー])", "", "ー"),
)

SIGHS: Final = "啊呀哦喔噢呢啦嘛哈哟喲"
_OPENINGS_ZH = _either(
    "请注意|請注意|注意|重要|更新|通知|您好|你好|大家好|各位好",
    "提醒(?:一下|大家|你|您)?|温馨提示|溫馨提示|友情提示|小提示",
    "备注|備註|备忘|備忘|另外|此外|请记住|請記住|记住|記住",
    "顺便(?:说|提)一(?:下|句)|順便(?:說|提)一(?:下|句)|补充(?:一下|说明)?|補充(?:一下|說明)?",
)
_ALONE_ZH = _either(
    "谢谢|謝謝|感谢|感謝|多谢|多謝|辛苦了|麻烦了|麻煩了|拜托了|拜託了",
    "敬[请請](?:知悉|留意|注意)|[请請](?:知悉|悉知)|特此通知|以上",
)
_CHINESE = _rules(
    (rf"{_BEGIN}(?:{_OPENINGS_ZH})[,、:!]+", "", "请請注重更通您你大各提温溫友小备備另此记記顺順补補"),
    (
        rf"{_BEGIN}(?:{_ALONE_ZH})(?:您|你|大家|各位|的?配合|的?理解|的?支持)*[啦了]?{_END}",
        "",
        "谢謝感多辛麻拜敬请請特以",
    ),
    (rf"(?<![{SIGHS}])[{SIGHS}]+{_END}", "", "啊呀哦喔噢呢啦嘛哈哟喲"),
    (rf"了{_END}", ""),
    ("(?<![申邀聘])[请請](?![求假教客示柬帖愿願])", "", "请請"),
    ("您|妳", "你", "您妳"),
    ("至(?![少多今于於])", "到"),
    ("一下", ""),
    ("已经|已經|已|目前|现在|現在|当前|當前|如今", "", "已目现現当當如"),
    ("的", ""),
    ("[为為爲]", "是", "为為爲"),
    (f"[与與及跟](?![{KANA}])", "和", "与與及跟"),
    ("[点點](?:钟|鐘|整)", "点", "点點"),
    ("裡|裏", "里", "裡裏"),
    ("臺", "台"),
    ("(?<=[0-9])[块塊](?:钱|錢)?|(?<=[0-9])圆", "元", "块塊圆"),
)

_ALL: Final = (*_CHINESE, *_JAPANESE)
_WEEKDAY = re.compile(
    r"(?<![0-9一二三四五六七八九十两兩])(?:星期|礼拜|禮拜|周|週)([一二三四五六日天1-6])(?![0-9年月个個次])"
)
_WEEKDAYS: Final = {name: str(place) for place, name in enumerate("一二三四五六", 1)} | {"日": "7", "天": "7"}
_NUMERALS = "".join([*KANJI_DIGITS, *KANJI_TENS, *KANJI_MYRIADS])
_NUMBER = re.compile(rf"(?:(?<![0-9.,])[0-9]+(?:\.[0-9]+)?)?[{_NUMERALS}][{_NUMERALS}0-9]*")
_PART = re.compile(r"[0-9]+(?:\.[0-9]+)?|.")


def is_cjk(text: str) -> bool:
    """Whether there are Chinese characters or kana in it."""
    return _IS_CJK.search(text) is not None


def numerals_as_digits(text: str) -> str:
    """Write numbers in Chinese characters as digits: 二十三 -> 23, 1万5千 -> 15000, 二〇二四 -> 2024."""
    text = _WEEKDAY.sub(lambda match: f"周{WEEKDAY}{_WEEKDAYS.get(match[1], match[1])}", text)
    return _NUMBER.sub(lambda match: _as_digits(match[0]), text)


def _as_digits(run: str) -> str:
    if all(character in KANJI_DIGITS for character in run):
        digits = "".join(str(KANJI_DIGITS[character]) for character in run)
        # 二三 means two or three; from three on, it is a number read digit by digit.
        return digits if len(run) != 2 else f"{digits[0]} {digits[1]}"
    total = section = 0.0
    pending: float | None = None
    for part in _PART.findall(run):
        if part in KANJI_MYRIADS:
            total += (section + (pending or 0.0) or 1.0) * KANJI_MYRIADS[part]
            section, pending = 0.0, None
        elif part in KANJI_TENS:
            section += (1.0 if pending is None else pending) * KANJI_TENS[part]
            pending = None
        elif KANJI_DIGITS.get(part) == 0 and pending is None:
            continue  # 一百零五
        elif pending is not None:
            return run  # two numbers beside each other
        else:
            pending = float(KANJI_DIGITS.get(part, -1)) if part in KANJI_DIGITS else float(part)
    value = total + section + (pending or 0.0)
    return str(int(value)) if value == int(value) else str(value)


def rewritten(text: str) -> str:
    """Return a text in normal form, numbers already as digits, with its courtesies and spellings evened out."""
    held = set(text)
    for pattern, replacement, needs in _ALL:
        if not needs or not held.isdisjoint(needs):
            changed = pattern.sub(replacement, text)
            if changed is not text and changed != text:
                text, held = changed, set(changed)
    return text
