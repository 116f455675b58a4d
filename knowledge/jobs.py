"""What the memory does by the clock. Each job reads the clock once, calls one service, and says what it did."""

from __future__ import annotations

from datetime import timedelta

from knowledge.clock import hub_now
from knowledge.conf import forgetting_settings, limits, reflexion_settings
from knowledge.engine.types import Actor
from knowledge.queries import fading as faint
from knowledge.queries import mistakes as notebook
from knowledge.queries.vector_state import vector_state
from knowledge.services import (
    access,
    embed,
    expiry,
    fading,
    forget_steps,
    guard,
    mistakes,
    plans,
    policies,
    reflexion,
)

_FILL_SECONDS = 240.0
_ACTOR = Actor(kind="system", name="jobs", door="job", agents=None)


def expire_memories(*, dry_run: bool = False) -> str:
    """Write down which memories have run out, and bring others to the life time their kind has by now."""
    if dry_run:
        return f"{expiry.count_due()} memories would be closed at the end of their life time"
    followed = policies.follow(seconds=_FILL_SECONDS)
    back = expiry.bring_back(actor=_ACTOR)
    closed = expiry.expire_due(actor=_ACTOR)
    along = f"; {followed} brought to a changed life time" if followed else ""
    along += f"; {back} back, closed by a clock that had gone ahead" if back else ""
    return f"{closed} {'memory' if closed == 1 else 'memories'} closed at the end of life{along}"


def archive_faded(*, dry_run: bool = False) -> str:
    """Move what nobody has recalled for long to the archive, and delete what was there for long enough."""
    days = forgetting_settings().archive_days
    before = hub_now() - timedelta(days=days)
    if dry_run:
        faded, over = faint.would_archive(limit=1).total, faint.count_over(before=before)
        return f"{faded} memories would go to the archive, {over} that were there for {days} days would be deleted"
    moved = fading.archive_faded(actor=_ACTOR)
    gone = fading.clear_archive(actor=_ACTOR, before=before)
    return f"{moved} memories moved to the archive, {gone} deleted after {days} days there"


def clear_versions(*, dry_run: bool = False) -> str:
    """Delete ended versions that their kind of life time keeps no longer."""
    if dry_run:
        return f"{fading.count_versions()} old versions would be deleted"
    return f"{fading.clear_versions(actor=_ACTOR)} old versions deleted"


def trim_access_log(*, dry_run: bool = False) -> str:
    """Delete the traces of recalls that are older than `access_log_days`."""
    days = limits().access_log_days
    before = hub_now() - timedelta(days=days)
    if dry_run:
        return f"{access.count_old(before=before)} recalls older than {days} days would be deleted"
    return f"{access.forget_old(actor=_ACTOR, before=before)} recalls older than {days} days deleted"


def fill_vectors(*, dry_run: bool = False) -> str:
    """Make the vectors that are missing, for at most four minutes; the next run goes on."""
    if dry_run:
        state = vector_state()
        return f"{state.live - state.stored} of {state.live} memories wait for a vector"
    report = embed.fill_vectors(seconds=_FILL_SECONDS)
    rest = "" if report.complete else "; there are more to make"
    return f"{report.made} vectors made, {report.removed} removed{rest}"


def trim_sightings(*, dry_run: bool = False) -> str:
    """Delete what the burst guard counted so long ago that no window reaches it."""
    before = hub_now() - timedelta(seconds=guard.kept_seconds())
    if dry_run:
        return f"{guard.old_sightings(before=before)} old sightings would be deleted"
    return f"{guard.forget_old(actor=_ACTOR, before=before)} old sightings deleted"


def consolidate_mistakes(*, dry_run: bool = False) -> str:
    """Make rules of the mistakes that came again, agent by agent."""
    names = notebook.agents_with_enough()
    if dry_run:
        return f"{len(names)} agents have enough mistakes of one kind for a rule"
    made = [report for name in names for report in reflexion.consolidate(actor=_ACTOR, agent=name)]
    kept = sum(report.outcome != "refused" for report in made)
    refused = f"; {len(made) - kept} could not be stored" if kept < len(made) else ""
    return f"{kept} {'rule' if kept == 1 else 'rules'} made or confirmed{refused}"


def trim_mistakes(*, dry_run: bool = False) -> str:
    """Delete the mistakes that were resolved more than `resolved_days` ago."""
    days = reflexion_settings().resolved_days
    before = hub_now() - timedelta(days=days)
    if dry_run:
        return f"{notebook.count_resolved(before=before)} mistakes resolved over {days} days ago would be deleted"
    return f"{mistakes.trim(actor=_ACTOR, before=before)} mistakes resolved over {days} days ago deleted"


def finish_forgetting(*, dry_run: bool = False) -> str:
    """Do what is left after forgetting a source, and close the plans whose time is over."""
    if dry_run:
        return f"{forget_steps.pending()} plans wait for steps"
    closed = plans.withdraw_expired()
    done = forget_steps.run_steps()
    left = sum(1 for steps in done.values() for step in steps if step["state"] != forget_steps.DONE)
    return f"{len(done)} plans looked after, {left} steps are left, {closed} plans over"
