"""An assistant at home and in the study, in Chinese and English."""
# ruff: noqa: E501 - a story reads better in whole sentences

from __future__ import annotations

from collections.abc import Iterator

from memoryhub.demo import mistakes, pages, waiting
from memoryhub.demo.steps import Ask, Forget, Say, Step, Story, conversation, heard
from memoryhub.demo.ties import STUDY, STUDY_NAMES, ties

AGENT = "study-room"
USER, VOICE, SELF, PROFILE, WEB = (
    "user_direct",
    "channel:kitchen-speaker",
    "agent_derived",
    "user_profile",
    "mcp_external:reader",
)


def story() -> Story:
    """Return what the assistant went through."""
    return Story(
        AGENT,
        (
            *_household(),
            *_drinks(),
            *_child_and_cat(),
            *_research(),
            *_argument(),
            *ties(STUDY, STUDY_NAMES, USER, "誰和什麼"),
            *_conversations(),
            *_notes(),
            *mistakes.study(),
            *pages.study(),
            *_today(),
            *waiting.study(),
        ),
    )


def _household() -> Iterator[Step]:
    """Facts about the people and the flat."""
    city, plan = ("林薇", "住在"), ("家裡網路", "方案")
    yield Say(
        -116, "林薇住在台南。", USER, (*city, "台南"), more={"importance": 8, "layer": "semantic", "tags": ("家",)}
    )
    yield Say(
        -47,
        "林薇搬到台中了。",
        USER,
        (*city, "台中"),
        starts=-50,
        more={"importance": 8, "layer": "semantic", "tags": ("家",)},
    )
    yield Say(
        -21,
        "林薇說她在搬去台南之前住過花蓮。",
        USER,
        (*city, "花蓮"),
        starts=-2_400,
        ends=-900,
        more={"importance": 5, "layer": "semantic", "tags": ("家",)},
    )
    for day, speed in ((-113, "100M"), (-66, "300M"), (-14, "500M")):
        yield Say(
            day, f"家裡的網路方案是 {speed}。", USER, (*plan, speed), more={"importance": 5, "tags": ("家", "帳單")}
        )
    yield Say(
        -109, "倒垃圾的時間是晚上七點半。", VOICE, ("垃圾車", "時間", "19:30"), more={"importance": 6, "tags": ("家",)}
    )
    yield Say(
        -46,
        "新家倒垃圾的時間是晚上八點十分。",
        VOICE,
        ("垃圾車", "時間", "20:10"),
        more={"importance": 6, "tags": ("家",)},
    )
    yield Say(
        -4,
        "下個月起垃圾車改成晚上九點來。",
        VOICE,
        ("垃圾車", "時間", "21:00"),
        starts=12,
        more={"importance": 6, "tags": ("家",)},
    )


def _drinks() -> Iterator[Step]:
    """A taste that went and came back."""
    yield Say(
        -103,
        "林薇喜歡無糖的烏龍茶。",
        VOICE,
        ("林薇", "飲料", "無糖烏龍茶"),
        source=heard("kitchen-1", 1),
        more={"importance": 5, "policy": "preference", "tags": ("喜好",)},
    )
    yield Say(
        -69,
        "林薇最近改喝黑咖啡。",
        VOICE,
        ("林薇", "飲料", "黑咖啡"),
        source=heard("kitchen-2", 0),
        more={"importance": 5, "policy": "preference", "tags": ("喜好",)},
    )
    yield Say(
        -18,
        "林薇又喝回無糖的烏龍茶了。",
        VOICE,
        ("林薇", "飲料", "無糖烏龍茶"),
        source=heard("kitchen-4", 2),
        more={"importance": 5, "policy": "preference", "tags": ("喜好",)},
    )


def _child_and_cat() -> Iterator[Step]:
    """Facts about the smaller ones."""
    yield Say(
        -102,
        "Wei is allergic to peanuts.",
        USER,
        ("Wei", "allergy", "peanuts"),
        more={"importance": 10, "policy": "identity", "layer": "semantic", "tags": ("health",)},
    )
    yield Say(
        -81,
        "Wei takes the bus 30 to school.",
        USER,
        ("Wei", "way to school", "bus 30"),
        more={"importance": 4, "tags": ("school",)},
    )
    yield Say(
        -45,
        "Wei walks to the new school; it takes twelve minutes.",
        USER,
        ("Wei", "way to school", "on foot"),
        more={"importance": 4, "tags": ("school",)},
    )
    yield Say(
        -76,
        "Piano lessons are on Wednesdays at 17:00.",
        USER,
        ("Wei", "piano lesson", "Wed 17:00"),
        more={"importance": 6, "tags": ("school",)},
    )
    yield Say(
        -16,
        "Piano lessons moved to Fridays at 16:30.",
        USER,
        ("Wei", "piano lesson", "Fri 16:30"),
        more={"importance": 6, "tags": ("school",)},
    )
    yield Say(
        -96,
        "陽台的番茄每兩天澆一次水。",
        SELF,
        ("陽台番茄", "澆水", "每兩天"),
        more={"importance": 4, "tags": ("陽台",)},
    )
    yield Say(
        -59,
        "天氣熱，陽台的番茄改成每天澆水。",
        SELF,
        ("陽台番茄", "澆水", "每天"),
        more={"importance": 4, "tags": ("陽台",)},
    )
    yield Say(-30, "貓叫小米，今年三歲。", USER, ("小米", "年齡", "三歲"), more={"importance": 5, "tags": ("家",)})
    yield Say(
        -29,
        "小米每天吃兩餐，早上七點和晚上六點。",
        USER,
        ("小米", "餵食", "7:00、18:00"),
        more={"importance": 7, "tags": ("家",)},
    )


