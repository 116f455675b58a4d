"""Letting a configured language model read a conversation."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Final, TypeAlias

from knowledge.engine.distill.asked import AnswerError, facts_of, request_of
from knowledge.outbound import OutboundError, Target, post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.conf import DistilSettings
    from knowledge.engine.distill import Candidate, Turn

Answered: TypeAlias = "tuple[tuple[Candidate, ...], int] | str"
"""Facts and how many more there were, or in one word why there are none."""

_MOST_BYTES: Final = 1_000_000


def read_by_model(turns: Sequence[Turn], settings: DistilSettings) -> Answered:
    """Ask the configured server what a conversation says.

    Args:
        turns: what it is sent.
        settings: where it is; its key is read from the environment and goes nowhere else.

    Returns:
        What is believed of the answer; or one of `too_long`, `no_key`, `refused`, `bad_answer`, or a code of
        `knowledge.outbound.OutboundError`.
    """
    body = request_of(turns, settings.model)
    if body is None:
        return "too_long"
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if settings.key_variable:
        key = os.environ.get(settings.key_variable, "").strip()
        if not key or not key.isascii() or not key.isprintable():
            return "no_key"
        headers["Authorization"] = f"Bearer {key}"
    target = Target(
        f"{settings.endpoint.rstrip('/')}/chat/completions",
        allow_internal=settings.allow_internal,
        timeout_seconds=settings.timeout_seconds,
        most_bytes=_MOST_BYTES,
    )
    try:
        reply = post(target, json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"), headers)
    except OutboundError as error:
        return error.code
    if not reply.is_success:
        return "refused"
    try:
        return facts_of(reply.body, turns)
    except AnswerError:
        return "bad_answer"
