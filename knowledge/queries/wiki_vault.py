"""The pages of a wiki as a folder of Markdown: each byte for byte as it was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.models import WikiPage
from knowledge.models.wiki import LIVE
from knowledge.queries.wiki_access import Reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from knowledge.engine.types import Actor


def vault_pages(*, actor: Actor, space: str) -> Iterator[tuple[str, bytes]]:
    """Yield every live page of a wiki that the actor sees, by path: (path inside the folder, bytes).

    Paths have passed the one grammar for pages: none leads out of the folder, and no two differ by case alone.

    Args:
        actor: who exports.
        space: name of the agent whose wiki it is; empty for the shared one.
    """
    rows = WikiPage.objects.filter(Reach(actor, space).visible, standing=LIVE).order_by("path")
    for path, text in rows.values_list("path", "text").iterator(chunk_size=200):
        yield path, text.encode()
