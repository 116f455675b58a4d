"""The links between names as rows: kept closed, so that reading never follows a chain."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import Max, Q

from knowledge.engine import aliases as rules
from knowledge.engine.forms import normalize_key
from knowledge.engine.text import TextError, TextTooLongError, clean_text
from knowledge.engine.trust import standing_trust
from knowledge.errors import Conflict, Invalid, TooLarge
from knowledge.models import Agent, EntityAlias, Memory
from knowledge.models.entity import ALIAS_BELIEVED
from knowledge.models.memory import BELIEVED
from knowledge.services.drafts import NAME_BYTES, TRIPLE_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from knowledge.engine.types import Actor

PERSON = "operator"
UNKNOWN = "unattributed"
_AT_ONCE = 400


def clean_name(value: object, field: str) -> tuple[str, str]:
    """Check a name as any subject is checked.

    Returns:
        The name without blanks around it, and its key.

    Raises:
        Invalid: it is no text, or has no visible character.
        TooLarge: it is longer than the name of a subject may be.
    """
    if not isinstance(value, str):
        raise Invalid(f"{field} must be text.", field=field)
    try:
        name = clean_text(value, max_chars=TRIPLE_CHARACTERS).strip()
    except TextTooLongError as error:
        raise TooLarge(f"{field}: {error}", field=field) from error
    except TextError as error:
        raise Invalid(f"{field}: {error}", field=field) from error
    key = normalize_key(name)
    if not key:
        raise Invalid(f"The {field} has no visible character; name it.", field=field)
    if len(key.encode()) > NAME_BYTES:
        raise TooLarge(f"The {field} may be at most {NAME_BYTES} bytes in UTF-8; shorten it.", field=field)
    return name, key


def origin_of(actor: Actor) -> str:
    """Return the origin of what an actor says about names: the credential's; people act as operators."""
    if actor.origin:
        return actor.origin
    may_vouch = actor.kind == "person" or (actor.kind == "system" and "admin" in actor.roles)
    return PERSON if may_vouch else UNKNOWN


def of_names(agent: Agent, keys: Collection[str]) -> dict[str, EntityAlias]:
    """Return the believed links of names, by name."""
    rows = EntityAlias.objects.filter(agent=agent, alias_key__in=list(keys), standing=ALIAS_BELIEVED)
    return {row.alias_key: row for row in rows}


def end_of(agent: Agent, name: str, key: str) -> str:
    """Return the name an entity goes by, given any of its names, as the newest fact about it writes it."""
    row = of_names(agent, [key]).get(key)
    if row is not None:
        name, key = row.canonical, row.canonical_key
    facts = Memory.objects.filter(agent=agent, standing=BELIEVED).exclude(fact_key="").order_by("-number")
    return (
        facts.filter(subject_key=key).values_list("subject", flat=True).first()
        or facts.filter(object_key=key).values_list("object", flat=True).first()
        or name
    )


def check(agent: Agent, row: EntityAlias) -> EntityAlias | None:
    """Check whether a link may be made, and fill in where its chain ends.

    Returns:
        The link that is there already and leads to the same, if there is one.

    Raises:
        Invalid: both names are the same, or the link would close a circle.
        Conflict: the name already stands for something else.
    """
    known = of_names(agent, [row.alias_key, row.stated_key])
    ahead = known.get(row.stated_key)
    row.canonical, row.canonical_key = (
        (ahead.canonical, ahead.canonical_key) if ahead is not None else (row.stated, row.stated_key)
    )
    same = known.get(row.alias_key)
    if same is not None and same.canonical_key == row.canonical_key:
        return same
    # Where the other name's chain ends is known, so one link stands for all of it.
    links = {key: one.canonical_key for key, one in known.items()}
    try:
        rules.check_link(row.alias_key, row.stated_key, links)
    except rules.TakenError as error:
        raise Conflict(str(error), field="alias") from error
    except rules.LinkError as error:
        raise Invalid(str(error), field="alias") from error
    return None


def join(agent: Agent, row: EntityAlias) -> None:
    """Believe a link that was checked: whatever stood for its name now stands for where it leads."""
    row.standing = ALIAS_BELIEVED
    row.save()
    followers = EntityAlias.objects.filter(agent=agent, standing=ALIAS_BELIEVED, canonical_key=row.alias_key)
    followers.update(canonical=row.canonical, canonical_key=row.canonical_key)
    agent.generation += 1


def part(agent: Agent, row: EntityAlias) -> None:
    """Take a link away: what only hung together through it falls apart."""
    end = row.canonical_key
    row.delete()
    rows = EntityAlias.objects.filter(agent=agent, standing=ALIAS_BELIEVED, canonical_key=end).order_by("-alias_key")
    links = {one.alias_key: one for one in rows}
    written = {one.stated_key: one.stated for one in links.values()}
    apart: defaultdict[str, list[int]] = defaultdict(list)
    for key, last in rules.closure({key: one.stated_key for key, one in links.items()}).items():
        if last != end:
            apart[last].append(links[key].pk)
    for last, numbers in apart.items():
        for start in range(0, len(numbers), _AT_ONCE):
            some = EntityAlias.objects.filter(pk__in=numbers[start : start + _AT_ONCE])
            some.update(canonical=written[last], canonical_key=last)
    agent.generation += 1


def strongest(agent: Agent, keys: Collection[str], now: datetime) -> float:
    """Return how far the best of what is known about some entities is trusted, 0 when nothing is.

    Facts that name any of them, and the links that lead to them, count; an entity comes with all of its names.
    """
    links = EntityAlias.objects.filter(agent=agent, standing=ALIAS_BELIEVED).filter(
        Q(canonical_key__in=keys) | Q(alias_key__in=keys)
    )
    names = {*keys, *links.values_list("alias_key", flat=True)}
    facts = Memory.objects.filter(Q(subject_key__in=names) | Q(object_key__in=names), agent=agent, standing=BELIEVED)
    facts = facts.exclude(fact_key="").filter(Q(valid_until__isnull=True) | Q(valid_until__gt=now))
    facts = facts.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))
    origins = (*links.values_list("origin", "origin_trust"), *facts.values_list("origin").annotate(Max("origin_trust")))
    return max((standing_trust(origin, trust) for origin, trust in origins), default=0.0)
