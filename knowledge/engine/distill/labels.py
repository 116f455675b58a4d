"""Lines of the form `label: value`, in all languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import chinese, chinese_rules, english, japanese, japanese_rules
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.english_rules import EVENT_NOUN
from knowledge.engine.distill.english_words import ATTRIBUTES, EVENTS, is_secret, word_set
from knowledge.engine.distill.relations import Said
from knowledge.engine.distill.sentences import is_wider

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Scene
    from knowledge.engine.distill.sentences import Sentence

_LINE: Final = re.compile(
    r"(?P<label>[^\s:=.,!?()\"'/\\][^:=.,!?()\"\\\n]{0,38}?) ?(?::|=) ?(?P<value>[^\s/:=].{0,118})$"
)
KNOWN: Final = word_set(
    "allergy allergies diet hobby hobbies language languages city country location venue region server "
    "host port database branch environment env version framework client customer owner size colour color "
    "model plan price status priority pet pets repo repository domain hosting provider editor os browser "
    "license licence currency unit units tone style format theme sponsor contact assignee reviewer "
    "billing shipping"
)
_REMEMBER: Final = re.compile(
    r"(?:please )?(?:remember|note|note to self|reminder|memo|fyi|nb|important|keep in mind|"
    r"覚えておいて(?:ください)?|メモ|備忘|忘れないで(?:ください)?|重要|注意|"
    r"记住|記住|请记住|請記住|备忘|備忘|提醒|重要|备注|備註|记一下|記一下)",
    re.IGNORECASE,
)
_DECISION: Final = re.compile(
    r"(?:final )?(?:decision|decided|agreed|resolution)|決定(?:事項)?|結論|决定(?:事项)?|结论|決議|决议", re.IGNORECASE
)
_CORRECTION: Final = re.compile(r"(?:correction|fix|update|edit|訂正|修正|更正|纠正|糾正)", re.IGNORECASE)
_NO_LABEL: Final = word_set(
    "question q a answer re fw fwd subject from to cc bcc ps p.s example e.g i.e user assistant system "
    "human ai bot agent error warning info debug todo http https step input output result results quote "
    "title hint tip problem issue cause fix summary context task goal note translation prompt response "
    "original text code steps expected actual prediction hypothesis 質問 回答 例 例えば 件名 宛先 エラー "
    "問題 原因 結果 要約 翻訳 原文 入力 出力 ユーザー 问题 問題 回答 例如 例子 主题 主題 收件人 错误 錯誤 "
    "原因 结果 結果 摘要 翻译 翻譯 原文 输入 輸入 输出 輸出 用户 用戶 追記 補足 比如"
)
_SECRET_EAST: Final = re.compile(
    "パスワード|暗証番号|秘密鍵|カード番号|密码|密碼|口令|私钥|私鑰|验证码|驗證碼|卡号|卡號"
)
_SAYING: Final = re.compile(r"\b(?:said|says|wrote|writes|told|asked|quotes?|sang|replied)\b|記載|记载|曰")
_EXERCISE: Final = re.compile(
    r"(?:例句|例文|例子|示例|造句|句子|题目|題目|問題|选项|選項|sentence|example|exercise|option|line|item|step|"
    r"part|case|variant|"
    r"version|draft|scenario)[ #]*[\da-z]?\d*"
)
_SPEAKS: Final = re.compile(
    r"(?:我|私[はがの]|僕[はがの]|俺[はがの]|I(?:'m|'ve| am| live| have| work| like| love| hate)\b|My )"
)
_LONGEST_LABEL: Final = 4
_WIDEST: Final = 120
_SELF: Final = re.compile(r"(?:[Mm]y|[Oo]ur) |(?:私|僕|俺|わたし)の|我的")


def labelled(sentence: Sentence, scene: Scene) -> list[Said] | None:
    """Read a line with a label; None when it has none, an empty list when its label says not to learn it."""
    match = _LINE.match(sentence.text) if sentence.starts_line and not is_wider(sentence.text, _WIDEST) else None
    if match is None:
        return None
    label, value = match["label"].strip(), match["value"].strip()
    if _REMEMBER.fullmatch(label):
        return _kept(value, sentence, scene)
    if _CORRECTION.fullmatch(label):
        return _READ[sentence.language](value, scene)
    if _DECISION.fullmatch(label):
        return [Said("", scene.speaker, kind="decision", plain=f"{scene.speaker}: {label}: {value}.", rank=0)]
    label = _SELF.sub("", label, count=1)
    lowered = label.lower()
    if (
        _SAYING.search(lowered)
        or _EXERCISE.fullmatch(lowered)
        or _SPEAKS.match(value)
        or lowered in _NO_LABEL
        or label in scene.others
        or sentence.asks
        or value.endswith(":")
    ):
        return []
    if is_secret(label) or _SECRET_EAST.search(label):
        return []
    if not _is_label(label, sentence):
        return None
    when = find_time(value, sentence.language, scene.at)
    if when is not None and _is_event(lowered, sentence):
        return [Said("time", label[:1].lower() + label[1:] if label.istitle() else label, when.text)]
    return [_valued(lowered, value, scene)]


def is_japanese_label(text: str) -> bool:
    """Tell whether a line without kana has a label that is Japanese and no Chinese."""
    label = re.split("[:=]", text, maxsplit=1)[0].strip()
    return label in japanese_rules.ATTRIBUTES and label not in chinese_rules.ATTRIBUTES


def _is_event(label: str, sentence: Sentence) -> bool:
    if sentence.language == "en":
        return EVENT_NOUN.search(label) is not None
    return (japanese_rules.EVENT if sentence.language == "ja" else chinese_rules.EVENT_NOUN).search(label) is not None


def _valued(label: str, value: str, scene: Scene) -> Said:
    relation = _RELATIONS.get(label, "attribute")
    return Said(relation, scene.speaker, value, noun=label)


def _kept(value: str, sentence: Sentence, scene: Scene) -> list[Said]:
    return _READ[sentence.language](value, scene, remembered=True)


_RELATIONS: Final[dict[str, str]] = {
    **dict.fromkeys(("name", "full name"), "name"),
    **dict.fromkeys(("birthday", "date of birth"), "birthday"),
    **dict.fromkeys(("job", "occupation", "profession"), "job"),
    "employer": "works",
    "nationality": "nationality",
    **japanese_rules.ATTRIBUTES,
    **chinese_rules.ATTRIBUTES,
}
_READ: Final[dict[str, Callable[..., list[Said]]]] = {
    "en": english.read,
    "ja": japanese.read,
    "zh": chinese.read,
    "zht": chinese.read,
}


def _is_label(label: str, sentence: Sentence) -> bool:
    words = label.lower().split()
    if sentence.language != "en":
        return 1 < len(label) <= 12 and not re.search(
            "[はがをのにでとも]$|[。、]|[我你他她它].*[是说說]|です|ます|言|说|說|写|寫|问|問|記載|记载|指出|表示|"
            "描述|提到|形容|引用",
            label,
        )
    if len(words) > _LONGEST_LABEL:
        return False
    if len(words) == 1 or all(word[:1].isupper() for word in label.split()):
        return "_".join(words) in ATTRIBUTES | EVENTS or words[-1] in ATTRIBUTES | EVENTS | KNOWN
    return not {
        "i",
        "you",
        "he",
        "she",
        "we",
        "they",
        "it",
        "is",
        "are",
        "was",
        "the",
        "this",
        "that",
        "here",
        "what",
        "how",
        "to",
    } & set(words)
