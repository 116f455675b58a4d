"""What the hub knows of a person, found for erasing it. Nothing is written."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge import events
from knowledge.engine.forms import normalize_key
from knowledge.engine.lineage import closure, plan_hash
from knowledge.engine.naming import naming
from knowledge.models import AccessHit, Agent, EntityAlias, Memory, Mistake, WikiDraft
from knowledge.models.memory import ARCHIVED, HELD, QUARANTINED
from knowledge.models.wiki import SHARED
from knowledge.queries.origins import children_of
from knowledge.queries.policies import held_back
from knowledge.queries.reach import parts, row_digests
from knowledge.services import mistakes, wiki_forget
from knowledge.services.veiling import NamingKeys, keys_that_say
from knowledge.services.wiki_forget import PagesReached

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXTS: Final = ("content", "subject", "predicate", "object", "origin", "source_event")
_INERT: Final = (ARCHIVED, HELD, QUARANTINED)


@dataclass(slots=True)
class PersonPicture:
    """Everything of one agent, or of the shared wiki, that names a person.

    Attributes:
        depths: per number of a row that goes, 0 when it names the person, else how many steps it was made from there.
        rows: per id of such a row, a digest of all it says.
        keys: keys of sources that name the person, of what stays.
        held: how many of the rows that go are under legal hold.
    """

    depths: dict[int, int] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    mistakes: dict[str, str] = field(default_factory=dict)
    aliases: dict[int, str] = field(default_factory=dict)
    pages: PagesReached = field(default_factory=PagesReached)
    drafts: list[int] = field(default_factory=list)
    keys: NamingKeys = field(default_factory=NamingKeys)
    counts: dict[str, int] = field(default_factory=dict)
    held: int = 0
    hash: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing names the person."""
        found = (self.depths, self.mistakes, self.aliases, self.pages.revisions, self.drafts, self.keys.keys)
        return not any(found)


def names_of(agent: Agent, who: str) -> list[str]:
    """Return a person's name and the other names an agent knows them by."""
    key = normalize_key(who)
    rows = EntityAlias.objects.filter(agent=agent).values_list("alias", "alias_key", "canonical", "canonical_key")
    known = list(rows)
    main = {canonical_key for _, alias_key, _, canonical_key in known if key in (alias_key, canonical_key)}
    found = {who: None}
    for alias, _, canonical, canonical_key in known:
        if canonical_key in main:
            found |= {canonical: None, alias: None}
    return list(found)


def picture_of(agent: Agent, who: str) -> PersonPicture:
    """Find what one agent knows of a person: rows by subject, object or mention, and what was made of them."""
    says = naming(names_of(agent, who))
    picture = PersonPicture()
    direct = {number for number, *texts in _texts(agent) if any(map(says, texts))}
    picture.depths = closure(direct, children_of, most=None)
    picture.rows = row_digests(picture.depths)
    noted = [row for row in Mistake.objects.filter(agent=agent) if any(map(says, mistakes.texts_of(row)))]
    picture.mistakes = mistakes.digests(noted)
    picture.aliases = {
        pk: f"{alias}\0{stated}\0{canonical}"
        for pk, alias, stated, canonical in EntityAlias.objects.filter(agent=agent).values_list(
            "pk", "alias", "stated", "canonical"
        )
        if says(alias) or says(stated) or says(canonical)
    }
    _wiki(picture, agent.pk, says)
    for number in wiki_forget.pointers(agent, picture.pages) if picture.pages.deleted else ():
        picture.depths.setdefault(number, 0)
    picture.rows = row_digests(picture.depths)
    picture.held = len(held_back(picture.depths))
    picture.keys = keys_that_say(agent, says, without=picture.depths)
    _count(picture)
    _bind(picture, who, agent.forgettings)
    return picture


def shared_picture(who: str) -> PersonPicture:
    """Find the pages of the shared wiki that name a person."""
    picture = PersonPicture()
    _wiki(picture, SHARED, naming([who]))
    picture.keys = keys_that_say(None, naming([who]))
    picture.counts = {"pages": len(picture.pages.deleted), "revisions": picture.pages.loose}
    picture.counts |= _keys_of(picture)
    _bind(picture, who, 0)
    return picture


# ------------------------------------------------------------------ parts


def _texts(agent: Agent) -> Any:
    """Yield number and all texts of every row of an agent."""
    rows = Memory.objects.filter(agent=agent).values_list("number", *_TEXTS, "tags", "metadata")
    for number, *texts, tags, metadata in rows.iterator(chunk_size=2_000):
        more = [json.dumps(metadata, ensure_ascii=False)] if metadata else []
        yield [number, *(text for text in texts if text), *map(str, tags), *more]


def _wiki(picture: PersonPicture, space: int, says: Callable[[str], bool]) -> None:
    picture.pages = wiki_forget.that_say({space}, says)
    drafts = WikiDraft.objects.filter(space=space).values_list("pk", "path", "text")
    picture.drafts = [pk for pk, path, text in drafts if says(path) or says(text)]


def _count(picture: PersonPicture) -> None:
    inherited = sum(1 for depth in picture.depths.values() if depth)
    standings: dict[str, int] = dict.fromkeys(_INERT, 0)
    hits = 0
    for some in parts(sorted(picture.depths)):
        for standing in Memory.objects.filter(number__in=some).values_list("standing", flat=True):
            if standing in standings:
                standings[standing] += 1
        hits += AccessHit.objects.filter(memory__in=some).count()
    revisions = [pk for gone in picture.pages.revisions.values() for pk in gone]
    asked = {"memories": list(picture.rows), "aliases": list(picture.aliases), "pages": revisions}
    answers: list[tuple[Any, Any]] = events.naming.send(sender=Memory, **asked)
    picture.counts = {
        "memories": len(picture.depths),
        "direct": len(picture.depths) - inherited,
        "inherited": inherited,
        **standings,
        "access_log": hits,
        "aliases": len(picture.aliases),
        "mistakes": len(picture.mistakes),
        "pages": len(picture.pages.deleted),
        "revisions": picture.pages.loose,
        "cards": sum(count for _, count in answers if isinstance(count, int)),
        **_keys_of(picture),
    }


def _keys_of(picture: PersonPicture) -> dict[str, int]:
    return {"source_keys": len(picture.keys.keys)}


def _bind(picture: PersonPicture, who: str, epoch: int) -> None:
    more = {**{f"mistake {name}": told for name, told in picture.mistakes.items()}, **picture.pages.digests}
    more |= {f"alias {number}": told for number, told in picture.aliases.items()}
    more |= {f"draft {number}": "" for number in picture.drafts}
    more |= dict.fromkeys(picture.keys.parts(), "")
    picture.hash = plan_hash([f"person\0{normalize_key(who)}"], picture.rows, more, epoch=epoch)
