"""How long memories live, and what runs by the clock."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import Field

from knowledge.queries import jobs as timetable
from knowledge.queries import policies as kinds
from knowledge.services import jobs, policies
from memoryhub.api.answers import Instant, Output
from memoryhub.api.door import Bearer, caller_of
from memoryhub.api.schemas import AgentQuery, Input
from memoryhub.tokens import ADMIN, READ

router = Router(tags=["upkeep"])

Cost = Literal["low", "medium", "high"]
Conflict = Literal["review", "accept", "reject"]
Layer = Literal["", "episodic", "semantic", "procedural"]
JobName = Annotated[str, Path(max_length=60)]
Names = Annotated[list[str], Field(max_length=policies.MOST_PATTERNS)]


class PolicyIn(Input):
    """One kind of life time."""

    name: str = Field(max_length=40)
    reason: str = Field(max_length=1_000, description="Why it has its numbers.")
    ttl_seconds: int | None = Field(default=None, description="Null for no end.")
    failure_cost: Cost = "low"
    failure_note: str = Field(default="", max_length=1_000)
    min_confidence: float | None = Field(default=None, ge=0, le=1, description="0.7, or 0.85 where failure costs much.")
    versions_kept: int | None = Field(default=None, description="3 to 10 newest versions of a fact; null for all.")
    retention_days: int | None = Field(default=None, description="Days for which an ended version is kept.")
    on_conflict: Conflict = Field(default="review", description="What becomes of an update that is less certain.")
    layer: Layer = ""
    predicates: Names = []
    tags: Names = []
    dry_run: bool = Field(default=False, description="Only say what saving would do.")

    def policy(self) -> policies.Policy:
        """Return what the service saves."""
        values = self.model_dump(exclude={"dry_run", "predicates", "tags", "min_confidence"})
        least = policies.usual_confidence(self.failure_cost) if self.min_confidence is None else self.min_confidence
        return policies.Policy(**values, min_confidence=least, predicates=tuple(self.predicates), tags=tuple(self.tags))


class PolicyOut(Output):
    """One kind of life time, as it is in force."""

    name: str
    reason: str
    ttl_seconds: int | None
    failure_cost: Cost
    failure_note: str
    min_confidence: float
    versions_kept: int | None
    retention_days: int | None
    on_conflict: Conflict
    layer: Layer
    predicates: list[str]
    tags: list[str]


class PolicyUse(Output):
    """One kind of life time, and how it is used."""

    policy: PolicyOut
    built_in: bool
    changed: bool = Field(description="Whether people made or changed it.")
    memories: int = Field(description="Memories that are true now and live by it.")


class PoliciesOut(Output):
    """All of them, by name."""

    items: list[PolicyUse]


class EffectOut(Output):
    """What saving does to memories that are there."""

    expire: int = Field(description="How many expire at once.")
    shorter: int
    longer: int
    delete: int = Field(description="How many ended versions the next clearing deletes for good.")
    expire_ids: list[str]
    delete_ids: list[str]


class PolicySaved(Output):
    """A kind as it was saved, or would be."""

    policy: PolicyOut
    effect: EffectOut
    saved: bool


class RunOut(Output):
    """One run of a job."""

    id: int
    job: str
    state: Literal["waiting", "running", "done", "failed", "stopped"]
    dry_run: bool
    asked_by: str = Field(description="Empty for the schedule.")
    asked_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    seconds: float | None
    done: int
    total: int | None
    report: str


class JobOut(Output):
    """One job."""

    name: str
    title: str
    minutes: int
    tells_before: bool = Field(description="Whether a dry run can be asked for.")
    next_run: Instant | None
    last: RunOut | None
    open: list[RunOut]
    last_done_at: Instant | None
    overdue: bool


class JobsOut(Output):
    """All of them, by title."""

    items: list[JobOut]


@router.get(
    "/policies",
    auth=Bearer(READ),
    response=PoliciesOut,
    operation_id="list_policies",
    summary="How long kinds of memories live",
)
def list_policies(request: HttpRequest, query: Query[AgentQuery]) -> PoliciesOut:
    """Every kind with its numbers and the reason for them; they are the same for every agent."""
    if query.agent is not None:
        caller_of(request).agent(query.agent)
    return PoliciesOut.model_validate({"items": kinds.list_policies()})


@router.put(
    "/policies",
    auth=Bearer(ADMIN),
    response=PolicySaved,
    operation_id="save_policy",
    summary="Make or change a kind of life time",
)
def save_policy(request: HttpRequest, body: PolicyIn) -> PolicySaved:
    """Memories that live by it go along; with `dry_run` the answer says what that would do, and nothing changes."""
    actor = caller_of(request).credential.actor
    told = policies.save_or_preview(actor=actor, policy=body.policy(), dry_run=body.dry_run)
    return PolicySaved.model_validate({"policy": told.policy, "effect": told.effect, "saved": not body.dry_run})


@router.get("/jobs", auth=Bearer(ADMIN), response=JobsOut, operation_id="list_jobs", summary="What runs by the clock")
def list_jobs(request: HttpRequest) -> JobsOut:
    """Every job, its last run, and the runs that wait or are under way."""
    return JobsOut.model_validate({"items": timetable.jobs()})


class RunIn(Input):
    """How to run a job."""

    dry_run: bool = Field(default=False, description="Only say what it would do.")


@router.post("/jobs/{name}/run", auth=Bearer(ADMIN), response=RunOut, operation_id="run_job", summary="Run a job soon")
def run_job(request: HttpRequest, name: JobName, body: RunIn) -> RunOut:
    """The worker takes it up; asked again before it began, it is the same run."""
    return RunOut.model_validate(jobs.ask(actor=caller_of(request).credential.actor, name=name, dry_run=body.dry_run))
