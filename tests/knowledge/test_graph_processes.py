"""A write in one process is in the very next answer of every other: real processes, a real database."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from knowledge.clock import hub_now
from knowledge.engine.types import Actor
from knowledge.models import Agent
from knowledge.queries.graph import graph_signal
from knowledge.queries.graph_cache import cache
from knowledge.services import aliases
from tests.knowledge.helpers import fact

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = 60
CURATOR = Actor(kind="person", name="bob", door="page", roles=frozenset({"curator"}), agents=None, user_id=1)

PROCESS = """
import json, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
settings.HUB_TOML = {"graph": {"cached_above": 20}}
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from knowledge.clock import hub_now
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import Agent
from knowledge.queries.graph import graph_signal
from knowledge.queries.graph_cache import cache
from knowledge.services.store import store

actor = Actor(kind="agent", name="w", door="rest", agents=frozenset({"alice"}), origin="operator")

def ask(query):
    number, generation = Agent.objects.values_list("pk", "generation").get(name="alice")
    found = graph_signal(agent_id=number, generation=generation, query=query, now=hub_now())
    usage = cache.usage()
    return {
        "numbers": found.numbers.tolist(), "values": found.values.tobytes().hex(), "seeds": found.seeds,
        "read": usage.read, "updated": usage.updated, "hits": usage.hits,
    }

def tell(subject, value):
    draft = MemoryDraft(f"{subject} is {value}", subject=subject, predicate="is", object=value)
    return {"number": store(actor=actor, agent="alice", draft=draft).memory.number}

for line in sys.stdin:
    name, *arguments = json.loads(line)
    print(json.dumps({"ask": ask, "tell": tell}[name](*arguments)), flush=True)
"""


class Other:
    """Another process of the same hub."""

    def __init__(self) -> None:
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(connection.settings_dict["NAME"])],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def send(self, *command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def call(self, *command: str) -> Any:
        self.send(*command)
        return self.answer()

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def others(count: int) -> Iterator[list[Other]]:
    started = [Other() for _ in range(count)]
    try:
        yield started
    finally:
        for one in started:
            one.end()


def here(query: str) -> dict[str, object]:
    """The answer of a graph that is built anew."""
    cache.clear()
    number, generation = Agent.objects.values_list("pk", "generation").get(name="alice")
    found = graph_signal(agent_id=number, generation=generation, query=query, now=hub_now())
    return {"numbers": found.numbers.tolist(), "values": found.values.tobytes().hex(), "seeds": list(found.seeds)}


def part(answer: Any) -> dict[str, object]:
    return {key: answer[key] for key in ("numbers", "values", "seeds")}


def test_two_readers_and_a_writer():
    chance = random.Random(5)
    for number in range(FACTS):
        fact(f"v{number % 9}", subject=f"s{number}", predicate="is", now=hub_now())
    with others(3) as (first, second, writer):
        for turn in range(25):
            subject, value = f"s{chance.randrange(FACTS)}", chance.choice([f"v{turn % 9}", f"new {turn}"])
            written = writer.call("tell", subject, value)["number"]
            answers = [one.call("ask", f"what is {subject}?") for one in (first, second)]
            for answer in answers:
                assert written in answer["numbers"]
                assert part(answer) == here(f"what is {subject}?")
        aliases.add_alias(actor=CURATOR, agent="alice", canonical="s1", alias="the first")
        for one in (first, second):
            assert one.call("ask", "the first")["seeds"] == ["s1"]
        for one in (first, second):
            last = one.call("ask", "what is s1?")
            assert last["read"] == 1, "what had been read was kept, and only what changed was read"
            assert last["updated"] >= 20


def test_a_writer_that_does_not_wait():
    for number in range(FACTS):
        fact(f"v{number % 9}", subject=f"s{number}", predicate="is", now=hub_now())
    with others(3) as (first, second, writer):
        for turn in range(40):
            writer.send("tell", f"s{turn}", f"new {turn}")
            for one in (first, second):
                one.send("ask", f"s{turn} and s{turn + 1}")
        written = [writer.answer()["number"] for _ in range(40)]
        for one in (first, second):
            for _ in range(40):
                one.answer()
            for turn, number in enumerate(written):
                answer = one.call("ask", f"s{turn}")
                assert number in answer["numbers"]
                assert part(answer) == here(f"s{turn}")
