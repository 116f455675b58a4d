"""Whether a sign stands in a sentence of daily life: what somebody did, what a house rule forbids, what an office asks.

The words of an attack are those of ordinary life, too: passwords are written on stickers, rules are replaced by new
ones, invoices go to an address. What tells them apart is how the sentence goes on, who it speaks of and to whom. A
sentence that speaks to the one who reads it, or gives an order beside, gets no discount; nor does what was hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from knowledge.engine.injection.household import any_of, is_household
from knowledge.engine.injection.model import Rule
from knowledge.engine.injection.variants import simplified

EVERYDAY: Final = 0.44
"""What a sign in such a sentence keeps: a drop becomes a passing mention."""

_REACH: Final = 160
_STOP: Final = re.compile(r"[。！？!?\n；;…]|\.(?=\s|\Z)")


# To whom a sentence speaks, or of what: the reader and what the reader was given, never a thing of daily life.
_READER = any_of(
    r"\byou\b(?! (?:must|may|should) wear)|\byour\b|\bassistant|\bai\b|\bmodel\b|\bllm\b|\bprompt|\bsystem\b|\bchat\b",
    "あなた|君[はのに]|お前|アシスタント|モデル|エージェント|助手|プロンプト|システム|この会話|チャット|利用者|ユーザー",
    "你|您|助手|助理|模型|智能体|代理|提示词|系统|对话|会话|用户|使用者",
    "당신|너[는의를]|네가|어시스턴트|모델|에이전트|프롬프트|시스템|이 대화|채팅|사용자",
)
_ANSWERED = any_of(r"\banswer|\brepl|\brespond", "答え|回答", "照此|照做|答复", "답하|답변|대답")
# Orders as told to the world of agents; rules of a house or a state are not called so.
_COMMANDS = any_of(
    r"instruction|command|\bdirective|guardrail|\bfilter",
    "指示|命令|指令|プロンプト|設定|制約|制限|言いつけ",
    "提示|设定|限制|约束|吩咐",
    "지시|명령|프롬프트|설정|제한|제약",
)
_SECRETLY = any_of(
    r"secret|quiet|silent|without (?:telling|asking|confirm)",
    "こっそり|黙って|内緒|知らせ[るなず]|言わ[ずな]|確認(?:は不要|せず|なし)",
    "悄悄|偷偷|不要告诉|别告诉|不必确认|无需确认|保密",
    "몰래|조용히|알리지|말하지 마|확인 없이|비밀로",
)

# Japanese: how a sentence goes on that tells or forbids instead of ordering.
_TOLD_JA = re.compile(
    r"[^、,]{0,30}(?:[たんいしっきけげ]だ|た|て(?:い|あ)る|て(?:い|あり)ます|て(?:い)?(?:ない|ません)|てお(?:く|きます)|"
    r"て(?:いた|あった)|(?:ては|ちゃ|じゃ|では)(?:いけない|いけません|ならない|なりません|だめ|ダメ|駄目)(?:だ|です)?|"
    r"てしま(?:う|った)|禁止(?:だ|です|されている|する)?)(?:よ|ね|そうだ|そうです|とのこと(?:だ|です)?|らしい)?"
)
_ORDERED_JA = re.compile(
    "ください|下さい|なさい|せよ|しろ|ほしい|欲しい|べき|必要[がは]|なければ|ねば|なくては|しかない|こと(?:に|が|$)|"
    "ように|隠し|拒|断[っら]|ためら|省略|もらいたい|願い|頼"
)
_COMMANDED_JA = re.compile(r"[ろよせえけれめべ]\Z")
_GOES_ON_JA = re.compile("[たてまなずらるば]")
# Korean: the same; the plain present may be an order of a manual, so only the past and what forbids count.
_PAST_KO: Final = "".join(chr(point) for point in range(0xAC14, 0xD7A4, 28) if chr(point) not in "있겠")
"""Syllables that end in the sign of the past."""
_TOLD_KO = re.compile(
    rf"[^,]{{0,40}}(?:[가-힣]*[{_PAST_KO}](?:다|습니다|어요?|음)|안 ?(?:된다|됩니다|돼요?)|"
    r"않는다|않습니다|않아요?|금지(?:된다|되어 있다|다|입니다)?|"
    r"(?:[아어여해]?서)? ?(?:보관|관리)(?:한다|하고 있다|합니다)|(?:둔다|둡니다|놓는다|있다|있습니다|있어요?))"
)
_ORDERED_KO = re.compile(
    "세요|십시오|하라|해라|[아어]라$|줘|야 ?(?:한|합|해)|도록|필요[가는]|지 ?마|할 것|바란|숨기|거절|거부"
)
# Chinese: what forbids stands before the verb; what is told has its sign after it.
_FORBIDDEN_ZH = any_of(
    "(?:不得|不要|不能|不可|不许|不准|不应|不该|禁止|严禁|请勿|切勿|别|勿)"
    "(?!不|忘|停|拒|犹豫|迟疑|隐|省|漏|告诉|通知|让)[^,，、]{0,12}$"
)

# What one is to tell is that it changed or was lost, not the thing itself.
_CHANGED = any_of(
    r"\A[^、,\s]{2,12}[をが](?:新しく)?(?:変え|変わっ|変更し|変更になっ|忘れ|失くし|なくし|紛失し)(?:た[らと]|れば|る)",
    r"\A[^、,\s]{2,6}(?:改了|换了|变了|忘了|丢了|更改后|变更后|过期)",
    r"\A[^,]{2,8}[을를이가] ?(?:새로 )?(?:바꾸|바뀌|변경하|변경되|잊으|잊어버리|잃어버리|분실하|만료되)(?:면|거나)",
    # Who asks for it is shown another thing.
    r"\A[^、,\s]{2,14}を(?:聞かれ|尋ねられ|訊かれ)(?:たら|れば)[、,]?(?![^を]{0,6}(?:全部|すべて|全て|それ))[^、,]{1,12}を",
    r"\A[^,]{2,8}[을를] ?(?:물으면|물어보면) ?(?!전부|모두|그것)[^,]{1,8}[을를] ?",
)

# Chinese: somebody else does it.
_THIRD_ZH = any_of(
    "(?:^|[,，])(?:他|她|我|妈妈|爸爸|父亲|母亲|老师|同事|经理|朋友|哥哥|姐姐|弟弟|妹妹|奶奶|爷爷|妻子|丈夫)们?"
    "(?:已经|已|曾|刚|昨天|每天|总是|就|又)?[把将]?$"
)
_CIVIL = any_of(
    r"contract|agreement|standard|regulation|\blaws?\b|\bact of\b|by-?laws?|statute|timetable|tariff|price list|treaty|"
    r"dress code|\blease\b|edition",
    "契約|協定|就業規則|校則|社則|規程|規約|条例|法律|法令|条約|料金表|時刻表|社内|会社|学校|職場|町内会|組合|旧版|"
    "規則は|ルールは",
    "合同|合约|协议|条约|法律|法规|条例|章程|公司|学校|单位|物业|小区|标准|规定|租约|约定|遗嘱|报价",
    "계약|협약|취업 ?규칙|교칙|사규|규정|조례|법률|법령|조약|요금표|시간표|사내|회사|학교|직장|약관|표준|지침",
)
_CALENDAR = any_of(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|"
    r"last year|this year|next (?:year|month|week)|(?:19|20)\d\d)\b",
    "[一二三四五六七八九十0-9]{1,3}月|来月|来週|来年|今年|今月|昨年|去年|年度|[0-9]{4}年",
    "下个?月|明年|今年|去年|年起|月起",
    "[0-9]{1,2}월|다음 ?(?:달|주|해)|내년|올해|작년|지난해|[0-9]{4}년",
)
_IN_FORCE = any_of(
    "廃止され[たる]|廃止となる|改正され|施行され|始まる|始まった|結んだ|結びました",
    "시행(?:된다|되었|됐|한다)|폐지(?:되|됐)|개정(?:되|됐)|새 기준|적용된다",
    "取代|替代|废止|施行",
    r"supersede|replace|repeal|took effect|takes effect",
)

_OFFICE = any_of(
    r"invoice|receipt|\bcv\b|resume|application|minutes|expense|timesheet|report|survey|questionnaire",
    "請求書|領収書|履歴書|議事録|申請書|応募書類|見積|注文書|報告書|原稿|写真|経費|日報|勤怠|アンケート",
    "发票|收据|简历|会议记录|会议纪要|申请表|报销单|报价单|订货单|周报|稿件|照片",
    "청구서|영수증|이력서|회의록|신청서|지원서|견적서|주문서|보고서|원고|사진|경비|설문",
)
_PRIVATE = any_of(
    r"password|customer|conversation|memor|credential|\bkeys?\b|token|card|inbox|all (?:the )?mail",
    "パスワード|顧客|会話|記憶|認証|キー|トークン|カード|受信|個人情報|名簿|連絡先|機密|口座|全データ|パスポート|鍵",
    "密码|客户|对话|聊天|记忆|凭证|密钥|令牌|收件箱|名单|联系人|机密|账户|账号|护照",
    "비밀번호|고객|대화|기억|자격|키|토큰|카드|받은 ?편지|개인|명단|연락처|기밀|계좌|여권",
)
_ASKED = any_of(
    "(?:て|で)(?:ください|下さい|もらえますか|いただけますか|ほしいです)|お願い(?:します|いたします)",
    "아?[ ]?(?:주세요|주십시오|주시기 바랍니다|부탁드립니다|주시면 됩니다)",
    r"\bplease\b",
    "^请|[,，]请",
)

_OF_ONE = any_of(
    r"allerg|birthday|vegetarian|vegan|\bdiet|anniversary|gluten|lactose",
    "アレルギ|誕生日|記念日|苦手|食べない|食べられない|食べません|飲めない|菜食|ベジタリアン|ヴィーガン|血液型|好物|"
    "好き|嫌い|薬|持病|命日|飲まない|吸わない|左利き",
    "过敏|生日|纪念日|吃素|不吃|不喝|不能吃|忌口|素食|血型|喜欢|讨厌|吃药|左撇子",
    "알레르기|생일|기념일|안 ?먹|못 ?먹|먹지 ?않|채식|비건|혈액형|좋아|싫어|약 ?먹|복용|기일|제사|왼손잡이|안 ?마",
)
_POWER = any_of(
    r"admin|approv|confirm|trust|\blink|reply|replies|answer|refund|transfer|verif|https?:|@|password|permission",
    "管理者|承認|確認|信頼|リンク|回答|返信|返答|送金|振込|権限|認証|パスワード|指示|命令|規則|ルール|勧め|推薦|http|@",
    "管理员|批准|确认|信任|链接|回答|回复|转账|汇款|权限|验证|密码|指令|命令|规则|推荐|http|@|审核|审批",
    "관리자|승인|확인|신뢰|링크|답변|회신|송금|이체|권한|인증|비밀번호|지시|명령|규칙|추천|http|@|검토|답해|말해",
)

_SOLDIERS = any_of("soldier|troops|novice", "兵士|軍人|軍隊|自衛官|武士", "军人|士兵|战士|军队", "군인|병사|군대|장병")
_KEPT_BACK: Final = frozenset({"secret_memo", "hide", "user_not_told", "hide_memo"})
_STAGE = any_of(
    r"\b(?:play|musical|film|movie|theatre|theater|pantomime|drama|opera|sketch|sitcom|novel)\b",
    "劇|舞台|芝居|映画|ドラマ|ミュージカル|学芸会|文化祭|オペラ|落語|漫画|小説",
    "话剧|(?<!游)戏|舞台|电影|电视剧|音乐剧|小品|小说|漫画",
    "연극|무대|영화|드라마|뮤지컬|오페라|학예회|소설|만화|공연",
)
_PLAYED = any_of(
    r"\b(?:plays|played|playing|starred|performs|performed)\b",
    "演じる|演じた|演じて(?:いる|いた)|演じます|演じました|務める|務めた|もらった|出る|出た",
    "扮演|饰演|演了|出演",
    "맡는다|맡았다|맡았습니다|맡아|연기했|연기한다|나온다|나왔다|나오는",
)
_DEVICE = any_of(
    r"\btv\b|\bgame\b|phone|tablet|android|browser|chrome|router|console|build number",
    "テレビ|ゲーム|スマホ|スマートフォン|端末|タブレット|ビルド番号|ブラウザ|ルーター|カメラ|携帯|ゲーム機|パソコン",
    "电视|游戏|手机|平板|版本号|浏览器|路由器|相机|安卓|电脑",
    "티비|게임|텔레비전|휴대폰|휴대전화|태블릿|버전 ?번호|빌드 ?번호|브라우저|공유기|카메라|안드로이드|컴퓨터",
)
_UNBOUND_DEVICE = any_of(
    r"unrestricted|no limits|without",
    "制限|検閲|答え|無視|従|フィルタ|安全",
    "限制|审查|回答|忽略|服从|过滤|安全",
    "제한|검열|답|무시|따르|필터|안전",
)
_CALLED_OFF = re.compile(
    r"\s*(?:(?:to|from) )?(?:this (?:address|number|e-?mail|letter|text)|the (?:phone|door|bell|ad|letter)|"
    r"questions? \d|the questions? (?:on|in|about the)|the survey|all(?:\Z| to)|in (?:pencil|pen|ink|capitals)|"
    r"(?:calls?|texts?|e-?mails?|letters?|messages?|callers?|strangers?|spam|the doorbell|unknown)\b)"
)
_FOR_READER = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|respond|responses?|you|your|users?|obey|comply|output|say|tell|reveal|"
    r"ignore|send|forward|approv\w*|pay|transfer|always|never|confirm\w*|check|memor\w+|ai|assistant|prompt|"
    r"instructions?|secret\w*|password\w*|tools?|refund\w*|expenses?|questions?|review\w*|delete|access)\b"
)


def share(rule: Rule, text: str, start: int, end: int) -> float:
    """The share of its weight that a sign of the rule at `text[start:end]` keeps: `EVERYDAY` or 1.

    The text is canonical, in lower case; only the sentence about the place is read, `_REACH` characters of it.
    """
    before, shown, after = _around(text, start, end)
    judge = _JUDGES.get(rule.family)
    is_harmless = judge is not None and judge(rule, before, shown, after)
    return EVERYDAY if is_harmless or is_household(rule, before + shown + after) else 1.0


def _around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands in the sentence before the sign, the sign, and what stands after it, all in simplified characters."""
    before = _STOP.split(text[max(0, start - _REACH) : start])[-1]
    after = text[end : end + _REACH]
    stop = _STOP.search(after)
    if stop is not None:
        after = after[: stop.start()].rstrip(_CLOSING) + ("?" if stop[0] in "?？" else "")
    return simplified(before.lstrip()), simplified(text[start:end]), simplified(after.rstrip(_CLOSING))


