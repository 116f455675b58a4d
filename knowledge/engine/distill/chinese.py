"""What a Chinese sentence states, in simplified and in traditional characters alike.

What stands before a statement (interjections, conjunctions, words of time) is taken off; the word before the verb
says whom it is about. A clause without a subject goes on with that of the clause before it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import chinese_rules as rules
from knowledge.engine.distill.chinese_plain import plain_statement
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.english_words import word_set
from knowledge.engine.distill.relations import Said, has_mood

if TYPE_CHECKING:
    from knowledge.engine.distill.dates import When
    from knowledge.engine.distill.relations import Mood, Scene

_FILLER: Final = re.compile(
    r"(?:嗯+|啊|哦|喔|噢|哎|唉|对了|對了|对|對|是的|好的|好|不|没有|沒有|其实|其實|事实上|事實上|说实话|"
    r"說實話|老实说|老實說|顺便说一下|順便說一下|顺便|順便|另外|还有|還有|而且|不过|不過|但是|但|可是|"
    r"所以|因为|因為|然后|然後|那么|那麼|那|目前|现在|現在|最近|平时|平時|平常|一般来说|一般來說|总之|"
    r"總之|首先|其次|更正一下|更正|纠正一下|糾正一下|抱歉|不好意思|你好|您好|大家好|嗨|哈哈|谢谢|謝謝|"
    r"告诉你|告訴你|跟你说|跟你說|个人来说|個人來說|对我来说|對我來說|从今天起|從今天起|说起来|說起來|"
    r"话说|話說|听好|聽好|请注意|請注意|请|請)[,:!~ 、]*"
)
_NEEDS_COMMA: Final = word_set("啊 哦 喔 噢 哎 唉 对 對 是的 好的 好 不 没有 沒有 那 顺便 順便 最近 请 請")
_QUESTION: Final = re.compile(
    r"(?:吗|嗎|呢|么|麼|吧\?)$|是不是|有没有|有沒有|能不能|可不可以|会不会|會不會|要不要|好不好|对不对|"
    r"對不對|行不行|知不知道|"
    r"(?<!不管)(?<!无论)(?<!無論)(?:什么|什麼|甚麼|谁|誰|哪里|哪裡|哪儿|哪兒|哪个|哪個|怎么|怎麼|怎样|"
    r"怎樣|为什么|為什麼|几点|幾點|多少|多久|几个|幾個|何时|何時|如何)(?!都|也)|^(?:请问|請問|能否|是否)"
)
_NOT_MEANT: Final = re.compile(
    r"^(?:如果|假如|假设|假設|假使|要是|若是|若|倘若|万一|萬一|比如|例如|譬如|想象|想像|就算|即使)|"
    r"(?:就好了|该多好|該多好)$|开(?:个|個|了个)?玩笑|開(?:個|个|了個)?玩笑|梦里|夢裡|(?:小说|小說|电影|電影|游戏|"
    r"遊戲|故事|漫画|漫畫|"
    r"剧|劇)(?:里|裡|中)|"
    r"本来想|本來想|差点|差點|恨不得|巴不得"
)
_REPORTED: Final = re.compile(
    r"(?:他|她|它|他们|她们|他們|她們|别人|別人|人家|有人|朋友|同事|老师|老師|妈妈|媽媽|爸爸|医生|醫生|"
    r"老板|老闆|大家|网友|網友|书上|書上|新闻|新聞|专家|專家)(?:们|們)?(?:都|也|常|总|總|昨天|刚才|"
    r"剛才)?(?:说|說|讲过|講過|告诉|告訴|觉得|覺得|认为|認為|问|問|写道|寫道|建议|建議)|"
    r"听说|聽說|据说|據說|据报|據報|网上说|網上說|传闻|傳聞|根据|根據|我(?:说过|說過|告诉他|告訴他|"
    r"跟他说|跟他說|骗他|騙他)"
)
_TASK: Final = re.compile(
    r"(?:请|請|帮我|幫我|麻烦|麻煩|可以|能)*(?:帮我|幫我)?(?:把.{0,12})?(?:翻译|翻譯|改写|改寫|润色|"
    r"潤色|总结|總結|概括|摘要|校对|校對|扩写|擴寫|续写|續寫|写一|寫一|写个|寫個|写篇|寫篇|起草|分类|"
    r"分類|分析|解释|解釋)(?:成|为|為|一下|下面|以下|这|這|下列|[::])"
)
_STRONG: Final = re.compile(
    r"可能|也许|也許|或许|或許|大概|说不定|說不定|不确定|不確定|不太确定|不太確定|没准|沒準|不一定|"
    r"还没定|還沒定|估计|估計|(?:没|沒|未|没有|沒有|还没|還沒)(?:去)?(?:检查|檢查|检测|檢測|测|測|查|确诊|確診|"
    r"确认|確認|诊断|診斷|验证|驗證)"
)
_WEAK: Final = re.compile(r"我(?:觉得|覺得|认为|認為|感觉|感覺|猜)|好像|似乎|应该|應該|差不多|算是")
_HEDGES: Final = re.compile(
    r"(?<!不)(?:可能|也许|也許|或许|或許|大概|说不定|說不定|没准|沒準|估计|估計|我觉得|我覺得|我认为|我認為|"
    r"我感觉|我感覺|我猜|好像|似乎|应该|應該)[, ]?(?:是)?(?=.)"
)
_TAIL: Final = re.compile(r"(?:的?(?:啊|呀|哦|喔|啦|哈|嘛|呢|哟|喲|吧|噢|耶|誒|诶)|的说|[,。.!~ ])+$")
_REMEMBER: Final = re.compile(
    r"(?:请|請|麻烦|麻煩|帮我|幫我|你要|你|一定要|务必|務必|也|还要|還要)*(?:记住|記住|记得|記得|记一下|"
    r"記一下|记下来|記下來|记下|記下|别忘了|別忘了|别忘记|別忘記|不要忘记|不要忘記|别忘|別忘|勿忘|牢记|"
    r"牢記|帮我记|幫我記)[:, ]*(?P<o>[^吗嗎]{3,300})$"
)
_INSTRUCTION: Final = re.compile(
    r"(?:请|請)?(?:以后|以後|今后|今後|从现在开始|從現在開始|从今往后|從今往後|下次|每次|永远|永遠|始终|"
    r"始終|总是|總是|一律)(?:请|請|都|要|都要|不要|别|別|务必|務必|必须|必須|只|就|你|,)*(?:用|使用|"
    r"回答|回复|回覆|叫我|称呼|稱呼|写|寫|提醒|避免|说|說|发|發|给我|給我|加上|附上|保持|先|再|打电话|"
    r"打電話).{2,120}$"
)
_CLAUSE: Final = re.compile(r"[,;]\s*")
_AND: Final = re.compile(
    r"(?:而且|并且|並且|但是|但|不过|不過|所以|同时|同時|然后|然後|也|还|還|就|又|却|卻)+(?=[^,]{2,})"
)
_SELF: Final = re.compile(r"(?:我们|我們|咱们|咱們|咱|我|本人|俺|在下|敝人|老子|偶)(?:自己|本人|个人|個人)?")
_OWN: Final = re.compile(r"(?:我们|我們|咱们|咱們|我|本人|俺)(?:的|家的?)?(?P<n>.+)$")
_OTHERS: Final = re.compile(
    r"^(?:他|她|它|你|您|谁|誰|这|這|那|有人|大家|别人|別人|人家|每个|每個|所有|很多|有些|自己|什么|"
    r"什麼|今天|明天|昨天|一个|一個|没有|沒有)"
)
_ADVERBS: Final = re.compile(
    r"^(?:其实|其實|目前|现在|現在|平时|平時|平常|一直|最近|已经|已經|从小|從小|也|都|还|還|就|才|真的|"
    r"真|确实|確實|一般|通常|经常|經常|总是|總是|特别|特別|非常|很|超级|超級|超|挺|比较|"
    r"比較|蛮|蠻|最近|今年|刚刚|剛剛|刚|剛|终于|終於|正式|主要|只|又|再|是真的|长期|長期|"
    r"自从.{2,12}就|\d{4}年(?:起|开始|開始|以来|以來)?(?:就)?|从\d{4}年(?:起|开始|開始)?(?:就)?|"
    r"從\d{4}年(?:起|開始)?(?:就)?)(?=.)"
)
_SHORT: Final = frozenset({"allergy", "eats", "drinks"})
_DONE: Final = frozenset({"habit", "pet", "owns", "studies", "speaks", "uses", "plays"})
_CALLS: Final = re.compile(r"[了得个個起醒不着著过過唤喚喊声聲来來我他她]")
_CHANGE: Final = re.compile(r"搬|移|迁|遷|入职|入職|加入|跳槽|定居")
_LONGEST: Final = 200


def is_task(text: str) -> bool:
    """Tell whether a sentence hands over a text to be worked on."""
    return _TASK.match(text) is not None


def read(text: str, scene: Scene, *, remembered: bool = False) -> list[Said]:
    """Return what a sentence states; see `knowledge.engine.distill.english.read`."""
    text = _without_fillers(_TAIL_ASK.sub("", text))
    if len(text) > _LONGEST:
        return []
    asked = _asked(text, scene)
    if asked is not None:
        return asked
    if _QUESTION.search(text) or _NOT_MEANT.search(text) or _REPORTED.search(text):
        return []
    doubt = 2 if _STRONG.search(text) else 1 if _WEAK.search(text) else 0
    text = rules.THEN_NOW.sub("是", text)
    bare = _NOT_BUT.sub(r"\g<v>", _TAIL.sub("", _without_fillers(_HEDGES.sub("", text))))
    found = _compared(bare, scene)
    if found:
        return [replace(one, doubt=doubt) for one in found]
    subject: str | None = scene.speaker
    said: list[Said] = []
    for clause in _CLAUSE.split(bare):
        held = bool(said) and said[0].relation in ("pet", "owns", "one of")
        said, subject = _clause(clause, subject, scene)
        if held and not _SELF.match(clause):
            said = []  # 我有一个儿子,叫小明
        found += said
    if not found and remembered:
        found = _kept_property(bare, scene)
    if not found and (remembered or not _OTHERS.match(bare)):
        kept = plain_statement(bare, scene, anything=remembered)
        found = [kept] if kept else []
    return [replace(one, doubt=max(one.doubt, doubt)) for one in found]


def _kept_property(text: str, scene: Scene) -> list[Said]:
    """Read "我的……是……" that the speaker asked to remember, where its value is a name in letters or a number."""
    match = rules.PROPERTY.match(re.sub(r"^(?:我的|我们的|我們的)", "", text)) if text.startswith("我") else None
    value = rules.clean_object(match["o"]) if match and re.search(r"[A-Za-z0-9]", match["o"]) else ""
    if match is None or not value or rules.SECRET.match(text):
        return []
    return [Said("attribute", scene.speaker, value, noun=match["n"].strip())]


def _compared(text: str, scene: Scene) -> list[Said]:
    """Read "比起咖啡，我更喜欢茶", which a comma cuts in two."""
    for rule in rules.PERSON:
        match = rule.pattern.match(text) if rule.relation == "rather" else None
        if match is not None:
            return _fitted(rule, match, "yes", scene.speaker, scene, is_self=True)
    return []


_NOT_BUT: Final = re.compile(r"不(?:是)?(?P<v>叫|住在|姓|在)(?:[^,]{1,12}),?(?:而)?是?(?P=v)")
_TAIL_ASK: Final = re.compile(r"[。.!~ ]+$")


def _without_fillers(text: str) -> str:
    for _ in range(5):
        match = _FILLER.match(text)
        if match is None or match.end() == len(text):
            break
        bare = match[0].rstrip(",:!~ 、")
        if bare in _NEEDS_COMMA and match[0] == bare:
            break
        text = text[match.end() :]
    return text


def _asked(text: str, scene: Scene) -> list[Said] | None:
    match = _REMEMBER.match(text)
    if match is not None and not _QUESTION.search(text):
        found = read(match["o"], scene, remembered=True)
        return [replace(one, rank=0) for one in found]
    if _INSTRUCTION.match(text) and not rules.CALL_ME.match(text) and not _QUESTION.search(text):
        return [Said("", scene.speaker, kind="instruction", plain=f"{scene.speaker}的要求：{text}", rank=0)]
    return None


def _clause(text: str, before: str | None, scene: Scene) -> tuple[list[Said], str | None]:
    """Read one clause; returns what it states and whom the next one is about when it does not say.

    Args:
        text: the clause.
        before: whom the clause before it was about; None for somebody or something unknown.
        scene: who speaks, and when.
    """
    text = _AND.sub("", text, count=1) if _AND.match(text) else text
    text = _without_fillers(text.strip())
    if not text:
        return [], before
    called = rules.CALL_ME.match(text)
    if called is not None:
        return [Said("called", scene.speaker, called["o"])], scene.speaker
    subject, rest, own = _subject(text, scene)
    if subject is None:
        return _without_subject(text, before, scene)
    if subject == scene.speaker and own is None and (thing := _about_thing(text, scene)):
        return thing, subject
    if own is not None:
        found = _of_property(own, scene)
        if found is not None:
            return found, subject
    return _of_person(subject, rest, scene, is_self=subject == scene.speaker), subject


def _without_subject(text: str, before: str | None, scene: Scene) -> tuple[list[Said], str | None]:
    """Read a clause that names nobody: it goes on about whom the clause before was about, or about something else."""
    if before is None:
        return [], None
    thing = _about_thing(text, scene)
    if thing or _OTHERS.match(text):
        return thing, before if thing else None
    found = _of_person(before, text, scene, is_self=before == scene.speaker)
    # What fits nothing begins with a subject of its own: what follows is about that.
    return found, before if found else None


def _subject(text: str, scene: Scene) -> tuple[str | None, str, str | None]:
    """Return the subject, what follows it, and, of what is the speaker's, the whole without "my"."""
    match = _SELF.match(text)
    if match is not None:
        rest = text[match.end() :]
        kin = rules.KIN_SUBJECT.match(rest)
        if kin is not None:
            return f"{scene.speaker}的{kin['n']}", kin["r"], rest.removeprefix("的")
        if rest.startswith("的"):
            return scene.speaker, rest[1:], rest[1:]
        return scene.speaker, rest, None
    for name in scene.others:
        if text.startswith(name) and len(text) > len(name):
            return name, text[len(name) :], None
    match = rules.NAMED.match(text)
    if match is not None and not _OTHERS.match(text):
        return match["n"], match["r"], None
    return None, text, None


