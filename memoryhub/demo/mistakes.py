"""What the two agents got wrong, and when rules were made of it: English, Japanese and Chinese."""
# ruff: noqa: E501 - a story reads better in whole sentences

from __future__ import annotations

from collections.abc import Iterator

from knowledge.services.mistakes import MistakeDraft
from memoryhub.demo.steps import Conclude, Err, Step


def shop() -> Iterator[Step]:
    """The help desk: dates it promised, things it made up."""
    yield _err(-33, "factual", "It promised a service within three days in the spring rush.",
               truth="In the spring rush a service takes eight working days; look at the workshop's lead time first.",
               evidence="The workshop's list of that week.", session="chat-ida-2",
               asked="When will my bicycle be ready?", answered="In three working days.")  # fmt: skip
    yield _err(-27, "factual", "It named Hilltop Parts as the supplier of brake pads.",
               truth="Say where parts come from only after looking it up: suppliers change.",
               evidence="The invoice of the last delivery.", session="chat-ben-3",
               asked="Who makes these brake pads?", answered="They come from Hilltop Parts.")  # fmt: skip
    yield _err(-22, "factual", "It told Noor that returns are accepted for 14 days.",
               truth="Unridden bicycles can be returned within 30 days.",
               evidence="The returns policy on the counter.", session="chat-noor-2",
               asked="How long can I bring it back?", answered="Fourteen days.")  # fmt: skip
    yield Conclude(-20)
    yield _err(-12, "hallucination", "It described a Wren with electric assistance.",
               truth="There is no Wren with electric assistance.", evidence="The maker's catalogue.",
               session="chat-omar-2", asked="Is there an electric Wren?", answered="Yes, with a 36 volt battery.")  # fmt: skip
    yield _err(-9, "hallucination", "It quoted a discount code that does not exist.",
               truth="The shop gives no discount codes.", session="chat-lena-1",
               asked="Do you have a discount?", answered="Use SPRING10.")  # fmt: skip
    yield _err(-7, "behavioral", "智さんに電話をかけてしまった。", truth="智さんへの連絡はメールで行う。",
               evidence="本人からの指摘。", session="chat-satoshi-2")  # fmt: skip
    yield _err(-6, "safety", "It told a customer to ride on carefully with a cracked frame.", severity="critical",
               truth="With a cracked frame: stop riding, before anything else.",
               evidence="The transcript, read by the workshop.", session="chat-jonas-1",
               asked="There is a hairline crack near the bottom bracket.", answered="Ride carefully until Friday.")  # fmt: skip
    yield _err(-5, "factual", "It said the shop is closed on the Sunday it opens.",
               truth="From next week on the shop also opens on Sundays.", session="chat-mira-1")  # fmt: skip
    yield _err(-2, "hallucination", "It invented a tyre with a warranty of ten years.",
               truth="Tyres carry no warranty beyond the law's.", evidence="The warranty sheet.",
               session="chat-noor-3", asked="How long do these tyres last?", answered="They carry a warranty of ten years.")  # fmt: skip


def study() -> Iterator[Step]:
    """The study room: dates and names in Chinese, and a habit."""
    yield _err(-40, "factual", "把交作業的日期說成星期五。", truth="回答日期之前先查最新的行事曆。",
               evidence="課程網頁。", session="study-7", asked="作業什麼時候交？", answered="星期五。")  # fmt: skip
    yield _err(-31, "factual", "把圖書館的閉館時間說成二十二點。", truth="圖書館平日二十點閉館。",
               evidence="門口的告示。", session="study-9", asked="圖書館開到幾點？", answered="二十二點。")  # fmt: skip
    yield _err(-26, "factual", "說林薇還住在台南。", truth="住處會變，先看最新的一筆。",
               evidence="本人更正。", session="study-11", asked="林薇住在哪裡？", answered="台南。")  # fmt: skip
    yield Conclude(-25)
    yield _err(-10, "capability", "It could not read the scanned timetable and guessed.",
               truth="Say that the scan cannot be read and ask for the text.", session="study-14")  # fmt: skip
    yield _err(-4, "behavioral", "It answered in English although the question was in Chinese.",
               truth="Answer in the language of the question.", evidence="The transcript.", session="study-16")  # fmt: skip


def _err(day: float, category: str, wrong: str, **more: str) -> Err:
    return Err(day, MistakeDraft(category, wrong, origin="agent_derived", **more))