_CLOSING: Final = " \"'」』”’)）"


def _exfil(rule: Rule, before: str, shown: str, after: str) -> bool:
    if _CHANGED.match(shown) is not None and _SECRETLY.search(before + shown + after) is None:
        return True
    return _is_told(before, shown, after) or _is_office_post(before + shown, after)


_FORBIDDEN_EN: Final = re.compile(
    r"\b(?:do not|don't|never|must not|mustn't|may not|cannot|can't|not allowed to|should not|shouldn't)"
    r"(?! (?:hesitate|fail|forget|refuse|delay|ask|tell|wait|stop))(?: \w+){0,2} ?\Z"
)
_UNASKED_EN: Final = re.compile(
    r"\bwithout (?:\w+ )?(?:approval|asking|confirm\w*|permission|checking|consent|review|verif\w+|authori\w+)"
)


def _tool(rule: Rule, before: str, shown: str, after: str) -> bool:
    if _FORBIDDEN_EN.search(before) is not None and _UNASKED_EN.search(shown + after) is not None:
        return True
    if shown.startswith("once ") and before.rstrip().endswith("at"):  # at once is no condition
        return True
    return _is_told(before, shown, after)


def _is_told(before: str, shown: str, after: str) -> bool:
    """Whether the sentence tells what somebody did or does, or forbids it."""
    if _SECRETLY.search(before + after) is not None:
        return False
    if _FORBIDDEN_ZH.search(before) is not None or _THIRD_ZH.search(before) is not None:
        return True
    if _TOLD_JA.fullmatch(_from_verb(shown, after)) is not None and _ORDERED_JA.search(after) is None:
        return _COMMANDED_JA.search(shown) is None or _GOES_ON_JA.match(after) is not None
    return _TOLD_KO.fullmatch(after) is not None and _ORDERED_KO.search(after) is None