def _of_property(text: str, scene: Scene) -> list[Said] | None:
    """Read "my … is …"; None when it says rather what somebody does."""
    if rules.SECRET.match(text):
        return []
    match = rules.PROPERTY.match(text)
    if match is None:
        event = rules.EVENT.match(text)
        when = find_time(text, "zh", scene.at)
        return [Said("time", f"{scene.speaker}的{event['n']}", when.text)] if event and when else None
    noun, raw = match["n"].strip(), match["o"].strip()
    corrected = re.match(r"不是.{1,20}?[,，]?(?:而是|是)(?P<o>.+)$", raw)
    value = rules.clean_object(corrected["o"] if corrected else raw)
    named = rules.NAME_OF.fullmatch(noun)
    if named is not None and value:
        return [_kin(named["n"], value, scene)]
    relation = rules.ATTRIBUTES.get(noun)
    if relation is not None:
        return [Said(relation, scene.speaker, value, noun=noun)] if value and not rules.FEELING.search(raw) else []
    if rules.NO_NOUN.match(noun):
        return []
    liked = re.fullmatch(r"最(?:喜欢|喜歡|爱|愛)(?:吃|喝|看|听|聽|玩)?的(?P<n>.{1,10})", noun)
    if liked is not None:
        return [Said("favourite", scene.speaker, value, noun=liked["n"])] if value else []
    when = find_time(raw, "zh", scene.at)
    if when is not None and rules.EVENT_NOUN.search(noun):
        return [Said("time", f"{scene.speaker}的{noun}", when.text)]
    if rules.KIN.fullmatch(noun) and value and match["v"] in ("叫", "名叫", "叫做") and not _CALLS.match(value):
        return [_kin(noun, value, scene)]
    return None if rules.KIN.fullmatch(noun) else []


