"""Checking the hub looks at other names too: silent about whatever the services do, loud about planted faults."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from django.db import connection

from knowledge.engine.aliases import closure
from knowledge.errors import HubError
from knowledge.models import EntityAlias
from knowledge.services import aliases
from knowledge.services.check import check_hub
from tests.knowledge.helpers import NOW, writer
from tests.knowledge.test_aliases import CURATOR, add, remove
from tests.knowledge.test_graph import tie

pytestmark = pytest.mark.django_db
CHECK = "other names of entities"


def findings() -> list[str]:
    return [f"{one.rule} {one.where}" for check, one in check_hub(now=NOW).findings if check == CHECK]


def happen(chance: random.Random) -> None:
    """Let something happen to names; what may not be is refused."""
    one, other = chance.sample("abcdefgh", 2)
    actor = chance.choice([CURATOR, CURATOR, writer("channel")])
    held = EntityAlias.objects.filter(standing="held").order_by("pk").first()
    with suppress(HubError):
        match chance.randrange(5):
            case 0:
                remove(other, actor=actor)
            case 1:
                aliases.merge(actor=actor, agent="alice", keep=one, other=other, now=NOW)
            case 2 if held is not None:
                aliases.approve_alias(actor=CURATOR, agent="alice", alias_id=held.pk)
            case _:
                add(one, chance.choice([other, other.upper()]), actor=actor)


@pytest.mark.parametrize("seed", range(4))
def test_names_stay_closed_whatever_is_said(seed):
    chance = random.Random(seed)
    tie("a", "b")
    for _ in range(60):
        happen(chance)
        rows = EntityAlias.objects.filter(standing="believed")
        ends = closure(dict(rows.values_list("alias_key", "stated_key")))
        assert dict(rows.values_list("alias_key", "canonical_key")) == ends
    assert EntityAlias.objects.exists()
    assert findings() == []


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ({"canonical_key": "elsewhere", "canonical": "elsewhere"}, "A name leads to where the chain"),
        ({"alias": "something else"}, "A name's key is that of the name."),
        ({"origin": "channel"}, "A name is trusted no more than its origin allows."),
    ],
)
def test_a_planted_fault_is_found(fault, rule):
    add("Bob", "Bobby")
    row = add("Bobby", "Bobster").alias.id
    assert findings() == []
    EntityAlias.objects.filter(pk=row).update(**fault)
    (found,) = findings()
    assert found.startswith(rule)
    assert found.endswith(f"alias {row}")


def test_a_circle_is_found():
    add("b", "a")
    add("c", "b")
    EntityAlias.objects.filter(alias_key="b").update(stated="a", stated_key="a")
    assert len(findings()) == 1
    assert findings()[0].startswith("Names lead in no circle.")


def test_a_missing_index_of_names_is_found():
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX alias_canonical")
    assert [one.where for _, one in check_hub(now=NOW).findings] == ["knowledge_entityalias lacks alias_canonical"]
