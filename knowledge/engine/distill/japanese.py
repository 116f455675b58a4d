"""What a Japanese sentence states.

The sentence is first brought into a plain form: what stands before it (fillers, conjunctions) and behind it (particles
of tone, the copula, politeness) is taken off. What stands before the first 「は」 is its topic, and the topic decides
whom it is about; without one it is the speaker.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill import japanese_rules as rules
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.english_words import word_set
from knowledge.engine.distill.japanese_parts import (
    LIKED,
    NAMED,
    OWN,
    SELF,
    TOPIC,
    is_opinion,
    is_property,
    parts_of,
    topic_after,
    topic_of,
    with_topic,
)
from knowledge.engine.distill.japanese_plain import plain_statement
from knowledge.engine.distill.japanese_rules import clean_object
from knowledge.engine.distill.relations import Said, has_mood

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Mood, Scene

_FILLER: Final = re.compile(
    r"(?:えっと|えーと|ええと|あの|あのー|その|まあ|うん|ううん|いや|いえ|はい|ええ|ああ|あっ|おお|へえ|"
    r"そうそう|そういえば|ちなみに|実は|じつは|実際|正直|"
    r"あと|それと|それから|それで|そして|また|なお|ところで|でも|だけど|けど|けれど|ただ|しかし|ですが|"
    r"だから|なので|つまり|やっぱり|やはり|結局|とりあえず|まず|"
    r"最近|今は|今|現在は|現在|普段は|普段|個人的には|個人的に|改めて|本当は|どちらかというと|"
    r"どちらかと言えば|基本的に|一応|"
    r"訂正です|訂正|正しくは|間違えました|こんにちは|こんばんは|おはようございます|はじめまして|"
    r"初めまして|どうも|ありがとう(?:ございます)?|すみません|ごめん(?:なさい)?)"
    r"(?:[、,:!~ー \u3000]+|(?=[ぁ-んァ-ヶ一-龥A-Za-z]))"
)
_NEEDS_COMMA: Final = word_set(
    "その あの また ただ あと まず はい いや いえ うん でも けど 今 ああ 実際 正直 一応 現在 普段 最近 "
    "どうも それから それで そして まあ だから 訂正"
)
_QUESTION: Final = re.compile(
    r"(?:(?:です|ます|た|る|い|う|ん|の|でしょう|だろう|ない|ません|じゃない)か(?:ね|な)?|かな(?:あ|"
    r"ぁ)?|かしら|っけ|だっけ|(?:どう|なに|何|誰|いつ|どこ|どれ|なぜ)(?:です)?か?)$"
    r"|^(?:何|なに|誰|だれ|どこ|いつ|なぜ|どうして|どうやって|どの|どんな|どれ|いくら|いくつ)(?![かで]も)"
    r"|(?:教えて|知って(?:い)?ますか|わかりますか)(?:ください|くれ|ほしい|もらえ)?"
)
_NOT_MEANT: Final = re.compile(
    r"^(?:もし|仮に|例えば|たとえば|万が一|仮定|想像して)|(?:だったら|だとしたら|としたら|とすれば|"
    r"の場合|ならば|なければ|たらいいな|ればいいな|ばよかった|たらよかった)"
    r"|わけ(?:では|じゃ|でも)(?:な|あり)|とは限ら|はず(?:が|は)(?:な|あり)|(?:という|って)の(?:は|も)(?:嘘|うそ|"
    r"間違|違|冗談)|"
    r"と(?:思って(?:い)?(?:た|ました)|思い込んで|勘違い)|ふりを?し|のふり$|と(?:思|言|見)われ(?:がち|て|る|ま)"
    r"|冗談|夢の中|(?:小説|映画|漫画|ゲーム|物語|ドラマ)の中(?:で|の)"
)
_REPORTED: Final = re.compile(
    r"(?:と|って)(?:言って|いって|言う人|言った|言われ|言ってい|聞い|聞き|話して|書いて|書かれ|噂)|"
    r"らしい(?:です|よ|ね)*$|(?:る|た|だ|い)そう(?:です|だ)(?:よ|ね)*$|とのこと|によると|によれば|"
    r"だって$|みたいです?(?:よ|ね)*$"
)
_TASK: Final = re.compile(
    r"(?:翻訳|要約|添削|校正|英訳|和訳|書き直|リライト|訳して|言い換え|修正して|直して|作文|"
    r"書いて)(?:して)?(?:ください|くれ|ほしい|もらえ|お願い)?(?:[::]|$)|^(?:次|以下)の(?:文|文章|"
    r"テキスト)"
)
_STRONG: Final = re.compile(
    r"かもしれ|かも$|たぶん|多分|おそらく|恐らく|もしかし|気がする|自信がない|わからない|分からない|"
    r"わかりません|はっきりしない|未定|(?:検査|診断|確認|検診)(?:は|を|も)?(?:まだ|し(?:て(?:い)?)?(?:ない|ません)|"
    r"受けて(?:い)?"
    r"(?:ない|ません)|されて(?:い)?(?:ない|ません))|未(?:検査|確認|診断)|っぽい"
)
_WEAK: Final = re.compile(
    r"(?<!たい)(?<!う)と(?:思う|思い|思って|思われ)|はず|でしょう$|だろう$|ようだ|ような気|確か(?:に)?[、 ]|ほぼ"
)
_HEDGES: Final = re.compile(
    r"^(?:たぶん|多分|おそらく|恐らく|もしかしたら|もしかすると|確か)[、 ]?|(?:か(?:も(?:しれ(?:ない|"
    r"ません)(?:ん)?)?)?|のよう|ような気がする|だ?)?と(?:思う|思います|思っています|思ってる)$|"
    r"かも(?:しれ(?:ない|ません))?(?:です)?$|(?:の?はず|でしょう|だろう)(?:です|だ)?$"
)
_TAIL: Final = re.compile(
    r"(?:(?:です|ます|だ|た|い|る|ん|ない|ません|した)?(?P<cut>よね|よー|よ|ねー|ね|なあ|な|わ|ぞ|さ|"
    r"(?:けど|けれど|が|し|から|ので))[、 ]*)$"
)
_REMEMBER: Final = re.compile(
    r"(?:(?P<a>.+?)(?:と|って|のを|ことを|こと|のは|を)?、?(?:覚えて(?:おいて|て)?|記憶して(?:おいて)?|"
    r"メモして(?:おいて)?|忘れないで(?:ね)?|記録して(?:おいて)?|覚えといて)(?:ください|下さい|"
    r"ほしい(?:です)?|くれ|ね|よ|もらえますか)*"
    r"|(?:覚えて(?:おいて)?(?:ください|ほしいのですが|ほしいんだけど|ね)?|忘れないで(?:ください|ね)?|"
    r"メモ(?:して)?(?:ください)?)[::、, ]+(?P<b>.+))$"
)
_INSTRUCTION: Final = re.compile(
    r"(?:これから|今後|今後は|これからは|次から|次からは|以後|いつも|必ず|常に|毎回|"
    r"絶対に?).{2,80}(?:て(?:ください|下さい|ほしい(?:です)?|くれ|ね)|で(?:ください|お願いします|"
    r"お願い)|お願いします|しないで(?:ください)?|すること)$"
)
_OTHERS: Final = re.compile(
    r"(?:あなた|君|きみ|お前|彼|彼女|彼ら|みんな|皆|誰|これ|それ|あれ|ここ|そこ|あそこ|この.*|その.*|"
    r"あの.*|こちら|そちら|今日|昨日|明日|今|最近)$"
)
_HELD: Final = frozenset(
    {"allergy", "likes", "dislikes", "lives", "works", "from", "eats", "drinks", "uses", "studies"}
)
_ANOTHER: Final = re.compile("[がは]")
_DESCRIBED: Final = re.compile(r"が.+(?:な|る|た|い|の).{1,8}$")
_WITH: Final = re.compile(r"^.*(?<=[一-龥ァ-ヶー])(?:と|で|と?一緒に|二人で|ふたりで)(?=..)")
_SUBJECT: Final = re.compile(r"(?<![私僕俺分])が")
_OF_ONESELF: Final = frozenset({"marital", "jobless", "habit", "lives", "works", "school", "job"})
_SOME: Final = frozenset({"eats", "drinks", "uses"})
_SELDOM: Final = re.compile(
    r"あまり|あんまり|そんなに|ほとんど|めったに|滅多に|しか|だけ|(?:朝|昼|夜|晩|平日|週末|休日|"
    r"[月火水木金土日]曜日?)(?:に)?は"
)
_LONGEST_OF_SEVERAL: Final = 8
_PAST_EVENT: Final = re.compile(r"前回|先週|昨日|去年|先月|前の|昔の")
_UNSETTLED: Final = re.compile(
    rf"{rules.NEGATED.pattern}|(?:曜日?|日|時|分|[月火水木金土])か(?![らも])|から[^、]{{1,10}}(?:変更|移動|延期|"
    rf"ずれ|繰り)"
)
_INSTEAD: Final = re.compile(r"^.{1,20}?(?:では|じゃ)なく(?:て)?[、,]?(?=.)")
_NOW: Final = re.compile(r"(?:今は|現在は|いまは)")
_LONGEST: Final = 200


def is_task(text: str) -> bool:
    """Tell whether a sentence hands over a text to be worked on."""
    return _TASK.search(text) is not None


def read(text: str, scene: Scene, *, remembered: bool = False) -> list[Said]:
    """Return what a sentence states; see `knowledge.engine.distill.english.read`."""
    text = _without_fillers(text)
    if len(text) > _LONGEST:
        return []
    asked = _asked(text, scene)
    if asked is not None:
        return asked
    bare = _without_tail(text)
    if _QUESTION.search(bare) or _NOT_MEANT.search(bare) or _REPORTED.search(bare):
        return []
    doubt = 2 if _STRONG.search(bare) else 1 if _WEAK.search(bare) else 0
    bare = _without_tail(_HEDGES.sub("", _HEDGES.sub("", bare)))
    found: list[Said] = []
    topic = ""
    said: list[Said] = []
    for part in parts_of(bare):
        held = bool(said) and said[0].relation in ("pet", "owns", "one of")
        text = with_topic(_without_fillers(part), topic, now=_NOW.match(part) is not None)
        said = _statement(text, scene)
        if held and TOPIC.match(text) is None:
            said = []  # 犬を飼っていて、ポチといいます
        topic = topic_after(text, scene.others, learned=bool(said))
        found += said
    if not found and remembered:
        found = _kept_property(bare, scene)
    if not found:
        kept = plain_statement(bare, scene, anything=remembered)
        found = [kept] if kept else []
    return [replace(one, doubt=max(one.doubt, doubt)) for one in found]


def _kept_property(text: str, scene: Scene) -> list[Said]:
    """Read "…は…" that the speaker asked to remember, where its value is a number or in letters."""
    match = TOPIC.match(text)
    value = clean_object(rules.without_copula(match["r"])) if match else ""
    if (
        match is None
        or rules.SECRET.search(text)
        or not re.search(r"[A-Za-z0-9]", value)
        or re.search("[をにがで]", value)
    ):
        return []
    own = OWN.match(match["t"])
    return [Said("attribute", scene.speaker, value, noun=own["n"] if own else match["t"])]


def _without_fillers(text: str) -> str:
    for _ in range(5):
        match = _FILLER.match(text)
        if match is None:
            break
        bare = match[0].rstrip("、,:!~ー ")
        if bare in _NEEDS_COMMA and match[0] == bare:
            break
        text = text[match.end() :]
    return text


def _without_tail(text: str) -> str:
    text = text.rstrip("。.!~ー、, 笑w")
    for _ in range(3):
        match = _TAIL.search(text)
        if match is None or match.start("cut") == 0:
            break
        # A lone particle may be the end of a word: it goes only behind a verb, an adjective or a copula.
        if not re.search(
            r"(?:です|ます|ました|だ|た|い|る|ん|ない|う|く|せん|でした|とき)$", text[: match.start("cut")]
        ):
            break
        text = text[: match.start("cut")].rstrip("、, ")
    return text


def _asked(text: str, scene: Scene) -> list[Said] | None:
    match = _REMEMBER.match(text)
    if match is not None:
        inner = match["a"] or match["b"]
        found = read(inner, scene, remembered=True)
        return [replace(one, rank=0) for one in found]
    if _INSTRUCTION.match(text):
        return [Said("", scene.speaker, kind="instruction", plain=f"{scene.speaker}の希望：{text}", rank=0)]
    return None


def _statement(text: str, scene: Scene) -> list[Said]:
    topic, rest = topic_of(text)
    if not topic or SELF.match(topic):
        inner = TOPIC.match(rest)
        if inner is not None and not SELF.match(inner["t"]):
            return _about_thing(inner["t"].strip(), inner["r"].strip(), scene) or _of_person(
                scene.speaker, rest, scene, is_self=True
            )
        return _of_person(scene.speaker, rest, scene, is_self=True)
    own = OWN.match(topic)
    if own is not None:
        topic = own["n"]
    if _OTHERS.match(topic):
        return []
    if topic == scene.speaker:
        return _of_person(scene.speaker, rest, scene, is_self=True)
    if own is None and rules.ANIMALS.fullmatch(topic) and is_opinion(rest):
        return _about_thing(topic, rest, scene)
    if rules.RELATIVES.fullmatch(topic):
        return _of_relative(topic, rest, scene)
    if own is None and (NAMED.match(topic) or topic in scene.others):
        return _of_person(topic, rest, scene, is_self=False)
    return _about_thing(topic, rest, scene)


def _of_relative(topic: str, rest: str, scene: Scene) -> list[Said]:
    named = rules.IS_NAME.match(rest)
    if named is not None and not clean_object(named["o"]):
        named = None
    if (
        named is not None
        and re.search(r"(?:です|だ)$", rest)
        and "名前" not in rest
        and not rules.GIVEN.search(named["o"])
    ):
        named = None  # 元気です and 看護師です say how somebody is
    if named is not None and (rules.UNIQUE.fullmatch(topic) or "名前" in rest or "いい" in rest or "言い" in rest):
        return [Said("relative" if rules.UNIQUE.fullmatch(topic) else "one of", scene.speaker, named["o"], noun=topic)]
    return _of_person(f"{scene.speaker}の{topic}", rest, scene, is_self=False)


def _of_person(subject: str, rest: str, scene: Scene, *, is_self: bool) -> list[Said]:
    mood, bare = _mood(rest)
    if (mood == "yes" and rules.NEGATED.search(bare)) or rules.FORMERLY.search(rest):
        return []
    bare = re.sub(r"^もう(?=[^、]*(?:やめ|辞め|卒業))", "", bare)
    for rule in rules.PERSON:
        match = rule.pattern.search(bare)
        if match is None or rules.GOES_ON.match(bare, match.end()):
            continue
        if rule.relation in _OF_ONESELF and _SUBJECT.search(bare[: match.end()]):
            continue  # 友達が結婚しました
        if rule.begins and find_time(bare, "ja", scene.at) is None:
            return []
        # A wording of the table may say itself that something is over.
        said = _fitted(rule, match, rule.mood if rule.mood != "yes" else mood, subject, scene, is_self=is_self)
        if said:
            return [replace(one, begins=rule.begins) for one in said]
    return []


def _mood(rest: str) -> tuple[Mood, str]:
    """Take negation off, and say which it was."""
    for pattern, positive in rules.NEGATIONS:
        match = pattern.search(rest)
        if match is not None:
            ended = "もう" in rest[: match.start() + 2] or "なくな" in match[0] or "今は" in rest
            bare = re.sub(r"^(?:今は)?もう[、 ]?|(?<=[がをはにで])もう", "", rest[: match.start()]) + positive
            return ("ended" if ended else "no"), bare
    return "yes", rest


def _fitted(
    rule: rules.Rule, match: re.Match[str], mood: Mood, subject: str, scene: Scene, *, is_self: bool
) -> list[Said]:
    if mood != "yes" and not has_mood(rule.relation, mood):
        return []
    if mood == "no" and rule.relation in _SOME and _SELDOM.search(match.string):
        return []
    groups = match.groupdict()
    if rule.relation == "jobless":
        return [Said("jobless", subject, mood=mood, about_self=is_self)]
    value = rule.value or _value_of(rule.relation, groups.get("o") or "")
    if not value:
        return []
    if rule.relation == "time":
        when = find_time(rules.SETTLED.sub("", match.string), "ja", scene.at)
        return [Said("time", f"{subject}の{value}", when.text)] if when else []
    if rule.relation == "rather":
        other = clean_object(groups.get("n") or "")
        pair = " / ".join(sorted((value, other)))
        told = f"{subject}は{other}より{value}が好き。"
        return [Said("rather", subject, value, noun=pair, plain=told, about_self=is_self)] if other else []
    said = Said(rule.relation, subject, value, noun=(groups.get("n") or ""), mood=mood, about_self=is_self)
    return [replace(said, object=one) for one in _each(rule.relation, value, match.string)]


def _value_of(relation: str, raw: str) -> str:
    """Return what an object names, in the form its relation has it; empty when it names nothing."""
    value = clean_object(raw)
    if not value or (relation in _HELD and _ANOTHER.search(value) and not _DESCRIBED.search(value)):
        return ""  # 甥っ子が卵 is somebody and something
    if relation in ("lives", "works", "from"):
        return _WITH.sub("", value)
    if relation in ("pet", "owns"):
        return re.sub("[をが]", "", value)
    return raw.strip() if relation == "birthday" else value


def _each(relation: str, value: str, text: str) -> list[str]:
    """Return the things a value lists, itself where it lists none."""
    both = f"{value}も" in text and "も" in value
    if not both and not (relation in ("likes", "dislikes", "speaks", "allergy") and re.search("[と、]", value)):
        return [value]
    parts = [clean_object(part) for part in re.split("も" if both else "[と、]", value)]
    least = 1 if both or relation == "allergy" else 2
    return parts[:4] if all(least <= len(part) <= _LONGEST_OF_SEVERAL for part in parts) else [value]


def _about_thing(topic: str, rest: str, scene: Scene) -> list[Said]:
    """Read statements whose topic is a thing: what the speaker thinks of it, when it is, what was chosen for it."""
    topic = re.sub(r"^(?:私|僕|俺|わたし|うち)の", "", topic)
    if rules.SECRET.search(topic):
        return []
    named = rules.NAME_OF.fullmatch(topic)
    if named is not None:
        return _of_relative(named["n"], f"名前は{rest}", scene)
    rest = _INSTEAD.sub("", rest) if rules.EVENT.search(topic) else rest
    # "に変更になりました" is past, the day it names is not.
    when = find_time(rules.SETTLED.sub("", rest), "ja", scene.at)
    if (
        when is not None
        and rules.EVENT.search(topic)
        and not _PAST_EVENT.match(topic)
        and not _UNSETTLED.search(rest)
        and rules.AT_TIME.search(rest)
    ):
        return [Said("time", topic, when.text)]
    stated = _of_property(topic, rest, scene)
    if stated is not None:
        return stated
    mood, bare = _mood(rest)
    if topic.startswith("もう"):
        topic, mood = topic[2:].lstrip("、 "), "ended" if mood == "no" else mood
    for rule in rules.THING:
        match = rule.pattern.match(bare)
        if mood == "no" and rule.relation in _SOME and _SELDOM.search(rest):
            continue
        if match is not None and (mood == "yes" or has_mood(rule.relation, mood)) and (thing := clean_object(topic)):
            return [Said(rule.relation, scene.speaker, thing, mood=rule.mood if rule.mood != "yes" else mood)]
    chosen = rules.CHOSEN.match(rest)
    if chosen is not None and when is None and (value := clean_object(chosen["o"])):
        return [Said("choice", scene.speaker, value, noun=topic)]
    return []


def _of_property(topic: str, rest: str, scene: Scene) -> list[Said] | None:
    """Read "名前は…", "好きな…は…"; None when the topic is no property."""
    liked = LIKED.match(topic)
    if rules.FORMERLY.search(rest) or (is_property(topic) and re.search(r"(?:だった|でした)$", rest)):
        return []
    denied = re.match(r"(?P<o>.+?)(?:では|じゃ)(?:ない|ありません)(?:です)?$", rest)
    if liked is not None and denied is not None and (value := clean_object(denied["o"])):
        return [Said("favourite", scene.speaker, value, noun=liked["n"], mood="no")]
    value = clean_object(rules.without_copula(rest))
    if liked is not None:
        return [Said("favourite", scene.speaker, value, noun=liked["n"])] if value else []
    relation = rules.ATTRIBUTES.get(topic)
    if relation == "birthday":
        value = rules.without_copula(rest)
    if relation is None or not value or rules.FEELING.search(rest):
        return None
    corrected = re.search(r"(?:では|じゃ)なく(?:て)?[、,]?(?P<o>.+)$", value)
    return [Said(relation, scene.speaker, corrected["o"] if corrected else value, noun=topic)]
