"""Whatever waits for a person is on an open card, and whatever is open on a card still waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knowledge.queries.consistency import Finding
from knowledge.queries.consistency.findings import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN: Final = (
    "SELECT 1 FROM curation_approvalitem i JOIN curation_approvalrequest r ON r.id = i.request_id"
    " WHERE i.status = 'pending' AND r.status = 'pending' AND i.memory = "
)
_ROWS: Final = (
    "SELECT m.id, m.standing FROM knowledge_memory m WHERE m.standing IN ('held', 'quarantined')"  # noqa: S608 - fixed
    f" AND NOT EXISTS ({_OPEN} m.id) ORDER BY m.id"
)
_NAMES: Final = (
    "SELECT a.id FROM knowledge_entityalias a WHERE a.standing = 'held'"  # noqa: S608 - fixed
    f" AND NOT EXISTS ({_OPEN} 'alias:' || a.id) ORDER BY a.id"
)
_ITEMS: Final = (
    "SELECT r.id, i.memory FROM curation_approvalitem i JOIN curation_approvalrequest r ON r.id = i.request_id"
    " LEFT JOIN knowledge_memory m ON m.id = i.memory"
    " WHERE i.status = 'pending' AND r.status = 'pending' AND r.kind IN ('fact_conflict', 'knowledge_quarantine')"
    " AND COALESCE(m.standing, '') NOT IN ('held', 'quarantined') ORDER BY r.id, i.memory"
)


def waiting_is_on_a_card() -> Iterator[Finding]:
    """Yield rows and names that wait and are on no open card, and open items of cards that wait no longer."""
    for name, standing in rows_of(_ROWS):
        yield Finding("What waits for a person is on an open card.", f"memory {name} is {standing} and on none")
    for (number,) in rows_of(_NAMES):
        yield Finding("What waits for a person is on an open card.", f"other name {number} is held and on none")
    for request, name in rows_of(_ITEMS):
        yield Finding("What is open on a card waits.", f"request {request}: memory {name} does not wait")