def _kin(noun: str, name: str, scene: Scene) -> Said:
    return Said("relative" if rules.UNIQUE.fullmatch(noun) else "one of", scene.speaker, name, noun=noun)


def _of_person(subject: str, rest: str, scene: Scene, *, is_self: bool) -> list[Said]:
    for _ in range(4):
        shorter = _ADVERBS.sub("", rest)
        if shorter == rest:
            break
        rest = shorter
    if _SELF.match(rest) and is_self:
        rest = rest[_SELF.match(rest).end() :]  # type: ignore[union-attr]
    when = find_time(rest, "zh", scene.at)
    dated = when is not None and when.at[0] == 0
    undated = rest[when.at[1] :].lstrip("的,就") if when is not None and dated else rest
    mood, bare = _mood(undated)
    for rule in rules.PERSON:
        match = rule.pattern.match(rest if rule.begins or rule.relation == "time" else bare)
        if match is None or (rule.begins and (when is None or scene.at is None or when.end <= scene.at)):
            continue
        if rules.NOT_AFTER.match(match.string, match.end()) or _is_untimely(
            rule, match, when if dated else None, scene
        ):
            continue
        said = _fitted(rule, match, rule.mood if rule.mood != "yes" else mood, subject, scene, is_self=is_self)
        if said:
            return [replace(one, begins=rule.begins) for one in said]
    if not is_self or mood != "yes":
        return []
    kept = plain_statement(rest, scene)
    return [kept] if kept else []


