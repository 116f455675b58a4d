"""Facts as a graph: memories and entities, tied by how far each memory is trusted.

Every fact is a memory that touches its subject and, where it has one, its object. The tie weighs as
much as the memory is trusted; what the fact says about its two ends never enters the mathematics.
An entity is everything with one key, and every name that is declared to be another name of it.

The graph is kept folded: memories touch at most two entities, so two steps of a walk, from an
entity over a memory to an entity, are one small matrix among entities alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

NOTHING = -1
"""In place of an object: the fact has none."""

Ints = NDArray[np.int32]
Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of some facts.

    Attributes:
        number: (facts,) number of the memory of each fact, ascending.
        subject, object: (facts,) place of the entity, `NOTHING` for a fact without an object.
        other: (facts,) place of the second entity a memory touches: `NOTHING` also when subject and object are one.
        trust: (facts,) 0 to 1.
        entity: (entities,) what the caller calls each entity; those with more facts come first, and of equals the one
            that was learned first, so that equal facts always give equal arrays.
        degree: (entities,) how many facts touch it; a fact about an entity and itself counts once.
        strength: (entities,) sum of the trust of these facts.
        ties: (entities, entities) symmetric; how much of an entity's strength leads over one fact to another entity
            or back to itself.
    """

    number: Numbers
    subject: Ints
    object: Ints
    other: Ints
    trust: Floats
    entity: Ints
    degree: Numbers
    strength: Floats
    ties: csr_array

    @property
    def bytes(self) -> int:
        """Memory the arrays take."""
        facts = (self.number, self.subject, self.object, self.other, self.trust)
        arrays = (*facts, self.entity, self.degree, self.strength)
        return sum(one.nbytes for one in (*arrays, self.ties.data, self.ties.indices, self.ties.indptr))


def build(*, number: Numbers, subject: Ints, object_: Ints, trust: Floats) -> Graph:
    """Build the graph of facts.

    Args:
        number: (facts,) ascending, each once.
        subject: (facts,) any whole numbers from 0, one for each entity.
        object_: (facts,) the same, or `NOTHING`.
        trust: (facts,) 0 to 1.
    """
    entity, subject, object_, degree = _placed(subject, object_)
    size = entity.size
    other = np.where(object_ == subject, np.int32(NOTHING), object_)
    has_other = other != NOTHING
    strength: Floats = np.bincount(subject, weights=trust, minlength=size).astype(np.float64)
    strength += np.bincount(other[has_other], weights=trust[has_other], minlength=size)
    return Graph(
        number=number,
        subject=subject,
        object=object_,
        other=other,
        trust=trust,
        entity=entity,
        degree=degree,
        strength=strength,
        ties=_ties(subject, other, trust, size),
    )


def _placed(subject: Ints, object_: Ints) -> tuple[Ints, Ints, Ints, Numbers]:
    """Give each entity its place: most facts first, of equals the one that was learned first.

    The order depends on the facts alone, not on how the caller counts its entities. It also keeps
    what is read most often close together in memory.
    """
    ends = np.column_stack((subject, object_)).ravel()
    there = ends != NOTHING
    # The same entity at both ends of a fact is one touch.
    once = there.copy()
    once[1::2] &= subject != object_
    names, first, inverse = np.unique(ends[there], return_index=True, return_inverse=True)
    degree = np.bincount(inverse[once[there]], minlength=names.size)
    order = np.lexsort((first, -degree))
    place = np.empty(names.size, np.int32)
    place[order] = np.arange(names.size, dtype=np.int32)
    placed = np.full(ends.size, NOTHING, np.int32)
    placed[there] = place[inverse]
    return names[order].astype(np.int32), placed[0::2].copy(), placed[1::2].copy(), degree[order].astype(np.int64)


def _ties(subject: Ints, other: Ints, trust: Floats, size: int) -> csr_array:
    """Return the two steps over each memory: half of its trust to each of its ends, all of it to a single end."""
    from scipy.sparse import coo_array  # noqa: PLC0415 - takes as long to load as all else, and commands need none

    has_other = other != NOTHING
    share = np.where(has_other, 0.5, 1.0) * trust
    left, right, both = subject[has_other], other[has_other], share[has_other]
    rows = np.concatenate((subject, right, left, right))
    columns = np.concatenate((subject, right, right, left))
    ties = coo_array((np.concatenate((share, both, both, both)), (rows, columns)), shape=(size, size)).tocsr()
    ties.sum_duplicates()
    return ties
