"""The help desk of a bicycle shop, in English and Japanese."""
# ruff: noqa: E501 - a story reads better in whole sentences

from __future__ import annotations

from collections.abc import Iterator

from memoryhub.demo import mistakes, pages, waiting
from memoryhub.demo.steps import Ask, Forget, Say, Step, Story, conversation, heard
from memoryhub.demo.ties import SHOP, SHOP_NAMES, ties

AGENT = "lantern-cycles"
OWNER, CHAT, SELF, FEED, NOTES = "operator", "channel:shop-chat", "agent_derived", "tool_echo:stock", "import:old-notes"


def story() -> Story:
    """Return what the help desk went through."""
    told = ties(SHOP, SHOP_NAMES, OWNER, "who and what")
    learned = (*_work(), *mistakes.shop(), *pages.shop())
    return Story(AGENT, (*_shop(), *_people(), *told, *_conversations(), *learned, *_today(), *waiting.shop()))


def _shop() -> Iterator[Step]:
    """How the shop is run: facts that changed, once or several times."""
    hours, window, pads = ("shop", "opening_hours"), ("returns", "window"), ("brake pads", "supplier")
    yield Say(-118, "The shop is open Tuesday to Saturday, 10:00 to 18:00.", OWNER, (*hours, "Tue–Sat 10–18"),
              more={"importance": 8, "layer": "semantic", "tags": ("shop", "hours")})  # fmt: skip
    yield Say(-61, "The shop is open Tuesday to Saturday, 9:00 to 19:00, through the season.", OWNER,
              (*hours, "Tue–Sat 9–19"), more={"importance": 8, "layer": "semantic", "tags": ("shop", "hours")})  # fmt: skip
    yield Say(-3, "From next week on the shop also opens on Sundays, 11:00 to 16:00.", OWNER,
              (*hours, "Tue–Sat 9–19, Sun 11–16"), starts=6,
              more={"importance": 8, "layer": "semantic", "tags": ("shop", "hours")})  # fmt: skip
    yield Say(-117, "Unridden bicycles can be returned within 14 days.", OWNER, (*window, "14 days"),
              more={"importance": 9, "layer": "semantic", "tags": ("returns",)})  # fmt: skip
    yield Say(-44, "Unridden bicycles can be returned within 30 days.", OWNER, (*window, "30 days"), name="returns",
              more={"importance": 9, "layer": "semantic", "tags": ("returns",)})  # fmt: skip
    yield Say(-19, "Found in the old binder: before that, returns were accepted for 7 days only.", NOTES,
              (*window, "7 days"), starts=-400, ends=-117, more={"importance": 4, "layer": "semantic", "tags": ("returns",)})  # fmt: skip
    for day, supplier in ((-112, "Harbour Parts"), (-70, "Hilltop Parts"), (-28, "Harbour Parts")):
        yield Say(day, f"Brake pads come from {supplier}.", OWNER, (*pads, supplier),
                  more={"importance": 6, "layer": "semantic", "tags": ("parts",)})  # fmt: skip
    yield Say(-105, "The workshop needs three working days for a service.", OWNER, ("workshop", "lead_time", "3 days"),
              more={"importance": 7, "tags": ("workshop",)})  # fmt: skip
    yield Say(-33, "Spring rush: the workshop needs eight working days for a service.", OWNER,
              ("workshop", "lead_time", "8 days"), ends=14, more={"importance": 7, "tags": ("workshop",)})  # fmt: skip
    yield Say(-101, "There are four loan bicycles.", OWNER, ("loan bicycles", "count", 4), more={"importance": 5})
    yield Say(-52, "There are six loan bicycles, one of them with a child seat.", OWNER, ("loan bicycles", "count", 6),
              more={"importance": 5, "tags": ("workshop",)})  # fmt: skip
    yield Say(-99, "Frames carry a warranty of five years.", OWNER, ("frames", "warranty", "5 years"), name="warranty",
              more={"importance": 8, "policy": "identity", "tags": ("warranty",)})  # fmt: skip
    yield Say(-98, "Bearings and chains carry a warranty of one year.", OWNER, ("bearings", "warranty", "1 year"),
              more={"importance": 6, "policy": "identity", "tags": ("warranty",)})  # fmt: skip
    for day, price in ((-20, 1_290), (-12, 1_240), (-5, 1_190)):
        yield Say(day, f"The Heron 3 costs {price:,} today.", FEED, ("Heron 3", "price", price),
                  more={"policy": "realtime", "importance": 4, "tags": ("price",), "source_event": "price feed"})  # fmt: skip
    yield Say(-1.02, "Two Heron 3 in size M are in stock.", FEED, ("Heron 3 M", "stock", 2),
              more={"ttl_seconds": 3_600, "importance": 4, "source_event": "stock feed"})  # fmt: skip


