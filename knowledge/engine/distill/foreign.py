"""Whose words a text is: what somebody only shows – letters, mails, lyrics, dialogues, settings – is not theirs.

A quotation of whole sentences is taken out. From a line on that announces another text, everything is that text; where
the speaker asks for work on a text they show, nothing of the turn is said of themself.
"""

from __future__ import annotations

import re
from typing import Final

from knowledge.engine.distill import chinese_rules, japanese_rules
from knowledge.engine.distill.english_words import ATTRIBUTES, EVENTS
from knowledge.engine.distill.labels import KNOWN
from knowledge.engine.distill.sentences import cells, plain

_QUOTED: Final = re.compile(
    '"([^"]{1,2000})"|\u201c([^\u201c\u201d]{1,2000})\u201d|「([^「」]{1,2000})」|『([^『』]{1,2000})』|«([^«»]{1,2000})»'
)
_ENDS: Final = re.compile(r"[.!?。!?…]")
_SHORT: Final = 24
_REACH: Final = 400
_SPEAKS: Final = re.compile(r"\b(?:I|I'm|[Mm]y|[Ww]e)\b|私|僕|俺|我")
_OPEN: Final = re.compile('^["\u201c「『«]')
_CLOSED: Final = re.compile('["\u201d」』»]')
_HEADER: Final = re.compile(
    r"(?:^|[|\n])[ \t]*(?P<h>From|EMAIL_FROM|To|Cc|Sent|Date|Subject|Reply-To|差出人|宛先|件名|送信者|送信日時|"
    r"受信日時|"
    r"发件人|收件人|主题|发送时间|寄件者|寄件人|收件者|主旨|傳送時間)[ \t]*:[ \t]*(?=\S)",
    re.IGNORECASE,
)
_MAIL_HEADS: Final = frozenset(
    {"from", "email_from", "subject", "差出人", "送信者", "件名", "发件人", "寄件者", "寄件人"}
)
_FORWARDED: Final = re.compile(
    r"^[-_= ]*(?:original message|forwarded message|begin forwarded message|転送(?:メッセージ|されたメール)?|"
    r"元のメッセージ|"
    r"转发(?:的)?邮件|原始邮件|轉寄郵件|轉寄的郵件)[-_=: ]*$|^On .{4,80} wrote:$|^\d{4}年.{4,60}(?:のメール|wrote):$",
    re.IGNORECASE,
)
_SHOWN: Final = (
    r"letter|lyrics?|poem|dialogues?|dialogs?|conversation|script|article|blog post|post|review|transcript|quote|"
    r"quotation|"
    r"story|paragraph|passage|excerpt|extract|chapter|essay|novel|song|speech|interview|chat(?: log)?|role-?play|"
    r"monologue|fairy tale|joke|cover letter|testimonial|obituary|diary(?: entry)?|e-?mail|mail|message|text|tweet|"
    r"draft|template|translation|exercise|practice|prompt|sample|example|character sheet|(?:test|sample|dummy|"
    r"mock) data|fixture|payload|config(?:uration)?|yaml|json|log|code|snippet"
)
_PIECE: Final = (
    r"(?:lyrics|dialogue|dialog|poem|transcript|excerpt|role-?play|monologue|script|story|letter|joke)"
    r"(?: (?:practice|exercise|time))?"
)
_PIECE_JA: Final = (
    r"(?:歌詞|台本|会話(?:の)?(?:練習|例)?|会話文|セリフ|せりふ|例文|小説|詩|引用|脚本|対話|手紙|台詞|物語)"
)
_PIECE_ZH: Final = (
    r"(?:歌词|歌詞|剧本|劇本|对话(?:练习)?|對話(?:練習)?|"
    r"台词|台詞|课文|課文|例句|小说|小說|诗|詩|引用|信|聊天记录|聊天記錄)"
)
_ANNOUNCED: Final = re.compile(
    rf"^(?!.*\bfavou?rite\b)(?:[^.!?:\n]{{0,60}}\b)?(?:{_SHOWN})s?\b[^.!?:\n]{{0,60}}:$|"
    rf"^(?!.*\bfavou?rite\b)(?:[^.!?:\n]{{0,40}}\b)?{_PIECE}(?: (?:from|by|of|for|about|"
    rf"to)\b[^.!?:\n]{{0,40}})?:(?=\s)|"
    rf"^(?:here (?:is|are) |this is |some |a |the |song |short |english )*{_PIECE}\.(?=\s|$)|"
    r"^[^。:\n]{0,30}(?:メール|記事|文章|ログ|メッセージ|投稿|作文|設定ファイル)[^。:\n]{0,16}:$|"
    rf"^[^。:\n]{{0,30}}{_PIECE_JA}[^。:\n]{{0,16}}:$|"
    rf"^(?!.*好きな)(?:[^。:\n]{{0,16}}の)?{_PIECE_JA}(?:から(?:の引用)?|の一節|の一部)?:|^{_PIECE_JA}。|"
    r"^[^。:\n]{0,30}(?:邮件|郵件|文章|日记|日記|配置|故事|消息|短信|簡訊)[^。:\n]{0,12}:$|"
    rf"^[^。:\n]{{0,30}}{_PIECE_ZH}[^。:\n]{{0,12}}:$|"
    rf"^(?!.*(?:喜欢|喜歡))(?:[^。:\n]{{0,12}}的?)?{_PIECE_ZH}:|^{_PIECE_ZH}。",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"\b(?:said|says|wrote|writes|sang|sings|replied|reads|goes|puts? it|quotes?|tells? me|told me|asked|"
    r"asks)(?: that)?: ?"
    r"|(?:言いました|言った|言っていました|書いた|書きました|曰く|いわく|言葉)[:、]?(?=「|:)|(?:说过|說過|说|說|"
    r"写道|寫道|唱道?|问|問):",
)
_ASKED: Final = re.compile(
    r"\b(?:answer|reply|respond|translate|summari[sz]e|proofread|check|rewrite|correct|fix|polish|improve|shorten|"
    r"review|"
    r"edit|explain|debug|parse|validate|format|convert|grade|critique|rate|analy[sz]e|comment on|react to|think of|"
    r"wrong with|does|do|mean by|about|say to|write back)\b(?: (?:to|on))? (?:this|that|the|these|above|"
    r"following)(?: \w+)? "
    r"(?:e-?mail|mail|letter|message|text|paragraph|poem|essay|story|song|dialogue|conversation|sentence|post|review|"
    r"config\w*|yaml|json|toml|ini|csv|xml|snippet|code|script|template|form|file|log|query|dockerfile|cv|resume|"
    r"bio)s?\b"
    r"|\bwhy (?:does|do|is|are|did|won't|doesn't|isn't) (?:this|that|the|my|these) (?:\w+ )?"
    r"(?:config\w*|yaml|json|toml|ini|csv|xml|snippet|code|script|template|form|file|query|dockerfile|test|import|"
    r"parser)\b"
    r"|(?:この|上の|上記の|以下の|次の|下の)(?:メール|手紙|文章|文|テキスト|メッセージ|会話|コード|"
    r"設定(?:ファイル)?|記事|詩|作文|"
    r"ファイル|yaml|json)[^。\n]{0,12}(?:翻訳|要約|返信|返事|直し|添削|校正|答え|確認|チェック|修正|書き直|なぜ|"
    r"どうして|エラー|"
    r"動か|失敗|どう思|訳し|英訳|和訳|間違)"
    r"|(?:这封|這封|这段|這段|这篇|這篇|这个|這個|上面的?|下面的?|以下|以上)的?(?:邮件|郵件|信|文字|文章|话|話|"
    r"代码|代碼|"
    r"程式碼|配置|设置檔?|設定|文件|檔案|对话|對話|作文|消息|yaml|json)[^。\n]{0,12}(?:翻译|翻譯|总结|總結|回复|"
    r"回覆|修改|改|"
    r"检查|檢查|润色|潤色|为什么|為什麼|报错|報錯|失败|失敗|错|錯|有问题|有問題|怎么|怎麼)"
    r"|(?:回复|回覆|翻译|翻譯|总结|總結|修改|润色|潤色|检查|檢查|解释|解釋)(?:一下)?(?:这封|這封|这段|這段|这篇|"
    r"這篇|上面|下面|以下|以上)",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"(?:^|(?<=[.!?。] )|(?<=[。!?]))(?P<s>[A-Z]\d?) ?: ?(?=\S)|(?:^|(?<=[.!?。] ))(?P<l>(?:Person|Speaker|"
    r"Customer|Agent|Student|Teacher|Waiter|Guest) ?[A-Z0-9]?|"
    r"[A-Z][a-z]{1,14}|[一-龥ァ-ヶー]{1,6}(?:さん|くん|ちゃん)?) ?: (?=\S)|"
    r"^(?P<c>[A-Z]|[一-龥ァ-ヶー]{1,6}(?:さん|くん|ちゃん)?):(?=\S)",
    re.MULTILINE,
)
_SENTENCE: Final = re.compile(r"[.!?。]|\b(?:I|you|my|your)\b|私|僕|俺|我|你|です|ます")
_LABELS: Final = ATTRIBUTES | EVENTS | KNOWN | set(japanese_rules.ATTRIBUTES) | set(chinese_rules.ATTRIBUTES)


