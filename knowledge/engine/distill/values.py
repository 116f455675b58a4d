"""Whether what stands where a value belongs is one.

"Email: TBD", "名前は秘密です" and "姓名：张三（示例）" have the form of a statement and state nothing:
what stands there says that the value is unknown, elsewhere, kept back, or only an example. Values of some properties
have a form of their own as well: an address without its `@` is a part of one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Said

_NOTHING: Final = re.compile(
    r"(?:tb[dacs]|t\.b\.[dac]|n/?a|none|nil|null|nan|undefined|unknown|unset|empty|blank|pending|private|secret|hidden|"
    r"confidential|classified|personal|redacted|removed|withheld|optional|required|anonymous|varies|various|whatever|"
    r"anything|nothing|not (?:available|applicable|set|given|known|provided|specified|decided|yet|sure|important|"
    r"relevant|public|for sharing)(?: yet)?|no(?: idea| comment|ne of your business)?|"
    r"(?:to be|still to be|yet to be|still being) \w+|undecided|unclear|uncertain|(?:a|the|my) (?:secret|mystery)|"
    r"(?:the )?same(?: as .+)?|as (?:above|below|before|usual|always)|ditto|idem|"
    r"todo|fixme|"
    r"(?:your|first|last|full|some|any|the|a) (?:name|value|text|address|e-?mail|number|city|string|date|here)(?: .+)?|"
    r"(?:placeholder|example|sample|dummy|test|foo|bar|baz|foobar|lorem ipsum|xxx+|string|value|text|asdf|qwerty|"
    r"abc|yyyy|john doe|jane doe)|(?:on|upon|by) request|in (?:the|my) (?:signature|profile|attachment|file|document)|"
    r"(?:it|that) depends|depends(?: .+)?|later|soon|tomorrow|maybe|perhaps|changed|wrong|incorrect|outdated|old|"
    r"yes|no|ok|okay|true|false|[-_.*?/#~+x\s]+|"
    r"未定|未設定|未登録|未記入|未入力|未確認|未公開|未回答|非公開|非表示|秘密|内緒|ひみつ|ないしょ|不明|なし|無し|"
    r"無|ナシ|"
    r"わからない|分からない|知らない|覚えていない|忘れた|言えない|言いたくない|教えない|教えたくない|省略|割愛|略|"
    r"以下略|同上|"
    r"同じ|(?:前|以前|昔|いつも|相変わらず).{0,4}(?:同じ|変わ).*|(?:和|跟|同)?(?:以前|之前|原来|原來|"
    r"上次).{0,2}(?:一样|一樣|相同)|上記|下記|前述|後述|後日|後で|あとで|検討中|調整中|確認中|準備中|(?:上記|下記|"
    r"別紙|添付|プロフィール|署名).*"
    r"(?:参照|通り|とおり|確認)?|要(?:確認|相談|連絡|検討)|サンプル|例|ダミー|テスト|仮|ご想像.*|適当|該当なし|"
    r"特になし|"
    r"何でもいい|なんでもいい|"
    r"待定|未知|未定|未填|未填寫|暂无|暫無|保密|机密|機密|秘密|隐私|隱私|不详|不詳|不明|不公开|不公開|没有|沒有|"
    r"无|同前|(?:见|見|详见|詳見|参见|參見|如)(?:上|下|附件|简介|簡介|签名|簽名).*|(?:请|請)?(?:问|問).+|"
    r"示例|样例|樣例|范例|範例|例子|测试|測試|占位符?|佔位符?|随便|隨便|不告诉你|不告訴你|不能说|不能說|不方便.*|"
    r"(?:错|錯|假|旧|舊|对|對|空|真|新)的|忘了|忘记了|忘記了|不记得.*|不記得.*|不知道|不清楚|不重要|还没.*|還沒.*|"
    r"尚未.*|变了|變了|换了|換了|改了)",
    re.IGNORECASE,
)
_ELSEWHERE: Final = re.compile(
    r"(?:see|ask|check|contact|refer to|look (?:at|up|in)|fill in|insert|enter|add|put|write|type|choose|select|guess|"
    r"google|copy|use|change|replace|confirm|provide|specify) .+|see|ask|ask me.*"
)
_AIM: Final = re.compile(r"(?:goal|project|title|plan|目标|目標)$")
_EXAMPLE: Final = re.compile(
    r"[(\[<{](?:[^)\]>}]{0,20}\b)?(?:example|sample|e\.g\.?|fake|placeholder|dummy|test|fictional|made up|not real|"
    r"demo|"
    r"not my real \w+|alias|pseudonym|tbd|old|former|outdated|invalid|wrong|仮名?|偽名|例|サンプル|ダミー|テスト|"
    r"架空|旧|変更前|"
    r"示例|样例|樣例|范例|範例|例子|例如|假的|假名|虚构|虛構|化名|测试|測試|旧|舊)(?:\b[^)\]>}]{0,20})?[)\]>}]|"
    r"^<[^>]*>$|^\[[^\]]*\]$|^\{+[^}]*\}+$|^\$\w|^%\w+%$|\bxxx+\b|\b[Xx]{4,}\b",
    re.IGNORECASE,
)
_DENIAL: Final = re.compile(
    r"(?:not|no longer|never|nothing|no|isn't|neither|none of|anything but|別|不是|不再|没有|沒有|并非|並非|以前|"
    r"曾经|曾經|"
    r"原来|原來|本来|本來)\b|(?:不是|不再|并非|並非|以前|曾经|曾經)|"
    r".*(?:では|じゃ)(?:な[いくか]|ありません)|.*でも(?:ない|ありません)",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(
    r".*(?:ください|下さい|ません|ました|ます|ないです|たくない|たいです?|られない|っている|ていない|った|いた|"
    r"した|だったが.*|"
    r"わからない|分からない|(?:教え|覚え|言え|知ら|話せ|変え|変わ|決ま|決め|公開し|答え)(?:な[いく]|ませ|られ|たく|"
    r"て|り|っ).*)$"
)
_CLAUSE: Final = re.compile(
    r"^[\"'\u201c「『]|\b(?:I|we|you|he|she|they)(?:'\w+)? [a-z]+\b|\b(?:i'm|i am|i've|don't|doesn't|isn't|can't|"
    r"won't)\b",
    re.IGNORECASE,
)
_MAIL: Final = re.compile(r"[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}")
_MAIL_NOUN: Final = re.compile(
    r"(?:e-?mail(?: address)?|mail(?: address)?|メール(?:アドレス)?|邮箱|郵箱|电子邮箱|電子郵件|信箱|邮件)",
    re.IGNORECASE,
)
_PHONE_NOUN: Final = re.compile(
    r"(?:phone number|(?:mobile|cell|telephone|fax)(?: number)?|電話番号|携帯番号|电话|電話|电话号码|電話號碼|"
    r"手机号|手机号码|"
    r"手機號碼|手機號)",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"[+#\d][\d\s()+./-]*")
_TIME: Final = re.compile(
    r"(?:.*(?:曜日?|\d+[年月日時号點点]|\d+號|来週|来月|来年|今週|今月|明日|明後日|週末|月末|年末|周末|下周|下週|"
    r"下个月|下個月|明年|明天|后天|後天)|"
    r".*(?:周|週|星期)[一二三四五六日天]|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
)
_TOWN: Final = re.compile(
    r"(?:東京|大阪|京都|名古屋|札幌|福岡|横浜|神戸|仙台|広島|那覇|千葉|埼玉|奈良|沖縄|北海道|日本|海外|アメリカ|"
    r"イギリス|フランス|ドイツ|中国|台湾|韓国|"
    r"ニューヨーク|ロンドン|パリ|シンガポール|自宅|家|北京|上海|广州|廣州|深圳|杭州|成都|重庆|重慶|南京|武汉|武漢|"
    r"西安|天津|苏州|蘇州|香港|澳门|澳門|台北|"
    r"臺北|台中|台南|高雄|新竹|桃園|国外|國外|海外|美国|美國|英国|英國|法国|法國|德国|德國|韩国|韓國|新加坡|家里|"
    r"家裡|[^、,]{1,6}[都府県市区町村區縣鎮镇])"
)
_NOWHERE: Final = re.compile(
    r"Mars|Venus|Jupiter|Pluto|Hell|Heaven|Hogwarts|Narnia|Wakanda|Gotham(?: City)?|Neverland|Wonderland|Atlantis|"
    r"Mordor|"
    r"火星|月|月球|宇宙|天国|天堂|地狱|地獄|异世界|異世界"
)
_BIRTHDAY: Final = re.compile(r"\d|[一二三四五六七八九十]月|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)")
_FEW_DIGITS: Final = 3
_NAMING: Final = frozenset({"name", "called", "relative", "one of", "attribute", "favourite", "birthday", "age", "job"})
_ONE_ONLY: Final = frozenset({"name", "lives", "works", "from", "job", "birthday", "age", "school", "favourite"})
_EITHER: Final = re.compile(
    r"\b(?:or|either)\b|(?<=[一-龥ァ-ヶー])か(?=[一-龥ァ-ヶー])|または|もしくは|或者|或是|还是|還是|要么|要麼"
)
_NO_NOUN: Final = re.compile(
    r"(?:ません|ないです|ました|ます|ください)$|^(?:何でも|なんでも|たくさん|いろいろ|色々|特に|いっぱい|いくつか|"
    r"很多|多$|广泛|廣泛|非常|太[多少难難广廣])"
)
_ADJECTIVE: Final = re.compile(r".*(?:[\u4e00-\u9fff]い|しい)")
_CJK: Final = re.compile("[\u3040-\u9fff]")


def is_value(said: Said) -> bool:
    """Tell whether the object of a statement names something, in the form its property has."""
    value = said.object.strip(" .。!?、,")
    if _NO_NOUN.search(value):
        return False
    if said.relation not in _NAMING | {"lives", "works", "from", "nationality", "school", "choice"}:
        return True
    if not value or _NOTHING.fullmatch(value) or _EXAMPLE.search(value) or _DENIAL.match(value):
        return False
    if said.relation in _ONE_ONLY and said.mood == "yes" and _EITHER.search(value):
        return False
    if said.relation not in _NAMING:
        # 東京で働いている names no employer, 金曜日に引っ越します no town
        return not (said.relation == "works" and _TOWN.fullmatch(value)) and not (
            _TIME.fullmatch(value) or _ADJECTIVE.fullmatch(value) or _NOWHERE.fullmatch(value)
        )
    return not _is_told(said, value) and _has_form(said, value)


def _is_told(said: Said, value: str) -> bool:
    """Tell whether what stands in a value's place says something about the property instead."""
    if _ELSEWHERE.fullmatch(value) and not _AIM.search(said.noun):
        return True
    if "我" in value or _ADJECTIVE.fullmatch(value):
        return True
    if _TOLD.fullmatch(value) and _CJK.search(value):
        return True
    return said.relation != "favourite" and _CLAUSE.search(value) is not None


def _has_form(said: Said, value: str) -> bool:
    if said.relation == "age":
        return value.isdigit()
    if said.relation == "birthday":
        return _BIRTHDAY.search(value) is not None
    if said.relation != "attribute":
        return True
    if _MAIL_NOUN.fullmatch(said.noun):
        return _MAIL.fullmatch(value) is not None
    if said.noun == "number":
        return _NUMBER.fullmatch(value) is not None
    if _PHONE_NOUN.fullmatch(said.noun):
        return sum(letter.isdigit() for letter in value) >= _FEW_DIGITS
    return True
