"""Whether a text gives an order or only speaks of one: quotation, report, code, question.

A sign that stands in quotation marks inside a longer sentence, in a sentence about attacks, or in
code counts less. That discount is never given to what was hidden.
"""

from __future__ import annotations

import re
from typing import Final

from knowledge.engine.injection.variants import simplified

QUOTED: Final = 0.45
REPORTED: Final = 0.55
BOTH: Final = 0.3
IN_CODE: Final = 0.5
NAMED: Final = 0.4
OBEYED: Final = 0.62
"""Of a quotation that the sentence around it orders the reader to follow; it counts as an order."""

_PAIRS: Final = {"「": "」", "『": "』", "“": "”", "«": "»", "„": "“”", "‹": "›", "《": "》"}
_SAME: Final = "\"'`"
_REACH: Final = 240

_TALK = re.compile(
    r"\b(?:attack(?:s|er|ers|ed|ing)?(?!\.\w)|inject(?:ion|ions|ed)(?!-[\w-]{0,20}\d)|payloads?|phish(?:ing)?|jailbreaks?|"
    r"red[- ]?team\w*|threat model|malicious|adversar\w+|"
    r"detect(?:s|ed|ion|or|ors)?|blocklist\w*|flagged|flags|false positives?|scanner|classifier|"
    r"regex|test case|benchmark|"
    r"vulnerab\w+|exploit\w*|mitigat\w+|phrases? like|owasp|cve|quarantin(?:e|ed)|attempts?|tried to|tries to)\b"
)
_TALK_CJK = re.compile(
    simplified(
        "攻撃|インジェクション|ペイロード|検知|検出|遮断|隔離済|誤検知|脆弱性|フィッシング|"
        "レッドチーム|文面|という文|という一文|と書かれ|という表現|という語|文言が|"
        "判明|届いた|フレーズ|事例|"
        "攻击|提示注入|注入攻|载荷|检测到|侦测|拦截|误报|漏洞|钓鱼|红队|字样|之类的|规则库|周报|"
        "공격|인젝션|페이로드|탐지|차단했|차단됐|오탐|취약점|피싱|레드팀|라는 문구|라는 문장|라는 표현"
    )
)
# Words that speak of a text as a thing to be read; they matter only beside quotation marks.
_FRAME = re.compile(
    r"\b(?:slides?|training|workshop|lecture|novel|chapter|film|movie|play|game|book|song|"
    r"poem|story|article|paper|character|villain|"
    r"wrote|quotes?|quoted|title|titled|museum|opens|headline|screenplay|dialogue|phrase|"
    r"sentence|words|line|text|example|examples|"
    r"incident|tickets?|report(?:ed|s)?|blocked|dropped|rejected|refused|said|says|called|"
    r"labelled|labeled|joke|proverb|motto)\b"
)
_FRAME_CJK = re.compile(
    simplified(
        "小説|台詞|セリフ|ゲーム|研修|スライド|論文|見出し|例文|報告|脚本|映画|物語|口癖|文言|語録|名言|歌詞|"
        "小说|台词|演练|培训|投影片|幻灯片|论文|例句|例如|报告|语句|剧本|电影|口号|歌词|老师|课|"
        "주입|문구|소설|대사|게임|연수|슬라이드|논문|예문|보고|교육|영화|각본|노래|명언"
    )
)
_CODE_LINE = re.compile(
    r"[ \t]*(?://|import |from [\w.]{1,40} import|def |class |(?:const|let|var) [\w$]{1,40} ?=|function |"
    r"#include|assert |return (?:[\"'\[({]|[\w.]{1,40}(?:[;(\[]|\n|$))|pattern ?[:=]|regex ?[:=]|"
    r"- name:|grep |(?:el)?if (?=[\w.]{0,60}[._])[\w.]{2,60}(?:\(\w{0,30}\))?:\s|"
    r"\w{1,30} ?= ?(?:re\.compile|r?['\"/{\[(]))"
)
_CODE_INSIDE = re.compile(
    r"\w\.\w{2,30}\(|\w\(\s{0,20}[\"'\w]|\);|\] ?=|\[[\"']|\\[sbwd.]|\.\*|\)\?|\)\s?\{|[\w\"'\])] = "
)


