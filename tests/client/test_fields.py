"""Nothing that a hub answers or takes is out of reach of the client."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from memoryhub.api.router import api
from memoryhub.client import options, shapes

ANSWERS = [
    (shapes.MemoryInFull, "MemoryInFull"), (shapes.MemoryInHistory, "MemoryInHistory"), (shapes.Memory, "MemoryOut"),
    (shapes.Stored, "StoreOut"), (shapes.BatchItem, "StoreOut"), (shapes.BatchItem, "RefusedOut"),
    (shapes.Fetched, "FetchOut"), (shapes.Reading, "ContextOut"), (shapes.Distilled, "DistilOut"),
    (shapes.Mistake, "MistakeOut"), (shapes.Warnings, "RelevantOut"), (shapes.PageInFull, "PageInFullOut"),
    (shapes.Saved, "SavedOut"), (shapes.PageHit, "PageHitOut"), (shapes.Found, "SearchOut"),
]  # fmt: skip
ASKED = [
    (options.Item, "StoreIn", set()), (options.SearchOptions, "SearchIn", {"query"}), (options.Turn, "TurnIn", set()),
    (options.ContextOptions, "ContextIn", {"message"}), (options.Source, "SourceIn", set()),
    (options.ListOptions, "ListQuery", {"cursor"}), (options.PageOptions, "PageIn", {"content"}),
    (options.MistakeOptions, "MistakeIn", {"category", "what_went_wrong"}),
]  # fmt: skip
OF_THE_TOKEN = {"agent", "idempotency_key"}
"""The agent is the token's own, and the client makes its keys itself."""


def properties(schema: str) -> dict[str, Any]:
    document = json.loads(json.dumps(api.document))
    return dict(document["components"]["schemas"][schema]["properties"])


def inner(hint: Any) -> Iterator[type]:
    """The shapes that a field holds."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        yield hint
    for one in get_args(hint):
        yield from inner(one)


def out_of_reach(shape: type, schema: str, seen: set[tuple[type, str]]) -> Iterator[str]:
    """Name the fields that the shape leaves out, in it and in what it holds."""
    if (shape, schema) in seen:
        return
    seen.add((shape, schema))
    hints = get_type_hints(shape)
    for name, value in properties(schema).items():
        if name not in hints:
            yield f"{shape.__name__}.{name}"
            continue
        referred = [part.split('"')[0] for part in json.dumps(value).split("#/components/schemas/")[1:]]
        kinds = list(inner(hints[name]))
        assert len(kinds) == len(referred), (shape, name)
        for kind, other in zip(kinds, referred, strict=True):
            yield from out_of_reach(kind, other, seen)


@pytest.mark.parametrize(("shape", "schema"), ANSWERS, ids=lambda one: getattr(one, "__name__", one))
def test_every_field_of_an_answer_can_be_read(shape, schema):
    assert list(out_of_reach(shape, schema, set())) == []


@pytest.mark.parametrize(("given", "schema", "arguments"), ASKED, ids=lambda one: getattr(one, "__name__", None))
def test_everything_that_can_be_asked_can_be_given(given, schema, arguments):
    assert set(properties(schema)) - set(get_type_hints(given)) <= arguments | OF_THE_TOKEN
