"""Whether a text is a reference document – a manual, a table, a procedure, a specification – rather than talk.

A document is recognised by how it is built (headings, numbered steps, articles, tables, lists of terms) and by how it
speaks (rules and definitions instead of "I", "you" and questions). Every sign adds to a score between 0 and 1; nothing
depends on a single word. Texts of fewer than `LEAST` characters, blanks apart, are too short to be one.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.model import Document
from knowledge.engine.distill.sentences import plain

if TYPE_CHECKING:
    from knowledge.engine.distill.model import DocumentKind

LEAST: Final = 80
"""Characters without blanks below which a text is not graded."""

ENOUGH: Final = 0.5
"""Score from which a text is a reference document."""

MOST: Final = 512 * 1024
"""Bytes of UTF-8 a page may have; only so much of a text is looked at."""

_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_SLUG: Final = 64
_LONGEST_TITLE: Final = 120
_LEAST_LINES: Final = 3

_HEADING: Final = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+\S|={4,}$|-{4,}$|【[^】]{1,40}】\s*$|■|◆|"
    r"第\s?[0-9一二三四五六七八九十百]{1,5}\s?[章節节编編部]|(?:[A-Z][A-Z0-9 &/-]{5,60})$|"
    r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\S)"
)
_ARTICLE: Final = re.compile(
    r"^\s*(?:第\s?[0-9一二三四五六七八九十百]{1,5}\s?[条條項项款]|(?:Article|Section|Clause|§)\s*\d+)", re.IGNORECASE
)
_STEP: Final = re.compile(
    r"^\s*(?:\d{1,3}[.)、．]\s*\S|\(\d{1,2}\)\s*\S|(?:step|手順|步骤|步驟|ステップ)\s*\d+|[①-⑳])", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^\s*[-*+•・●○]\s*\S")
_TABLE: Final = re.compile(r"^\s*\|.*\|.*\|?\s*$|^[^\t]+\t[^\t]+(?:\t|$)|^(?:[^,\n]{1,40},){2,}[^,\n]{0,40}$")
_TERM: Final = re.compile(r"^\s*[-*]?\s*[^\s::.?!]{1,40}(?: [^\s::.?!]{1,20}){0,3}\s*[::](?!//)\s*\S")
_CODE: Final = re.compile(r"^\s{0,3}(?:```|~~~)")
_NORM: Final = re.compile(
    r"\b(?:must|shall|should not|may not|is required|are required|is defined as|refers to|prohibited|"
    r"mandatory|effective date|scope|purpose|revision|version|procedure|"
    r"policy|responsible for|in accordance with|default|returns?|parameters?|applies to|approval|requirement)\b"
    r"|しなければならない|してはならない|するものとする|とする。|禁止|義務|規定|規則|規程|手順|目的|"
    r"適用範囲|定義|改訂|施行|遵守|責任者|承認|必須|申請|原則として|仕様|要件"
    r"|必须|必須|不得|应当|應當|禁止|规定|規定|规则|規則|流程|目的|适用范围|適用範圍|定义|定義|修订|"
    r"修訂|生效|遵守|负责人|負責人|审批|審批|审核|審核|申请|申請|要求|标准|標準",
    re.IGNORECASE,
)
_TALK: Final = re.compile(
    r"\b(?:I|I'm|I've|I'll|I'd|me|my|you're|lol|haha|thanks|thank you|hey|hi|wow|yeah|btw|omg|love it|"
    r"can't wait)\b|ですね|ますね|だよ|だね|かな|笑$|ありがとう|お疲れ|よろしく|私は|僕は|俺|"
    r"我(?!们应当|們應當|国|國|方|司)|你|哈哈|谢谢|謝謝|吗[?？]?$|嗎[?？]?$|啊|呀",
    re.IGNORECASE,
)
_ASK: Final = re.compile(r"[?？]\s*$")
_CHAT: Final = re.compile(
    r"^\s*(?:\[?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]?\s*)?[^\s:：]{1,20}(?: [^\s:：]{1,20})?\s*[:：]\s*\S.*$"
)
_KINDS: Final[tuple[tuple[DocumentKind, re.Pattern[str]], ...]] = (
    (
        "charter",
        re.compile(
            r"articles of (?:association|incorporation)|charter|bylaws|constitution|定款|憲章|章程|宪章", re.IGNORECASE
        ),
    ),
    (
        "policy",
        re.compile(
            r"polic(?:y|ies)|guidelines?|code of conduct|terms of (?:service|use)|規程|規則|規約|ポリシー|方針|"
            r"ガイドライン|政策|规定|規定|制度|守则|守則|规范|規範|准则|準則|條款|条款",
            re.IGNORECASE,
        ),
    ),
    (
        "sop",
        re.compile(
            r"procedure|\bsop\b|runbook|playbook|checklist|how[- ]to|step \d|instructions?|manual|recipe|手順|"
            r"マニュアル|手引き?|作業|フロー|チェックリスト|流程|步骤|步驟|操作|手册|手冊|指南|指引",
            re.IGNORECASE,
        ),
    ),
    (
        "spec",
        re.compile(
            r"spec(?:ification)?s?\b|requirements?|\bapi\b|schema|endpoint|parameters?|protocol|仕様|要件|設計書|"
            r"インターフェース|规格|規格|需求|接口|参数|參數|协议|協議",
            re.IGNORECASE,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Signs:
    """How many lines of a text show what.

    Attributes:
        norms, talk: how many lines hold words of rules, and of talk.
    """

    lines: int
    headings: int
    articles: int
    steps: int
    bullets: int
    tables: int
    terms: int
    code: int
    norms: int
    talk: int
    asks: int
    chat: int
    characters: int


def grade(text: str, *, name: str = "") -> Document | None:
    """Judge whether a text is a reference document.

    Args:
        text: the whole text.
        name: of the file it came as, if it came as one.

    Returns:
        What it is and how surely, with an empty `turn`; None for talk and for what is too short to judge.
    """
    if len(text) < LEAST or sum(1 for letter in text[: 64 * LEAST] if not letter.isspace()) < LEAST:
        return None
    if len(text.splitlines()) < _LEAST_LINES:
        return None
    body = plain(text[:MOST])
    signs = signs_of(body)
    score = score_of(signs, attached=bool(name))
    if score < ENOUGH:
        return None
    title = title_of(body, name)
    kind = kind_of(title, body)
    return Document("", name, kind, title, slug_of(title, kind, text), round(score, 3), len(text))


def signs_of(body: str) -> Signs:
    """Count the signs in a text."""
    lines = [line for line in body.splitlines() if line.strip()]

    def count(pattern: re.Pattern[str]) -> int:
        return sum(1 for line in lines if pattern.search(line))

    return Signs(
        lines=len(lines),
        headings=count(_HEADING),
        articles=count(_ARTICLE),
        steps=count(_STEP),
        bullets=count(_BULLET),
        tables=count(_TABLE),
        terms=count(_TERM),
        code=count(_CODE),
        norms=count(_NORM),
        talk=count(_TALK),
        asks=count(_ASK),
        chat=_turns_of_talk([line for line in lines if _CHAT.match(line)]),
        characters=len(body),
    )


def _turns_of_talk(lines: list[str]) -> int:
    """Count lines that begin with one of a few names again and again: a log of a talk, not a list of terms."""
    names: dict[str, int] = {}
    for line in lines:
        name = re.split("[:：]", line, maxsplit=1)[0].strip()
        names[name] = names.get(name, 0) + 1
    return sum(count for count in names.values() if count > 1)


def score_of(signs: Signs, *, attached: bool = False) -> float:
    """Return how much like a reference document a text with these signs is, 0 to 1."""
    if signs.lines < _LEAST_LINES:
        # One paragraph may be a definition or a rule, and then says so several times; it takes more to believe it.
        return 0.0
    share = 1 / signs.lines
    built = min(0.3, 0.1 * signs.headings) + min(0.3, 0.12 * signs.articles)
    built += min(0.3, 0.45 * signs.steps * share) + min(0.2, 0.3 * signs.bullets * share)
    built += min(0.45, 0.7 * signs.tables * share) + min(0.25, 0.4 * signs.terms * share) + min(0.1, 0.05 * signs.code)
    speaks = min(0.3, 0.5 * signs.norms * share)
    length = min(0.1, signs.characters / 8_000)
    against = (
        min(0.6, 0.7 * signs.talk * share) + min(0.3, 0.6 * signs.asks * share) + min(0.6, 0.8 * signs.chat * share)
    )
    return max(0.0, min(1.0, 0.1 + built + speaks + length + (0.15 if attached else 0.0) - against))


def title_of(body: str, name: str) -> str:
    """Return the first heading, or the first line, or the name of the file."""
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    for line in lines[:40]:
        if line.startswith("#") or (line.startswith("【") and line.endswith("】")):
            return _one_line(line.strip("# 【】"))
    first = next((line for line in lines if not re.fullmatch(r"[-=|:`~\s]+", line)), "")
    if len(first) <= _LONGEST_TITLE and not first.startswith("|"):
        return _one_line(first.strip("# 【】*_"))
    return _one_line(name) or _one_line(first)


def _one_line(text: str) -> str:
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:_LONGEST_TITLE].strip()


def kind_of(title: str, body: str) -> DocumentKind:
    """Return the shelf a document belongs on: what its title says, else what its beginning speaks of most."""
    for kind, pattern in _KINDS:
        if pattern.search(title):
            return kind
    counts = [(len(pattern.findall(body[:4_000])), -place, kind) for place, (kind, pattern) in enumerate(_KINDS)]
    most = max(counts)
    return most[2] if most[0] >= 2 else "reference"


def is_slug(text: str) -> bool:
    """Tell whether a text is usable as the name of a page: `a-z`, `0-9` and single dashes, 1 to 64 characters."""
    return len(text) <= _LONGEST_SLUG and _SLUG.fullmatch(text) is not None


def slug_of(title: str, kind: DocumentKind, text: str) -> str:
    """Return a name for the page: the title in plain letters, or one made from the text where none are left."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:_LONGEST_SLUG].strip("-")
    if is_slug(slug) and len(slug) > 2:
        return slug
    return f"{kind}-{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=5).hexdigest()}"
