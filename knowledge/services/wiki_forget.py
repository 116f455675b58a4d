"""Pages and their revisions leave for good: what a forgotten source taught, what was written on top of it, its copies.

A page whose present text goes shows its newest text that stays; a page without one is deleted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.db.models import Q

from knowledge import events
from knowledge.engine.forms import normalize_key
from knowledge.engine.ids import digest
from knowledge.engine.wiki.frontmatter import FrontmatterError, read
from knowledge.models import Memory, WikiDraft, WikiLink, WikiPage, WikiRevision, WikiSource
from knowledge.models.wiki import ARCHIVED, LIVE, SHARED
from knowledge.queries.textindex import PAGES
from knowledge.queries.wiki_views import standing_of
from knowledge.services import index
from knowledge.services.wiki_pointers import PREDICATE, subject_of
from knowledge.services.wiki_rows import fill, ready, set_text, take_down

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from knowledge.engine.lineage import Selector
    from knowledge.models import Agent
    from knowledge.services.transactions import WriteTransaction

_AT_ONCE: Final = 400
_AS_GIVEN: Final = "filed"
"""Revisions that are a document word for word, whatever the page said before."""

_COPIED: Final = "shared"


@dataclass(slots=True)
class PagesReached:
    """What of the wiki would go.

    Attributes:
        revisions: by number of a page, the ids of its revisions that go.
        deleted: numbers of pages of which nothing stays.
        digests: per `page:` and id of a page, a digest of all that goes of it.
    """

    revisions: dict[int, list[str]] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    digests: dict[str, str] = field(default_factory=dict)

    @property
    def loose(self) -> int:
        """How many revisions go of pages that stay."""
        return sum(len(ids) for page, ids in self.revisions.items() if page not in self.deleted)


def of_sources(agent: Agent, meant: Iterable[Q], selector: Selector) -> PagesReached:
    """Find what some sources taught the wiki of an agent, and the shared one.

    Args:
        agent: whose wiki.
        meant: filters of the sources, as of those of memories.
        selector: in its normal spelling; a page whose frontmatter names the source among its `sources` counts too.
    """
    ours = Q(page__space=agent.pk) | Q(page__space=SHARED)
    seeds = {pk for one in meant for pk in WikiSource.objects.filter(one & ours).values_list("revision", flat=True)}
    return _reached(agent, seeds | _naming(agent, _names_of(selector)))


def of_blocked(agent: Agent, is_blocked: Callable[[WikiSource], bool]) -> PagesReached:
    """Find what blocked sources taught the wiki of an agent."""
    rows = WikiSource.objects.filter(page__space=agent.pk)
    return _reached(agent, {row.revision_id for row in rows.iterator() if is_blocked(row)})


def that_say(spaces: Collection[int], says: Callable[[str], bool]) -> PagesReached:
    """Find the revisions of some wikis whose text, path or comment says something; each by itself."""
    found: dict[int, set[str]] = {}
    rows = WikiRevision.objects.filter(page__space__in=list(spaces)).values_list(
        "page", "pk", "text", "path", "comment", "page__path"
    )
    for page, pk, *texts in rows.iterator(chunk_size=100):
        if any(says(text) for text in texts):
            found.setdefault(page, set()).add(pk)
    return _told(found)


def pointers(agent: Agent, reached: PagesReached) -> set[int]:
    """Return the numbers of the memories that point to pages of an agent which are deleted."""
    paths = WikiPage.objects.filter(space=agent.pk, number__in=list(reached.deleted)).values_list("path", flat=True)
    subjects = [normalize_key(subject_of(path)) for path in paths]
    predicate = normalize_key(PREDICATE)
    rows = Memory.objects.filter(agent=agent, subject_key__in=subjects, predicate_key=predicate)
    return set(rows.exclude(fact_key="").values_list("number", flat=True))


def erase(opened: WriteTransaction, agent: str, reached: PagesReached) -> None:
    """Delete what was found, inside the caller's write; a page that stays shows its newest text that does.

    Whatever else names a revision hears of it (`events.forgotten`).
    """
    for number in sorted(reached.revisions):
        page = WikiPage.objects.select_for_update().get(pk=number)
        WikiDraft.objects.filter(space=page.space, path_key=page.path_key).delete()
        gone = reached.revisions[number]
        was = page.revisions.filter(number=page.revision).values_list("pk", flat=True).first()
        for start in range(0, len(gone), _AT_ONCE):
            WikiRevision.objects.filter(pk__in=gone[start : start + _AT_ONCE]).delete()
        if number in reached.deleted:
            _delete(page)
        elif was in gone:
            _show_before(page)
    revisions = tuple(pk for gone in reached.revisions.values() for pk in gone)
    if revisions:
        events.forgotten.send(
            sender=WikiRevision, memories=(), aliases=(), pages=revisions, agent=agent, now=opened.now
        )


# ------------------------------------------------------------------ parts


def _names_of(selector: Selector) -> set[str]:
    """Return what the frontmatter of a page may call the sources."""
    names = {selector.session, selector.run, selector.file} - {""}
    if selector.up_to is not None:
        names.discard(selector.session)  # a part of it is meant, and the page does not say which
    for session, item in selector.items:
        names |= {f"{session}{mark}{item}" for mark in "/#:"} if session else {item}
    return {normalize_key(one) for one in names}


def _naming(agent: Agent, names: Collection[str]) -> set[str]:
    """Return the revisions of pages whose frontmatter names one of some sources."""
    pages = WikiPage.objects.filter(space__in=(agent.pk, SHARED)).exclude(sources=[])
    named = [
        number
        for number, sources in pages.values_list("number", "sources")
        if any(normalize_key(str(one)) in names for one in sources)
    ]
    rows = WikiRevision.objects.filter(page__in=named).values_list("pk", "text")
    return {pk for pk, text in rows if any(normalize_key(one) in names for one in _sources_in(text))}


def _sources_in(text: str) -> Sequence[str]:
    try:
        return read(text).sources
    except FrontmatterError:
        return ()


def _reached(agent: Agent, seeds: set[str]) -> PagesReached:
    """Follow what was written on top of some revisions, and the copies of both in the shared wiki."""
    if not seeds:
        return PagesReached()
    found = _on_top(seeds)
    texts = _texts(found)
    copies = WikiRevision.objects.filter(page__space=SHARED, action=_COPIED).values_list("pk", "text")
    taken = {pk for pk, text in copies.iterator(chunk_size=100) if text and text in texts}
    return _told(found | _on_top(taken) if taken else found)


def _on_top(seeds: set[str]) -> dict[int, set[str]]:
    """Return, by page, some revisions and those that were made from them.

    A revision that says word for word what one before them said was brought back from there, and stays.
    """
    pages = set(WikiRevision.objects.filter(pk__in=seeds).values_list("page", flat=True))
    found: dict[int, set[str]] = {}
    for page in pages:
        rows = WikiRevision.objects.filter(page=page).values_list("pk", "number", "base", "action", "text")
        gone: set[str] = set()
        numbers: set[int | None] = set()
        clean: set[str] = set()
        # One that waits has no number; it comes right after what it was made from.
        for pk, number, base, action, text in sorted(rows, key=lambda row: (row[1] or row[2], row[1] is None)):
            made_from = base in numbers and action != _AS_GIVEN and digest(text) not in clean
            if pk in seeds or made_from:
                gone.add(pk)
                numbers |= {number} - {None}
            else:
                clean.add(digest(text))
        found[page] = gone
    return found


def _texts(found: dict[int, set[str]]) -> set[str]:
    ids = sorted(pk for gone in found.values() for pk in gone)
    return {
        text
        for start in range(0, len(ids), _AT_ONCE)
        for text in WikiRevision.objects.filter(pk__in=ids[start : start + _AT_ONCE]).values_list("text", flat=True)
    }


def _told(found: dict[int, set[str]]) -> PagesReached:
    reached = PagesReached()
    for page in WikiPage.objects.filter(pk__in=list(found)).order_by("pk"):
        gone = found[page.pk]
        rows = list(page.revisions.order_by("pk").values_list("pk", "number", "text"))
        reached.revisions[page.pk] = sorted(gone)
        if not any(number is not None and pk not in gone for pk, number, _ in rows):
            reached.deleted.add(page.pk)
            reached.revisions[page.pk] = sorted(pk for pk, _, _ in rows)
        told = [part for pk, _, text in rows if pk in gone for part in (pk, text)]
        reached.digests[f"page:{page.id}"] = digest(str(page.revision), *told)
    return reached


def _delete(page: WikiPage) -> None:
    if page.standing == LIVE:
        # Whoever links here asks for a page that is not there any more.
        page.standing = ARCHIVED
        page.save(update_fields=["standing"])
        take_down(page)
    index.remove([page.number], PAGES)
    WikiLink.objects.filter(page=page).update(page=None)
    page.delete()


def _show_before(page: WikiPage) -> None:
    """Let a page show its newest text that is still there, as trusted as it is."""
    last = page.revisions.filter(number__isnull=False).order_by("-number").first()
    assert last is not None
    what = ready(page.path, last.text)
    if page.standing == LIVE:
        set_text(page, what, standing_of(page), number=last.number or 0)
        return
    fill(page, what, standing_of(page))
    page.revision = last.number or 0
    page.save()