def _is_untimely(rule: rules.Rule, match: re.Match[str], when: When | None, scene: Scene) -> bool:
    """Tell whether a statement is about where somebody was last year, or what they will have left next month."""
    if when is None or scene.at is None:
        return False
    if when.start > scene.at:
        return rule.mood == "ended"
    return when.end <= scene.at and rule.relation in ("lives", "works") and not _CHANGE.search(match[0])


def _mood(rest: str) -> tuple[Mood, str]:
    """Take negation off, and say which it was."""
    match = rules.NO_ALLERGY.match(rest)
    if match is not None:
        return "ended" if match["e"] or match["l"] else "no", match["a"] + match["b"]
    for pattern, mood in rules.NEGATIONS:
        match = pattern.match(rest)
        if match is not None:
            return mood, match["o"]
    return "yes", rest


def _fitted(
    rule: rules.Rule, match: re.Match[str], mood: Mood, subject: str, scene: Scene, *, is_self: bool
) -> list[Said]:
    if mood != "yes" and not has_mood(rule.relation, mood):
        return []
    groups = match.groupdict()
    if rule.relation == "jobless":
        return [Said("jobless", subject, mood=mood, about_self=is_self)]
    groups["o"] = re.split("也不|也没|也沒|又不", groups.get("o") or "")[0]
    value = rule.value or re.sub("我的", "自己的", rules.clean_object(groups.get("o") or ""))
    if not value or "我" in value:
        return []
    noun = rules.clean_object(groups.get("n") or "") if groups.get("n") else ""
    if rule.relation == "favourite" and (denied := re.fullmatch(r"(.+?)(?:并|並|才|也)?不", noun)) is not None:
        noun, mood = denied[1], "no"
    if _is_other(rule.relation, value) or (noun and rules.NO_NOUN.match(noun)):
        return []
    if rule.relation == "works" and (left := re.search("离开了?|離開了?", match[0])) is not None:
        # A town can be left, too.
        return [Said("works", subject, value, mood=mood, plain=f"{subject}{left[0]}{value}。", about_self=is_self)]
    if rule.relation == "time":
        # "约了周五" is past, the day it names is not.
        value = re.sub("^(?:看|去|参加|參加|开|開)", "", value)
        when = find_time(match.string.replace("了", ""), "zh", scene.at)
        return [Said("time", f"{subject}的{value}", when.text)] if when else []
    if rule.relation == "rather":
        told = f"比起{noun}，{subject}更喜欢{value}。"
        pair = " / ".join(sorted((value, noun)))
        return [Said("rather", subject, value, noun=pair, plain=told, about_self=is_self)] if noun else []
    if rule.relation in ("choice", "favourite", "one of") and not noun:
        return []
    said = Said(rule.relation, subject, value, noun=noun, mood=mood, about_self=is_self)
    return [replace(said, object=one) for one in _each(rule.relation, value)]


