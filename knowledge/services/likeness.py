"""Names that look like one: a new subject that could be mistaken for a known one waits for a person.

Two keys that only differ by look-alike letters (`Alice` with a Cyrillic A) are held whoever writes, except people who
vouch for what they say. Two that only differ by marks, blanks or accents (`Alice.`, `alice-`) are held when the new
one is trusted less than what is known: it would otherwise stand beside what it may not replace. A voice that is
trusted little deceives nobody about what it alone has said: there the burst guard counts all spellings as one.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection
from django.db.models import Q

from knowledge.engine.burst import is_low
from knowledge.engine.forms import bare, look, unmarked
from knowledge.engine.ids import digest
from knowledge.engine.trust import origin_class
from knowledge.models import EntityAlias, Memory
from knowledge.models.entity import ALIAS_BELIEVED
from knowledge.models.memory import BELIEVED

if TYPE_CHECKING:
    from knowledge.models import Agent

# Two ranges, because "another key" is none that an index could look up.
_OTHERS: Final = (
    "SELECT * FROM (SELECT subject_key FROM knowledge_memory WHERE agent_id = %s AND subject_form = %s"
    " AND standing = %s AND subject_key < %s LIMIT 1) AS before UNION ALL"
    " SELECT * FROM (SELECT subject_key FROM knowledge_memory WHERE agent_id = %s AND subject_form = %s"
    " AND standing = %s AND subject_key > %s LIMIT 1) AS after"
)


_VOUCHED: Final = "operator"
_MOST: Final = 50


@lru_cache(maxsize=4_096)
def form_of(subject: str) -> str:
    """Return the digest that names share which look like one."""
    return digest(bare(subject))


class _Known(NamedTuple):
    """A believed row about a subject that looks like another."""

    id: str
    subject: str
    subject_key: str
    origin: str
    trust: float


class _Found(NamedTuple):
    """The best trusted row of each subject that looks like one, and the keys that stand for the same by name."""

    others: tuple[_Known, ...] = ()
    same: frozenset[str] = frozenset()


class Likeness:
    """Compares the subjects of one batch with those an agent knows."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._checked: dict[str, _Found | None] = {}
        self._written: defaultdict[str, dict[str, _Known]] = defaultdict(dict)

    def note(self, memory: Memory) -> None:
        """Remember a row of this batch, which the store may not hold yet."""
        known = _Known(memory.id, memory.subject or "", memory.subject_key, memory.origin, memory.origin_trust)
        self._written[memory.subject_form or ""].setdefault(memory.subject_key, known)

    def of(self, memory: Memory) -> str | None:
        """Return the id of a row about a known subject that the new one could be mistaken for; None if there is none.

        Args:
            memory: a new fact, complete but not written.
        """
        if origin_class(memory.origin) == _VOUCHED or not memory.subject_form:
            return None
        key, written = memory.subject_key, self._written[memory.subject_form]
        if key in written:
            return None
        if key not in self._checked:
            self._checked[key] = self._in_store(memory)
        found = self._checked[key]
        if found is None:
            return None
        said = [one for one in written.values() if one.subject_key not in found.same]
        return next((one.id for one in (*found.others, *said) if _could_be_mistaken(memory, one)), None)

    def _in_store(self, memory: Memory) -> _Found | None:
        """Return what is known of other subjects that look like a new one; None when that is known itself."""
        key = memory.subject_key
        values = [self._agent.pk, memory.subject_form, BELIEVED, key]
        with connection.cursor() as cursor:
            cursor.execute(_OTHERS, [*values, *values])
            if not cursor.fetchall():
                return _Found()
        rows = Memory.objects.filter(agent=self._agent, subject_form=memory.subject_form, standing=BELIEVED)
        if rows.filter(subject_key=key).exists():
            return None
        names = EntityAlias.objects.filter(Q(alias_key=key) | Q(canonical_key=key), agent=self._agent)
        pairs = names.filter(standing=ALIAS_BELIEVED).values_list("alias_key", "canonical_key")
        same = frozenset(name for pair in pairs for name in pair)
        best: list[_Known] = []
        subjects = rows.exclude(subject_key__in=same).values_list("subject_key", flat=True)
        for other in subjects.order_by("subject_key").distinct()[:_MOST]:
            row = rows.filter(subject_key=other).order_by("-origin_trust", "number")[0]
            best.append(_Known(row.id, row.subject or "", row.subject_key, row.origin, row.origin_trust))
        return _Found(tuple(best), same)


def _could_be_mistaken(memory: Memory, known: _Known) -> bool:
    if known.origin == memory.origin and is_low(memory.origin):
        return False
    new = memory.subject or ""
    if look(known.subject) == look(new):
        return True
    return memory.origin_trust < known.trust and unmarked(known.subject) == unmarked(new)
