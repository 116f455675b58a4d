"""Several processes, one hub: a write in one is seen by the vectors, and by the gate for copies, of every other."""

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
from knowledge.models import Agent
from knowledge.queries.vector_cache import cache
from knowledge.queries.vectors import nearest
from tests.knowledge.helpers import say

pytestmark = pytest.mark.django_db(transaction=True)

PROCESS = """
import json, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
settings.HUB_TOML = {}
from django.db import connection
connection.settings_dict["NAME"] = sys.argv[1]
from knowledge.clock import hub_now
from knowledge.engine.types import Actor, MemoryDraft
from knowledge.models import Agent
from knowledge.queries.vector_cache import cache
from knowledge.queries.vectors import nearest
from knowledge.services.edit import forget, restore
from knowledge.services.store import store

actor = Actor(kind="agent", name="w", door="rest", agents=frozenset({"alice"}), origin="operator")

def ask(query):
    number, generation = Agent.objects.values_list("pk", "live_generation").get(name="alice")
    found = nearest(agent_id=number, live_generation=generation, query=query, now=hub_now(), limit=100)
    usage = cache.usage()
    return {
        "numbers": found.numbers.tolist(), "cosines": found.cosines.tobytes().hex(),
        "read": usage.read, "updated": usage.updated, "hits": usage.hits,
    }

def tell(content, layer):
    outcome = store(actor=actor, agent="alice", draft=MemoryDraft(content, layer=layer))
    return {"outcome": outcome.outcome, "id": outcome.memory.id, "number": outcome.memory.number}

def away(memory_id):
    return {"done": forget(actor=actor, memory_id=memory_id)}

def back(memory_id):
    return {"done": restore(actor=actor, memory_id=memory_id).outcome}

for line in sys.stdin:
    name, *arguments = json.loads(line)
    print(json.dumps({"ask": ask, "tell": tell, "away": away, "back": back}[name](*arguments)), flush=True)
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
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

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


def here(query: str) -> dict[str, Any]:
    """The answer of vectors that are made anew."""
    cache.clear()
    number, generation = Agent.objects.values_list("pk", "live_generation").get(name="alice")
    found = nearest(agent_id=number, live_generation=generation, query=query, now=hub_now(), limit=100)
    return {"numbers": found.numbers.tolist(), "cosines": found.cosines.tobytes().hex()}


def test_two_readers_and_a_writer_see_every_write_at_once():
    dice = random.Random(3)
    for number in range(40):
        say(f"Docking permit {number} of the pier", now=hub_now())
    query = "docking permits"
    with others(3) as (first, second, writer):
        told: list[Any] = []
        for turn in range(14):
            step = dice.choice(["tell", "tell", "away", "back"]) if told else "tell"
            if step == "tell":
                told.append(writer.call("tell", f"Docking permit {turn} renewed", "episodic"))
            else:
                one = told.pop(dice.randrange(len(told))) if step == "away" else dice.choice(told)
                writer.call("away", one["id"])
                if step == "back":
                    writer.call("back", one["id"])
            expected = here(query)
            assert {one["number"] for one in told} <= set(expected["numbers"])
            for reader in (first, second):
                answer = reader.call("ask", query)
                assert {key: answer[key] for key in ("numbers", "cosines")} == expected
        usage = first.call("ask", query)
        assert usage["read"] == 1
        assert usage["updated"] >= 10
        assert usage["hits"] >= 1


def test_the_same_statement_in_several_processes_at_once_is_one_row():
    say("made first", now=hub_now())
    with others(3) as writers:
        for turn in range(4):
            for place, one in enumerate(writers):
                one.send("tell", f"The refund window is {turn} days" + "!" * place, "semantic")
            outcomes = [one.answer() for one in writers]
            assert sorted(one["outcome"] for one in outcomes) == ["duplicate", "duplicate", "stored"]
            assert len({one["id"] for one in outcomes}) == 1
