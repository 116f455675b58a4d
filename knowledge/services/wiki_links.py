"""What the links of pages mean: found when a page is saved, and anew when a name is taken or becomes free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Q

from knowledge.engine.forms import normalize_key
from knowledge.engine.wiki.links import Pages, name_keys
from knowledge.models import WikiLink, WikiPage
from knowledge.models.wiki import LIVE, SHARED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from knowledge.engine.wiki.markdown import PageLink

KEY_CHARACTERS: Final = 600
_AT_ONCE: Final = 300


def link(pages: Sequence[tuple[WikiPage, Sequence[PageLink]]], *, known: Collection[int]) -> None:
    """Write down what pages link to now; a page's own wiki is searched first, then the shared one.

    Args:
        pages: rows that are written, and the links of each.
        known: numbers of those that may have had links before.
    """
    if known:
        WikiLink.objects.filter(source__in=list(known)).delete()
    found = _candidates({page.space for page, _ in pages}, [one.target for _, links in pages for one in links])
    rows = [
        WikiLink(
            source=page,
            place=one.place,
            target=one.target,
            key=name_keys(one.target)[:KEY_CHARACTERS],
            anchor=one.anchor,
            page_id=_meaning(found, page.space, page.path, one.target),
        )
        for page, links in pages
        for one in links
    ]
    WikiLink.objects.bulk_create(rows, batch_size=200)


def relink(space: int, names: Collection[str], *, but: Collection[int]) -> None:
    """Find out anew what links mean that ask for names which were taken or became free.

    Args:
        space: the wiki.
        names: the names, as keys.
        but: numbers of pages whose own links are left as they are.
    """
    wanted = sorted({*names} - {""})
    by_source: dict[tuple[int, str], list[WikiLink]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        asked = WikiLink.objects.filter(key__in=wanted[start : start + _AT_ONCE], source__standing=LIVE)
        asked = asked.exclude(source__in=list(but))
        if space != SHARED:
            asked = asked.filter(source__space=space)
        for row in asked.select_related("source").only("target", "page", "source__space", "source__path"):
            by_source.setdefault((row.source.space, row.source.path), []).append(row)
    found = _candidates({key[0] for key in by_source}, [row.target for rows in by_source.values() for row in rows])
    changed = []
    for (place, path), rows in by_source.items():
        for row in rows:
            meant = _meaning(found, place, path, row.target)
            if meant != row.page_id:
                row.page_id = meant
                changed.append(row)
    WikiLink.objects.bulk_update(changed, ["page"], batch_size=200)


def _candidates(spaces: Collection[int], targets: Sequence[str]) -> dict[int, tuple[Pages, dict[str, int]]]:
    """Return the pages that could be meant, by space: to be found by path or name, and their numbers by path."""
    names = {name_keys(target)[:KEY_CHARACTERS] for target in targets}
    titles = {normalize_key(target)[:KEY_CHARACTERS] for target in targets} | names
    found: dict[int, tuple[Pages, dict[str, int]]] = {}
    listed = sorted((names | titles) - {""})
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        rows = WikiPage.objects.filter(
            Q(name_key__in=some) | Q(title_key__in=some), space__in={*spaces, SHARED}, standing=LIVE
        )
        for space, path, title, number in rows.values_list("space", "path", "title", "number"):
            pages, numbers = found.setdefault(space, (Pages(), {}))
            if path not in numbers:
                pages.add(path, title)
                numbers[path] = number
    return found


def _meaning(found: dict[int, tuple[Pages, dict[str, int]]], space: int, path: str, target: str) -> int | None:
    for place in dict.fromkeys((space, SHARED)):
        pages, numbers = found.get(place, (None, {}))
        meant = pages.find(target, source=path) if pages else None
        if meant is not None:
            return numbers[meant]
    return None
