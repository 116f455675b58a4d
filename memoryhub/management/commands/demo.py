"""Fill an empty hub with a small invented world."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from knowledge.command_lines import command_line
from knowledge.errors import HubError
from knowledge.management.console import Progress
from knowledge.queries import fading
from knowledge.queries.agents import agent_names, agents
from knowledge.services import access, edit, mistakes, reflexion
from knowledge.services.aliases import add_alias
from knowledge.services.recall import RecallRequest, recall
from knowledge.services.store import store, store_many
from knowledge.services.types import Actor
from memoryhub.demo import home, shop
from memoryhub.demo.steps import PAGE_STEPS, Also, Ask, Conclude, Err, Forget, Join, Learn, Say, Step, Story
from memoryhub.demo.wiki import Wiki
from memoryhub.jobs import run_now, sync_schedules

_PART_OF_THE_STORY = {"prompt_injection", "too_many"}
"""Refusals that the guard gives to what an agent learns."""
_LOOKED_AT = ("expire_memories", "archive_faded", "consolidate_mistakes")
"""Jobs that say beforehand what they would do with the story's memories."""
_IN_WORDS = {
    "in_use": "memories in use",
    "superseded": "replaced by newer ones",
    "held": "held for a decision",
    "quarantined": "set aside as suspicious",
    "forgotten": "forgotten",
    "pages": "pages",
    "mistakes": "mistakes",
    "rules": "rules made of mistakes",
    "recalls": "questions asked",
}
_ELSEWHERE = (
    "This hub holds memories already; the demo only fills an empty one. Nothing was changed. To look at the demo beside"
    " it, start a second hub with MEMORYHUB_DATA=demo-hub python3 manage.py up --port 8100, then type in another"
    " terminal MEMORYHUB_DATA=demo-hub python3 manage.py demo"
)


