"""Word lists of the English rules. Each is closed: what is not listed is not read as what the list is about."""

from __future__ import annotations

from typing import Final


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text as a set; a stroke below stands for a blank inside a word."""
    return frozenset(words.split())


def alternatives(words: frozenset[str]) -> str:
    """Return the words as the inside of a group, longest first."""
    return "|".join(sorted((word.replace("_", " ") for word in words), key=lambda word: (-len(word), word)))


ONE_OF_A_KIND: Final = word_set(
    "wife husband spouse fiance fiancé fiancee fiancée partner girlfriend boyfriend mother mom mum fath"
    "er dad boss manager "
    "supervisor landlord"
)
"""Relatives somebody has one of at a time."""

SEVERAL: Final = word_set(
    "sister brother son daughter kid child baby friend best_friend cousin aunt uncle nephew niece grandmother grandma "
    "grandfather grandpa granny colleague coworker roommate housemate neighbor neighbour teacher mentor"
    " doctor dentist therapist "
    "dog cat puppy kitten pet hamster rabbit parrot bird horse turtle fish"
)
"""Relatives, friends and pets somebody may have more of."""

GROUPS: Final = word_set("parents kids children family team company startup band group department office")
PETS: Final = word_set(
    "dog cat puppy kitten pet hamster rabbit parrot bird horse turtle fish dogs cats puppies kittens pets"
)

PROFESSIONS: Final = word_set(
    "accountant actor actress administrator analyst animator architect artist assistant astronaut athle"
    "te attorney author baker "
    "banker barber barista bartender biologist blogger bookkeeper builder butcher carpenter cashier che"
    "f chemist clerk coach "
    "composer consultant contractor cook counselor counsellor dancer dentist designer developer directo"
    "r doctor driver ecologist "
    "economist editor electrician engineer entrepreneur estimator farmer filmmaker firefighter fisherma"
    "n florist freelancer "
    "gardener geologist guitarist hairdresser historian illustrator instructor intern interpreter inves"
    "tor janitor journalist "
    "judge kindergartener lawyer lecturer librarian lifeguard machinist manager marketer mathematician "
    "mechanic midwife model "
    "musician nanny neuroscientist novelist nurse nutritionist optician painter paralegal paramedic pas"
    "tor pediatrician pharmacist "
    "photographer physician physicist physiotherapist pianist pilot plumber podcaster poet policeman po"
    "litician postdoc president "
    "principal producer professor programmer psychiatrist psychologist realtor receptionist recruiter r"
    "eporter researcher retailer "
    "sailor salesman salesperson saleswoman scientist sculptor secretary singer sociologist soldier son"
    "gwriter statistician "
    "streamer student surgeon surveyor tailor teacher technician therapist trainer translator trucker t"
    "utor undertaker undergrad "
    "veterinarian vet videographer violinist vlogger volunteer waiter waitress welder writer youtuber z"
    "oologist founder ceo cto cfo"
)
STUDENTS: Final = word_set("student undergrad")

DEMONYMS: Final = word_set(
    "afghan african american argentinian armenian australian austrian bangladeshi belgian brazilian bri"
    "tish bulgarian cambodian "
    "canadian chilean chinese colombian croatian cuban czech danish dutch egyptian english estonian eth"
    "iopian filipino finnish "
    "french georgian german ghanaian greek hungarian icelandic indian indonesian iranian iraqi irish is"
    "raeli italian jamaican "
    "japanese jordanian kazakh kenyan korean latvian lebanese lithuanian malaysian mexican mongolian mo"
    "roccan nepali nigerian "
    "norwegian pakistani peruvian polish portuguese romanian russian scottish serbian singaporean slova"
    "k spanish swedish swiss "
    "syrian taiwanese thai tibetan turkish ukrainian uruguayan venezuelan vietnamese welsh"
)
LANGUAGES: Final = word_set(
    "english japanese chinese mandarin cantonese korean french german spanish italian portuguese russia"
    "n arabic hindi bengali urdu "
    "turkish dutch swedish norwegian danish finnish polish czech greek hebrew thai vietnamese indonesia"
    "n malay tagalog ukrainian "
    "hungarian romanian persian farsi tamil taiwanese latin swahili esperanto catalan"
)
DIETS: Final = word_set(
    "vegan vegetarian pescatarian flexitarian carnivore halal kosher keto gluten-free dairy-free teetotal"
)

ATTRIBUTES: Final = word_set(
    "name full_name first_name last_name surname nickname username handle email email_address e-mail ph"
    "one phone_number number "
    "mobile_number address home_address birthday date_of_birth birthplace hometown home_town timezone t"
    "ime_zone native_language "
    "first_language mother_tongue nationality height weight shoe_size t-shirt_size blood_type job job_t"
    "itle title role position "
    "occupation profession employer company major university school department team budget deadline pro"
    "nouns zodiac_sign "
    "star_sign religion preferred_language working_hours office_hours website homepage github licence_p"
    "late license_plate "
    "employee_id customer_id account_number membership_number student_id goal main_goal current_project"
    " project car editor laptop "
    "phone_model operating_system shell stack emergency_contact"
)
SECRETS: Final = word_set(
    "password passwort passcode passphrase pin pin_code secret secret_key api_key apikey access_key pri"
    "vate_key token access_token credit_card "
    "credit_card_number card_number cvv cvc ssn social_security_number otp seed_phrase recovery_code"
)
"""What is never learned from talk: whoever reads the memory must not find a key in it."""


def is_secret(noun: str) -> bool:
    """Tell whether a noun names something that is never learned."""
    lowered = noun.lower()
    return lowered.replace(" ", "_") in SECRETS or any(
        " ".join(lowered.split()[-count:]).replace(" ", "_") in SECRETS for count in (1, 2, 3)
    )


EVENTS: Final = word_set(
    "meeting appointment interview exam test call flight train deadline launch release demo presentatio"
    "n conference workshop wedding "
    "party birthday_party concert trip vacation holiday visit checkup check-up surgery operation sessio"
    "n class lesson lecture review "
    "retro retrospective standup stand-up kickoff kick-off dinner lunch breakfast date match game race "
    "marathon performance recital "
    "show deploy deployment deploy_day exhibition audition move move-in ceremony graduation reunion hac"
    "kathon sprint migration webinar training delivery "
    "maintenance downtime due_date start_date end_date move-in_date release_date launch_date reservatio"
    "n booking moving_day"
)

PRONOUNS: Final = word_set(
    "it that this them these those him her you he she they us me something anything nothing everything "
    "someone anyone everyone how what "
    "when where why who whether if your yours all both each one ones such so being seeing hearing knowing having"
)
"""What cannot stand as the object of a statement that is read on its own."""

ADVERBS: Final = word_set(
    "really also just actually still usually currently recently definitely absolutely truly totally per"
    "sonally only mostly simply "
    "already finally even quite very so particularly especially always generally typically normally hon"
    "estly genuinely kinda super "
    "pretty now officially deeply secretly most certainly obviously originally basically both"
)
TAIL: Final = word_set(
    "so_much very_much too_much a_lot too as_well though lately these_days right_now now again anymore "
    "any_more any_longer at_the_moment "
    "currently nowadays instead best the_most most more_than_anything a_bit a_little by_the_way btw you"
    "_know of_course for_sure please "
    "already in_general in_particular all_the_time myself like_crazy for_now then still today actually "
    "really either at_all as_always"
)

LASTING: Final = word_set(
    "learn study become move start open build write publish travel visit buy sell quit change adopt run"
    " climb train apply join "
    "finish launch found marry retire lose gain improve switch migrate replace hire renovate volunteer "
    "teach save invest enroll "
    "graduate organize organise create develop release rewrite get_married get_engaged go_vegan go_to s"
    "pecialize pursue explore expand"
)
"""Verbs of plans worth keeping."""

LIFE_PAST: Final = word_set(
    "started joined bought adopted finished completed graduated enrolled signed_up moved quit retired f"
    "ounded launched opened published "
    "won sold booked registered applied passed got_married got_engaged got_divorced got_promoted got_hi"
    "red got_fired got_accepted "
    "got_a_job got_a_new lost_my lost_the began released ordered hired rescheduled cancelled canceled s"
    "witched migrated upgraded created "
    "built wrote received became gave_birth had_a_baby broke_up proposed donated volunteered hosted org"
    "anized organised painted made "
    "ran took_up"
)
"""Verbs of what has changed for good, in the past."""

DATED_PAST: Final = word_set(
    "went visited attended met had saw watched travelled traveled flew drove hiked camped played perfor"
    "med gave took presented ran "
    "celebrated spoke talked tried cooked read participated picked helped found set did told swam skied"
    " surfed rode recorded shot planted "
    "baked trained worked spent stayed shared practiced practised learned learnt studied called won los"
    "t fell hurt broke injured twisted "
    "arrived returned left welcomed threw gathered explored climbed danced sang walked competed scored "
    "interviewed signed submitted sent "
    "received ordered repaired fixed painted drew made hosted bought got took brought caught saw visite"
    "d toured sailed fished volunteered"
)
"""Verbs of what happened once: kept where the sentence says when."""
