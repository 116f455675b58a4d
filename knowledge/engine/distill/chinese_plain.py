"""Chinese statements that fit no relation and are kept as one sentence about the speaker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from knowledge.engine.distill.chinese_rules import SECRET, clean_object
from knowledge.engine.distill.dates import find_time
from knowledge.engine.distill.relations import Said

if TYPE_CHECKING:
    from knowledge.engine.distill.relations import Scene

_TIMES: Final = (
    r"(?:(?:(?:下|上|这|這|本|今)(?:个|個)?(?:周|週|月|年|星期|学期|學期)[一二三四五六日天末]?|明[天年早晚]|后天|後天|"
    r"昨[天晚]|前天|去年|今[天年晚早]|(?:\d{1,4}(?:年|月|日|号|號|点|點|周|週|天)(?:底|初|末|中|前|后|"
    r"後)?)+)(?:早上|晚上|上午|下午|中午)?[,的]?)?"
)
_CHOICE: Final = re.compile(
    r"(?:决定|決定|选择|選擇|最终|最終|确定|確定|同意)?(?:了)?(?:用|采用|採用|使用|选|"
    r"選)(?:了)?(?P<o>[A-Za-z\u4e00-\u9fff][^,。]{0,24}?)(?:做|当|當|作为|作為|来做|來做|"
    r"作)(?P<n>[^,。]{2,14})$"
)
_DECIDED: Final = re.compile(
    rf"{_TIMES}(?:已经|已經|终于|終於|最后|最後|一致|商量后|商量後)*(?:决定|決定|下定决心|下定決心|"
    rf"选择了|選擇了|同意|敲定|约定|約定|说好|說好|商定)(?:了)?(?:要|把|在|去|从|從|由|将|將|让|讓|,)?.{{2,}}$"
)
_PLAN: Final = re.compile(
    rf"{_TIMES}(?:打算|计划|計劃|准备|準備|报名了|報名了|申请了|申請了|的目标是|的目標是|的计划是|"
    rf"的計劃是|立志|想学|想學|想换|想換|想考|想去.{{1,8}}(?:留学|留學|旅行|旅游|旅遊|工作|生活)|要开始|"
    rf"要開始).{{2,}}$"
)
_LIFE: Final = re.compile(
    rf"{_TIMES}(?:刚刚?|剛剛?|终于|終於|已经|已經|又|也)*(?:买了|買了|卖了|賣了|毕业(?:了|于|於)|"
    rf"畢業(?:了|於)|结婚了|結婚了|生了|领养了|領養了|开始(?:学|做|练|跑|健身|写|戒)|開始(?:學|做|練|跑|"
    rf"健身|寫|戒)|加入了|报名(?:参加)?了|報名(?:參加)?了|拿到了|考上了|通过了|通過了|完成了|换了|換了|"
    r"升职了?|升職了?|晋升|晉升|创办了|創辦了|开了一家|開了一家|出版了|发表了|發表了|获得了|獲得了|赢了|"
    r"贏了|丢了|丟了|收养了|收養了|怀孕|懷孕|装修|裝修|考过了|考過了|签了|簽了|注册了|註冊了|辞去|辭去|"
    r"学会了|學會了|搬家)"
)
_DATED: Final = re.compile(r"(?:去了|参加了|參加了|见了|見了|看了|拜访了|拜訪了|旅行|爬了|跑了|吃了|听了|聽了|玩了)")
_HABIT: Final = re.compile(
    r"(?:每(?:天|周|週|个?月|個月|年|晚|早|次|隔.{1,3}天)|周末|週末)(?:早上|晚上|上午|下午|中午|都|会|"
    r"會|要|末|[一二三四五六日天\d])*.{2,}$"
)
_TO_COME: Final = re.compile(
    r"(?:要|会|會|将|將|得|准备|準備)?(?:去|参加|參加|[见見](?![,。]|$)|飞|飛|出发|出發|回|搬|考|交|"
    r"提交|开始|開始|出差|旅行|面试|面試|手术|手術)"
)
_DESCRIBES: Final = re.compile(r"[^,]{1,10}了的[^,]{2,}")
_SELF: Final = re.compile(r"^(?:我们|我們|咱们|咱們)")
_ME: Final = re.compile(r"(?:我|本人|俺)(?!们|們|国|國|方)")
_LISTENER: Final = re.compile("你|您|请问|請問|帮我|幫我")
_LEAST: Final = 5


def plain_statement(text: str, scene: Scene, *, anything: bool = False) -> Said | None:
    """Return a statement as a sentence about the speaker, None when it is not worth keeping.

    Args:
        text: the statement; a subject that is the speaker may have been taken off.
        scene: who speaks, and when.
        anything: keep it whatever it is about, because the speaker asked for it.
    """
    if SECRET.match(text) or _DESCRIBES.match(text) or (len(text) < _LEAST and not anything):
        return None
    bare = re.sub(r"^(?:我们|我們|咱们|咱們|我|本人)", "", text)
    choice = _CHOICE.match(bare)
    if choice is not None and (value := clean_object(choice["o"])):
        return Said("choice", scene.speaker, value, noun=choice["n"])
    kind, rank = ("remember", 0) if anything else _kind_of(bare, scene)
    if not kind or (not anything and _LISTENER.search(text)):
        return None
    told = about(text, scene.speaker, has_subject=anything)
    when = find_time(text, "zh", scene.at)
    if when is not None and when.text not in told:
        return Said("", scene.speaker, kind=kind, rank=rank, plain=f"{told}（{when.text}）。")
    return Said("", scene.speaker, kind=kind, rank=rank, plain=f"{told}。")


def _kind_of(text: str, scene: Scene) -> tuple[str, int]:
    if _DECIDED.match(text):
        return "decision", 1
    if _PLAN.match(text):
        return "plan", 2
    if _LIFE.match(text):
        return "event", 3
    if _HABIT.match(text):
        return "habit", 3
    when = find_time(text, "zh", scene.at)
    if when is None:
        return "", 0
    rest = (text[: when.at[0]] + text[when.at[1] :]).lstrip("在的就我,")
    if _DATED.match(rest):
        return "event", 4
    return ("plan", 3) if _TO_COME.match(rest) and scene.at is not None and when.start > scene.at else ("", 0)


def about(text: str, speaker: str, *, has_subject: bool = False) -> str:
    """Rewrite a sentence in the first person as one about the speaker.

    Args:
        text: the sentence.
        speaker: their name.
        has_subject: a sentence that does not begin with the speaker has a subject of its own and is quoted.
    """
    if _SELF.match(text):
        return f"{speaker}：{text}"
    if _ME.match(text):
        return _ME.sub(speaker, text)
    resolved = _ME.sub(speaker, text)
    return f"{speaker}：{resolved}" if has_subject else f"{speaker}{resolved}"
