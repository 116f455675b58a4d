"""How vectors are doing: which embedder is in force, what it lacks, and how many memories wait for their vector."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from knowledge.conf import vector_settings
from knowledge.engine.embedder import EmbedderError
from knowledge.queries import embedders

_FEW_WAITING = 200
_FEW_OF = 50


@dataclass(frozen=True, slots=True)
class VectorState:
    """What is in force.

    Attributes:
        embedder: as the settings name it.
        model: name and version of the embedder, empty when there is none or it cannot be used.
        problem: one sentence when it cannot answer; empty otherwise.
        live: memories that may be found.
        stored: those of them that have a stored vector; all of them when none has to be stored.
    """

    embedder: str
    model: str
    problem: str
    live: int
    stored: int


def vector_state() -> VectorState:
    """Return how vectors are doing on the whole hub."""
    name = vector_settings().embedder
    live = _number("SELECT COALESCE(SUM(live_memories), 0) FROM knowledge_agent")
    try:
        embedder = embedders.chosen()
    except EmbedderError as error:
        return VectorState(name, "", str(error), live, 0)
    if embedder is None:
        return VectorState(name, "", "", live, live)
    if embedder.is_instant:
        return VectorState(name, embedder.name, "", live, live)
    stored = _number("SELECT COUNT(*) FROM knowledge_memoryembedding WHERE model = %s", embedder.name)
    return VectorState(name, embedder.name, embedders.problem_of(embedder), live, min(stored, live))


def vector_problems() -> list[str]:
    """Return one sentence for each thing that keeps vectors from answering as they should."""
    state = vector_state()
    problems = [f"Recall does without vectors. {state.problem}"] if state.problem else []
    waiting = state.live - state.stored
    if state.model and waiting > max(_FEW_WAITING, state.live // _FEW_OF):
        problems.append(f"{waiting} of {state.live} memories wait for their vector of {state.model}.")
    return problems


def _number(sql: str, *params: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(params))
        return int(cursor.fetchone()[0])