def _people() -> Iterator[Step]:
    """What customers told the desk; a channel is believed only so far."""
    yield Say(-93, "Noor rides about 40 km a day and wants tyres that do not puncture.", CHAT,
              ("Noor", "wish", "puncture-proof tyres"), source=heard("chat-noor-1", 2),
              more={"importance": 6, "tags": ("customer",)}, name="noor-wish")  # fmt: skip
    yield Say(-92.9, "Noor rides a Heron 2, size L.", CHAT, ("Noor", "bicycle", "Heron 2 L"), source=heard("chat-noor-1", 0),
              more={"importance": 5, "tags": ("customer",)})  # fmt: skip
    yield Say(-24, "Noor rides a Heron 3 now, size L.", CHAT, ("Noor", "bicycle", "Heron 3 L"), source=heard("chat-noor-2", 0),
              more={"importance": 5, "tags": ("customer",)})  # fmt: skip
    yield Say(-86, "羽奈さんは茶色の革サドルが好き。", CHAT, ("羽奈", "好み", "茶色の革サドル"), source=heard("chat-hanae-1", 1),
              more={"importance": 6, "policy": "preference", "tags": ("お客様",)})  # fmt: skip
    yield Say(-17, "羽奈さんは黒い革サドルのほうがいいと言った。", CHAT, ("羽奈", "好み", "黒い革サドル"),
              source=heard("chat-hanae-2", 2), more={"importance": 6, "policy": "preference", "tags": ("お客様",)})  # fmt: skip
    yield Say(-85.9, "羽奈さんの自転車は「鷺」の小さいサイズ。", CHAT, ("羽奈", "自転車", "鷺 S"), source=heard("chat-hanae-1", 0),
              more={"importance": 5, "tags": ("お客様",)})  # fmt: skip
    yield Say(-74, "智さんは毎朝、川沿いの道を駅まで走っている。", CHAT, ("智", "通勤路", "川沿いの道"),
              source=heard("chat-satoshi-1", 1), more={"importance": 4, "tags": ("お客様",)})  # fmt: skip
    yield Say(-73.9, "智さんへの連絡は電話ではなくメールで。", CHAT, ("智", "連絡方法", "メール"),
              source=heard("chat-satoshi-1", 3), more={"importance": 7, "tags": ("お客様",)})  # fmt: skip
    yield Say(-30, "智さんへの連絡は電話ではなくメールで。", OWNER, ("智", "連絡方法", "メール"),
              more={"importance": 7, "tags": ("お客様",), "source_event": "counter"})  # fmt: skip
    yield Say(-8, "智さんへの連絡は電話ではなくメールで。", CHAT, ("智", "連絡方法", "メール"),
              more={"importance": 7, "source_event": "chat-satoshi-2"})  # fmt: skip
    for day, name, wish in (
        (-80, "Ben", "a trailer for two children"), (-66, "Ida", "a bell that can be heard in traffic"),
        (-58, "Omar", "a bicycle he can carry up three floors"), (-41, "Lena", "winter tyres before the first frost"),
        (-36, "Jonas", "gears that work with gloves on"), (-15, "Mira", "a rack for a cello case"),
    ):  # fmt: skip
        yield Say(day, f"{name} is looking for {wish}.", CHAT, (name, "wish", wish),
                  more={"importance": 2 + len(name) % 4, "tags": ("customer", "wish")})  # fmt: skip
    yield Say(-13, "Ben bought the trailer and is happy with it.", CHAT, ("Ben", "wish", "nothing open"),
              more={"importance": 3, "tags": ("customer", "wish")})  # fmt: skip


