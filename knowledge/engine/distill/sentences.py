"""A turn cut into sentences that can be read on their own.

Everything is compared in one form: NFKC without invisible characters, so that full-width letters, half-width kana
and full-width punctuation are read like their ordinary counterparts. What a speaker only quotes – code, quoted mail,
long passages in quotation marks – is no statement of theirs and is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from knowledge.engine.distill.model import Language
from knowledge.engine.forms import prepared

LEAST_CELLS: Final = 10
"""Turns narrower than this are not looked at; Han, kana and Hangul are two cells wide."""

LONGEST: Final = 400
"""Characters of a sentence at most: longer ones are no plain statement."""

_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)")
_QUOTED_LINE: Final = re.compile(r"^\s{0,8}[>|](?!\|)")
_BULLET: Final = re.compile(r"^\s*(?:[-*+•・●○■□◆◇→✓✔☑]|\(?\d{1,2}[.)](?=\s))\s*")
_MARKUP: Final = re.compile(r"[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_QUOTES: Final = re.compile(
    '"([^"\n]{1,300})"|\u201c([^\u201d\n]{1,300})\u201d|「([^」\n]{1,300})」|『([^』\n]{1,300})』'
)
_LONG_QUOTE: Final = 24
_LINK: Final = re.compile(r"(?:https?|ftp)://[^\s<>]+", re.IGNORECASE)
_END: Final = re.compile(r"[。!?\uff61]+|\.{2,}|…+|[.](?=\s|$)|;(?=\s|$)|(?<=[\u3040-\u9fff]);")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|No|Inc|Ltd|Co|approx|dept|e\.g|i\.e|a\.m|p\.m|[A-Z]))$", re.IGNORECASE
)
_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9f]")
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_PERSONAL: Final = re.compile(
    r"\b(?:I|I'm|I've|I'll|I'd|[Mm]y|[Ww]e|[Oo]ur|me|us)\b|私|僕|俺|わたし|ぼく|あたし|うち[はのも]|自分|"
    r"我(?![国國方军軍])|咱|本人|"
    r"(?:です|ます|ません|でした|ました|でしょう|ですか|だよ|だね|かな|よね)(?:[。!?、.]|$|が|けど|よ|ね)|"
    r"んだけど|だけど|じゃん|ちゃった|めっちゃ"
)
_SHORT_CELLS: Final = 120
_CHINESE: Final = re.compile("[我你您她们們这這吗嗎呢啊很]")  # in no Japanese sentence without kana
_LATIN: Final = re.compile(r"[A-Za-z]{2}")
_EMOJI: Final = re.compile(
    "[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]|(?<![\\w])[:;]-?[)(DPp](?!\\w)|\\^_\\^"
)
_TRADITIONAL: Final = re.compile(
    "[歡討厭說語話來時間這個為對過開關學習國東車馬電買賣錢鐵場現點會議進還運動體視聽讀寫請記別決應該選擇從樣們"
    "兒親媽爺師醫藥歲業務員專資訊網頁鄉縣區樓層號農園藝廳館飯麵魚雞鴨豬貓種類顏紅綠藍黃愛換搬遷辭職離婚結術"
    "嗎麼誰幾給讓帶長門問聞後當實際據團隊預約週鐘雙興倫單雖絕較覺認識陳劉張吳楊黃趙葉蘇盧蕭灣臺龍鳳]"
)
_SIMPLIFIED: Final = re.compile(
    "[欢讨厌说语话来时间这个为对过开关学习国东车马电买卖钱铁场现点会议进还运动体视听读写请记别决应该选择从样们"
    "儿亲妈爷师医药岁业务员专资讯网页乡县区楼层号农园艺厅馆饭鱼鸡鸭猪猫种类颜红绿蓝黄爱换迁辞职离结术吗"
    "么谁几给让带长门问闻"
    "当实际据团队预约钟双单虽绝较觉认识兴伦陈刘张吴杨赵叶苏卢萧湾龙凤]"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.

    Attributes:
        text: without its final punctuation and without emoji.
        language: how it is read; `zht` is Chinese with traditional characters.
        asks: it ended in a question mark.
        starts_line: it is the first of its line.
        is_personal: its paragraph is short or somebody speaks of themself in it; a long one without a word like "I"
            tells of the world, and what has no subject there is not said of the speaker.
    """

    text: str
    language: Language
    asks: bool = False
    starts_line: bool = True
    is_personal: bool = True