def own_words(text: str) -> str:
    """Return what of a turn the speaker says themself, in the form sentences are compared in."""
    text = plain(text)
    if _ASKED.search(text) and ("\n" in text.strip() or ":" in text):
        return ""
    text = _QUOTED.sub(_unquoted, _before_mail(text))
    kept: list[str] = []
    for line in _before_dialogue(text).split("\n"):
        bare = line.strip(" *_#>-")
        if _FORWARDED.match(bare) or _ANNOUNCED.match(bare):
            break
        if _OPEN.match(bare) and not _CLOSED.search(bare, 1):
            break  # a quotation that nothing ends
        said = _SAYS.search(line)
        kept.append(line[: said.end()].rstrip(": ") if said else line)
    return "\n".join(kept)


def _unquoted(match: re.Match[str]) -> str:
    """Leave names and titles, take sentences out."""
    inner = next(part for part in match.groups() if part)
    ends = _ENDS.search(inner)
    if ends is None and "\n" not in inner:
        return match[0]
    if ends is not None and ends.end() == len(inner) and cells(inner) <= _SHORT and not _SPEAKS.search(inner):
        return match[0]
    return " "


def _before_mail(text: str) -> str:
    """Cut where the head of a mail begins."""
    heads = list(_HEADER.finditer(text))
    names = {match["h"].lower() for match in heads}
    return text[: heads[0].start()] if len(names) > 1 and names & _MAIL_HEADS else text


def _before_dialogue(text: str) -> str:
    """Cut where lines begin that say who speaks."""
    first: int | None = None
    speakers: set[str] = set()
    for match in _LABEL.finditer(text):
        name = match["s"] or match["l"] or match["c"]
        value = text[match.end() : match.end() + _REACH].partition("\n")[0]
        if name.lower() in _LABELS or (len(name) > 1 and not _SENTENCE.search(value)):
            continue
        first = match.start() if first is None else first
        speakers.add(name)
        if len(speakers) > 1:
            return text[:first]
    return text