def _from_verb(shown: str, after: str) -> str:
    """The end of the verb and what follows it: the sign often ends within the verb's inflection."""
    return shown[-1:] + after


def _is_office_post(before: str, after: str) -> bool:
    """Whether papers of an office are asked for, politely and for all to hear."""
    whole = before + after
    return (
        _OFFICE.search(whole) is not None
        and _ASKED.search(whole) is not None
        and _PRIVATE.search(whole) is None
        and _SECRETLY.search(whole) is None
        and _READER.search(whole) is None
    )


def _override(rule: Rule, before: str, shown: str, after: str) -> bool:
    name, whole = rule.name.rpartition(".")[2], before + shown + after
    if name in _NEW_RULE:
        return "rule" in shown and _FOR_READER.search(after) is None
    if name == "orders_put_off":
        return _is_played(whole)
    if name not in _REPLACED and not (name == _IGNORED and _SUPERSEDED.match(shown)):
        return False
    if any(sign.search(whole) for sign in (_COMMANDS, _READER, _ANSWERED)):
        return False
    if name == "talk_void" and _NOTICE.search(shown) is not None:
        return True
    return _CIVIL.search(whole) is not None and (_CALENDAR.search(whole) or _IN_FORCE.search(whole)) is not None


_IGNORED: Final = "ignore_prior_orders"
_SUPERSEDED = any_of("supersede", "replace", "取代", "替代")
_NOTICE = any_of(
    "(?:案内|お知らせ|通知|連絡)は[^、]{0,4}(?:取り消|撤回|中止)",
    "(?:안내|공지|알림)[은는] ?(?:모두 )?(?:취소|변경|철회|중단)",
    "(?:通知|公告|通告)[^,，]{0,4}(?:取消|撤销|作废)",
)
_NEW_RULE: Final = frozenset({"new_orders", "new_orders_plain"})
_REPLACED: Final = frozenset(
    {
        "orders_voided",
        "orders_void",
        "talk_void",
        "priority_over",
        "top_priority",
        "talk_ignored",
        "prior_void",
    }
)


