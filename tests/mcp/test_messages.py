"""What is no message of the protocol is refused as strictly on standard input as over HTTP, and always answered."""

from __future__ import annotations

import io
import json
from typing import Any

import anyio
import pytest

from knowledge.errors import Invalid
from memoryhub.mcp.messages import check_message, refusal
from memoryhub.mcp.stdio import Lines

ASKED = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"memory_store","arguments":%s}}'
NO_JSON, NO_MESSAGE = -32700, -32600
REFUSED: dict[str, tuple[bytes, int | str | None, int, str]] = {
    "no text": (b"\xff\xfe\x00", None, NO_JSON, "UTF-8"),
    "cut short": (b'{"jsonrpc":"2.0","id":"a-1","method":', "a-1", NO_JSON, "not valid JSON"),
    "a field twice": (ASKED % b'{"content":"one","content":"two"}', 7, NO_JSON, "twice"),
    "not a number": (ASKED % b'{"content":"x","importance":NaN}', 7, NO_JSON, "NaN"),
    "beyond numbers": (ASKED % b'{"content":"x","confidence":1e999}', 7, NO_JSON, "too large"),
    "more than 64 bits": (ASKED % (b'{"content":"x","ttl_seconds":%s}' % (b"9" * 5_000)), 7, NO_JSON, "64 bits"),
    "half a character": (ASKED % b'{"content":"\\ud800"}', 7, NO_JSON, "surrogate"),
    "half a character in a key": (ASKED % b'{"metadata":{"\\udc00":1}}', 7, NO_JSON, "surrogate"),
    "NUL": (ASKED % b'{"content":"\\u0000"}', 7, NO_JSON, "NUL"),
    "deep": (ASKED % (b"[" * 80 + b"]" * 80), 7, NO_JSON, "64 levels"),
    "deeper than can be read": (ASKED % (b"[" * 100_000 + b"]" * 100_000), 7, NO_JSON, "64 levels"),
    "a list": (b"[]", None, NO_MESSAGE, "no message"),
    "a batch": (b"[" + ASKED % b"{}" + b"]", None, NO_MESSAGE, "no message"),
    "a number": (b"5", None, NO_MESSAGE, "no message"),
    "no method": (b'{"jsonrpc":"2.0","id":"x"}', "x", NO_MESSAGE, "no message"),
    "another protocol": (b'{"jsonrpc":"1.0","id":3,"method":"ping"}', 3, NO_MESSAGE, "no message"),
    "an id that is none": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, NO_MESSAGE, "no message"),
    "an id that is true": (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None, NO_MESSAGE, "no message"),
    "an id of half a character": (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', None, NO_JSON, "surrogate"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_message_is_refused_with_its_id(name):
    raw, known, code, words = REFUSED[name]
    with pytest.raises(Invalid, match=words) as refused:
        check_message(raw)
    answer = refusal(raw, refused.value)
    assert (answer.id, answer.error.code) == (known, code)
    assert answer.error.message == refused.value.message


@pytest.mark.parametrize(
    "raw",
    [
        ASKED % b"{}",
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        b'{"jsonrpc":"2.0","id":"1","result":{}}',
    ],
)
def test_messages_are_let_through(raw):
    check_message(raw)


def test_lines_that_are_no_messages_are_answered_and_the_next_one_is_read():
    good = ASKED % b'{"content":"\xe6\x9d\xb1"}'
    long = ASKED % (b'{"content":"%s"}' % (b"x" * 900))
    source = io.BytesIO(b"\n".join([b"", good, b"{", long, b"[]", good]))
    seen, answers = read(source, most=500)
    assert seen == [good.decode()] * 2
    assert [(one["id"], one["error"]["code"]) for one in answers] == [(None, NO_JSON), (7, NO_JSON), (None, NO_MESSAGE)]
    assert "500 bytes" in answers[1]["error"]["message"]


def read(source: io.BytesIO, *, most: int) -> tuple[list[str], list[dict[str, Any]]]:
    async def work() -> tuple[list[str], list[dict[str, Any]]]:
        outgoing, answered = anyio.create_memory_object_stream[Any](100)
        async with answered:
            async with outgoing:
                lines = Lines(source, most=most)
                lines.answer_through(outgoing)
                seen = [line.strip() async for line in lines]
            told = [json.loads(one.message.model_dump_json(exclude_unset=True)) async for one in answered]
        return seen, told

    return anyio.run(work)