def _conversations() -> Iterator[Step]:
    """What was said, turn by turn."""
    yield from conversation("chat-noor-1", -93.02, CHAT, [
        ("Noor", "Hello! I ride a Heron 2, size L, and I have had three punctures this month."),
        ("desk", "That is a lot. How far do you ride, and on what kind of road?"),
        ("Noor", "About 40 km a day, half of it gravel along the canal. I want tyres that simply do not puncture."),
        ("desk", "Then a tyre with a thick belt is right: slower, but you would stop carrying tubes."),
        ("Noor", "Slower is fine. Could you fit them on Thursday?"),
        ("desk", "Thursday at ten. A service takes three working days at the moment, tyres can be done while you wait."),
    ])  # fmt: skip
    yield from conversation("chat-hanae-1", -86.02, CHAT, [
        ("羽奈", "こんにちは。「鷺」の小さいサイズに乗っています。サドルを替えたいです。"),
        ("羽奈", "できれば茶色の革がいいです。"),
        ("desk", "茶色の革サドルは二種類あります。幅はどのくらいがよいですか。"),
        ("羽奈", "少し広めのものをお願いします。雨の日も乗るので、手入れの方法も教えてください。"),
        ("desk", "月に一度、専用の油を薄く塗ってください。濡れたら陰干しです。"),
    ])  # fmt: skip
    yield from conversation("chat-satoshi-1", -74.02, CHAT, [
        ("智", "通勤用にライトを探しています。"),
        ("智", "毎朝まだ暗いうちに、川沿いの道を駅まで走ります。"),
        ("desk", "街灯のない道でしたら、明るさは60ルクス以上をおすすめします。"),
        ("智", "それでお願いします。連絡は電話ではなくメールでください。"),
        ("desk", "承知しました。入荷したらメールします。"),
    ])  # fmt: skip
    yield from conversation("chat-omar-1", -58.02, CHAT, [
        ("Omar", "My flat is on the third floor without a lift. What is the lightest thing you sell with mudguards?"),
        ("desk", "The Wren, at just under ten kilograms with mudguards and lights."),
        ("Omar", "Can I try carrying one up a staircase before I buy it?"),
        ("desk", "Of course, ours has forty-one steps. Bring the shoes you would wear."),
    ])  # fmt: skip
    yield from conversation("chat-noor-2", -24.02, CHAT, [
        ("Noor", "I bought a Heron 3 from you last week, size L. It is lovely."),
        ("desk", "Good to hear! Is everything sitting right after the first rides?"),
        ("Noor", "The front brake squeals when it rains."),
        ("desk", "New pads need about fifty hard stops to bed in. If it still squeals after that, come by, no appointment."),
        ("Noor", "And if I do not like it after all, how long can I bring it back?"),
        ("desk", "Thirty days if it is unridden; after that we buy it back used."),
    ])  # fmt: skip
    yield from conversation("chat-hanae-2", -17.02, CHAT, [
        ("羽奈", "先日の茶色の革サドルですが、色が自転車に合いませんでした。"),
        ("desk", "交換できますよ。どの色がよろしいですか。"),
        ("羽奈", "黒い革がいいです。"),
        ("desk", "黒は木曜日に入荷します。届いたらお知らせします。"),
    ])  # fmt: skip


