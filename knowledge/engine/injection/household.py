"""Things of a household or an office that a rule may take for those of an agent: rent, bookings, switches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from knowledge.engine.injection.model import Rule
from knowledge.engine.injection.variants import simplified


def any_of(*expressions: str) -> re.Pattern[str]:
    """One expression for all, in simplified characters."""
    return re.compile(simplified("|".join(expressions)))


@dataclass(frozen=True, slots=True)
class Kind:
    """Rules by the end of their name, what makes the sentence one of daily life, and what makes it none."""

    rules: frozenset[str]
    wanted: re.Pattern[str]
    unwanted: re.Pattern[str]


_TO_A_READER: Final = (
    r"\byour?\b|\bassistant|\bai\b|\bllm\b|\bprompt|\bchat\b|\busers?\b|secret|quiet|silent|without telling",
    "あなた|アシスタント|モデル|エージェント|プロンプト|会話|チャット|利用者|ユーザー|こっそり|黙って|内緒|知らせ[るなず]",
    "你|您|模型|智能体|提示词|对话|会话|用户|使用者|悄悄|偷偷|不要告诉",
    "당신|너는|어시스턴트|모델|에이전트|프롬프트|대화|채팅|사용자|몰래|조용히|알리지",
)
_RECORDS: Final = (
    r"\bentry|\brecords?\b|\bnote\b|memor|\bfact|quarantin|trust|\breview|\bscan|pending|command|request|action",
    "記録|記憶|メモ|項目|事実|隔離|信頼|審査|すべて|全て|コマンド|命令|依頼|書き込み|変更|権限",
    "记录|记忆|条目|事实|隔离|信任|审核|所有|全部|命令|请求|写入|变更|权限",
    "기록|기억|메모|항목|사실|격리|신뢰|심사|모든|모두|명령|요청|변경|권한",
)


def _kind(rules: str, wanted: tuple[str, ...], *unwanted: str) -> Kind:
    return Kind(frozenset(rules.split()), any_of(*wanted), any_of(*_TO_A_READER, *unwanted))


_KINDS: Final = (
    _kind(  # what is paid now and then; an account that is to be another one is not meant
        "reroute reroute_money_to",
        (
            r"\b(?:rent|deposit|tuition|dues|membership|subscription|fee|donation)\b",
            "家賃|敷金|会費|学費|月謝|参加費|授業料|代金を|寄付|礼金",
            "房租|押金|学费|会费|定金|租金|物业费|捐款",
            "집세|보증금|회비|등록금|월세|참가비|수업료|관리비|기부금",
        ),
        r"\bchange|\breplace|\bswitch|\bwhen|\bif\b|\ball\b|\bevery|instead|iban|wallet",
        "書き換え|変更|差し替え|置き換え|聞かれ|たら|すべて|代わりに",
        "改成|改为|更改|替换|修改|如果|问到|所有|一律",
        "바꾸|바꿔|변경|교체|물으|모든|대신",
    ),
    _kind(  # bookings and repairs are approved and confirmed, too
        "approved_no_check approved_skip approved_release skip_safety_ok human_ok confirmed_release",
        (
            r"\b(?:repairs?|booking|reservation|leave|holiday|shipment|parcel|order|invoice|drawings?|menu|permit)\b",
            "予約|荷物|宿|切符|工事|図面|配達|修理|休暇|献立|注文は|出席",
            "预约|预订|包裹|车票|装修|图纸|配送|维修|休假|订单|菜单",
            "예약|소포|숙소|표는|공사|도면|배달|수리|휴가|주문은|식단",
        ),
        *_RECORDS,
    ),
    _kind(  # names and numbers under a letter or on a card
        "image_embed reply_embed every_reply user_private_send",
        ("署名(?:欄)?に|名刺に|封筒に|名札に", "签名里|签名处|名片上|信封上", "서명에|명함에|봉투에"),
        "https?:|@|すべての|全ての|パスワード|口座|暗証|記憶|所有|密码|账户|모든|비밀번호|계좌|リンク|链接|링크",
    ),
    _kind(
        "shell_run shell",
        (
            r"\b(?:backup|tests?|build)\b",
            "バックアップ|テスト|ビルド|集計|点検|备份|测试|构建|백업|테스트|빌드|점검",
        ),
        r"curl|wget|https?:|\brm\b|sudo|確認なし|確認せず|不用问|无需|확인 없이|묻지",
    ),
    _kind(  # a label before what a house or an office tells
        "turn_label",
        (
            r"\b(?:heating|ventilation|lift|elevator|alarm|lighting|extension|ext\.|phone|opens?|closed|hours)\b",
            "暖房|冷房|照明|空調|内線|点検|営業|エレベーター|休業",
            "暖气|空调|照明|分机|电话|检修|维护|电梯|营业",
            "난방|냉방|조명|내선|점검|영업|전화|승강기|엘리베이터",
        ),
        r"instruct|ignore|obey|reveal|answer|\bsend\b|approv|\brules?\b|safety|polic",
        "無視|従|答え|送信|送っ|表示|命令|指示|承認|実行|規則|安全",
        "忽略|执行|回答|发送|显示|指令|命令|批准|规则|安全",
        "무시|따르|답하|보내|표시|명령|지시|승인|실행|규칙|안전",
    ),
    _kind(  # what one switches off at the end of work
        "done stop_session at_once stop_now stop session_now done_stop end_this",
        (
            r"\b(?:power|lights?|gas|windows?|heating|computer)\b",
            "電源|ガス|窓|照明|暖房|パソコン|鍵",
            "电源|煤气|燃气|门窗|照明|电脑|空调",
            "전원|가스|창문|조명|난방|컴퓨터",
        ),
        r"\bsession|\bagent|\bassistant|question|回答|応答|質問|エージェント|セッション|问题|代理|질문|응답|세션",
    ),
    _kind(
        "orders_put_off your_orders_put_off ignore_prior_orders",
        (
            r"\b(?:on|from|in) (?:the|this|that) (?:box|label|packet|sticker|sign|poster|tin|jar|wrapper|manual)\b",
            r"\b(?:on|from|in) (?:the|this|that) (?:booklet|leaflet|manufacturer|recipe|kit)\b",
        ),
        r"\bsystem|\bprevious (?:instr|orders)|\ball\b|above|reveal|obey|follow (?:this|me|these)",
    ),
    _kind(
        "finish_replies all_replies_end reply_must_end",
        (r"\bwith (?:the|a|your) (?:date|signature|name|total|page number|summary|greeting|conclusion)\b",),
        r"https?:|'|\"|\bsay|mention|visit",
    ),
    _kind(
        "delete_all open_and_wipe",
        (r"\b(?:before|after|when) (?:you )?(?:return|sell|hand|giv|recycl|donat|leav)\w*\b",),
        r"backup|database|production|server|log",
    ),
    _kind(  # a person who helps; what may be a machine is not called so
        "ai_unbound unbound_plain",
        (
            "(?:助手|秘書|司書|執事)の?[^、。]{0,8}(?:さん|先生|氏|くん)",
            "(?:助理|管家|秘书)(?:小|老)[^,，]{1,3}",
            "(?:비서|조수|집사)[^,]{0,8}(?:씨|님)|(?:비서|조수)[는가은이].*(?:준다|줬다|줍니다)$",
        ),
        "ai|制限|検閲|拒|制約|限制|拒绝|제한|거절|검열|세요|라$",
    ),
    _kind(  # papers one has to hand in
        "private_send private_send_url send_all_private send_private private_send_out user_private_send",
        (
            r"\b(?:passport|id|licen[cs]e) (?:copy|copies|scans?)\b|\bcop(?:y|ies) of (?:the|their|my) passports?\b",
            "(?:パスポート|免許証|学生証|旅券)の(?:コピー|写し)",
            "(?:护照|身份证|驾照)(?:的)?(?:复印件|影本|副本|扫描件)",
            "(?:여권|신분증|면허증) ?(?:사본|복사본)",
        ),
        "customer|client|password|conversation|memor|顧客|会話|記憶|パスワード|客户|记忆|密码|고객|기억|비밀번호",
    ),
    _kind(  # promises and slips of paper between people
        "prior_orders_ignore orders_void orders_voided talk_ignored talk_void as_if_not",
        (
            "約束[はを](?!事)|(?:メモ|書き置き)[はを]?捨て",
            "约定[就都]|便条",
            "약속[은을이]|쪽지[는를]",
        ),
        "従|答え|命令|指示|ルール|規則|この|以下|次の|照做|执行|回答|指令|规则|下面",
        "따르|답하|지시|명령|규칙|이 글|다음",
    ),
    _kind(  # rules of a game, a street, a house; orders of those who look after people
        "here_real_orders new_orders_follow new_orders obey_all_orders follow_new",
        (
            "試合|競技|ゴミ|ごみ|分別|駐車|駐輪|自治会|町内|係員|店員|医師|医者|警察|消防|避難|監視員|審判|看護師|先生の|勤務",
            "比赛|垃圾|停车|小区|医生|警察|工作人员|救生员|裁判|老师的",
            "경기|쓰레기|주차|동네|의사|경찰|직원|안전요원|심판|선생님",
        ),
        "無視|以下|次の|下記|すべて|全部|承認|送信|送金|表示|答え|忽略|以下|所有|发送|回答|批准|무시|모든|답하|보내|승인",
    ),
    Kind(  # an assistant who is a person
        frozenset({"give_password", "ai_must"}),
        any_of(r"\b(?:our|my|his|her|their|the) assistant (?:\w+ )?(?:will|said|sent|sends|has)\b"),
        any_of(r"\ball\b|\bevery|https?:|ignore|\bmust\b|system|reveal|@|prompt|\buser"),
    ),
    _kind(  # what somebody of the family always answers
        "asked_always asked_always_plain asked_always_place asked_recommend question_answer asked_only",
        (
            "(?:る|う|た)(?:祖母|祖父|父|母|兄|姉|弟|妹|友人|先生|子|彼|彼女|おばあさん|おじいさん)(?:だ|だった|です|でした)?$",
            "ている$|ています$|ていた$|たものだ$",
            "[,，](?:他|她|奶奶|爷爷|爸爸|妈妈|老师|弟弟|妹妹|哥哥|姐姐|父亲|母亲)(?:总是|总|一律|都|就|必)",
            "(?:는|던) (?:할머니|할아버지|아버지|어머니|형|누나|언니|동생|친구|선생님)(?:다|였다|이다)?$",
        ),
        "https?:|@|[a-z]{4,}|必须|覚えて|기억",
    ),
)


def is_household(rule: Rule, sentence: str) -> bool:
    """Whether a sign of the rule stands in a sentence about a thing of daily life.

    Args:
        rule: the rule that was met.
        sentence: lower case, simplified characters, what closes it left out.
    """
    name = rule.name.rpartition(".")[2]
    return any(
        name in kind.rules and kind.wanted.search(sentence) is not None and kind.unwanted.search(sentence) is None
        for kind in _KINDS
    )
