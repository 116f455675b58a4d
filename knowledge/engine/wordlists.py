"""Word lists of the text analysis: English stop words and irregular forms, folded letters, look-alikes."""

from __future__ import annotations

# Function words by kind. They carry no topic, occur in most texts and would only bloat the index.
_ARTICLES = "a an the this that these those some any each every either neither both all such same other"
_PRONOUNS = (
    "i me my myself you your yours yourself yourselves he him his himself she her hers herself it its itself "
    "we us our ours ourselves they them their theirs themselves"
)
_QUESTIONS = "who whom whose which what when where why how"
_VERBS = (
    "am is are was were be been being do does did doing done have has had having can could shall should will would "
    "might must"
)
_PREPOSITIONS = (
    "about above after against along among around as at before below between by down during for from in into of off "
    "on onto out over through to toward towards under until up upon with within"
)
_CONNECTIVES = "and but or nor if then than because while so though although whether not no"
_ADVERBS = "here there now once only just too very really more most few"
_FILLERS = "hey hi oh ah um yeah wow ok okay thanks"
_UNMARKED = (
    "dont didnt doesnt isnt wasnt arent werent couldnt wouldnt shouldnt havent hasnt hadnt wont cant im ive youre "
    "theyre thats whats"
)
STOP_WORDS: frozenset[str] = frozenset(
    f"{_ARTICLES} {_PRONOUNS} {_QUESTIONS} {_VERBS} {_PREPOSITIONS} {_CONNECTIVES} {_ADVERBS} {_FILLERS} "
    f"{_UNMARKED}".split()
)

# Other forms of a word after the form they are indexed as: inflections that no rule of endings reaches,
# short months, small numbers. Left out where another everyday word is spelled the same (rose, wound,
# ground, bore, lay, lives, leaves, one).
_FORMS = """
arise arose arisen|awake awoke awoken|bear borne|beat beaten|become became|begin began begun|bend bent|bite bit bitten
bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten
give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt
know knew known|lead led|lean leant|learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met
mistake mistook mistaken|overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise risen|run ran
say said|see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown
shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|smell smelt|sow sown
speak spoke spoken|speed sped|spell spelt|spend spent|spin spun|spit spat|spring sprang sprung|stand stood
steal stole stolen|stick stuck
sting stung|strike struck|strive strove striven|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood
undertake undertook undertaken|undergo underwent undergone|wake woke woken|wear wore worn|weave wove woven|weep wept
win won|withdraw withdrew withdrawn|write wrote written
child children|foot feet|goose geese|half halves|knife knives|loaf loaves|man men|mouse mice|ox oxen|shelf shelves
thief thieves|tooth teeth|wife wives|wolf wolves|woman women|analysis analyses|crisis crises|criterion criteria
hypothesis hypotheses|index indices|matrix matrices|phenomenon phenomena|thesis theses
january jan|february feb|march mar|april apr|june jun|july jul|august aug|september sep sept|october oct|november nov
december dec
2 two|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve
"""


def _by_form(table: str) -> dict[str, str]:
    rows = [row.split() for line in table.split("\n") for row in line.split("|") if row]
    return {form: first for first, *forms in rows for form in forms}


IRREGULAR: dict[str, str] = _by_form(_FORMS)

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

# Look-alikes, by what the small letter resembles; for Greek capitals the capital decides.
_CYRILLIC = dict(zip("авсеԁһіјкӏмноԛрѕтухԝьгзї", "abcedhljklmhoqpstyxwbr3l", strict=True))
_GREEK = dict(zip("αβγεζηικνορστυχω", "abyeznlkvopotuxw", strict=True))
_ARMENIAN = dict(zip("օոսհցզ", "onuhgq", strict=True))
_LATIN = {"0": "o", "1": "l", "i": "l", "|": "l", "ɩ": "l", "ǀ": "l", "ɑ": "a", "ɡ": "g"}
_KATAKANA = dict(zip("ヘロカタエニトハー", "へ口力夕工二卜八一", strict=True))
_DASHES = dict.fromkeys("\u2010\u2012\u2013\u2014\u2015\u2212", "-")
LOOKALIKES = str.maketrans(_CYRILLIC | _GREEK | _ARMENIAN | _LATIN | _KATAKANA | _DASHES)
CAPITAL_LOOKALIKES = str.maketrans(dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx", strict=True)))
