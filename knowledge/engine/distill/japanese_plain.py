"""Japanese statements that fit no relation and are kept as one sentence about the speaker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.japanese_rules import RELATIVES, SECRET
from knowledge.engine.distill.relations import Said

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Scene

_DECIDED: Final = re.compile(
    r"ことに(?:し|決め|決定し|なり|なっ)(?:た|ました|まし|ています)|(?:に|を|と|で)(?:決め|決定し|"
    r"決断し|採用し|決まり|決まっ|合意し)(?:た|ました)$|(?:方針|決定|結論)(?:は|として).+(?:です|だ|"
    r"した|ます)$"
)
_PLAN: Final = re.compile(
    r"(?:予定|つもり|計画)(?:です|だ|で|でいます|なんです|をしています|しています)?$|(?:よ|お|こ|そ|と|"
    r"ぼ|も|ろ|の|ご)うと思(?:って(?:い)?(?:ます|る)|います|う)$|(?:始め|習い|学び|取り|目指し|留学し|"
    r"転職し|独立し|起業し|引っ越し|結婚し|買い)たい(?:です|と思(?:って(?:い)?(?:ます|る)|います))?$"
    r"|(?:目指して|検討して|準備して)(?:い)?(?:ます|る)$"
)
_LIFE: Final = re.compile(
    r"(?:入社|転職|就職|退職|結婚|離婚|婚約|卒業|入学|合格|留学|帰国|出産|購入|契約|登録|開業|起業|独立|"
    r"引退|昇進|昇格|異動|転勤|退院|入院|完成|出版|優勝|受賞|解約|合格)(?:を)?(?:し|い?たし)(?:た|"
    r"ました)$|申し込(?:みました|んだ|んでいます)$"
    r"|(?:を|に|が)(?:買い|買っ|始め|始まり|通い始め|習い始め|飼い始め|もらい|もらっ|取り|取っ|受かり|"
    r"受かっ|生まれ|引き取り|引き取っ|売り|売っ|なくし|失くし|手に入れ|作り|作っ|立ち上げ|乗り換え|"
    r"切り替え)(?:た|まし(?:た))$"
)
_DATED: Final = re.compile(
    r"(?:行き|行っ|参加し|会い|会っ|見(?:に行)?き?|訪れ|訪問し|出席し|旅行し|登り|登っ|走り|走っ|泊まり|"
    r"泊まっ|食べ|観(?:に行)?き?)(?:た|ました)$"
)
_TO_COME: Final = re.compile(
    r"(?:行き|会い|参加し|訪問し|出発し|帰り|来|受け|出席し|始め|始まり|提出し|発表し|引っ越し|入院し|"
    r"旅行し)(?:ます)$|(?:行く|会う|参加する|訪問する|出発する|帰る|来る|受ける|始まる|始める|"
    r"発表する)(?:予定)?$"
)
_HABIT: Final = re.compile(
    r"(?:毎(?:朝|日|晩|週|月|年|回)|週に?[一二三四五\d]+回|月に?[一二三四五\d]+回|"
    r"週末は).{2,}(?:て(?:い)?(?:ます|る)|ます|る|う|く)$"
)
_SELF: Final = re.compile(
    r"^(?:私|わたし|わたくし|僕|ぼく|俺|おれ|自分|うち|あたし)(?:たち|達|ら)?(?P<p>は|が|も)[、,]?"
)
_OWN: Final = re.compile(r"(?:私|わたし|僕|ぼく|俺|おれ|自分|うち|あたし)の")
_OTHER_SUBJECT: Final = re.compile(r"^(?!私|わたし|僕|ぼく|俺|自分|うち)[^、,]{1,24}?(?:(?<![にでとへ])は|が)[^いあ]")
_MINE: Final = re.compile(rf"^(?:(?:私|僕|俺|うち)の)?(?:{RELATIVES.pattern}|家|車|仕事)(?:が|は)")
_TOPIC: Final = re.compile(r"^[^、,]{1,24}(?<![にでとへ])は")
_LISTENER: Final = re.compile(
    r"あなた|あんた|君(?:は|が|の|を|に)|きみ|お前|おまえ|(?:て|で)(?:ください|くれますか|もらえますか|ほしい)"
)
_LEAST: Final = 6
_SHORT: Final = 40


def plain_statement(text: str, scene: Scene, *, anything: bool = False) -> Said | None:
    """Return a statement as a sentence about the speaker, None when it is not worth keeping."""
    if SECRET.search(text) or (len(text) < _LEAST and not anything):
        return None
    kind, rank = ("remember", 0) if anything else _kind_of(text, scene)
    if not kind or (not anything and _LISTENER.search(text)):
        return None
    told = about(text, scene.speaker)
    when = find_time(text, "ja", scene.at)
    if when is not None and when.text not in told:
        told = f"{told}（{when.text}）"
    return Said("", scene.speaker, kind=kind, rank=rank, plain=f"{told}。")


def _kind_of(text: str, scene: Scene) -> tuple[str, int]:
    if _OTHER_SUBJECT.match(_undated(text, scene)) and not _MINE.match(_undated(text, scene)):
        # Somebody or something else did it; only a short sentence says what the speakers decided about a thing.
        return ("decision", 1) if len(text) <= _SHORT and _DECIDED.search(text) else ("", 0)
    if _DECIDED.search(text):
        return "decision", 1
    if _PLAN.search(text):
        return "plan", 2
    if _LIFE.search(text):
        return "event", 3
    if _HABIT.search(text):
        return "habit", 3
    if _DATED.search(text) and find_time(text, "ja", scene.at):
        return "event", 4
    if _TO_COME.search(text) and find_time(text, "ja", scene.at):
        return "plan", 3
    return "", 0


def _undated(text: str, scene: Scene) -> str:
    """Take a time off the beginning of a sentence."""
    when = find_time(text, "ja", scene.at)
    return text[when.at[1] :].lstrip("にはから、の") if when is not None and when.at[0] == 0 else text


def about(text: str, speaker: str) -> str:
    """Rewrite a sentence in the first person as one about the speaker."""
    match = _SELF.match(text)
    if match is not None:
        return f"{speaker}{match['p']}{_OWN.sub(f'{speaker}の', text[match.end() :])}"
    if _TOPIC.match(text):
        return f"{speaker}：{_OWN.sub(f'{speaker}の', text)}"
    return f"{speaker}は{_OWN.sub(f'{speaker}の', text)}"