class Command(BaseCommand):
    """Tell two stories of the last 120 days, step by step, through the same services as everybody else."""

    help = (
        "Fill an empty hub with a small invented data set: two agents, English, Japanese and Chinese, facts that "
        "changed, claims that wait for a person. Example: python3 manage.py demo"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill; exit code 1 when the hub is not empty."""
        if agent_names(None):
            raise CommandError(_ELSEWHERE)
        access.write_only_when_told()
        stories = (shop.story(), home.story())
        total = sum(len(story.steps) for story in stories)
        progress = Progress(sys.stderr, what="steps")
        told: dict[str, dict[str, int]] = {}
        done = 0
        today = timezone.now()
        for story in stories:
            teller = _Teller(story, today)
            for count in teller.tell():
                done += count
                progress.show(done, part=done / total)
            told[story.agent] = teller.outcomes
        progress.clear()
        sync_schedules()
        with _quietly("memoryhub.jobs"):
            for name in _LOOKED_AT:
                run_now(name=name, dry_run=True, asked_by="demo")
        for one in agents(None):
            told[one.name]["in_use"] = one.live
        self._report(told, fading.would_archive(limit=1).total, as_json=options["json"])

    def _report(self, told: dict[str, dict[str, int]], faded: int, *, as_json: bool) -> None:
        in_use = sum(outcomes["in_use"] for outcomes in told.values())
        if as_json:
            self.stdout.write(json.dumps({"agents": told, "in_use": in_use, "faded": faded}, sort_keys=True))
            return
        self.stdout.write(f"{len(told)} agents have a memory of the last months now:")
        for agent, outcomes in told.items():
            parts = (f"{words} {outcomes[name]}" for name, words in _IN_WORDS.items() if outcomes.get(name))
            self.stdout.write(f"  {agent}: {', '.join(parts)}.")
        self.stdout.write(
            f"The Overview counts {in_use} memories in use now. {faded} of them have faded: a daily job moves them to"
            f" the archive when it runs next, which leaves {in_use - faded}."
        )
        self.stdout.write("What waits in the Queue waits a day; without an answer it counts as rejected.")
        self.stdout.write(f"Sign in and look around, first at the Queue; {command_line('up')} prints a link.")


@contextmanager
def _quietly(name: str) -> Iterator[None]:
    """Keep what is not worth a warning out of the log."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(before)


class _Teller:
    """Tells one story: steps of one moment go in together, the clock stands where the story is."""

    def __init__(self, story: Story, today: datetime) -> None:
        self.story = story
        self.today = today
        self.ids: dict[str, str] = {}
        self.outcomes: dict[str, int] = {}
        self._person = Actor(kind="person", name="demo", door="command", roles=frozenset({"admin"}), agents=None)
        self._agent = Actor(kind="agent", name=story.agent, door="command", agents=frozenset({story.agent}))
        self._wiki = Wiki(story.agent, self._person, self._agent)

    def tell(self) -> Iterator[int]:
        """Yield how many steps were done, moment by moment."""
        steps = sorted(self.story.steps, key=lambda step: step.day)
        for (_, _), moment in groupby(steps, key=lambda step: (step.day, isinstance(step, Say))):
            group = list(moment)
            try:
                self._do(group)
            except HubError as error:
                raise CommandError(f"The demo stopped: {error.message}") from error
            yield len(group)
        access.flush()

    def _do(self, group: list[Step]) -> None:
        now = self.today + timedelta(days=group[0].day)
        said = [step for step in group if isinstance(step, Say)]
        if said:
            self._say(said, now)
        for step in group:
            self._one(step, now)

    def _one(self, step: Step, now: datetime) -> None:
        if isinstance(step, PAGE_STEPS):
            self._count(self._wiki.do(step, now))
        elif isinstance(step, Ask):
            recall(
                actor=self._agent,
                agent=self.story.agent,
                request=RecallRequest(step.query, limit=step.limit),
                now=now,
            )
            access.flush()
            self._count("recalls")
        elif isinstance(step, Forget):
            edit.forget(actor=self._person, memory_id=self.ids[step.name], reason=step.reason, now=now)
            self._count("forgotten")
        elif isinstance(step, Also):
            add_alias(actor=self._person, agent=self.story.agent, canonical=step.name, alias=step.alias, now=now)
            self._count("named")
        elif isinstance(step, Learn):
            self._learn(step.said, now)
        elif isinstance(step, Join):
            self._join(step, now)
        elif isinstance(step, Err):
            mistakes.record(actor=self._agent, agent=self.story.agent, draft=step.draft, now=now)
            self._count("mistakes")
        elif isinstance(step, Conclude):
            made = reflexion.consolidate(actor=self._person, agent=self.story.agent, now=now)
            self.outcomes["rules"] = self.outcomes.get("rules", 0) + len(made)

    def _learn(self, said: Say, now: datetime) -> None:
        """Store as the agent does: what is held back, set aside or dropped is part of the story."""
        draft = said.draft(self.today, self.ids)
        agent = replace(self._agent, origin=said.origin)
        try:
            self._count(store(actor=agent, agent=self.story.agent, draft=draft, now=now).outcome)
        except HubError as error:
            if error.code not in _PART_OF_THE_STORY:
                raise
            self._count("dropped")

    def _join(self, step: Join, now: datetime) -> None:
        agent = replace(self._agent, origin=step.origin)
        outcome = add_alias(actor=agent, agent=self.story.agent, canonical=step.name, alias=step.alias, now=now)
        self._count("held" if outcome.outcome == "held" else "named")

    def _say(self, said: list[Say], now: datetime) -> None:
        drafts = [step.draft(self.today, self.ids) for step in said]
        outcomes = store_many(actor=self._person, agent=self.story.agent, drafts=drafts, now=now)
        for step, outcome in zip(said, outcomes, strict=True):
            if isinstance(outcome, HubError):
                raise outcome
            self._count(outcome.outcome)
            if step.name:
                self.ids[step.name] = outcome.memory.id

    def _count(self, outcome: str) -> None:
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
