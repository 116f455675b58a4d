"""Tables of the memory itself."""

from __future__ import annotations

from knowledge.models.access import AccessHit, AccessLog
from knowledge.models.agent import Agent
from knowledge.models.audit import AuditEvent
from knowledge.models.embedding import MemoryEmbedding
from knowledge.models.entity import EntityAlias, EntityEmbedding
from knowledge.models.forgetting import (
    ForgetPlan,
    ForgetPlanItem,
    OriginRollback,
    OriginRollbackItem,
    SourceBlock,
)
from knowledge.models.guard import GuardSighting
from knowledge.models.job import Job, JobRun
from knowledge.models.lifetime import LegalHold, Policy, RemovedVersions
from knowledge.models.memory import Memory, MemorySpan, MemoryTag, Reaffirmation
from knowledge.models.mistake import Mistake
from knowledge.models.source import Derivation, MemorySource
from knowledge.models.wiki import (
    WikiDraft,
    WikiLink,
    WikiPage,
    WikiRevision,
    WikiRule,
    WikiSource,
    WikiSpace,
)

__all__ = [
    "AccessHit",
    "AccessLog",
    "Agent",
    "AuditEvent",
    "Derivation",
    "EntityAlias",
    "EntityEmbedding",
    "ForgetPlan",
    "ForgetPlanItem",
    "GuardSighting",
    "Job",
    "JobRun",
    "LegalHold",
    "Memory",
    "MemoryEmbedding",
    "MemorySource",
    "MemorySpan",
    "MemoryTag",
    "Mistake",
    "OriginRollback",
    "OriginRollbackItem",
    "Policy",
    "Reaffirmation",
    "RemovedVersions",
    "SourceBlock",
    "WikiDraft",
    "WikiLink",
    "WikiPage",
    "WikiRevision",
    "WikiRule",
    "WikiSource",
    "WikiSpace",
]
