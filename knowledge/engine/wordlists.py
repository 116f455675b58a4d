"""Word lists of the text analysis: English stop words and irregular forms, folded letters, look-alikes."""

from __future__ import annotations

# Function words by kind. They carry no topic, occur in most texts and would only bloat the index.
_ARTICLES = "a an the this that these those some any each every either neither both all such same other another own"
_PRONOUNS = (
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself "
    "we us our ours ourselves they them their theirs themselves one"
)
_QUESTIONS = "who whom whose which what when where why how"
_VERBS = (
    "am is are was were be been being do does did doing done have has had having can could shall should will would "
    "might must let"
)
_PREPOSITIONS = (
    "about above after against along among around as at before below between by down during for from in into of off "
    "on onto out over since through to toward towards under until up upon with within without"
)
_CONNECTIVES = "and but or nor if then else than because while so though although whether not no"
_ADVERBS = "again also here there now once only just too very really quite more most few further yet ever even still"
_FILLERS = "hey hi hello oh ah um yeah yes wow ok okay thanks please"
# What is left of a contraction when its tail is cut off: "don't" -> "do", "won't" -> "wo".
_STUMPS = (
    "ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn wasn weren won wouldn wo ca"
)
STOP_WORDS: frozenset[str] = frozenset(
    f"{_ARTICLES} {_PRONOUNS} {_QUESTIONS} {_VERBS} {_PREPOSITIONS} {_CONNECTIVES} {_ADVERBS} {_FILLERS} "
    f"{_STUMPS}".split()
)

IRREGULAR: dict[str, str] = {}

# Latin letters that Unicode does not decompose.
LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "ŧ": "t",
        "ſ": "s",
        "\u0640": "",
    }
)

_CYRILLIC = dict(zip("авеԁһіјкӏмноԛрѕтухԝьг", "abedhijklmhoqpstyxwbr", strict=True))
_GREEK = dict(zip("αβγεηικνορτυχω", "abyenlkvoptuxw", strict=True))
_DIGITS = {"0": "o", "1": "l", "i": "l", "|": "l", "ɩ": "l", "ǀ": "l", "ɑ": "a", "ɡ": "g", "с": "c", "з": "e"}
LOOKALIKES = str.maketrans(_CYRILLIC | _GREEK | _DIGITS)
