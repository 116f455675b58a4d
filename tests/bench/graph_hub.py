"""Fill a hub with one invented company, large enough to try the graph page on.

    python tests/bench/graph_hub.py --folder /tmp/graph-hub [--people 8000] [--seed 1]

Two and a half entities per person: with 8 000 people there are 20 000 entities and 48 000 facts of the agent
`big-company`. Open it with `MEMORYHUB_DATA=/tmp/graph-hub python3 manage.py up`.
"""
# ruff: noqa: E501, SIM905 - words to draw from

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub

AGENT = "big-company"
GIVEN = (
    "Ada Ben Chloe Dmitri Elif Farah Goran Hana Ines Jonas Kenji Lena Mika Noor Omar Priya Quinn Rosa Sven Tala".split()
)
FAMILY = (
    "Adler Baker Castillo Dubois Eriksen Ferrari Gupta Haddad Ivanov Jensen Kimura Lopez Meyer Nakamura Okafor".split()
)
KANJI = "佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤".split()
KANJI_GIVEN = "葵 結衣 陽翔 湊 蓮 美咲 翔太 さくら 健 直子".split()
PLACES = "Kyoto Osaka 東京 名古屋 Berlin Lyon Porto Turin Gdańsk Oslo Leeds Austin Quito Lagos Nairobi Hanoi 上海 台北 서울".split()
WORDS = "Heron Lantern Harbour Willow Ember Quartz Falcon Juniper Meadow Cobalt Tidal Aurora Basil Comet Delta".split()
SKILLS = "Python Rust SQL welding accounting Japanese French design planning logistics law chemistry teaching".split()
SEVERAL = ("works on", "knows", "speaks")


class Company:
    """Draws facts; what is well known gets better known, as among people."""

    def __init__(self, people: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.people = [self._person(number) for number in range(people)]
        self.teams = [f"{self._word()} team {number}" for number in range(max(2, people // 20))]
        self.projects = [f"Project {self._word()} {number}" for number in range(max(2, people // 4))]
        self.sites = [f"{place} office {number}" for place in PLACES for number in range(1, 4)]

    def _word(self) -> str:
        return self.random.choice(WORDS)

    def _person(self, number: int) -> str:
        if number % 7 == 0:
            return f"{self.random.choice(KANJI)} {self.random.choice(KANJI_GIVEN)} {number}"
        return f"{self.random.choice(GIVEN)} {self.random.choice(FAMILY)} {number}"

    def _known(self, names: Sequence[str]) -> str:
        """Draw a name, those at the front far more often."""
        return names[int(len(names) * self.random.random() ** 2.5)]

    def facts(self) -> Iterator[tuple[str, str, Any, str]]:
        """Yield subject, predicate, object and origin."""
        draw = self.random
        for number, person in enumerate(self.people):
            origin = draw.choices(["operator", "agent_derived", "channel:chat", "import:staff-list"], [4, 3, 2, 1])[0]
            yield person, "member of", self._known(self.teams), origin
            yield person, "works at", self._known(self.sites), origin
            if number:
                yield person, "reports to", self._known(self.people[:number]), origin
            yield person, "desk", f"desk {draw.randrange(10**6)}", origin
            for _ in range(draw.choice([0, 1, 1, 2])):
                yield person, "works on", self._known(self.projects), origin
            if draw.random() < 0.4:
                yield person, "speaks", draw.choice(SKILLS), origin
        for project in self.projects:
            yield project, "led by", self._known(self.people), "operator"
            yield project, "budget", draw.randrange(10_000, 900_000), "import:plan"
        for team in self.teams:
            yield team, "sits in", draw.choice(self.sites), "operator"
        for site in self.sites:
            yield site, "located in", site.split()[0], "operator"

    def rumours(self, count: int) -> Iterator[tuple[str, str, Any, str]]:
        """Yield claims of a chat against what the operator said: they wait for a decision."""
        for project in self.projects[:count]:
            yield project, "led by", self._known(self.people), "channel:rumours"


def fill(people: int, seed: int) -> dict[str, int]:
    """Store everything; return how many of each outcome."""
    from knowledge.errors import HubError
    from knowledge.services import predicates
    from knowledge.services.store import store_many
    from knowledge.services.types import Actor, MemoryDraft

    actor = Actor(kind="person", name="bench", door="command", roles=frozenset({"admin"}), agents=None)
    company = Company(people, seed)
    outcomes: dict[str, int] = {}

    def tell(facts: Iterator[tuple[str, str, Any, str]]) -> None:
        for batch in _batched(facts, 500):
            drafts = [
                MemoryDraft(f"{s} {p} {o}.", layer="semantic", subject=s, predicate=p, object=o, origin=origin)
                for s, p, o, origin in batch
            ]
            for outcome in store_many(actor=actor, agent=AGENT, drafts=drafts):
                name = outcome.message if isinstance(outcome, HubError) else outcome.outcome
                outcomes[name] = outcomes.get(name, 0) + 1

    tell(iter([(company.people[0], "member of", company.teams[0], "operator")]))
    for predicate in SEVERAL:
        predicates.declare_multi_valued(actor=actor, agent=AGENT, predicate=predicate)
    tell(company.facts())
    tell(company.rumours(40))
    return outcomes


def _batched(items: Iterator[tuple[str, str, Any, str]], size: int) -> Iterator[list[tuple[str, str, Any, str]]]:
    batch: list[tuple[str, str, Any, str]] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def main() -> None:
    """Fill the hub and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="data folder of the hub; made if it is not there")
    parser.add_argument("--people", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    open_hub(options.folder)
    from knowledge.queries.graph_view import fact_table

    started = time.perf_counter()
    print(fill(options.people, options.seed))
    table = fact_table(agent=AGENT, curator=True)
    print(f"{len(table.keys)} entities, {len(table.subjects)} facts, {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