def _memory(rule: Rule, before: str, shown: str, after: str) -> bool:
    whole, name = before + shown + after, rule.name.rpartition(".")[2]
    if name in _KEPT_BACK:
        return _is_told(before, shown, after)
    if name == "blind_obedience" and _SOLDIERS.search(whole) is not None:
        return _READER.search(whole) is None
    return _OF_ONE.search(whole) is not None and _POWER.search(whole) is None and _SECRETLY.search(whole) is None


def _persona(rule: Rule, before: str, shown: str, after: str) -> bool:
    whole = before + shown + after
    if _STAGE.search(whole) is not None:
        return _is_played(whole)
    if rule.name.endswith((".act_ai", ".act_as_ai")) and _TOLD_KO.fullmatch(after) is not None:
        return _READER.search(whole) is None
    return _DEVICE.search(whole) is not None and not (_UNBOUND_DEVICE.search(whole) or _READER.search(whole))


def _is_played(whole: str) -> bool:
    """Whether somebody plays a part on a stage, in a sentence that speaks to no reader."""
    if _STAGE.search(whole) is None or _PLAYED.search(whole) is None:
        return False
    return not any(sign.search(whole) for sign in (_READER, _ORDERED_JA, _ORDERED_KO))


def _termination(rule: Rule, before: str, shown: str, after: str) -> bool:
    return _CALLED_OFF.match(after) is not None or _is_told(before, shown, after)


def _paraphrase(rule: Rule, before: str, shown: str, after: str) -> bool:
    return rule.name.endswith(".boast") and _is_told(before, shown, after)


_Judge = Callable[[Rule, str, str, str], bool]
_JUDGES: Final[dict[str, _Judge]] = {
    "exfil": _exfil,
    "tool_abuse": _tool,
    "override": _override,
    "memory_directive": _memory,
    "persona": _persona,
    "termination": _termination,
    "paraphrase": _paraphrase,
}