def cells(text: str) -> int:
    """Return how wide a text is: one for a letter, two for a character of a script with wide characters."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def is_too_short(text: str, *, least: int) -> bool:
    """Tell whether a text without its outer blanks is narrower than so many cells."""
    bare = text.strip()
    return len(bare) < least and cells(bare) < least


def is_wider(text: str, most: int) -> bool:
    """Tell whether a text is wider than so many cells."""
    return len(text) > most or cells(text) > most


def plain(text: str) -> str:
    """Return a text in the form sentences are compared in; lines stay lines."""
    return prepared(text).replace("\u2019", "'").replace("\u2018", "'").replace("\u3000", " ")


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text, in the form they are compared in, without code and quoted mail."""
    inside = False
    for line in plain(text).splitlines():
        if _FENCE.match(line):
            inside = not inside
            continue
        if inside or _QUOTED_LINE.match(line):
            continue
        bare = _MARKUP.sub("", _BULLET.sub("", line)).strip()
        if bare:
            yield bare


def language_of(text: str, *, around: str = "") -> Language | None:
    """Return the language a sentence is read in; None for one that cannot be read here.

    Args:
        text: the sentence.
        around: what was said around it; a sentence of Han characters alone is Japanese where there are kana.
    """
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        if _KANA.search(around) and not _CHINESE.search(text):
            return "ja"
        for stretch in (text, around):
            traditional, simplified = len(_TRADITIONAL.findall(stretch)), len(_SIMPLIFIED.findall(stretch))
            if traditional != simplified:
                return "zht" if traditional > simplified else "zh"
        return "zh"
    return "en" if _LATIN.search(text) else None


def sentences_of(text: str, *, around: str = "") -> Iterator[Sentence]:
    """Yield the sentences of a turn in order; those that are longer than `LONGEST` are left out.

    Args:
        text: the turn.
        around: what else the speaker said, which tells Japanese from Chinese where there is no kana.
    """
    around = f"{around}\n{plain(text)}"
    for line in lines_of(text):
        first = True
        is_personal = not is_wider(line, _SHORT_CELLS) or _PERSONAL.search(line) is not None
        for piece, asks in _pieces(_LINK.sub("", line)):
            language = language_of(piece, around=around)
            if language is not None and len(piece) <= LONGEST:
                yield Sentence(piece, language, asks, first, is_personal)
            first = False


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    start = 0
    line = _EMOJI.sub(" ", line)
    for match in _END.finditer(line):
        if match[0] == "." and _ABBREVIATION.search(line[max(start, match.start() - 8) : match.start()]):
            continue
        piece = line[start : match.start()].strip(" ,、~ー-")
        start = match.end()
        if piece:
            yield _one_line(piece), "?" in match[0]
    rest = line[start:].strip(" ,、~-")
    if rest:
        yield _one_line(rest), False


def _one_line(text: str) -> str:
    return " ".join(text.split())


def quotes_of(text: str) -> list[str]:
    """Return what stands in quotation marks."""
    return [next(part for part in found if part) for found in _QUOTES.findall(text)]


def without_quotes(text: str) -> str:
    """Take quotation marks off short names and titles, and longer quotations out."""

    def keep(match: re.Match[str]) -> str:
        inner = next(part for part in match.groups() if part)
        return inner if cells(inner) <= _LONG_QUOTE else " "

    return _one_line(_QUOTES.sub(keep, text))
