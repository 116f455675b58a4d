"""A Japanese sentence cut into statements, each with the topic it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import japanese_rules as rules

if TYPE_CHECKING:
    from collections.abc import Collection

TOPIC: Final = re.compile(r"(?P<t>[^は、,]{1,30}?)(?<![にでとへ])は[、, ]?(?P<r>.+)$", re.DOTALL)
TOPIC_GA: Final = re.compile(r"(?P<t>[^がは、,]{1,20})が(?P<r>.+)$", re.DOTALL)
SELF: Final = re.compile(
    r"(?:私|わたし|わたくし|僕|ぼく|ボク|俺|おれ|オレ|自分|うち|当方|あたし|筆者|弊社|当社|小生)(?:たち|達|ら|ども)?$"
)
OWN: Final = re.compile(
    r"(?:私|わたし|わたくし|僕|ぼく|ボク|俺|おれ|オレ|自分|うち|あたし|弊社|当社)(?:たち|達|ら)?の(?P<n>.+)$"
)
NAMED: Final = re.compile(
    r"(?:[一-龥ァ-ヶー々]{1,6}|[ぁ-ん]{2,5}|[A-Z][A-Za-z .'-]{1,30})(?:さん|くん|君|ちゃん|氏|先生|様|"
    r"部長|課長|社長)$|[A-Z][a-z]+(?: [A-Z][a-z]+)*$"
)
_IN_TIME: Final = re.compile(
    r"(?:昔|以前|かつて|当時|もともと|元々|もと|今日|昨日|明日|今|最近|普段|休日|週末|平日|[^、]*(?:年|月|日|曜日|"
    r"時|頃|ころ|前|後))$"
)
_NO_PERSON: Final = re.compile(r"(?:.*の)?(?:実家|会社|チーム|家)$")
_OPINION: Final = re.compile(
    r"(?:大|とても|すごく|本当に|ほんとに|一番|めっちゃ|かなり|結構|けっこう|特に|ずっと|やっぱり|昔から|少し|"
    r"ちょっと|あまり|全然|もう)*"
    r"(?:好き|嫌い|苦手|大好物|怖)"
)
LIKED: Final = re.compile(r"(?:一番|いちばん|最も|今|特に)?(?:好きな|お気に入りの|推しの)(?P<n>.{1,12})$")
DESCRIBES: Final = re.compile(
    r"[^、]{0,16}?(?:な|る|た|い)(?:人|ひと|方|子|やつ|奴|友達|友人|女性|男性|店|国|町|街|所|場所|もの)(?:が|は|を|"
    r"に|も|と)"
)
_COUNTED: Final = re.compile(r"[一二三四五\d]+[人匹羽頭]")


def parts_of(text: str) -> list[str]:
    """Cut where one statement ends and another begins without a full stop."""
    text = re.sub(r"(?<=[てで])いて[、,]", "いる\n", text)
    text = re.sub(r"(?:だった|でした)(?:が|けれども?|けど)[、,]?(?=今は|現在は|いまは)", "だった\n", text)
    text = re.sub(r"^(?:(?:私|僕|俺)は)?[^、,]{1,20}というより(?:も)?[、,]?", "", text)
    topic = TOPIC.match(text)
    if topic is None or not is_property(topic["t"]):
        text = re.sub(r"(?:では|じゃ)なく(?:て)?[、,]", "ではない\n", text)
    else:
        text = re.sub(r"(?<=[^ずまあ])で[、,]", "です\n", text, count=1)
    return [
        part
        for part in re.split(
            r"(?<=です)(?:が|し|けど|けれど|から|ので)[、,]|(?<=ます)(?:が|し|けど|けれど|から|ので)[、,]|"
            r"(?<=した)(?:が|し|けど|けれど|から|ので)[、,]|(?:だ|い|る)(?:けど|し)[、,]|"
            r"(?<=[んし])で[、,]|(?<=出身)で[、,]|(?<=在住)で[、,]|(?<=生まれ)で[、,]|(?<=[師員生者歳医])で[、,]|"
            r"で[、,](?=今|現在)|\n",
            text,
        )
        if part
    ]


def is_opinion(rest: str) -> bool:
    """Tell whether what follows "が" or "は" says what the speaker thinks of what stands before it."""
    return _OPINION.match(rest) is not None


def is_property(topic: str) -> bool:
    """Tell whether a topic is a property with a name of its own, or what somebody likes most of its kind."""
    own = OWN.match(topic)
    topic = own["n"] if own is not None else topic
    return topic in rules.ATTRIBUTES or LIKED.match(topic) is not None


def with_topic(text: str, before: str, *, now: bool) -> str:
    """Return a part with the topic of the part before it, where it goes on about that.

    Args:
        before: the topic of the part before, empty for the speaker.
        now: it began with "now": a property then gets another value.
    """
    if now and _NO_PERSON.match(before):
        return text
    if not before or TOPIC.match(text) or _has_subject(text):
        return text
    if is_property(before) and (not now or re.search("[をにでが]", text)):
        return text
    return f"{before}は{text}"


def topic_after(text: str, others: Collection[str], *, learned: bool) -> str:
    """Return what the next part is about when it does not say; empty for the speaker.

    Args:
        others: names of those who speak.
        learned: whether the part stated something: of a thing, that was then what the speaker thinks of it.
    """
    match = TOPIC.match(text)
    topic = match["t"].strip() if match is not None else ""
    if not topic and _has_subject(text) and re.search(r"(?:い(?:ます|る)|おります)$", text):
        return "それ"  # 兄がいます：what follows may be about either
    if not topic or SELF.match(topic) or _IN_TIME.match(topic):
        return ""
    own = OWN.match(topic)
    person = rules.RELATIVES.fullmatch(own["n"] if own else topic) or NAMED.match(topic) or topic in others
    return topic if person or not learned or is_property(topic) else ""


def _has_subject(text: str) -> bool:
    """Tell whether a part without a topic names who it is about."""
    match = TOPIC_GA.match(text)
    return (
        match is not None
        and not is_opinion(match["r"])
        and bool(SELF.match(match["t"]) or rules.RELATIVES.fullmatch(match["t"]) or NAMED.match(match["t"]))
    )


def topic_of(text: str) -> tuple[str, str]:
    """Return what a statement is about and what it says of it; the first is empty for the speaker."""
    match = TOPIC.match(text)
    if match is not None and match["t"].strip():
        return match["t"].strip(), match["r"].strip()
    subject = TOPIC_GA.match(text)
    if (
        subject is not None
        and not _COUNTED.match(subject["r"])
        and not DESCRIBES.match(subject["r"])
        and not is_opinion(subject["r"])
        and (NAMED.match(subject["t"]) or rules.RELATIVES.fullmatch(subject["t"]))
    ):
        return subject["t"], subject["r"]
    return "", match["r"].strip() if match is not None else text
