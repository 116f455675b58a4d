"""The list of blocks as a file beside the database, so that restoring an older database forgets nothing of it.

One line per block: digests, positions and times, no name of a source. The file is written anew after every forgetting,
and read in before anything is served.
"""

from __future__ import annotations

import json
import os
import secrets
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from knowledge.engine.lineage import Selector
from knowledge.models import Agent, MemorySource, SourceBlock
from knowledge.queries.reach import parts, reach_among, sources_found
from knowledge.services import audit, blocks, bulk, mistakes, wiki_forget
from knowledge.services.agents import lock_agent
from knowledge.services.forget_apply import take_out
from knowledge.services.forget_picture import picture_of
from knowledge.services.transactions import write_transaction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from knowledge.engine.types import Actor

FILE: Final = "blocks.jsonl"
_FIELDS: Final = ("digest", "family", "up_to", "key_check", "plan")
_TIMES: Final = ("until", "at")


def file() -> Path:
    """Return where the list is kept."""
    path: Path = settings.MEMORYHUB_DATA / FILE
    return path


def write_out() -> int:
    """Write the list anew, complete or not at all; return how many blocks it holds.

    What it knows and an older database does not stays in it, until it is taken over (`read_in`).
    """
    path = file()
    draft = path.with_name(f".{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    count = 0
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
            for line in _all_lines():
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count


def read_in(*, actor: Actor) -> dict[str, int]:
    """Take over blocks of the file that the database does not have, and delete what came from those sources.

    Args:
        actor: who starts or restores the hub.

    Returns:
        `blocks` taken over, and `deleted` rows.
    """
    told: dict[str, list[dict[str, Any]]] = {}
    for line in _read():
        told.setdefault(line["agent"], []).append(line)
    done = {"blocks": 0, "deleted": 0}
    for name in sorted(told):
        added, deleted = _take_over(actor, name, told[name])
        done["blocks"] += added
        done["deleted"] += deleted
    return done


def _take_over(actor: Actor, name: str, lines: list[dict[str, Any]]) -> tuple[int, int]:
    known = set(SourceBlock.objects.filter(agent__name=name).values_list("digest", "plan"))
    if all((line["digest"], line["plan"]) in known for line in lines):
        return 0, 0
    with write_transaction() as opened:
        agent = lock_agent(opened, name, create=True)
        known = set(SourceBlock.objects.filter(agent=agent).values_list("digest", "plan"))
        fresh = [line for line in lines if (line["digest"], line["plan"]) not in known]
        bulk.insert([bulk.new(SourceBlock, agent_id=agent.pk, **_values(line)) for line in fresh])
        agent.forgettings += 1
        fence = blocks.Fence(None, actor, agent)
        found = [
            one
            for some in parts(fence.blocked_sources())
            for one in sources_found(MemorySource.objects.filter(pk__in=some))
        ]
        reach = reach_among(found, most=None)
        picture = picture_of(agent, Selector(), reach, counted=False)
        # As it was forgotten then: what was said before is true again, and what others said too stays with them.
        deleted = len(take_out(opened, actor, agent, picture)[0].ids) if found else 0
        pages = wiki_forget.of_blocked(agent, fence.stops)
        wiki_forget.erase(opened, name, pages)
        deleted += mistakes.take_out_blocked(agent, fence)
        deleted += sum(len(gone) for gone in pages.revisions.values())
        details = {"blocks": len(fresh), "deleted": deleted}
        audit.record(opened, actor, audit.AuditRecord("source.blocks_restored", agent=name, details=details))
    return len(fresh), deleted


def _all_lines() -> Iterator[dict[str, Any]]:
    """Yield the blocks of the database, and after them those that only the list beside it knows."""
    known = set()
    for line in _lines():
        known.add(_identity(line))
        yield line
    try:
        listed = list(_read())
    except ValueError:  # damaged: whoever starts or restores the hub says so
        return
    for line in listed:
        if line["key_check"] == blocks.key_check() and _identity(line) not in known:
            yield line


def _identity(line: dict[str, Any]) -> tuple[str, str, str]:
    return line["agent"], line["digest"], line["plan"]


def _lines() -> Iterator[dict[str, Any]]:
    names = dict(Agent.objects.values_list("pk", "name"))
    for row in SourceBlock.objects.order_by("pk").iterator():
        times = {name: None if getattr(row, name) is None else getattr(row, name).isoformat() for name in _TIMES}
        yield {"agent": names[row.agent_id], **{name: getattr(row, name) for name in _FIELDS}, **times}


def _read() -> Iterator[dict[str, Any]]:
    try:
        text = file().read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    for line in text.splitlines():
        if line.strip():
            yield json.loads(line)


def _values(line: dict[str, Any]) -> dict[str, Any]:
    times = {name: None if line[name] is None else datetime.fromisoformat(line[name]) for name in _TIMES}
    return {**{name: line[name] for name in _FIELDS}, **times}