# An order to do what is quoted.
_THING = (
    r"(?:quot\w*|following|next|sentences?|texts?|lines?|attacks?|orders?|instructions?|commands?|words|message|"
    r"phrase|below|it|this|that)"
)
_OBEY = re.compile(
    r"(?:(?:^|[.!?:;\n\"'”»])\s*(?:so |now |then |just |simply |always )?|"
    r"\b(?:please|kindly|must|should|now|then|you will|you shall|have to|need to) )"
    r"(?:do|carry out|execute|perform|follow|obey|comply with|act on|implement|heed|fulfil|fulfill|apply)\b"
    rf"(?:(?: (?:exactly|just|precisely|this|these|the|that|what|whatever|every|each|quoted|following|next)){{1,3}}"
    rf" {_THING}\b(?! (?:guide|rule|policy))|"
    r" (?:exactly |just |precisely )?(?:what|as|whatever) (?:the \w+|he|she|it|they|is)\b|"
    r" (?:it|this|that|these)\b)"
)
_OBEY_CJK = re.compile(
    simplified(
        r"(?:文|指示|命令|言葉|内容|台詞|セリフ|引用|一節|行)[^。\n]{0,8}(?:従え|従って(?:ください|下さい|くれ|動|行動)|"
        r"従うこと|従いなさい|従いましょう|実行し(?:て(?:ください|下さい|くれ)|ろ|なさい)|実行せよ|実行すること|守ること|守れ|"
        r"守ってください)|(?:とおり|通り|どおり)に(?:し|動|行動|せよ|実行|やっ)|"
        r"(?<![勿莫别不])(?:照做|照办|照着做)|按照?(?:下面|以下|这|引号|上面|上述|下列)[^。\n]{0,8}(?:做|执行|办|行事|行动)|"
        r"(?<![勿莫别不])(?:执行|遵照|遵守|服从|听从)(?:下面|以下|这|引号|上述|下列)|"
        r"대로[ ]?(?:만[ ]?)?(?:하세요|하라|해라|하십시오|해[ ]?주세요|움직|따르|행동하|실행하)|"
        r"(?:문구|문장|지시|명령|말|내용)[을를에][ ]?(?:그대로[ ])?"
        r"(?:따르|따라|실행하|수행하|이행하)(?:세요|라|십시오|[ ]?주세요)"
    )
)
_COMMENT = re.compile(r"(?<=[\s;'\"])(?:#|//|--) ?.{0,200}")


def _in_quotes(text: str, start: int, end: int) -> str | None:
    """The words outside a pair of quotation marks that encloses the place; None when there are no such marks."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    before, after = text[low:start], text[end:high]
    for opening, closing in _PAIRS.items():
        at = before.rfind(opening)
        if at >= 0 and not any(mark in before[at:] for mark in closing):
            ends = [found for mark in closing if (found := after.find(mark)) >= 0]
            if ends and (outside := _words_outside(before[:at], after[min(ends) + 1 :])):
                return outside
    return next((outside for mark in _SAME if (outside := _in_same(before, after, mark))), None)


def _in_same(before: str, after: str, mark: str) -> str | None:
    """The same for marks that open and close alike; an apostrophe inside a word is none."""
    opening = re.compile(rf"(?:^|[\s(\[:：,、，=—-]|[^\x00-\x7f]){mark}(?=\S|$)")
    places = [match.end() for match in opening.finditer(before)]
    if not places:
        return None
    inside = before[places[-1] :]
    closing = re.compile(rf"(?<=\S){mark}(?!\w)|{mark}(?=[^\x00-\x7f])")
    if closing.search(inside):
        return None
    end = closing.search(after) or (closing.match(after) if after.startswith(mark) else None)
    if end is None:
        if not after.startswith(mark):
            return None
        rest = after[1:]
    else:
        rest = after[end.end() :]
    return _words_outside(before[: places[-1] - 1], rest)


def _words_outside(before: str, after: str) -> str | None:
    """What stands before and after in the same paragraph, a full stop between; None if that is next to nothing."""
    before, after = before.rsplit("\n\n", 1)[-1], after.split("\n\n", 1)[0]
    if _ASSIGNED.search(before):  # what a comment says of a value is no sentence around it
        after = _COMMENT.sub("", after)
    outside = f"{before} . {after}"
    return outside if len(re.findall(r"[^\W\d_]", outside)) >= 6 else None


_ASSIGNED = re.compile(r"(?:^|\n)[ \t]*[\w.\[\]]{1,60} ?[:=] ?[rbf]?$")


def discount(text: str, start: int, end: int, *, code: bool = True, loose: bool = False) -> float:
    """The share of its weight that a sign at `text[start:end]` keeps, 0.3 to 1.

    `code`: whether standing in code makes it less of a sign; `loose`: whether an end in quotation marks is enough.
    """
    low = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    stop = text.find("\n", end, end + _REACH)
    after = text[end : stop if stop >= 0 else end + _REACH]
    in_code = _CODE_INSIDE.search(text, start, end) or _CODE_LINE.match(text, low)
    around = simplified(f"{text[low:start]} {_COMMENT.sub('', after) if in_code else after}")
    reported = _TALK.search(around) is not None or _TALK_CJK.search(around) is not None
    outside = _in_quotes(text, start, end) or (_in_quotes(text, end - 1, end) if loose else None)
    if outside is not None:
        if _OBEY.search(outside) or _OBEY_CJK.search(simplified(outside)):
            return OBEYED
        framed = reported or _FRAME.search(around) is not None or _FRAME_CJK.search(around) is not None
        return BOTH if framed else QUOTED
    if code and in_code:
        if not re.search(r"\s", text[start:end]):  # the name of a thing, not words in it
            return NAMED
        return IN_CODE * (REPORTED if reported else 1.0)
    return REPORTED if reported else 1.0
