"""What takes back what was said: jokes, slips of the tongue, false names, and what is not to be kept at all."""

from __future__ import annotations

import re
from typing import Final

_AGAIN: Final = (
    r"(?:(?:no|oh|oops|sorry|wait|wrong|hm+|actually|ah|well|hold on|my bad|my mistake|i mean|nope)[,!. -]+)*"
)
_TAKEN_BACK: Final = re.compile(
    rf"{_AGAIN}(?:"
    r"scratch that|never ?mind|forget (?:that|it|what i (?:just )?said|about (?:that|it))|"
    r"(?:(?:i am|i'm|i was|was|am) )?(?:just |only )?(?:kidding|joking)|jk|(?:that|it|this)(?: was|'s|"
    r" is) (?:just |only )?"
    r"a (?:joke|typo|mistake|slip|lie|test|prank|misunderstanding)|"
    r"(?:that|this|it|what i said)(?:'s| is| was|s)? (?:not|n't) (?:true|right|correct|real|what i meant|me|"
    r"serious|my \w+|"
    r"(?:really )?my real \w+)|(?:that|this|it) (?:isn't|wasn't|is not|was not) (?:true|right|correct|real|me|serious|"
    r"what i meant|my (?:real |own )?\w+)|"
    r"(?:that|this|it|what i said)(?:'s| is| was) (?:wrong|false|incorrect|fake|made up|untrue|nonsense|outdated|"
    r"a fake \w+)|"
    r"(?:i )?misspoke|(?:i )?mistyped|wrong(?: \w+)?|typo|i lied|i made (?:that|it) up|i (?:got|had) (?:that|it) wrong|"
    r"i was wrong(?: about that)?|my mistake|my bad|"
    r"(?:no,? )?(?:i|we) meant (?!to\b).+|i take (?:that|it) back|(?:please )?(?:delete|erase|ignore|disregard|remove) "
    r"(?:that|it|this|what i (?:just )?said|my last (?:message|sentence))|"
    r"(?:please )?(?:do not|don't|never) (?:save|remember|store|record|keep|note|write down) (?:that|it|this)(?: down)?"
    r")(?:(?:[,;:]| -) .*|(?: at all| actually| though| please| sorry| again| after all))?",
    re.IGNORECASE,
)
_TAKEN_BACK_EAST: Final = re.compile(
    r"(?:(?:あ|あっ|いや|いえ|すみません|ごめん(?:なさい)?|やっぱり|やっぱ|失礼|啊|哦|不|不对|不對|抱歉|对不起|"
    r"對不起|等等|等一下)[,、。!~ ]*)*"
    r"(?:(?:今の|さっきの|先ほどの|それ|これ)?(?:は|も)?(?:全部|ただの|単なる)?(?:冗談|嘘|うそ|ウソ|間違い|"
    r"まちがい|誤り|誤字|タイプミス|打ち間違い|"
    r"言い間違い|勘違い|なし|偽名|仮名)(?:です|でした|だよ|だ|だった|ね|よ)*|忘れて(?:ください)?|なんちゃって|"
    r"(?:言い|書き|打ち|聞き)?間違え(?:た|ました|てた|ていました)(?:[,、].*)?|間違(?:い|え)?(?:です|"
    r"でした)(?:[,、].*)?|"
    r"(?:それ|今の|さっきの)は(?:違(?:う|い(?:ます|ました))|本当では(?:ない|ありません)).*|違(?:う|い(?:ます|"
    r"ました)|った)(?:[,、].*)?|"
    r"(?:今の|さっきの|それ|これ)(?:は|を)?(?:取り消し|撤回|無視)(?:ます|します|して(?:ください)?)?|"
    r"(?:それ|これ|今の)は(?:覚えないで|記録しないで|保存しないで|忘れて).*|"
    r"(?:我)?(?:刚才|剛才|刚刚|剛剛|前面)?(?:说|說|打|写|寫|搞|弄|记|記)错(?:了)?(?:[,、].*)?|"
    r"(?:我)?(?:刚才|剛才|刚刚|剛剛|前面)?(?:说|說|打|写|寫|搞|弄|记|記)錯(?:了)?(?:[,、].*)?|口误|口誤|笔误|筆誤|"
    r"(?:那|这|這|以上|刚才|剛才)(?:个|個|句|些)?(?:是|不是)(?:假的?|真的?|错的?|錯的?|骗你的|騙你的|假名|化名|"
    r"玩笑|打错|打錯|笔误|筆誤|"
    r"真话|真話|我的?真名)了?|"
    r"(?:我)?(?:只)?是?(?:在)?(?:开玩笑|開玩笑)(?:的|啦)*(?:[,、].*)?|(?:骗你的|騙你的)(?:[,、].*)?|当我没说|"
    r"當我沒說|不对(?:[,、].*)?|不對(?:[,、].*)?|"
    r"(?:请|請)?(?:别|別|不要)(?:记|記|记住|記住|记下|記下|保存)(?:这个|這個|这句|這句|这些|這些|它))",
)
_INSTEAD: Final = (
    re.compile(
        r"(?:\b(?:[Ii]|[Ww]e) (?:meant|mean)(?: to say)?|\b[Ii]t(?:'s| is| should be)|\b[Tt]hat should be|"
        r"\b[Tt]ypo[:,])"
        r" (?P<o>[A-Z\d][\w'@+.-]*(?: [A-Z\d][\w'.-]*){0,3})(?:, not .+)?$"
    ),
    re.compile(r"(?:^|[,、。])(?:正しくは|本当は|実際は)?(?P<o>[^,、。はがをにでのと]{1,12})(?:です|でした|だ)$"),
    re.compile(
        r"(?:^|[,、。])(?:应该|應該|其实|其實|实际上|實際上|正确的|正確的)?(?:是|应为|"
        r"應為)(?P<o>[^,、。是不的我你他她了]{1,12})$"
    ),
)
_JOKE: Final = re.compile(r"kidding|joking|\bjk\b|joke|\blie\b|prank|冗談|嘘|うそ|玩笑|骗|騙", re.IGNORECASE)
_RESTATED: Final = re.compile(r"[,、:;] ?(?:and |but )?(?P<o>(?:I |I'm |[Mm]y |私|僕|俺|我).+)$")
_UNTRUE: Final = re.compile(
    r"[,;-] ?(?:i mean|or rather|no,? wait|wait,? no|scratch that|no sorry)\b|"
    r"\b(?:not my real|isn't my real|is not my real|(?:a )?fake (?:name|number|address|mail|email|one)|(?:this|"
    r"that|it)(?: is|'s) (?:just |only )?"
    r"(?:an? |my )?(?:alias|pseudonym|pen name|stage name|made[- ]up|fictional|fictitious|joke)|in character|"
    r"for the sake of (?:argument|example)|april fools?|just a joke|pretending to be|i lied)\b"
    r"|本名(?:では|じゃ)(?:ない|あり)|偽名|仮名(?:です|だ)|(?:これ|それ)は(?:芸名|ペンネーム)|架空|うそです|嘘です|"
    r"嘘だけど|なりきり|ロールプレイ|"
    r"という設定|(?:た|な)つもりで"
    r"|、(?:いや|もとい|じゃなくて|じゃない、|間違えた|違った)|,(?:不对|不對|哦不|啊不|不是,|说错了|說錯了)|"
    r"(?:不是|並非|并非)(?:我的?)?(?:真名|本名|真实姓名|真實姓名)|假名|化名|假的|虚构|虛構|开(?:个|個|了个)?玩笑|"
    r"開(?:個|个|了個)?玩笑|骗你|騙你|扮演|假装|假裝|撒谎|撒謊|"
    r"瞎编|瞎編|编的|編的",
    re.IGNORECASE,
)
_OFF_RECORD: Final = re.compile(
    r"\boff the record\b|(?:^|[.,;:!?\n]\s*|\bplease |\bbut |\band |\bso )(?:(?:do not|don't|never) (?:save|"
    r"remember|store|record|memori[sz]e|note|write down|keep) "
    r"(?:this|that|it|the following|what i|any of this|anything)\b|not for the record|keep (?:this|"
    r"it) out of your memory)"
    r"|(?:これ|次|以下|この話|今の話|今から言うこと)(?:は|を|のことは)?(?:覚え|記憶し|記録し|保存し|"
    r"メモし)(?:ないで|なくて)|オフレコ"
    r"|(?:别|別|不要|勿|不用)(?:记住|記住|记下|記下|记录|記錄|记|記|保存|存)(?:这|這|它|以下|下面|我)",
    re.IGNORECASE,
)


def takes_back(sentence: str) -> bool:
    """Tell whether a sentence does nothing but take back what was said before it."""
    bare = sentence.strip(" .。!?~")
    return _TAKEN_BACK.fullmatch(bare) is not None or _TAKEN_BACK_EAST.fullmatch(bare) is not None


def instead(sentence: str) -> str:
    """Return the value a sentence puts in the place of the one taken back, empty where it names none."""
    bare = sentence.strip(" .。!?~")
    match = next((match for pattern in _INSTEAD if (match := pattern.search(bare)) is not None), None)
    return match["o"].strip() if match is not None else ""


def restated(sentence: str) -> str:
    """Return what is stated behind the words that take something back, empty where nothing is, or it was a joke."""
    if _JOKE.search(sentence) is not None:
        return ""
    match = _RESTATED.search(sentence.strip(" .。!?~"))
    return match["o"] if match is not None and not takes_back(match["o"]) else ""


def is_untrue(sentence: str) -> bool:
    """Tell whether a sentence says of itself that it is made up."""
    return _UNTRUE.search(sentence) is not None


def is_off_record(text: str) -> bool:
    """Tell whether somebody asks to keep nothing of what they say."""
    return _OFF_RECORD.search(text) is not None