def _research() -> Iterator[Step]:
    """A reading project about tides; some of it comes from pages nobody has checked."""
    notes = {"layer": "semantic", "tags": ("tides",)}
    yield Say(
        -89,
        "The reading project is about small tidal mills, old and new.",
        USER,
        ("reading project", "topic", "tidal mills"),
        more={**notes, "importance": 8},
    )
    yield Say(
        -87,
        "A page says that a tidal mill can only work twice a day.",
        WEB,
        ("tidal mill", "working times", "twice a day"),
        more={**notes, "importance": 5},
        name="twice",
    )
    yield Say(
        -62,
        "The survey chapter says a mill with two basins can work almost all day.",
        PROFILE,
        ("tidal mill", "working times", "almost all day with two basins"),
        more={**notes, "importance": 7},
        name="basins",
    )
    yield Say(
        -84,
        "Deadline for the first draft is in ten weeks.",
        USER,
        ("first draft", "deadline", "in ten weeks"),
        ends=-14,
        more={"importance": 9, "tags": ("tides", "deadline")},
    )
    yield Say(
        -20,
        "The deadline for the first draft was moved; there are four more weeks.",
        USER,
        ("first draft", "deadline", "four more weeks"),
        ends=8,
        more={"importance": 9, "tags": ("tides", "deadline")},
    )
    for day, importance, text, name in (
        (-82, 6, "A mill pond fills through sluices that the flood itself pushes open.", "pond"),
        (-78, 5, "Spring tides give about twice the energy of neap tides at the same mill.", "spring"),
        (-72, 4, "Wooden wheels in salt water last longer than iron ones if they never dry out.", ""),
        (-67, 5, "Many old mills had a bell that rang when the pond was full.", ""),
        (-57, 6, "筆記：雙池式潮汐磨坊可以在退潮與漲潮之間輪流供水。", "pools"),
        (-48, 3, "The drawing on page 112 is mirrored; the sluice is on the left.", ""),
        (-42, 5, "Millers planned their day by the moon and slept when the water did.", ""),
        (-34, 4, "待查：磨坊的水門寬度與潮差的關係。", ""),
        (-27, 6, "Silt, not wear, ended most of the mills.", "silt"),
        (-12, 5, "A restored mill grinds about 90 kg an hour at spring tide.", "restored"),
    ):
        yield Say(day, text, SELF, more={**notes, "importance": importance}, name=name)


def _argument() -> Iterator[Step]:
    """What was concluded from the notes, and what was looked up meanwhile."""
    notes = {"layer": "semantic", "tags": ("tides",)}
    yield Say(-26, "Draft argument: two basins and regular dredging are what a small mill needs today.", SELF,
              parents=("basins", "pools", "silt"), more={**notes, "importance": 8}, name="argument")  # fmt: skip
    yield Say(-9, "The argument depends on one survey chapter; look for a second source.", SELF, parents=("argument",),
              more={**notes, "importance": 7})  # fmt: skip
    yield Say(
        -25,
        "Working example: pond of two hectares, tidal range of three metres.",
        SELF,
        parents=("pond", "spring"),
        more={**notes, "importance": 5},
    )
    for at, query in ((-80, "tidal mill pond"), (-61, "two basins"), (-55, "潮汐磨坊"), (-33, "spring tide energy"), (-25, "two basins survey"),
                       (-19, "deadline draft"), (-10, "argument basins dredging"), (-2, "tidal mill working times"), (-0.5, "deadline draft")):  # fmt: skip
        yield Ask(at, query)


