"""Keys of sources that name a person who is erased: from then on a word stands there that tells nobody.

The same key becomes the same word, so what one conversation taught stays together. A host that uses the old key again
begins a new conversation; a source that was blocked under it stays blocked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from knowledge.conf import keyed_mac
from knowledge.engine.lineage import normal_source_key
from knowledge.models import Agent, ForgetPlan, Memory, MemorySource, Mistake, Reaffirmation, WikiSource
from knowledge.models.wiki import SHARED
from knowledge.queries.reach import digest_of_source, parts
from knowledge.services import bulk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

VEIL: Final = "erased-"
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(slots=True)
class NamingKeys:
    """Keys of sources that name a person, and the rows that hold them.

    Attributes:
        keys: as they are stored.
        memories: numbers of rows that never leave such a conversation.
        sources, pages, mistakes, plans: keys of the rows, by table.
    """

    keys: set[str] = field(default_factory=set)
    memories: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    plans: list[str] = field(default_factory=list)

    def parts(self) -> list[str]:
        """Return what an erasure is bound to of it."""
        names = ("memories", "sources", "pages", "mistakes", "plans")
        return [f"key of {name} {pk}" for name in names for pk in getattr(self, name)]


def keys_that_say(agent: Agent | None, says: Callable[[str], bool], *, without: Collection[int] = ()) -> NamingKeys:
    """Find the keys of sources that name somebody.

    Args:
        agent: whose; None means the shared wiki.
        says: see `engine.naming`; in a key any sign may stand where the name has a blank.
        without: numbers of rows that go themselves.
    """
    found, known = NamingKeys(), dict[str, bool]()

    def named(*keys: str) -> bool:
        for key in keys:
            if key and key not in known:
                known[key] = says(key) or says(_BETWEEN.sub(" ", key))
        hits = [key for key in keys if known.get(key)]
        found.keys |= set(hits)
        return bool(hits)

    space = SHARED if agent is None else agent.pk
    pages = WikiSource.objects.filter(page__space=space).order_by("pk").values_list("pk", "session", "item")
    found.pages = [pk for pk, *keys in pages if named(*keys)]
    if agent is None:
        return found
    out = set(without)
    rows = MemorySource.objects.filter(memory__agent=agent).values_list("pk", "memory_id", "session", "item")
    found.sources = sorted(pk for pk, number, *keys in rows.iterator() if number not in out and named(*keys))
    kept_in = Memory.objects.filter(agent=agent, session__isnull=False).order_by("number")
    pairs = kept_in.values_list("number", "session")
    found.memories = [number for number, session in pairs if number not in out and named(session or "")]
    noted = Mistake.objects.filter(agent=agent).exclude(session="").order_by("pk").values_list("pk", "session")
    found.mistakes = [pk for pk, session in noted if named(session)]
    plans = ForgetPlan.objects.filter(agent=agent).order_by("pk").values_list("pk", "selector")
    found.plans = [pk for pk, selector in plans if named(*_texts(selector))]
    return found


def veil(found: NamingKeys) -> None:
    """Put the word that tells nobody in the place of keys, inside the caller's write."""
    word = {key: veiled(key) for key in found.keys}
    for some in parts(found.sources):
        _veil_sources(list(MemorySource.objects.filter(pk__in=some)), word)
    for some in parts(found.memories):
        kept_in = list(Memory.objects.filter(number__in=some))
        for memory in kept_in:
            memory.session = word.get(memory.session or "", memory.session)
        bulk.update_many(kept_in, ("session",))
    for some in parts(found.pages):
        rows = list(WikiSource.objects.filter(pk__in=some))
        for row in rows:
            row.session, row.item = word.get(row.session, row.session), word.get(row.item, row.item)
        bulk.update_many(rows, ("session", "item"))
    for some in parts(found.mistakes):
        for mistake in Mistake.objects.filter(pk__in=some):
            Mistake.objects.filter(pk=mistake.pk).update(session=word.get(mistake.session, mistake.session))
    for some in parts(found.plans):
        for plan in ForgetPlan.objects.filter(pk__in=some):
            ForgetPlan.objects.filter(pk=plan.pk).update(selector=_with(plan.selector, word))


def veiled(key: str) -> str:
    """Return the word that stands for a key, the same in every spelling that names one source."""
    return VEIL + keyed_mac("source key", normal_source_key(key))[:24]


# ------------------------------------------------------------------ parts


def _veil_sources(rows: list[MemorySource], word: dict[str, str]) -> None:
    """Rename sources; a confirmation knows its source by a digest of the keys, which follows them."""
    for row in rows:
        before = digest_of_source(row.kind, row.session, row.item)
        row.session, row.item = word.get(row.session, row.session), word.get(row.item, row.item)
        if before:
            after = digest_of_source(row.kind, row.session, row.item)
            Reaffirmation.objects.filter(memory=row.memory_id, source_key=before).update(source_key=after)
    bulk.update_many(rows, ("session", "item"))


def _texts(value: Any) -> list[str]:
    """Return every text in a selector of a plan."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return [value] if isinstance(value, str) else []


def _with(value: Any, word: dict[str, str]) -> Any:
    """Return a selector with other words in it."""
    if isinstance(value, dict):
        return {name: _with(one, word) for name, one in value.items()}
    if isinstance(value, list):
        return [_with(one, word) for one in value]
    return word.get(value, value) if isinstance(value, str) else value