def _work() -> Iterator[Step]:
    """What the desk learned about doing its work."""
    how = {"layer": "procedural", "tags": ("how-to",)}
    for day, importance, text in (
        (-110, 8, "Before a bicycle leaves the workshop: brakes, headset, wheel nuts, lights, then a lap around the block."),
        (-97, 6, "A squealing disc brake: clean with alcohol first, then new pads, only then look at the rotor."),
        (-90, 5, "To read a frame number, wipe the bottom bracket and use the small torch."),
        (-77, 7, "Never promise a date for parts from Hilltop Parts; say 'we write to you when they are here'."),
        (-63, 4, "Tubeless tyres: 60 ml of sealant for a road tyre, 100 ml for gravel."),
        (-40, 9, "If a customer reports a cracked frame, tell them to stop riding before anything else."),
        (-26, 6, "革サドルの交換：ボルトを抜く前に高さに印をつける。"),
        (-9, 3, "For photos of used bicycles, the north wall has the best light before noon."),
    ):  # fmt: skip
        yield Say(day, text, SELF, more={**how, "importance": importance})
    for day, importance, text in (
        (-115, 2, "The bell above the door was repaired."), (-108, 1, "A parcel for the bakery next door was left here."),
        (-104, 2, "Rain all day, three customers."), (-95, 2, "The coffee machine needs descaling."),
        (-88, 1, "Someone asked whether the shop sells scooters."), (-83, 3, "The catalogue for the autumn arrived."),
        (-79, 2, "雨の日はパンク修理が三件あった。"), (-71, 2, "The window display shows the red Wren now."),
        (-64, 1, "Radio on the counter is broken."), (-55, 3, "Eleven services in one day, the most so far."),
        (-49, 2, "The street was closed for a market."), (-38, 4, "Two apprentices visited the workshop."),
        (-22, 3, "試乗会に十二人が来た。"), (-11, 4, "The new lift for the workshop was installed."),
        (-6, 2, "The cat from number 12 slept in the cargo bike."), (-2, 5, "Delivery of thirty inner tubes."),
    ):  # fmt: skip
        yield Say(day, text, SELF, more={"importance": importance, "tags": ("day book",)},
                  name="parcel" if "bakery" in text else "")  # fmt: skip
    yield Say(-23, "Customers who ride daily ask for fewer punctures before they ask for less weight.", SELF,
              parents=("noor-wish", "chat-noor-1/2", "chat-omar-1/0"),
              more={"layer": "semantic", "importance": 7, "tags": ("insight",)}, name="insight")  # fmt: skip
    yield Say(-10, "Stock more belted tyres than light ones for the winter.", SELF, parents=("insight",),
              more={"layer": "semantic", "importance": 6, "tags": ("insight",)})  # fmt: skip
    for at, query in (
        (-90, "tyres puncture"), (-60, "return a bicycle"), (-43, "warranty frame"), (-23, "brake squeals"),
        (-16, "革サドル"), (-12, "return unridden bicycles"), (-7, "warranty frame crack"), (-4, "智さん 連絡"),
        (-1.5, "opening hours"), (-0.6, "brake pads supplier"),
    ):  # fmt: skip
        yield Ask(at, query)
    yield Forget(-18, "parcel", "not the shop's business")
    for day, mood in ((-40, "calm"), (-21, "busy"), (-3, "cheerful")):
        yield Say(day, f"The desk felt {mood} today.", SELF, more={"source_event": "agent_mood", "importance": 1})


def _today() -> Iterator[Step]:
    """What just happened: two claims that a person has to look at, and a price that is about to expire."""
    yield Say(-0.2, "Somebody in the chat says that returns are possible for 90 days.", CHAT, ("returns", "window", "90 days"),
              source=heard("chat-unknown", 4), more={"importance": 5})  # fmt: skip
    yield Say(-0.1, "I think brake pads come from Hilltop Parts again.", SELF, ("brake pads", "supplier", "Hilltop Parts"),
              more={"confidence": 0.75, "importance": 5})  # fmt: skip
    yield Say(-0.0005, "The Heron 3 costs 1,190 today.", FEED, ("Heron 3", "price", 1_190),
              more={"policy": "realtime", "importance": 4, "tags": ("price",), "source_event": "price feed"})  # fmt: skip