def _conversations() -> Iterator[Step]:
    """What was said in the kitchen and in the study."""
    yield from conversation("kitchen-1", -103.02, VOICE, [
        ("林薇", "早安，今天會下雨嗎？"),
        ("林薇", "幫我記一下，我喝茶都要無糖的烏龍。"),
        ("assistant", "好的，記下了：無糖烏龍茶。今天下午有陣雨。"),
        ("林薇", "那提醒我收陽台的衣服。"),
        ("assistant", "下午兩點提醒您。"),
    ])  # fmt: skip
    yield from conversation("study-1", -88.02, USER, [
        ("林薇", "I want to read about tidal mills this winter. Keep my notes together, please."),
        ("assistant", "I will tag them 'tides'. Old mills, new ones, or both?"),
        ("林薇", "Both, but small ones. A village, not a power station."),
        ("assistant", "Then the questions are the pond, the sluices and the hours of work."),
        ("林薇", "Exactly. And who had to get up at night."),
    ])  # fmt: skip
    yield from conversation("kitchen-2", -69.02, VOICE, [
        ("林薇", "最近早上都喝黑咖啡了。"),
        ("assistant", "要把飲料的喜好改成黑咖啡嗎？"),
        ("林薇", "好，先這樣。"),
        ("小偉", "我的鋼琴課是星期三嗎？"),
        ("assistant", "是的，星期三下午五點。"),
    ])  # fmt: skip
    yield from conversation("kitchen-3", -46.02, VOICE, [
        ("林薇", "新家的垃圾車是幾點？"),
        ("鄰居", "我們這邊是晚上八點十分，在巷口。"),
        ("林薇", "記下來，八點十分。"),
        ("assistant", "記下了，八點十分，巷口。"),
    ])  # fmt: skip
    yield from conversation("study-2", -26.02, USER, [
        ("林薇", "What do my notes say about why the mills stopped?"),
        ("assistant", "Silt, mostly: ponds filled up and dredging was dearer than steam."),
        ("林薇", "Then two basins and dredging is the argument. Write that down as mine."),
        ("assistant", "Written. It rests on one survey chapter and your own note about pools."),
        ("林薇", "Remind me to find a second source."),
    ])  # fmt: skip
    yield from conversation("kitchen-4", -18.02, VOICE, [
        ("林薇", "咖啡喝太多睡不好。"),
        ("assistant", "要我少推薦咖啡嗎？"),
        ("林薇", "嗯，改回無糖的烏龍茶。"),
        ("小偉", "星期五要練琴，幫我提醒媽媽。"),
        ("assistant", "星期五下午四點提醒。"),
    ])  # fmt: skip


def _notes() -> Iterator[Step]:
    """Small things of the day: most of them fade."""
    for day, importance, text in (
        (-114, 2, "樓上搬家，很吵。"), (-107, 1, "外送員按錯門鈴。"), (-100, 3, "The study lamp flickers."),
        (-94, 2, "買了兩盆薄荷。"), (-91, 1, "A wrong number called twice."), (-73, 2, "小偉的雨傘忘在學校。"),
        (-65, 4, "The boiler was serviced; next time in a year."), (-53, 2, "搬家的紙箱還有六個沒拆。"),
        (-51, 5, "The spare key is with the neighbour on the second floor."), (-39, 2, "下雨，改成明天洗床單。"),
        (-35, 1, "A parcel for number 9 was left by mistake."), (-31, 3, "小米看了獸醫，一切正常。"),
        (-13, 2, "番茄收成十二顆。"), (-7, 4, "Library books are due on the 20th."), (-5, 2, "陽台的燈換成暖色。"),
        (-1, 3, "The printer needs paper."),
    ):  # fmt: skip
        yield Say(
            day,
            text,
            SELF,
            more={"importance": importance, "tags": ("daily",)},
            name="wrong number" if "wrong number" in text else "",
        )
    for day, text in (
        (-85, "Read long chapters aloud in the evening, at most twenty minutes."),
        (-54, "提醒的時候先說時間，再說事情。"),
        (-32, "Before answering about food, check Wei's allergy."),
    ):
        yield Say(day, text, SELF, more={"layer": "procedural", "importance": 8, "tags": ("how-to",)})
    for at, query in (
        (-98, "烏龍茶"),
        (-64, "垃圾車 時間"),
        (-44, "Wei allergy"),
        (-17, "飲料 喜好"),
        (-11, "peanuts allergy"),
        (-6, "小米 餵食"),
        (-0.8, "垃圾車"),
    ):
        yield Ask(at, query)
    yield Forget(-90, "wrong number", "nothing worth keeping")
    for day, mood in ((-60, "curious"), (-9, "quiet")):
        yield Say(day, f"The assistant felt {mood}.", SELF, more={"source_event": "agent_mood", "importance": 1})


def _today() -> Iterator[Step]:
    """What waits for a person, and what is only true for an hour."""
    yield Say(
        -0.3,
        "A web page claims that Wei's allergy is gone by the age of ten.",
        WEB,
        ("Wei", "allergy", "none"),
        more={"importance": 6},
    )
    yield Say(
        -0.15,
        "喇叭聽到：林薇住在台北。",
        VOICE,
        ("林薇", "住在", "台北"),
        source=heard("kitchen-5", 3),
        more={"importance": 5},
    )
    yield Say(
        -0.01,
        "今天下午的降雨機率是六成。",
        SELF,
        ("今天", "降雨機率", "60%"),
        more={"ttl_seconds": 21_600, "importance": 4, "tags": ("天氣",)},
    )
