"""Whether a text gives an order or only speaks of one: quotation, report, code, question.

A sign that stands in quotation marks inside a longer sentence, in a sentence about attacks, or in
code counts less. That discount is never given to what was hidden.
"""

from __future__ import annotations

import re
from typing import Final

QUOTED: Final = 0.45
REPORTED: Final = 0.6
BOTH: Final = 0.3
IN_CODE: Final = 0.5

_PAIRS: Final = {"「": "」", "『": "』", "“": "”", "«": "»", "„": "“”", "‹": "›", "《": "》"}
_SAME: Final = "\"'`"
_REACH: Final = 240

_TALK = re.compile(
    r"\b(?:attack(?:s|er|ers|ed|ing)?|inject(?:ion|ions|ed)|payloads?|phish(?:ing)?|jailbreaks?|red[- ]?team\w*|threat|malicious|adversar\w+|"
    r"detect(?:s|ed|ion|or|ors)?|blocklist\w*|flagged|flags|false positives?|scanner|classifier|regex|pattern|test case|benchmark|"
    r"vulnerab\w+|exploit\w*|mitigat\w+|the (?:phrase|words|sentence) (?:['\"“‘]|that)|phrases? like|"
    r"such as ['\"“‘]|for example|e\.g\.|example of|slides?|training|workshop|lecture|novel|chapter|the (?:film|movie|play|game|book|song|"
    r"poem|story|article|paper|character|villain)|wrote in|quoted?|title of|museum|opens with|headline|screenplay|dialogue|"
    r"owasp|cve|incident|ticket|tickets|report(?:ed|s)?|blocked|quarantin(?:e|ed)|dropped|rejected|refused|attempts?|tried to|tries to)\b"
)
_TALK_CJK = re.compile(
    "攻撃|注入|インジェクション|ペイロード|検知|検出|遮断|隔離|誤検知|脆弱性|フィッシング|レッドチーム|文面|という文|という一文|と書かれ|という表現|という語|"
    "文言|小説|台詞|セリフ|ゲーム|研修|スライド|論文|見出し|事例|例文|報告|判明|届いた|フレーズ|脚本|映画|物語|口癖|"
    "攻击|攻擊|提示注入|载荷|載荷|检测|偵測|檢測|拦截|攔截|误报|誤報|漏洞|钓鱼|釣魚|红队|紅隊|字样|字樣|之类的|之類的|小说|小說|台词|臺詞|演练|演練|"
    "培训|培訓|投影片|幻灯片|论文|論文|例句|例如|报告|報告|规则库|規則庫|语句|語句|剧本|劇本|电影|電影|周报|週報|"
    "공격|주입|인젝션|페이로드|탐지|차단|격리|오탐|취약점|피싱|레드팀|문구|라는 문장|소설|대사|게임|연수|슬라이드|논문|예문|보고|교육|영화|각본"
)
_CODE = re.compile(
    r"(?:^|\n)[ \t]{0,8}(?:import |from [\w.]{1,40} import|def |class |const |let |var |function |#include|assert |return |if \(|for \(|"
    r"pattern ?[:=]|regex ?[:=]|- name:|\w{1,30} ?= ?r?['\"/])|re\.compile|[\\(\[]\?|\)\?|\\[sbw]|// |\bgrep\b|\bassert\b|pattern ?= ?r?['\"]|"
    r"r'[^'\n]{1,80}'"
)


def _in_quotes(text: str, start: int, end: int) -> bool:
    """Whether a pair of quotation marks encloses the place, with words outside it in the same neighbourhood."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    before, after = text[low:start], text[end:high]
    for opening, closing in _PAIRS.items():
        at = before.rfind(opening)
        if at >= 0 and not any(mark in before[at:] for mark in closing):
            ends = [found for mark in closing if (found := after.find(mark)) >= 0]
            if ends and _words_outside(before[:at], after[min(ends) + 1 :]):
                return True
    return any(_in_same(before, after, mark) for mark in _SAME)


def _in_same(before: str, after: str, mark: str) -> bool:
    """The same for marks that open and close alike; an apostrophe inside a word is none."""
    opening = re.compile(rf"(?:^|[\s(\[:：,、，=—-]|[^\x00-\x7f]){mark}(?=\S|$)")
    places = [match.end() for match in opening.finditer(before)]
    if not places:
        return False
    inside = before[places[-1] :]
    closing = re.compile(rf"(?<=\S){mark}(?!\w)|{mark}(?=[^\x00-\x7f])")
    if closing.search(inside):
        return False
    end = closing.search(after) or (closing.match(after) if after.startswith(mark) else None)
    if end is None:
        if not after.startswith(mark):
            return False
        rest = after[1:]
    else:
        rest = after[end.end() :]
    return _words_outside(before[: places[-1] - 1], rest)


def _words_outside(before: str, after: str) -> bool:
    outside = before.rsplit("\n\n", 1)[-1] + after.split("\n\n", 1)[0]
    return len(re.findall(r"[^\W\d_]", outside)) >= 6


def discount(text: str, start: int, end: int) -> float:
    """The share of its weight that a sign at `text[start:end]` keeps, 0.3 to 1."""
    quoted = _in_quotes(text, start, end)
    low = max(text.rfind("\n\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    stop = text.find("\n\n", end, end + _REACH)
    around = text[low:start] + " " + text[end : stop if stop >= 0 else end + _REACH]
    reported = _TALK.search(around) is not None or _TALK_CJK.search(around) is not None
    if quoted:
        return BOTH if reported else QUOTED
    if _CODE.search(text[low : stop if stop >= 0 else end + _REACH]):
        return IN_CODE * (0.7 if reported else 1.0)
    return REPORTED if reported else 1.0
