"""How long a draft is to live: the kind it names or matches, and the conversation it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.engine.forms import normalize_key
from knowledge.engine.policies import SESSION
from knowledge.engine.ttl import LONGEST_TTL
from knowledge.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.engine.policies import Policies, Policy
    from knowledge.engine.types import MemoryDraft, SourceRef


def policy_of(draft: MemoryDraft, predicate_key: str, tags: Sequence[str], kinds: Policies) -> Policy:
    """Return the kind of life time: the one that is named, or the one that its predicate or its tags match.

    Raises:
        Invalid: there is no such kind, or it is for another layer.
    """
    if not draft.policy:
        return kinds.match(
            predicate_key=predicate_key, tag_keys={normalize_key(tag) for tag in tags}, layer=draft.layer
        )
    policy = kinds.by_name.get(draft.policy)
    if policy is None:
        raise Invalid(f"policy must be one of {', '.join(sorted(kinds.by_name))}.", field="policy")
    if policy.layer not in ("", draft.layer):
        raise Invalid(f"The policy {policy.name} is for the layer {policy.layer} only.", field="policy")
    return policy


def session_of(policy: Policy, draft: MemoryDraft, source: SourceRef) -> str | None:
    """Return the conversation that a memory never leaves: the one it was said in, when its kind is `session`.

    Raises:
        Invalid: it names none.
    """
    if policy.name != SESSION:
        return None
    if draft.source is None or not source.session:
        raise Invalid("The policy session needs a session: name the conversation it belongs to.", field="session")
    return source.session


def checked_ttl(ttl: object) -> int:
    """Check a life time in seconds; raises Invalid."""
    if isinstance(ttl, bool) or not isinstance(ttl, int) or not 1 <= ttl <= LONGEST_TTL:
        raise Invalid(f"ttl_seconds must be a whole number from 1 to {LONGEST_TTL}.", field="ttl_seconds")
    return ttl