def _each(relation: str, value: str) -> list[str]:
    """Return the things a value lists, itself where it lists none."""
    if relation in ("likes", "dislikes", "speaks", "allergy", "eats", "drinks") and re.search("[和跟与與、]", value):
        parts = [rules.clean_object(part) for part in re.split("[和跟与與、]", value)]
        if all(relation in _SHORT or len(part) > 1 for part in parts) and all(0 < len(part) <= 6 for part in parts):
            return parts[:4]
    return [value]


def _is_other(relation: str, value: str) -> bool:
    """Tell whether a value only describes somebody else: 喜欢*的人住在上海*, 住在*北京的朋友结婚*."""
    if relation in ("lives", "works", "from", "school"):
        return rules.PLACE.match(value) is not None
    if relation == "job":
        return rules.NO_JOB.match(value) is not None
    if relation in ("likes", "dislikes") and rules.COMPARED.search(value):
        return True
    if relation in ("likes", "dislikes", "allergy", "eats", "drinks"):
        return rules.DESCRIBED.search(value) is not None or value.endswith(("不", "没", "沒"))
    if rules.DESCRIBED.search(value) is not None or value.endswith(("失败", "失敗", "不了", "中")):
        return relation in _DONE
    return relation in _DONE and value.startswith(("不", "得", "过", "過", "完", "起"))


def _about_thing(text: str, scene: Scene) -> list[Said]:
    """Read statements about a thing: when it is, what was chosen for it."""
    chosen = rules.CHOSEN.match(text)
    when = find_time(text, "zh", scene.at)
    noun = (chosen["n"] or chosen["m"]) if chosen is not None else ""
    if noun and rules.NO_NOUN.match(noun):
        chosen = None
    if rules.PAST_EVENT.match(text):
        return []
    if chosen is not None and when is None and (value := rules.clean_object(chosen["o"] or chosen["p"])):
        return [Said("choice", scene.speaker, value, noun=chosen["n"] or chosen["m"])]
    event = rules.EVENT.match(text)
    return [Said("time", event["n"], when.text)] if event is not None and when is not None else []
